#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "mesh/io/bytes.h"
#include "mesh/io/gltf_materials.h"
#include "mesh/io/single.h"
#include "mesh/smooth_groups.h"
#include "mesh/split_surface.h"
#include "record/export/export.h"
#include "render/colour_map.h"
#include "render/field.h"

// A morph target is what each vertex is moved by. There is one for each frame but the first, and at
// the time of a frame its target has the weight 1 and all others 0. A body that is cut is there
// once for each shape that it has, at its time.

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

// Colours of a field, where one is asked for.
class FieldColours {
 public:
  explicit FieldColours(const ExportJob& job) : job_(job) {
    if (job.field.empty()) return;
    const render::FieldTitle title = render::field_title(job.field);
    constexpr std::size_t most = 48;  // frames that are enough to know the range
    std::vector<float> seen;
    for (const std::int64_t frame : spread(job.frames, most))
      for (std::size_t b = 0; b < job.recording.bodies().size(); ++b)
        if (const auto values = of_vertices(job.recording.read(frame), b))
          seen.insert(seen.end(), values->begin(), values->end());
    if (seen.empty())
      throw InputError(job.recording.folder().string(), 0,
                       text("no body has the field '", job.field, "'"),
                       "choose displacement, volume_ratio, or one that 'pliant info' tells; speed "
                       "needs recorded velocities");
    range_ = render::range_of(std::move(seen), title);
    kind_ = title.around_one ? render::gl::ColourMapKind::diverging
                             : render::gl::ColourMapKind::sequential;
  }

  bool has(const RecordedFrame& frame, std::size_t body) const {
    return !job_.field.empty() && of_vertices(frame, body).has_value();
  }
  /// At the vertices of a surface; linear, as glTF has them.
  std::vector<Vec3d> at(const RecordedFrame& frame, std::size_t body,
                        const Surface& surface) const {
    std::vector<Vec3d> colours;
    for (const float value : surface.values(of_vertices(frame, body).value())) {
      const double part = (value - range_.low) / (range_.high - range_.low);
      const Vec3f shown = render::gl::colour_at(kind_, std::isfinite(part) ? part : 0);
      colours.push_back({linear(shown.x), linear(shown.y), linear(shown.z)});
    }
    return colours;
  }

 private:
  // Of sRGB (IEC 61966-2-1).
  static double linear(double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }

  std::optional<std::vector<float>> of_vertices(const RecordedFrame& frame,
                                                std::size_t body) const {
    const Mesh& rest = job_.recording.bodies()[body].mesh;
    auto field = render::scalar_field(rest, frame.bodies[body], job_.field);
    if (!field) return std::nullopt;
    return render::on_vertices(rest, *field).values;
  }

  const ExportJob& job_;
  render::Range range_;
  render::gl::ColourMapKind kind_ = render::gl::ColourMapKind::sequential;
};

class AnimationWriter {
 public:
  explicit AnimationWriter(const ExportJob& job) : job_(job), colours_(job) {
    scene_["asset"] = {{"version", "2.0"}, {"generator", "Pliant"}};
    scene_["scene"] = 0;
    scene_["scenes"] = {{{"nodes", Json::array()}}};
    scene_["materials"] = {plain_material({0.8, 0.35, 0.25, 1}), plain_material({1, 1, 1, 1})};
  }

  std::string write() {
    const RecordedFrame first = job_.recording.read(job_.frames.front());
    bool merged = false;
    const auto epochs = epochs_of(job_.recording, job_.frames, most_epochs, merged);
    if (merged) job_.note(merged_note);
    for (std::size_t b = 0; b < first.bodies.size(); ++b)
      for (const Epoch& epoch : epochs[b]) add_body(b, epoch, colours_.has(first, b));
    if (meshes_.empty())
      throw InputError(job_.target.string(), 0, "no body of the recording has a surface",
                       "export it as .pvd, .csv or .npz");
    for (std::size_t i = 0; i < job_.frames.size(); ++i) add_frame(i);
    add_animation();
    scene_["meshes"] = std::move(meshes_);
    scene_["buffers"] = {{{"byteLength", buffer_.size()}}};
    return io::gltf::make_glb(io::gltf::plain_text(scene_), buffer_);
  }

