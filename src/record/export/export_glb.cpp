#include <pliant/error.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "mesh/io/bytes.h"
#include "mesh/io/gltf_parts.h"
#include "mesh/io/single.h"
#include "record/export/export.h"
#include "record/export/surface.h"

// A morph target is what each vertex is moved by. There is one for each frame but the first, and at
// the time of a frame its target has the weight 1 and all others 0.

namespace pliant::record {

namespace {

using Json = nlohmann::ordered_json;

// Programs keep all targets in memory, and the weights grow with the square of their number.
constexpr std::size_t most_frames = 300;
constexpr std::size_t most_bytes = std::numeric_limits<std::uint32_t>::max() - (1u << 24);

std::vector<std::int64_t> thinned(const ExportJob& job) {
  if (job.frames.size() <= most_frames) return job.frames;
  const std::size_t last = job.frames.size() - 1;
  const std::size_t every = (last + most_frames - 2) / (most_frames - 1);
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < last; i += every) kept.push_back(job.frames[i]);
  kept.push_back(job.frames[last]);
  if (job.notes != nullptr)
    job.notes->push_back(text("took ", kept.size(), " of ", job.frames.size(),
                              " frames: an animated scene holds ", most_frames, " at most"));
  return kept;
}

class AnimationWriter {
 public:
  explicit AnimationWriter(const ExportJob& job) : job_(job) {
    scene_["asset"] = {{"version", "2.0"}, {"generator", "Pliant"}};
    scene_["scene"] = 0;
    scene_["scenes"] = {{{"nodes", Json::array()}}};
  }

  std::string write() {
    for (const RecordedBody& body : job_.recording.bodies()) add_body(body);
    if (meshes_.empty())
      throw InputError(job_.target.string(), 0, "no body of the recording has a surface",
                       "export it as .pvd, .csv or .npz");
    for (std::size_t i = 0; i < job_.frames.size(); ++i) add_frame(i);
    add_animation();
    scene_["meshes"] = std::move(meshes_);
    scene_["buffers"] = {{{"byteLength", buffer_.size()}}};
    return io::gltf::make_glb(scene_.dump(-1, ' ', false, Json::error_handler_t::replace), buffer_);
  }

 private:
  struct Moving {
    std::size_t body;
    Surface surface;
    std::vector<Vec3d> start;  // in the first frame
  };

  void add_body(const RecordedBody& body) {
    const auto number = static_cast<std::size_t>(&body - job_.recording.bodies().data());
    Surface surface = surface_of(body.mesh);
    if (surface.triangles.empty()) return;
    const std::size_t begin = buffer_.size();
    for (const Triangle& triangle : surface.triangles)
      for (const Index v : triangle) io::put(buffer_, v);
    const std::size_t indices =
        add_accessor(begin, uint32, 3 * surface.triangles.size(), "SCALAR", element_array_buffer);
    const Json primitive{{"attributes", Json::object()}, {"indices", indices}, {"material", 0}};
    scene_["materials"] = {{{"doubleSided", true},
                            {"pbrMetallicRoughness",
                             {{"baseColorFactor", {0.8, 0.35, 0.25, 1}},
                              {"metallicFactor", 0},
                              {"roughnessFactor", 0.6}}}}};
    scene_["scenes"][0]["nodes"].push_back(meshes_.size());
    scene_["nodes"].push_back({{"name", body.name}, {"mesh", meshes_.size()}});
    meshes_.push_back({{"name", body.name}, {"primitives", {primitive}}});
    moving_.push_back({number, std::move(surface), {}});
  }

