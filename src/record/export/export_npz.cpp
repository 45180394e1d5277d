#include <pliant/error.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "base/text.h"
#include "record/export/export.h"
#include "record/export/zip.h"

// NumPy's format .npy: a magic word, a Python dictionary in text, then the numbers.

namespace pliant::record {

namespace {

std::string npy_header(std::string_view type, const std::vector<std::size_t>& shape) {
  std::string dimensions;
  for (const std::size_t n : shape) dimensions += text(n, ", ");
  std::string dictionary =
      text("{'descr': '", type, "', 'fortran_order': False, 'shape': (", dimensions, "), }");
  constexpr std::size_t before = 10, alignment = 64;
  const std::size_t whole = before + dictionary.size() + 1;
  dictionary += std::string((alignment - whole % alignment) % alignment, ' ') + '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(dictionary.size() & 255);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

class NpzWriter {
 public:
  explicit NpzWriter(const ExportJob& job) : job_(job), zip_(job.target) {}

  void write() {
    std::vector<std::int64_t> steps;
    std::vector<double> times;
    for (const std::int64_t frame : job_.frames) {
      steps.push_back(job_.recording.steps()[static_cast<std::size_t>(frame)]);
      times.push_back(job_.recording.times()[static_cast<std::size_t>(frame)]);
    }
    array("step", "<i8", {steps.size()}, bytes_of(steps));
    array("time", "<f8", {times.size()}, bytes_of(times));
    for (std::size_t b = 0; b < job_.recording.bodies().size(); ++b) write_body(b);
    zip_.finish();
  }

 private:
  void write_body(std::size_t b) {
    const RecordedBody& body = job_.recording.bodies()[b];
    const std::string start = body.name + '.';
    if (!body.mesh.tetrahedra.empty())
      array(start + "tetrahedra", "<u4", {body.mesh.tetrahedra.size(), 4},
            bytes_of(body.mesh.tetrahedra.cells));
    if (!body.mesh.triangles.empty())
      array(start + "triangles", "<u4", {body.mesh.triangles.size(), 3},
            bytes_of(body.mesh.triangles.cells));
    const RecordedFrame first = job_.recording.read(job_.frames.front());
    points(start + "positions", b, &BodyFrame::positions);
    if (!first.bodies[b].velocities.empty())
      points(start + "velocities", b, &BodyFrame::velocities);
    for (std::size_t f = 0; f < first.bodies[b].fields.size(); ++f)
      field(start + first.bodies[b].fields[f].name, b, first.bodies[b].fields[f]);
  }

  void array(const std::string& name, std::string_view type, const std::vector<std::size_t>& shape,
             std::string_view bytes) {
    zip_.begin(name + ".npy");
    zip_.write(npy_header(type, shape));
    zip_.write(bytes);
    zip_.end();
  }

  void points(const std::string& name, std::size_t b, std::vector<Vec3d> BodyFrame::*member) {
    const std::size_t count = job_.recording.bodies()[b].mesh.vertices.size();
    zip_.begin(name + ".npy");
    zip_.write(npy_header("<f8", {job_.frames.size(), count, 3}));
    for (std::size_t i = 0; i < job_.frames.size(); ++i) {
      const RecordedFrame frame = job_.read(i);
      const std::vector<Vec3d>& values = frame.bodies[b].*member;
      if (values.size() != count) missing(name, i);
      zip_.write(bytes_of(values));
    }
    zip_.end();
  }

  void field(const std::string& name, std::size_t b, const RecordedField& like) {
    const auto components = static_cast<std::size_t>(like.components);
    std::vector<std::size_t> shape{job_.frames.size(), like.values.size() / components};
    if (components > 1) shape.push_back(components);
    zip_.begin(name + ".npy");
    zip_.write(npy_header("<f4", shape));
    for (std::size_t i = 0; i < job_.frames.size(); ++i) {
      const RecordedFrame frame = job_.read(i);
      const auto found = std::ranges::find(frame.bodies[b].fields, like.name, &RecordedField::name);
      if (found == frame.bodies[b].fields.end() || found->values.size() != like.values.size())
        missing(name, i);
      zip_.write(bytes_of(found->values));
    }
    zip_.end();
  }

  [[noreturn]] void missing(const std::string& name, std::size_t i) const {
    throw InputError(job_.target.string(), 0,
                     text("frame ", job_.frames[i], " has no '", name, "', but the first has"),
                     "export it as .pvd, where each frame may have its own arrays");
  }

  const ExportJob& job_;
  ZipWriter zip_;
};

}  // namespace

std::size_t export_npz(const ExportJob& job) {
  NpzWriter(job).write();
  return job.frames.size();
}

}  // namespace pliant::record
