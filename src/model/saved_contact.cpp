#include <pliant/error.h>

#include <cstring>

#include "model/checks.h"
#include "model/saved_state.h"
#include "model/world_contact.h"

// Saved states of bodies that touch.

namespace pliant {

namespace {

void write_number(ByteWriter& out, const std::optional<double>& number) {
  out.add(std::uint8_t(number.has_value()));
  out.add(number.value_or(0));
}
std::optional<double> read_number(ByteReader& in) {
  const bool given = in.get_bool();
  const double number = in.get<double>();
  return given ? std::optional(number) : std::nullopt;
}

void write_contact(ByteWriter& out, const Contact& c) {
  out.add(c.friction);
  write_number(out, c.sliding_friction);
  out.add(c.damping);
  out.add(c.thickness);
  out.add(std::uint8_t(c.self));
  out.add(static_cast<std::uint8_t>(c.at_start));
  out.add(std::uint64_t(c.pairs.size()));
  for (const ContactPair& pair : c.pairs) {
    out.add(std::uint64_t(pair.first));
    out.add(std::uint64_t(pair.second));
    out.add(std::uint8_t(pair.touches));
    write_number(out, pair.friction);
    write_number(out, pair.sliding_friction);
    write_number(out, pair.thickness);
  }
  out.add(std::uint64_t(c.groups.size()));
  for (const ContactGroup& group : c.groups) {
    out.add(std::uint64_t(group.body));
    out.add(std::uint8_t(group.touches));
    write_number(out, group.friction);
    write_number(out, group.sliding_friction);
    out.add(std::uint64_t(group.vertices.size()));
    for (const Index v : group.vertices) out.add(v);
  }
  out.add(std::uint64_t(c.without.size()));
  for (const std::size_t body : c.without) out.add(std::uint64_t(body));
}

Contact read_contact(ByteReader& in) {
  Contact c;
  c.friction = in.get<double>();
  c.sliding_friction = read_number(in);
  c.damping = in.get<double>();
  c.thickness = in.get<double>();
  c.self = in.get_bool();
  const auto at_start = in.get<std::uint8_t>();
  need(at_start <= static_cast<std::uint8_t>(IntersectedAtStart::repair),
       "the saved state is damaged: it has no such start of contact",
       "take one that was saved as a whole");
  c.at_start = static_cast<IntersectedAtStart>(at_start);
  for (auto left = in.get<std::uint64_t>(); left > 0; --left) {
    ContactPair pair;
    pair.first = in.get<std::uint64_t>();
    pair.second = in.get<std::uint64_t>();
    pair.touches = in.get_bool();
    pair.friction = read_number(in);
    pair.sliding_friction = read_number(in);
    pair.thickness = read_number(in);
    c.pairs.push_back(pair);
  }
  for (auto left = in.get<std::uint64_t>(); left > 0; --left) {
    ContactGroup group;
    group.body = in.get<std::uint64_t>();
    group.touches = in.get_bool();
    group.friction = read_number(in);
    group.sliding_friction = read_number(in);
    for (auto more = in.get<std::uint64_t>(); more > 0; --more)
      group.vertices.push_back(in.get<Index>());
    c.groups.push_back(std::move(group));
  }
  for (auto left = in.get<std::uint64_t>(); left > 0; --left)
    c.without.push_back(in.get<std::uint64_t>());
  return c;
}

void write_hanging(ByteWriter& out, std::span<const HangingSurface> surfaces) {
  out.add(std::uint64_t(surfaces.size()));
  for (const auto& [body, surface] : surfaces) {
    out.add(std::uint64_t(body));
    const Embedding& embedding = surface->embedding;
    out.add(std::uint64_t(embedding.size()));
    for (std::size_t p = 0; p < embedding.size(); ++p) {
      out.add(embedding.tetrahedra()[p]);
      for (const double weight : embedding.weights()[p]) out.add(weight);
    }
    out.add(std::uint64_t(surface->surface.triangles.cells.size()));
    for (const Triangle& t : surface->surface.triangles.cells)
      for (const Index v : t) out.add(v);
  }
}

std::vector<HangingSurface> read_hanging(ByteReader& in, const State& world) {
  std::vector<HangingSurface> surfaces;
  for (auto left = in.get<std::uint64_t>(); left > 0; --left) {
    HangingSurface hanging{in.get<std::uint64_t>()};
    need(hanging.body < world.body_count(), "the saved state is damaged: it has no such body",
         "take one that was saved as a whole");
    std::vector<Index> tetrahedra;
    std::vector<std::array<double, 4>> weights;
    for (auto points = in.get<std::uint64_t>(); points > 0; --points) {
      tetrahedra.push_back(in.get<Index>());
      for (double& weight : weights.emplace_back()) weight = in.get<double>();
    }
    const Model& model = world.body(hanging.body).model();
    Mesh mesh;
    for (auto faces = in.get<std::uint64_t>(); faces > 0; --faces)
      for (Index& v : mesh.triangles.cells.emplace_back()) v = in.get<Index>();
    Embedding embedding(std::move(tetrahedra), std::move(weights), model.compiled().tetrahedra,
                        model.vertex_count());
    std::vector<Vec3d> rest;
    model.compiled().make_state(model)->read(&rest, nullptr);
    mesh.vertices.resize(embedding.size());
    embedding.apply(rest, mesh.vertices);
    hanging.surface = std::make_shared<const EmbeddedSurface>(
        EmbeddedSurface{std::move(mesh), std::move(embedding)});
    surfaces.push_back(std::move(hanging));
  }
  return surfaces;
}

}  // namespace

bool has_contact(std::span<const std::byte> bytes) {
  std::uint64_t magic = 0;
  if (bytes.size() < sizeof magic) return false;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == saved_contact_magic;
}

std::vector<std::byte> State::save_touching() const {
  contact_->begin(*this);
  ByteWriter out;
  out.add(saved_contact_magic);
  write_contact(out, contact_->settings());
  const std::vector<double> memory = contact_->memory();
  out.add(std::uint64_t(memory.size()));
  out.add(memory, Precision::double_precision);
  const std::vector<std::byte> bodies = save_bodies();
  out.add(std::uint64_t(bodies.size()));
  out.add(std::span<const std::byte>(bodies));
  if (!contact_->hanging().empty()) write_hanging(out, contact_->hanging());
  return out.finish();
}

void State::restore_touching(std::span<const std::byte> bytes) {
  ByteReader in(content_of(bytes));
  (void)in.get<std::uint64_t>();  // what it is
  check_fingerprint(bytes);
  const Contact settings = read_contact(in);
  const auto count = in.get<std::uint64_t>();
  const std::vector<double> memory = in.get_numbers(count, Precision::double_precision);
  // Into a copy first: a state that cannot be restored stays as it was.
  State restored = *this;
  restored.contact_.reset();
  restored.restore_bodies(in.get_bytes(in.get<std::uint64_t>()));
  std::vector<HangingSurface> hanging;
  if (!in.at_end()) hanging = read_hanging(in, restored);
  need(in.at_end(), "the saved state is damaged: it is too long",
       "take one that was saved as a whole");
  auto contact = std::make_unique<WorldContact>(restored, settings, std::move(hanging));
  contact->remember(restored, memory);
  if (world_)
    *this = static_cast<const State&>(restored);  // whoever refers to a body sees the new one
  else
    *this = std::move(restored);
  contact_ = std::move(contact);
  good_contact_.reset();
  tell_of_contact();
}

}  // namespace pliant
