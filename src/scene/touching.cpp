#include "scene/touching.h"

#include <pliant/cut.h>
#include <pliant/error.h>
#include <pliant/hanging_surface.h>

#include <algorithm>
#include <charconv>

#include "base/short_text.h"
#include "base/text.h"
#include "scene/named.h"

namespace pliant {

namespace {

std::string skin_of(const State& world) {
  return text("friction ", short_text(world.contact()->friction), ", a skin of ",
              short_text(world.contact_counts().thickness), " m");
}

// The world knows bodies by number alone: "body 3" there is "body 'cube'" here.
std::string with_names(const std::string& words, std::span<const RunBody> bodies) {
  constexpr std::string_view before = "body ";
  std::string out;
  for (std::size_t at = 0; at < words.size();) {
    std::size_t number = 0;
    const char* const begin = words.data() + at + before.size();
    if (words.compare(at, before.size(), before) == 0)
      if (const auto read = std::from_chars(begin, words.data() + words.size(), number);
          read.ec == std::errc() && number < bodies.size()) {
        out += text(before, "'", bodies[number].name, "'");
        at = static_cast<std::size_t>(read.ptr - words.data());
        continue;
      }
    out += words[at++];
  }
  return out;
}

// What is said of materials is said of all pairs of their bodies that are not named themselves.
void add_materials(const StagedContact& wish, std::span<const RunBody> bodies, Contact& contact,
                   Notes& notes) {
  constexpr std::size_t most_pairs = 1'000'000;
  const auto is_known = [known = contact.pairs](std::size_t a, std::size_t b) {
    return std::ranges::any_of(known, [&](const ContactPair& pair) {
      return std::minmax(pair.first, pair.second) == std::minmax(a, b);
    });
  };
  for (const StagedContact::OfMaterials& of : wish.materials) {
    std::array<std::vector<std::size_t>, 2> numbers;
    for (std::size_t b = 0; b < bodies.size(); ++b)
      for (std::size_t i = 0; i < 2; ++i)
        if (bodies[b].look.material == of.names[i]) numbers[i].push_back(b);
    for (std::size_t i = 0; i < 2; ++i)
      if (numbers[i].empty())
        notes.push_back(text("Contact: no body is of '", of.names[i], "': materials = {\"",
                             of.names[0], "\", \"", of.names[1], "\"} does nothing"));
    const bool same = of.names[0] == of.names[1];
    if (numbers[0].size() * numbers[1].size() > most_pairs)
      throw InputError("", 0,
                       text("Contact: ", numbers[0].size(), " bodies of '", of.names[0], "' and ",
                            numbers[1].size(), " of '", of.names[1], "' are too many pairs"),
                       "give the friction of most bodies to the Contact for all of them");
    for (const std::size_t a : numbers[0])
      for (const std::size_t b : numbers[1]) {
        if ((same && b < a) || is_known(a, b)) continue;
        ContactPair pair = of.between;
        pair.first = a;
        pair.second = b;
        pair.touches = pair.touches && (a != b || contact.self);
        contact.pairs.push_back(pair);
      }
  }
}

// What becomes of bodies that are in each other, for a note.
std::string outlook(IntersectedAtStart at_start, bool asked) {
  if (at_start == IntersectedAtStart::repair)
    return "; closed bodies are pushed apart and touch as soon as they are; what is tangled "
           "otherwise stays, and the rest of it touches";
  return text("; what intersects at the start does not touch",
              asked ? ""
                    : ". Move the bodies apart, or write Contact{at_start = \"repair\"} or "
                      "Contact{touch = false}");
}

// Why a body touches with its cage and not with what hangs in it; empty: it does not.
std::string why_cage(const RunBody& body) {
  constexpr double longest = 2;       // edge, over the mean one of the cells
  constexpr std::size_t finest = 16;  // vertices, over those of the cage
  const Mesh& surface = body.surface->surface;
  const std::span<const Vec3d> x = body.mesh->vertices();
  double mean = 0;
  for (const Line& edge : body.mesh->edges())
    mean += length(x[edge[0]] - x[edge[1]]) / static_cast<double>(body.mesh->edges().size());
  for (const Triangle& t : surface.triangles.cells)
    for (std::size_t i = 0; i < 3; ++i)
      if (length(surface.vertices[t[i]] - surface.vertices[t[(i + 1) % 3]]) > longest * mean)
        return "faces of its surface are larger than the cells, which would not feel what lies on "
               "the middle of one";
  if (surface.vertices.size() > finest * x.size())
    return text("its surface has more than ", finest, " vertices for each of the cage");
  return {};
}

// Bodies in cages touch with what hangs in these.
std::vector<HangingSurface> hanging_in(std::span<const RunBody> bodies, Notes& notes) {
  std::vector<HangingSurface> surfaces;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (bodies[b].fill.empty() || !bodies[b].surface) continue;
    if (const std::string why = why_cage(bodies[b]); why.empty())
      surfaces.push_back({b, bodies[b].surface});
    else
      notes.push_back(text("Contact: body '", bodies[b].name, "' touches with its cage: ", why));
  }
  return surfaces;
}

// Bodies that are in each other are left out or pushed apart, with a note, if that is allowed.
void begin_contact(Contact contact, bool asked, std::span<const RunBody> bodies, State& world,
                   Notes& notes) {
  const IntersectedAtStart wanted = contact.at_start;
  contact.at_start = IntersectedAtStart::refuse;
  const std::vector<HangingSurface> hanging = hanging_in(bodies, notes);
  try {
    set_contact(world, contact, hanging);
  } catch (const InputError& e) {
    const std::string problem = with_names(e.problem(), bodies);
    const std::string cure =
        text(with_names(e.cure(), bodies),
             "; Contact{at_start = \"ignore\"} and Contact{at_start = \"repair\"} do that");
    if (wanted == IntersectedAtStart::refuse)
      throw InputError("", 0, problem,
                       problem.find("intersect") == std::string::npos ? e.cure() : cure);
    contact.at_start = wanted;
    set_contact(world, contact, hanging);  // throws the same where it is another problem
    notes.push_back(text("Contact: ", problem, outlook(wanted, asked)));
  }
}

// Obstacles that are surfaces are met by contact from now on.
void meet_surfaces(const StagedContact& wish, std::span<RunBody> bodies) {
  for (const auto& [body, number] : wish.surfaces) {
    State& state = bodies[body].state;
    std::vector<Obstacle> obstacles = state.dynamics().obstacles;
    obstacles[number].response = Response::contact;
    state.set_obstacles(obstacles);
  }
}

}  // namespace

