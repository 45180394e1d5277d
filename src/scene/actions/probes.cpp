#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "constraints/total_volume.h"
#include "scene/actions/probe_work.h"
#include "scene/touching.h"

namespace pliant::action {

namespace {

using Values = std::span<double>;

/// What is measured.
struct Parts : std::vector<Selection> {
  std::optional<Vec3d> about{};
};

void put(const Vec3d& v, Values out) {
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
}

// The mean over all vertices of a group of what `read` gives: a function of them for each body.
template <class Read>
void mean(const SceneRun& run, const Parts& parts, Values out, Read read) {
  Vec3d sum;
  double count = 0;
  for (const Selection& part : parts) {
    const auto of = read(run.bodies()[part.body]);
    for (const Index v : part.vertices) sum += of(v);
    count += static_cast<double>(part.vertices.size());
  }
  put(sum / count, out);
}

void position(const SceneRun& run, const Parts& parts, Values out) {
  mean(run, parts, out,
       [](const RunBody& b) { return [&x = b.positions()](Index v) { return x[v]; }; });
}
void displacement(const SceneRun& run, const Parts& parts, Values out) {
  mean(run, parts, out, [](const RunBody& b) {
    return [&x = b.positions(), rest = b.mesh->vertices()](Index v) { return x[v] - rest[v]; };
  });
}
void velocity(const SceneRun& run, const Parts& parts, Values out) {
  mean(run, parts, out,
       [](const RunBody& b) { return [&v = b.velocities()](Index i) { return v[i]; }; });
}

template <class Better>
void extreme_height(const SceneRun& run, const Parts& parts, Values out, Better better) {
  bool first = true;
  for (const Selection& part : parts) {
    const std::vector<Vec3d>& x = run.bodies()[part.body].positions();
    for (const Index v : part.vertices) {
      if (first || better(x[v].y, out[0])) out[0] = x[v].y;
      first = false;
    }
  }
}
void lowest(const SceneRun& run, const Parts& parts, Values out) {
  extreme_height(run, parts, out, std::less<>());
}
void highest(const SceneRun& run, const Parts& parts, Values out) {
  extreme_height(run, parts, out, std::greater<>());
}

// Of what is solid in a cage.
double filled_volume(const RunBody& body) {
  const std::vector<Vec3d>& x = body.positions();
  double sum = 0;
  for (std::size_t i = 0; i < body.fill.size(); ++i) {
    const Tetrahedron& t = body.mesh->tetrahedra()[i];
    sum += body.fill[i] * signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
  }
  return sum;
}

void volume(const SceneRun& run, const Parts& parts, Values out) {
  out[0] = 0;
  for (const Selection& part : parts) {
    const RunBody& body = run.bodies()[part.body];
    out[0] += body.fill.empty() ? enclosed_volume(body.mesh->boundary(), body.positions())
                                : filled_volume(body);
  }
}

// An empty cell where a body has no such energy.
template <class Read>
void total_energy(const SceneRun& run, const Parts& parts, Values out, Read read) {
  out[0] = 0;
  for (const Selection& part : parts) {
    const State::Energy energy = run.bodies()[part.body].energy();
    out[0] += energy.has_elastic ? read(energy) : std::nan("");
  }
}
// Of surfaces that push each other, which is no body's alone.
double contact_energy(const SceneRun& run) {
  return run.world().contact() ? run.world().energy().contact : 0;
}
void stored_by_contact(const SceneRun& run, const Parts& parts, Values out) {
  const bool all = parts.size() == run.bodies().size();
  out[0] = all && run.world().contact() ? contact_energy(run) : std::nan("");
}
void elastic(const SceneRun& run, const Parts& parts, Values out) {
  total_energy(run, parts, out, [](const State::Energy& e) { return e.elastic; });
}
void energy(const SceneRun& run, const Parts& parts, Values out) {
  total_energy(run, parts, out,
               [](const State::Energy& e) { return e.kinetic + e.elastic + e.gravitational; });
  if (parts.size() == run.bodies().size()) out[0] += contact_energy(run);
}
void kinetic(const SceneRun& run, const Parts& parts, Values out) {
  out[0] = 0;
  for (const Selection& part : parts) out[0] += run.bodies()[part.body].kinetic_energy();
}
void gravitational(const SceneRun& run, const Parts& parts, Values out) {
  out[0] = 0;
  for (const Selection& part : parts) out[0] += run.bodies()[part.body].gravitational_energy();
}

template <class Read>
void sum_over_bodies(const SceneRun& run, const Parts& parts, Values out, Read read) {
  Vec3d sum;
  for (const Selection& part : parts) sum += read(run.bodies()[part.body].state);
  put(sum, out);
}
void momentum(const SceneRun& run, const Parts& parts, Values out) {
  sum_over_bodies(run, parts, out, [](const State& s) { return s.momentum(); });
}
void angular_momentum(const SceneRun& run, const Parts& parts, Values out) {
  sum_over_bodies(run, parts, out, [](const State& s) { return s.angular_momentum(); });
}

/// Forces on some vertices, where these are.
struct Acting {
  std::vector<Vec3d> places, forces;

