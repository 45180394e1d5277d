#include "scene/output.h"

#include <pliant/cut.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "base/text.h"
#include "scene/checkpoint.h"
#include "scene/moduli.h"
#include "scene/touching.h"

namespace pliant {

namespace {

std::vector<RecordedBody> recorded(const std::vector<RunBody>& bodies) {
  std::vector<RecordedBody> out;
  for (const RunBody& body : bodies)
    out.push_back({body.name, body.mesh->mesh(), body.voronoi, body.look, body.surface});
  for (DrawnObstacle& obstacle : drawn_obstacles(bodies))
    out.push_back({std::move(obstacle.name), std::move(obstacle.surface), {}, {.obstacle = true}});
  return out;
}

std::vector<ProbeColumn> columns_of(const std::vector<Measurement>& probes) {
  std::vector<ProbeColumn> columns;
  for (const Measurement& probe : probes)
    for (std::size_t c = 0; c < probe.columns.size(); ++c)
      columns.push_back({probe.name + probe.columns[c], probe.units[c]});
  return columns;
}

void append(const Vec3d& v, std::vector<float>& out) {
  for (int i = 0; i < 3; ++i) out.push_back(static_cast<float>(v[i]));
}

double volume(std::span<const Vec3d> x, const Tetrahedron& t) {
  return signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
}

RecordedField volume_ratios(const RunBody& body, std::span<const Vec3d> positions) {
  RecordedField field{"volume_ratio", 1, FieldPlace::tetrahedra, {}};
  field.values.reserve(body.mesh->tetrahedra().size());
  for (const Tetrahedron& t : body.mesh->tetrahedra())
    field.values.push_back(
        static_cast<float>(volume(positions, t) / volume(body.mesh->vertices(), t)));
  return field;
}

RecordedField displacements(const RunBody& body, std::span<const Vec3d> positions) {
  RecordedField field{"displacement", 3, FieldPlace::vertices, {}};
  field.values.reserve(3 * positions.size());
  for (std::size_t v = 0; v < positions.size(); ++v)
    append(positions[v] - body.mesh->vertices()[v], field.values);
  return field;
}

RecordedField forces(const RunBody& body) {
  RecordedField field{"force", 3, FieldPlace::vertices, {}};
  for (const Vec3d& f : body.state.forces()) append(f, field.values);
  return field;
}

// What CPM1 and CPM2 get from their moduli E and G; no numbers where no law splits its forces so.
RecordedField forces_of_modulus(const std::string& name, const RunBody& body) {
  const bool shear = name == "shear_force";
  bool any = false;
  std::vector<Vec3d> sum(body.model.vertex_count());
  for (std::size_t set = 0; set < body.model.set_count(); ++set) {
    const std::optional<std::size_t> modulus = shear_modulus(body.model.law(set));
    if (!modulus) continue;
    any = true;
    const std::vector<Index> vertices = body.model.relation_vertices(set);
    const auto add = [&](std::span<const std::size_t> without, double factor) {
      const std::vector<Vec3d> forces = body.state.relation_forces(set, std::nullopt, without);
      for (std::size_t i = 0; i < forces.size(); ++i) sum[vertices[i]] += forces[i] * factor;
    };
    if (shear) add({}, 1);
    add(std::span(&*modulus, 1), shear ? -1 : 1);
  }
  RecordedField field{name, 3, FieldPlace::vertices, {}};
  const double none = std::nan("");
  for (const Vec3d& f : sum) append(any ? f : Vec3d{none, none, none}, field.values);
  return field;
}

// In the order in which XDMF's Tensor6 has its numbers.
RecordedField stresses(const RunBody& body) {
  RecordedField field{"stress", 6, FieldPlace::tetrahedra, {}};
  for (const Stress& s : body.stresses())
    for (const double number : {s.xx, s.xy, s.zx, s.yy, s.yz, s.zz})
      field.values.push_back(static_cast<float>(number));
  return field;
}

RecordedField von_mises_stresses(const RunBody& body) {
  RecordedField field{"von_mises", 1, FieldPlace::tetrahedra, {}};
  for (const Stress& s : body.stresses()) field.values.push_back(static_cast<float>(von_mises(s)));
  return field;
}

RecordedField node_states(const RunBody& body) {
  RecordedField field{"active", 1, FieldPlace::vertices, {}};
  for (const NodeState node : body.state.node_states())
    field.values.push_back(static_cast<float>(node));
  return field;
}

// No numbers where the body touches nothing whatever comes.
RecordedField contact_forces(const RunBody& body, std::span<const Vec3d> forces) {
  RecordedField field{"contact_force", 3, FieldPlace::vertices, {}};
  const double none = std::nan("");
  for (std::size_t v = 0; v < body.model.vertex_count(); ++v)
    append(forces.empty() ? Vec3d{none, none, none} : forces[v], field.values);
  return field;
}

// Above zero where something presses; likewise.
RecordedField contact_pressures(const RunBody& body, std::span<const Vec3d> forces) {
  RecordedField field{"contact_pressure", 1, FieldPlace::vertices, {}};
  field.values.assign(body.model.vertex_count(), std::numeric_limits<float>::quiet_NaN());
  if (forces.empty()) return field;
  const Pressed pressed = pressed_faces(body, surface(body.state), forces);
  for (std::size_t v = 0; v < field.values.size(); ++v)
    if (pressed.areas[v] > 0)
      field.values[v] = static_cast<float>(pressed.forces[v] / pressed.areas[v]);
  return field;
}

// No number where nothing is near enough to push.
RecordedField contact_gaps(const RunBody& body, std::span<const double> gaps) {
  RecordedField field{"contact_gap", 1, FieldPlace::vertices, {}};
  field.values.assign(body.model.vertex_count(), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t v = 0; v < gaps.size(); ++v)
    if (std::isfinite(gaps[v])) field.values[v] = static_cast<float>(gaps[v]);
  return field;
}

RecordedField field_named(const std::string& name, const RunBody& body,
                          std::span<const Vec3d> positions) {
  if (name == "volume_ratio") return volume_ratios(body, positions);
  if (name == "displacement") return displacements(body, positions);
  if (name == "stress") return stresses(body);
  if (name == "von_mises") return von_mises_stresses(body);
  if (name == "active") return node_states(body);
  if (name == "elastic_force" || name == "shear_force") return forces_of_modulus(name, body);
  return forces(body);
}

}  // namespace

SceneRun::Output::Output(const SceneRun& run, const RunOptions& options)
    : folder_(options.output),
      info_{options.scene, run.time_step()},
      resume_(options.resume),
      columns_(columns_of(run.probes())) {
  info_.floor = level_floor(run.bodies());
  recorder_options_.double_precision = std::ranges::any_of(run.bodies(), [](const RunBody& body) {
    return body.model.precision() == Precision::double_precision;
  });
}

void SceneRun::Output::open(const Checkpoint* checkpoint) {
  make_folder(folder_);
  if (checkpoint && checkpoint->frames > 0) {
    recorder_.emplace(folder_, ContinueAfter{checkpoint->frames}, recorder_options_);
    last_frame_ = Recording(folder_).steps().back();
  } else if (resume_) {
    remove_recording(folder_);
  } else if (has_recording(folder_)) {
    throw InputError(folder_.string(), 0, "there is a recording in this folder already",
                     "choose another folder, or remove it");
  }
  if (resume_ && !checkpoint) remove_checkpoint(folder_);
  if (columns_.empty()) return;
  const std::filesystem::path table = folder_ / "probes.csv";
  if (!checkpoint) {
    table_.emplace(table, columns_);
    return;
  }
  table_.emplace(table, columns_, ContinueAt{checkpoint->probe_bytes});
  const ProbeData before = read_probes(table);
  if (!before.steps.empty()) last_row_ = before.steps.back();
}

void SceneRun::Output::check_goes_on(const SceneRun& run) const {
  if (!recorder_) return;
  const auto alike = [](const RecordedBody& a, const RecordedBody& b) {
    return a.name == b.name && a.mesh.vertices.size() == b.mesh.vertices.size() &&
           a.mesh.tetrahedra.size() == b.mesh.tetrahedra.size();
  };
  if (!std::ranges::equal(recorder_->bodies(), recorded(run.bodies()), alike))
    throw InputError(folder_.string(), 0, "the recording is of other bodies or obstacles",
                     "begin a new one in another folder");
}

void SceneRun::Output::go_on_with(const SceneRun& run, Notes& notes) {
  if (columns_of(run.probes()) == columns_) return;
  if (table_)
    notes.push_back(text("the probes are others now: ", (folder_ / "probes.csv").string(),
                         " ends at ", run.time(), " s"));
  table_.reset();
}

const std::vector<bool>& SceneRun::Output::removed_of(const RunBody& body, std::size_t number) {
  if (cuts_.size() <= number) cuts_.resize(number + 1);
  Cut& cut = cuts_[number];
  const auto& relations = body.state.removed();
  if (cut.relations != relations) cut = {relations, removed_tetrahedra(body.state)};
  return cut.tetrahedra;
}

void SceneRun::Output::add_frame(const SceneRun& run, bool velocities,
                                 const std::vector<std::string>& fields) {
  if (!recorder_) recorder_.emplace(folder_, info_, recorded(run.bodies()), recorder_options_);
  RecordedFrame frame{run.step(), run.time(), {}};
  const auto is_asked_for = [&](const char* name) {
    return std::ranges::find(fields, name) != fields.end();
  };
  std::vector<std::vector<Vec3d>> forces;
  std::vector<std::vector<double>> gaps;
  if (is_asked_for("contact_force") || is_asked_for("contact_pressure"))
    forces = contact_forces_of(run);
  if (is_asked_for("contact_gap")) gaps = contact_gaps_of(run);
  for (const RunBody& body : run.bodies()) {
    BodyFrame& part = frame.bodies.emplace_back();
    part.positions = body.positions();
    if (velocities) part.velocities = body.velocities();
    const std::size_t b = frame.bodies.size() - 1;
    for (const std::string& name : fields)
      part.fields.push_back(name == "contact_force"      ? contact_forces(body, forces[b])
                            : name == "contact_pressure" ? contact_pressures(body, forces[b])
                            : name == "contact_gap"      ? contact_gaps(body, gaps[b])
                                                         : field_named(name, body, part.positions));
    const std::vector<bool>& removed = removed_of(body, frame.bodies.size() - 1);
    if (!removed.empty() && removed.size() == body.mesh->tetrahedra().size())
      part.fields.push_back(removed_as_field(removed));
  }
  for (DrawnObstacle& obstacle : drawn_obstacles(run.bodies())) {
    BodyFrame& part = frame.bodies.emplace_back();
    part.positions = std::move(obstacle.surface.vertices);
    if (velocities) part.velocities.assign(part.positions.size(), obstacle.velocity);
  }
  recorder_->add(std::move(frame));
  last_frame_ = run.step();
}

void SceneRun::Output::add_row(std::int64_t step, double time, std::span<const double> values) {
  if (!table_ || step == last_row_) return;
  table_->add(step, time, values);
  last_row_ = step;
}

void SceneRun::Output::count(Checkpoint& checkpoint) const {
  if (recorder_) checkpoint.frames = recorder_->frames();
  if (table_) checkpoint.probe_bytes = table_->bytes();
}

void SceneRun::Output::save(const Checkpoint& checkpoint) {
  if (recorder_) recorder_->flush();
  if (table_) table_->commit();
  write_checkpoint(folder_, checkpoint);
}

void SceneRun::Output::finish() {
  if (recorder_) recorder_->finish();
  if (table_) table_->commit();
}

}  // namespace pliant