  void add_frame(std::size_t i) {
    const RecordedFrame frame = job_.read(i);
    times_.push_back(static_cast<float>(frame.time - job_.recording.times()[first_frame()]));
    if (i > 0 && !(times_[i] > times_[i - 1]))
      throw InputError(job_.target.string(), 0, "the frames are too close in time for glTF",
                       "take fewer with --every");
    for (std::size_t m = 0; m < moving_.size(); ++m) {
      Moving& body = moving_[m];
      std::vector<Vec3d> points = body.surface.positions(frame.bodies[body.body].positions);
      Json& primitive = meshes_[m]["primitives"][0];
      if (i == 0) {
        body.start = points;
        primitive["attributes"]["POSITION"] = add_points(points);
        continue;
      }
      for (std::size_t v = 0; v < points.size(); ++v) points[v] -= body.start[v];
      primitive["targets"].push_back({{"POSITION", add_points(points)}});
    }
  }

  void add_animation() {
    const std::size_t targets = times_.size() - 1;
    if (targets == 0) return;
    std::size_t begin = buffer_.size();
    for (const float time : times_) io::put(buffer_, time);
    const std::size_t input = add_accessor(begin, float32, times_.size(), "SCALAR", 0);
    scene_["accessors"][input]["min"] = {times_.front()};
    scene_["accessors"][input]["max"] = {times_.back()};
    begin = buffer_.size();
    for (std::size_t frame = 0; frame <= targets; ++frame)
      for (std::size_t target = 1; target <= targets; ++target)
        io::put(buffer_, target == frame ? 1.0f : 0.0f);
    const std::size_t output = add_accessor(begin, float32, targets * times_.size(), "SCALAR", 0);
    Json channels = Json::array();
    for (std::size_t m = 0; m < moving_.size(); ++m) {
      meshes_[m]["weights"] = std::vector<int>(targets, 0);
      channels.push_back({{"sampler", 0}, {"target", {{"node", m}, {"path", "weights"}}}});
    }
    scene_["animations"] = {
        {{"name", "recording"},
         {"channels", std::move(channels)},
         {"samplers", {{{"input", input}, {"output", output}, {"interpolation", "LINEAR"}}}}}};
  }

  std::size_t add_points(const std::vector<Vec3d>& points) {
    const std::size_t begin = buffer_.size();
    std::array<float, 3> low, high;
    low.fill(std::numeric_limits<float>::infinity());
    high.fill(-std::numeric_limits<float>::infinity());
    for (const Vec3d& p : points)
      for (int k = 0; k < 3; ++k) {
        const float x = io::float_of(p[k], "glTF", "leave out the frames where the body ran away");
        const auto axis = static_cast<std::size_t>(k);
        low[axis] = std::min(low[axis], x);
        high[axis] = std::max(high[axis], x);
        io::put(buffer_, x);
      }
    const std::size_t number = add_accessor(begin, float32, points.size(), "VEC3", array_buffer);
    scene_["accessors"][number]["min"] = low;
    scene_["accessors"][number]["max"] = high;
    return number;
  }

  std::size_t add_accessor(std::size_t begin, int component, std::size_t count, const char* type,
                           int target) {
    if (buffer_.size() > most_bytes)
      throw InputError(job_.target.string(), 0, "the frames do not fit into a .glb file of 4 GB",
                       "take fewer with --every");
    Json view{{"buffer", 0}, {"byteOffset", begin}, {"byteLength", buffer_.size() - begin}};
    if (target != 0) view["target"] = target;
    scene_["bufferViews"].push_back(std::move(view));
    scene_["accessors"].push_back({{"bufferView", scene_["bufferViews"].size() - 1},
                                   {"componentType", component},
                                   {"count", count},
                                   {"type", type}});
    return scene_["accessors"].size() - 1;
  }

  std::size_t first_frame() const { return static_cast<std::size_t>(job_.frames.front()); }

  static constexpr int float32 = 5126, uint32 = 5125;
  static constexpr int array_buffer = 34962, element_array_buffer = 34963;

  const ExportJob& job_;
  Json scene_, meshes_ = Json::array();
  std::vector<Moving> moving_;
  std::vector<float> times_;
  std::string buffer_;
};

}  // namespace

std::size_t export_glb(const ExportJob& job) {
  ExportJob fewer = job;
  fewer.frames = thinned(job);
  write_file(job.target, AnimationWriter(fewer).write());
  return fewer.frames.size();
}

}  // namespace pliant::record