  void add(const Vec3d& place, const Vec3d& force) {
    places.push_back(place);
    forces.push_back(force);
  }
  Vec3d force() const {
    Vec3d sum;
    for (const Vec3d& f : forces) sum += f;
    return sum;
  }
  Vec3d torque(const std::optional<Vec3d>& about) const {
    Vec3d middle, sum;
    for (const Vec3d& x : places) middle += x / static_cast<double>(places.size());
    const Vec3d point = about ? *about : middle;
    for (std::size_t i = 0; i < places.size(); ++i) sum += cross(places[i] - point, forces[i]);
    return sum;
  }
};

// What the support gives to those vertices of the group that are held or driven.
Acting support(const SceneRun& run, const Parts& parts) {
  Acting acting;
  for (const Selection& part : parts) {
    const State& state = run.bodies()[part.body].state;
    const std::vector<Vec3d> given = state.support_forces();
    const std::vector<Vec3d>& x = run.bodies()[part.body].positions();
    const std::vector<Vec3d> free = state.freedoms();
    const bool modal = state.model().is_spectral();  // what it has fixed is free of pins
    for (const Index v : part.vertices)
      if (modal ? squared_length(given[v]) > 0 : free[v].x == 0 || free[v].y == 0 || free[v].z == 0)
        acting.add(x[v], given[v]);
  }
  return acting;
}
void reaction(const SceneRun& run, const Parts& parts, Values out) {
  put(support(run, parts).force(), out);
}
void reaction_torque(const SceneRun& run, const Parts& parts, Values out) {
  put(support(run, parts).torque(parts.about), out);
}
void internal_torque(const SceneRun& run, const Parts& parts, Values out) {
  Acting acting;
  for (const Selection& part : parts) {
    const RunBody& body = run.bodies()[part.body];
    const std::vector<Vec3d> forces = body.state.forces();
    const std::vector<Vec3d>& x = body.positions();
    for (const Index v : part.vertices) acting.add(x[v], forces[v]);
  }
  put(acting.torque(parts.about), out);
}

// Where bodies touch each other and themselves; an empty cell where none of them can.
void contact_force(const SceneRun& run, const Parts& parts, Values out) {
  const std::vector<std::vector<Vec3d>> forces = contact_forces_of(run);
  Vec3d sum;
  bool any = false;
  for (const Selection& part : parts) {
    if (forces[part.body].empty()) continue;
    any = true;
    for (const Index v : part.vertices) sum += forces[part.body][v];
  }
  const double none = std::nan("");
  put(any ? sum : Vec3d{none, none, none}, out);
}

// Over the faces of the group.
void contact_pressure(const SceneRun& run, const Parts& parts, Values out) {
  const std::vector<std::vector<Vec3d>> forces = contact_forces_of(run);
  double force = 0, area = 0;
  for (const Selection& part : parts) {
    if (forces[part.body].empty()) continue;
    const RunBody& body = run.bodies()[part.body];
    const Pressed pressed = pressed_faces(body, faces_of(body, part.vertices), forces[part.body]);
    force += std::reduce(pressed.forces.begin(), pressed.forces.end());
    area += std::reduce(pressed.areas.begin(), pressed.areas.end());
  }
  out[0] = area > 0 ? force / area : std::nan("");
}

double active_nodes(const State& state, const Group& vertices) {
  if (vertices.size() == state.model().vertex_count())
    return static_cast<double>(state.active_count());
  const std::vector<NodeState> nodes = state.node_states();
  return static_cast<double>(
      std::ranges::count_if(vertices, [&](Index v) { return nodes[v] == NodeState::active; }));
}
void active(const SceneRun& run, const Parts& parts, Values out) {
  out[0] = 0;
  for (const Selection& part : parts)
    out[0] += active_nodes(run.bodies()[part.body].state, part.vertices);
}
void active_percent(const SceneRun& run, const Parts& parts, Values out) {
  active(run, parts, out);
  double all = 0;
  for (const Selection& part : parts) all += static_cast<double>(part.vertices.size());
  out[0] *= 100 / all;
}

struct Quantity {
  const char *name, *unit;
  bool vector;
  void (*measure)(const SceneRun&, const Parts&, Values);
};

constexpr Quantity quantities[] = {
    {"position", "m", true, position},
    {"displacement", "m", true, displacement},
    {"velocity", "m/s", true, velocity},
    {"lowest", "m", false, lowest},
    {"highest", "m", false, highest},
    {"volume", "m3", false, volume},
    {"kinetic_energy", "J", false, kinetic},
    {"elastic_energy", "J", false, elastic},
    {"gravitational_energy", "J", false, gravitational},
    {"contact_energy", "J", false, stored_by_contact},
    {"energy", "J", false, energy},
    {"momentum", "kg m/s", true, momentum},
    {"angular_momentum", "kg m2/s", true, angular_momentum},
    {"reaction", "N", true, reaction},
    {"reaction_torque", "N m", true, reaction_torque},
    {"internal_torque", "N m", true, internal_torque},
    {"contact_force", "N", true, contact_force},
    {"contact_pressure", "Pa", false, contact_pressure},
    {"active", "", false, active},
    {"active_percent", "%", false, active_percent},
};

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (const Quantity& q : quantities) names.emplace_back(q.name);
  return names;
}

}  // namespace