bool may_touch(const SceneRun& run, std::size_t first, std::size_t second) {
  const std::optional<Contact> contact = run.world().contact();
  if (!contact) return false;
  for (const ContactPair& pair : contact->pairs)
    if (std::minmax(pair.first, pair.second) == std::minmax(first, second)) return pair.touches;
  return first != second || contact->self;
}

void let_touch(const StagedContact& wish, std::span<RunBody> bodies, State& world, Notes& notes) {
  const bool several = bodies.size() > 1;
  if (!wish.touch || (!wish.given && !wish.for_surfaces && !several)) return;
  if (!several && !wish.settings.self && wish.surfaces.empty()) return;
  meet_surfaces(wish, bodies);
  Contact contact = wish.settings;
  add_materials(wish, bodies, contact, notes);
  const auto begin = [&] { begin_contact(contact, wish.given, bodies, world, notes); };
  if (wish.by)
    named(*wish.by, begin);
  else
    begin();
  if (!wish.given && several)
    notes.push_back(text("Contact: ", bodies.size() == 2 ? "both" : text("all ", bodies.size()),
                         " bodies touch each other (", skin_of(world),
                         "); Contact{...} sets that, Contact{touch = false} lets them pass "
                         "through each other"));
}

Pressed pressed_faces(const RunBody& body, std::span<const Triangle> faces,
                      std::span<const Vec3d> contact_forces) {
  const std::vector<Vec3d>& x = body.positions();
  std::vector<Vec3d> normals(x.size());
  Pressed pressed{std::vector<double>(x.size()), std::vector<double>(x.size())};
  for (const Triangle& t : faces) {
    const Vec3d normal = cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]) * 0.5;
    const double third = length(normal) / 3;
    for (const Index v : t) {
      normals[v] += normal;
      pressed.areas[v] += third;
    }
  }
  for (std::size_t v = 0; v < x.size(); ++v)
    if (const double size = length(normals[v]); size > 0)
      pressed.forces[v] = -dot(contact_forces[v], normals[v]) / size;
  return pressed;
}

std::vector<Triangle> faces_of(const RunBody& body, std::span<const Index> group) {
  std::vector<char> is_in(body.model.vertex_count());
  for (const Index v : group) is_in[v] = 1;
  std::vector<Triangle> faces = surface(body.state);
  std::erase_if(faces,
                [&](const Triangle& t) { return !is_in[t[0]] || !is_in[t[1]] || !is_in[t[2]]; });
  return faces;
}

namespace {

template <class Value>
std::vector<std::vector<Value>> by_body(const SceneRun& run, const std::vector<Value>& all) {
  std::vector<std::vector<Value>> parts;
  auto from = all.begin();
  for (const RunBody& body : run.bodies()) {
    const auto to = from + static_cast<std::ptrdiff_t>(body.model.vertex_count());
    parts.emplace_back(from, to);
    from = to;
  }
  return parts;
}

}  // namespace

std::vector<std::vector<Vec3d>> contact_forces_of(const SceneRun& run) {
  if (!run.world().contact()) return std::vector<std::vector<Vec3d>>(run.bodies().size());
  return by_body(run, run.world().contact_forces());
}

std::vector<std::vector<double>> contact_gaps_of(const SceneRun& run) {
  if (!run.world().contact()) return std::vector<std::vector<double>>(run.bodies().size());
  return by_body(run, run.world().contact_gaps());
}

}  // namespace pliant