 private:
  static constexpr int body_material = 0, white_material = 1;

  // A body while the same of it is gone.
  struct Moving {
    std::size_t body;
    std::size_t first, end;  // frames of the job
    bool coloured;
    Surface surface;
    SmoothGroups groups;
    SplitSurface split;
    std::map<std::string, std::vector<Vec3d>> start{};  // by attribute, in the first frame
  };

  static Json plain_material(const std::array<double, 4>& colour) {
    return {{"doubleSided", true},
            {"pbrMetallicRoughness",
             {{"baseColorFactor", colour}, {"metallicFactor", 0}, {"roughnessFactor", 0.6}}}};
  }

  void add_body(std::size_t number, const Epoch& epoch, bool coloured) {
    const RecordedBody& body = job_.recording.bodies()[number];
    const auto place = [&](std::int64_t frame) {
      return static_cast<std::size_t>(std::ranges::lower_bound(job_.frames, frame) -
                                      job_.frames.begin());
    };
    const std::size_t begin = place(epoch.first), end = place(epoch.end);
    Surface surface = surface_of(body, job_.skin, epoch.removed);
    if (surface.shape.triangles.empty() || begin == end) return;
    SmoothGroups groups = smooth_groups(surface.shape);
    if (coloured && surface.shape.appearance) surface.shape.appearance.reset();
    SplitSurface split(surface.shape, groups.corners);
    scene_["scenes"][0]["nodes"].push_back(meshes_.size());
    scene_["nodes"].push_back({{"name", body.name}, {"mesh", meshes_.size()}});
    meshes_.push_back(
        {{"name", body.name}, {"primitives", primitives(surface.shape, split, coloured)}});
    moving_.push_back(
        {number, begin, end, coloured, std::move(surface), std::move(groups), std::move(split)});
  }

  // One for each material; all have the same vertices.
  Json primitives(const Mesh& shape, const SplitSurface& split, bool coloured) {
    const std::size_t first = scene_["materials"].size();
    const bool dressed = shape.appearance && !shape.appearance->materials.empty();
    if (dressed) io::gltf::add_materials(*shape.appearance, scene_, buffer_);
    std::map<std::size_t, std::vector<Triangle>> parts;
    for (std::size_t t = 0; t < split.triangles.size(); ++t) {
      const Index m = dressed ? shape.appearance->triangle_materials[t] : no_index;
      parts[m == no_index ? (coloured ? white_material : body_material) : first + m].push_back(
          split.triangles[t]);
    }
    Json attributes = Json::object();
    if (split.has_texture_points) {
      const std::size_t begin = buffer_.size();
      for (const Index t : split.texture_points) {
        const auto [u, v] =
            t == no_index ? std::array<double, 2>{} : shape.appearance->texture_points[t];
        io::put(buffer_, io::float_of(u, "glTF", "use .obj"));
        io::put(buffer_, io::float_of(1 - v, "glTF", "use .obj"));
      }
      attributes["TEXCOORD_0"] =
          add_accessor(begin, float32, split.texture_points.size(), "VEC2", array_buffer);
    }
    Json all = Json::array();
    for (const auto& [material, triangles] : parts) {
      const std::size_t begin = buffer_.size();
      for (const Triangle& triangle : triangles)
        for (const Index v : triangle) io::put(buffer_, v);
      const std::size_t indices =
          add_accessor(begin, uint32, 3 * triangles.size(), "SCALAR", element_array_buffer);
      all.push_back({{"attributes", attributes}, {"indices", indices}, {"material", material}});
    }
    return all;
  }

  void add_frame(std::size_t i) {
    const RecordedFrame frame = job_.read(i);
    times_.push_back(static_cast<float>(frame.time - job_.recording.times()[first_frame()]));
    if (i > 0 && !(times_[i] > times_[i - 1]))
      throw InputError(job_.target.string(), 0, "the frames are too close in time for glTF",
                       "take fewer with --every");
    for (std::size_t m = 0; m < moving_.size(); ++m) {
      Moving& body = moving_[m];
      if (i < body.first || i >= body.end) continue;
      const auto points = body.surface.positions(frame.bodies[body.body].positions);
      Json changes;
      changes["POSITION"] = add_attribute(body, "POSITION", points, body.split.vertices);
      changes["NORMAL"] = add_attribute(
          body, "NORMAL", body.groups.normals(body.surface.shape.triangles.cells, points),
          body.split.normals);
      if (body.coloured)
        changes["COLOR_0"] = add_attribute(
            body, "COLOR_0", colours_.at(frame, body.body, body.surface), body.split.vertices);
      for (Json& primitive : meshes_[m]["primitives"])
        if (i == body.first)
          primitive["attributes"].update(changes);
        else
          primitive["targets"].push_back(changes);
    }
  }