Declaration Probe::declare() {
  return Declare<Probe>(
             "Probe", "probes",
             "Measures something every so many steps; columns of probes.csv. Positions, "
             "displacements and velocities are means over the group; volume, energies and momenta "
             "are those of whole bodies, and where a law has no energy (CPM1, CPM2) cells of "
             "elastic_energy and energy stay empty. A reaction is what the support gives to the "
             "group's held and driven vertices: forces of constraints and limits, weight and "
             "inertia included; reaction_torque is its torque. internal_torque is that of the "
             "relations' forces on the group, which for a whole body vanishes but with CPM1 and "
             "CPM2. contact_force is what other bodies, and its own, push the group with where "
             "they touch, contact_pressure the part of that which goes into the group's faces, "
             "over "
             "their area, and contact_energy what all bodies store there, part of the energy of "
             "all; without Contact these cells stay empty. active is how many of the group's "
             "vertices are simulated, where "
             "DynamicSelection lets them sleep; without it all are.",
             "sim:addAction(Probe{quantity = \"reaction\", group = \"left\", name = \"wall\"})")
      .parameter("quantity", &Probe::quantity, "", "what is measured",
                 {.choices = quantity_names(), .required = true})
      .parameter("group", &Probe::group, "", "which vertices")
      .parameter("name", &Probe::name, "", "of its columns; empty: that of the quantity",
                 limits::a_name)
      .parameter("every", &Probe::every, "", every_help, {.low = 1})
      .parameter("body", &Probe::body, "", body_help)
      .parameter("about", &Probe::about, "m",
                 "point that torques are about; nil: the middle of the vertices they act on");
}

std::unique_ptr<Work> Probe::prepare(Stage& stage) const {
  const auto* found = std::ranges::find(quantities, quantity, &Quantity::name);
  if (found == std::end(quantities))
    throw InputError("", 0, "'quantity' is not given", "such as quantity = \"position\"");
  Measurement columns{name.empty() ? quantity : name, {}, {}, {}};
  if (found->vector)
    columns.columns = {".x", ".y", ".z"};
  else
    columns.columns = {""};
  columns.units.assign(columns.columns.size(), found->unit);
  Parts parts{stage.select(group, body), about};
  for (const Selection& part : parts)
    if (const StagedBody& of = stage.bodies[part.body];
        found->measure == volume && !(of.mesh->volume() > 0))
      throw InputError(
          "", 0,
          text("body '", of.name, "' is ", pliant::name(of.mesh->kind()), ", which has no volume"),
          "name a solid with 'body'");
  columns.measure = [parts = std::move(parts), measure = found->measure](
                        const SceneRun& run, Values out) { measure(run, parts, out); };
  return std::make_unique<ProbeWork>(stage.add_probe(std::move(columns)), every);
}

}  // namespace pliant::action
