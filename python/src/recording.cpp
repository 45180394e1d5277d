#include <pliant/probes.h>
#include <pliant/recording.h>

#include "mesh.h"
#include "notes.h"
#include "record/export/export.h"

namespace pliant::python {

namespace {

namespace fs = std::filesystem;

using Frame = std::shared_ptr<const RecordedFrame>;

struct SharedFrame {
  Frame frame;
};

struct SharedBodyFrame {
  Frame frame;
  std::size_t body;
  const BodyFrame& operator*() const { return frame->bodies[body]; }
  const BodyFrame* operator->() const { return &**this; }
};

py::array vectors(const SharedBodyFrame& body, const std::vector<Vec3d>& values) {
  return view_of(values.empty() ? nullptr : &values.front().x, values.size(), 3, kept(body.frame));
}

py::dict fields(const SharedBodyFrame& body) {
  py::dict out;
  for (const RecordedField& field : body->fields) {
    const auto columns = static_cast<std::size_t>(field.components);
    out[py::str(field.name)] = view_of(field.values.data(), field.values.size() / columns,
                                       columns > 1 ? columns : 0, kept(body.frame));
  }
  return out;
}

std::int64_t frame_number(const Recording& recording, std::int64_t i) {
  const std::int64_t count = recording.frames();
  if (i < -count || i >= count)
    throw py::index_error("there are " + std::to_string(count) + " frames");
  return i < 0 ? i + count : i;
}

py::dict info(const Recording& recording) {
  const RecordingInfo& about = recording.info();
  py::dict out;
  out["scene"] = about.scene;
  out["time_step"] = about.time_step;
  out["program"] = about.program;
  if (about.floor) out["floor"] = *about.floor;
  return out;
}

std::size_t export_to(const Recording& recording, const fs::path& target, std::int64_t every,
                      std::int64_t most_frames, double most_megabytes, const std::string& title,
                      const std::string& field) {
  Notes notes;
  const std::size_t frames = without_gil([&] {
    return record::export_recording(recording, target,
                                    {.every = every,
                                     .most_frames = most_frames,
                                     .most_megabytes = most_megabytes,
                                     .title = title,
                                     .progress = interruptible(),
                                     .skin = record::SkinShown::own,
                                     .field = field},
                                    &notes);
  });
  tell(notes);
  return frames;
}

py::dict probes(const fs::path& file) {
  ProbeData data = read_probes(file);
  py::dict out;
  out["step"] = array_of(std::move(data.steps));
  out["time [s]"] = array_of(std::move(data.times));
  for (std::size_t i = 0; i < data.columns.size(); ++i) {
    const ProbeColumn& column = data.columns[i];
    out[py::str(column.unit.empty() ? column.name : column.name + " [" + column.unit + "]")] =
        array_of(std::move(data.values[i]));
  }
  return out;
}

Recorder recorder(const fs::path& folder, const std::map<std::string, SharedMesh>& bodies,
                  double time_step, bool double_precision) {
  std::vector<RecordedBody> recorded;
  for (const auto& [name, mesh] : bodies) recorded.push_back({name, *mesh});
  return Recorder(folder, {.scene = "", .time_step = time_step}, std::move(recorded),
                  {.double_precision = double_precision});
}

void add_frame(Recorder& recorder, std::int64_t step, double time,
               const std::map<std::string, Points>& positions) {
  RecordedFrame frame{step, time, {}};
  for (const RecordedBody& body : recorder.bodies()) {
    const auto found = positions.find(body.name);
    if (found == positions.end())
      throw InputError("", 0, "there are no positions of body '" + body.name + "'",
                       "give them by its name");
    if (found->second.values.size() != body.mesh.vertices.size())
      throw InputError("", 0,
                       "body '" + body.name + "' has " + std::to_string(body.mesh.vertices.size()) +
                           " vertices, not " + std::to_string(found->second.values.size()),
                       "give a place for each of them");
    frame.bodies.push_back({found->second.values, {}, {}});
  }
  without_gil([&] { recorder.add(std::move(frame)); });
}

void declare_frames(py::module_& m) {
  py::class_<SharedBodyFrame>(m, "BodyFrame", "A body in one frame of a recording.")
      .def_property_readonly(
          "positions", [](const SharedBodyFrame& b) { return vectors(b, b->positions); },
          "m: a view without a copy")
      .def_property_readonly(
          "velocities", [](const SharedBodyFrame& b) { return vectors(b, b->velocities); },
          "m/s; empty where they were not recorded")
      .def_property_readonly("fields", &fields, "What else was recorded, by name.");
  py::class_<SharedFrame>(m, "_Frame")
      .def_property_readonly("step", [](const SharedFrame& f) { return f.frame->step; })
      .def_property_readonly("time", [](const SharedFrame& f) { return f.frame->time; })
      .def(
          "body",
          [](const SharedFrame& f, std::size_t i) {
            if (i >= f.frame->bodies.size()) throw py::index_error("there is no such body");
            return SharedBodyFrame{f.frame, i};
          },
          py::arg("number"));
}

void declare_recorder(py::module_& m) {
  py::class_<Recorder>(m, "Recorder", "Writes frames into a folder by a thread of its own.")
      .def(py::init(&recorder), py::arg("folder"), py::arg("bodies"), py::arg("time_step") = 0.0,
           py::arg("double_precision") = false, "bodies: meshes by name.")
      .def("add", &add_frame, py::arg("step"), py::arg("time"), py::arg("positions"),
           "Positions (m) of each body by name.")
      .def(
          "finish", [](Recorder& r) { without_gil([&] { r.finish(); }); },
          "Puts everything into one file; no more frames may follow.")
      .def_property_readonly("frames", &Recorder::frames);
}

}  // namespace

void declare_recording(py::module_& m) {
  declare_frames(m);
  declare_recorder(m);
  py::class_<Recording>(m, "_Recording")
      .def(py::init<const fs::path&>(), py::arg("folder"))
      .def_property_readonly("folder", &Recording::folder)
      .def_property_readonly("info", &info)
      .def_property_readonly("frames", &Recording::frames)
      .def_property_readonly("steps",
                             [](py::object self) {
                               const auto steps = self.cast<const Recording&>().steps();
                               return view_of(steps.data(), steps.size(), 0, self);
                             })
      .def_property_readonly("times",
                             [](py::object self) {
                               const auto times = self.cast<const Recording&>().times();
                               return view_of(times.data(), times.size(), 0, self);
                             })
      .def_property_readonly("bodies",
                             [](const Recording& recording) {
                               std::vector<std::string> names;
                               for (const RecordedBody& body : recording.bodies())
                                 names.push_back(body.name);
                               return names;
                             })
      .def(
          "mesh",
          [](const Recording& recording, std::size_t body) {
            return SharedMesh(recording.bodies().at(body).mesh);
          },
          py::arg("body"))
      .def(
          "read",
          [](const Recording& recording, std::int64_t i) {
            const std::int64_t number = frame_number(recording, i);
            return SharedFrame{std::make_shared<const RecordedFrame>(
                without_gil([&] { return recording.read(number); }))};
          },
          py::arg("frame"))
      .def("export", &export_to, py::arg("target"), py::arg("every"), py::arg("most_frames"),
           py::arg("most_megabytes"), py::arg("title"), py::arg("field"));
  m.def("_read_probes", &probes, py::arg("file"));
}

}  // namespace pliant::python