  // An attribute's values in the first frame, what it changes by in others.
  std::size_t add_attribute(Moving& body, const std::string& name, const std::vector<Vec3d>& values,
                            const std::vector<Index>& numbers) {
    std::vector<Vec3d> split;
    split.reserve(body.split.vertices.size());
    for (const Index n : numbers) split.push_back(n == no_index ? Vec3d{0, 0, 1} : values[n]);
    const auto [start, is_first] = body.start.try_emplace(name, split);
    if (!is_first)
      for (std::size_t v = 0; v < split.size(); ++v) split[v] -= start->second[v];
    return add_points(split);
  }

  void add_animation() {
    if (times_.size() < 2) return;
    Json channels = Json::array(), samplers = Json::array();
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;  // samplers by frames
    for (std::size_t m = 0; m < moving_.size(); ++m) {
      const Moving& body = moving_[m];
      const std::size_t targets = body.end - body.first - 1;
      if (targets > 0) {
        meshes_[m]["weights"] = std::vector<int>(targets, 0);
        const auto [sampler, is_new] = known.try_emplace({body.first, body.end}, samplers.size());
        if (is_new) samplers.push_back(weights_sampler(body.first, body.end));
        channels.push_back(
            {{"sampler", sampler->second}, {"target", {{"node", m}, {"path", "weights"}}}});
      }
      if (body.first == 0 && body.end == times_.size()) continue;
      channels.push_back(
          {{"sampler", samplers.size()}, {"target", {{"node", m}, {"path", "scale"}}}});
      samplers.push_back(presence_sampler(body.first, body.end));
    }
    scene_["animations"] = {{{"name", "recording"},
                             {"channels", std::move(channels)},
                             {"samplers", std::move(samplers)}}};
  }

  // Each frame's target has the weight 1 at its time.
  Json weights_sampler(std::size_t first, std::size_t end) {
    const std::size_t targets = end - first - 1;
    const std::size_t input = add_times({times_.begin() + static_cast<std::ptrdiff_t>(first),
                                         times_.begin() + static_cast<std::ptrdiff_t>(end)});
    const std::size_t begin = buffer_.size();
    for (std::size_t frame = 0; frame <= targets; ++frame)
      for (std::size_t target = 1; target <= targets; ++target)
        io::put(buffer_, target == frame ? 1.0f : 0.0f);
    const std::size_t output = add_accessor(begin, float32, targets * (targets + 1), "SCALAR", 0);
    return {{"input", input}, {"output", output}, {"interpolation", "LINEAR"}};
  }

  // What is there for a part of the time is a point before and after it.
  Json presence_sampler(std::size_t first, std::size_t end) {
    std::vector<float> times, sizes;
    const auto from = [&](std::size_t frame, float size) {
      times.push_back(times_[frame]);
      sizes.push_back(size);
    };
    if (first > 0) from(0, 0);
    from(first, 1);
    if (end < times_.size()) from(end, 0);
    const std::size_t input = add_times(times);
    const std::size_t begin = buffer_.size();
    for (const float size : sizes)
      for (int k = 0; k < 3; ++k) io::put(buffer_, size);
    const std::size_t output = add_accessor(begin, float32, sizes.size(), "VEC3", 0);
    return {{"input", input}, {"output", output}, {"interpolation", "STEP"}};
  }

  std::size_t add_times(const std::vector<float>& times) {
    const std::size_t begin = buffer_.size();
    for (const float time : times) io::put(buffer_, time);
    const std::size_t number = add_accessor(begin, float32, times.size(), "SCALAR", 0);
    scene_["accessors"][number]["min"] = {times.front()};
    scene_["accessors"][number]["max"] = {times.back()};
    return number;
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
  FieldColours colours_;
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
