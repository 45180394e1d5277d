#include "render/picture.h"

#include <pliant/error.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/text.h"
#include "render/faces.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace pliant::render {

namespace {

constexpr int supersampling = 3;  // squared samples a pixel
constexpr Vec3d background{0.96, 0.97, 0.98};
constexpr Vec3d skin{0.36, 0.60, 0.86};
constexpr Vec3d flesh{0.95, 0.62, 0.40};
constexpr Vec3d back_side{0.62, 0.62, 0.66};

// Turns and scales a mesh so that it fills the canvas; z grows towards the eye.
class Camera {
 public:
  Camera(const std::vector<Vec3d>& points, const PictureOptions& options, int width, int height) {
    const double yaw = options.yaw * std::numbers::pi / 180;
    const double pitch = options.pitch * std::numbers::pi / 180;
    right_ = {std::cos(yaw), 0, -std::sin(yaw)};
    forward_ = {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
    up_ = cross(forward_, right_);
    const Box box = bounding_box(turned(points));
    const double reach_x = box.high.x - box.low.x, reach_y = box.high.y - box.low.y;
    scale_ = 0.9 * std::min(width / std::max(reach_x, 1e-300), height / std::max(reach_y, 1e-300));
    offset_x_ = width / 2.0 - scale_ * (box.low.x + box.high.x) / 2;
    offset_y_ = height / 2.0 + scale_ * (box.low.y + box.high.y) / 2;
    near_ = box.high.z;
    far_ = box.low.z;
  }

  Vec3d turned(const Vec3d& p) const { return {dot(p, right_), dot(p, up_), dot(p, forward_)}; }
  Vec3d project(const Vec3d& p) const {
    const Vec3d t = turned(p);
    return {offset_x_ + scale_ * t.x, offset_y_ - scale_ * t.y, t.z};
  }
  /// The depth at a fraction of the way from the nearest point to the farthest.
  double depth(double fraction) const { return near_ + (far_ - near_) * fraction; }

 private:
  std::vector<Vec3d> turned(const std::vector<Vec3d>& points) const {
    std::vector<Vec3d> result(points.size());
    std::ranges::transform(points, result.begin(), [&](const Vec3d& p) { return turned(p); });
    return result;
  }
  Vec3d right_, up_, forward_;
  double scale_ = 1, offset_x_ = 0, offset_y_ = 0, near_ = 0, far_ = 0;
};

class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width),
        height_(height),
        colours_(static_cast<std::size_t>(width) * height, background),
        depths_(colours_.size(), -std::numeric_limits<double>::infinity()) {}

  int width() const { return width_; }
  int height() const { return height_; }

  void plot(int x, int y, double depth, const Vec3d& colour) {
    const std::size_t i = static_cast<std::size_t>(y) * width_ + x;
    if (depth <= depths_[i]) return;
    depths_[i] = depth;
    colours_[i] = colour;
  }

  Image shrunk(int factor) const {
    Image image{width_ / factor, height_ / factor, {}};
    image.pixels.reserve(static_cast<std::size_t>(image.width) * image.height * 3);
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        Vec3d sum;
        for (int j = 0; j < factor; ++j)
          for (int i = 0; i < factor; ++i)
            sum += colours_[static_cast<std::size_t>(y * factor + j) * width_ + x * factor + i];
        for (int k = 0; k < 3; ++k)
          image.pixels.push_back(static_cast<std::uint8_t>(
              std::lround(255 * std::clamp(sum[k] / (factor * factor), 0.0, 1.0))));
      }
    return image;
  }

 private:
  int width_, height_;
  std::vector<Vec3d> colours_;
  std::vector<double> depths_;
};

// Light from the upper left of the eye, with some from everywhere.
Vec3d shade(const Vec3d& colour, const Vec3d& normal) {
  const Vec3d light = normalised(Vec3d{-0.4, 0.6, 0.8});
  return colour * (0.35 + 0.65 * std::max(0.0, dot(normal, light)));
}

void fill_triangle(Canvas& canvas, const Vec3d (&p)[3], const Vec3d& colour, unsigned edges,
                   double line_width) {
  const double area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
  if (area == 0) return;
  const auto [low_x, high_x] = std::minmax({p[0].x, p[1].x, p[2].x});
  const auto [low_y, high_y] = std::minmax({p[0].y, p[1].y, p[2].y});
  const int x0 = std::max(0, static_cast<int>(low_x)), y0 = std::max(0, static_cast<int>(low_y));
  const int x1 = std::min(canvas.width() - 1, static_cast<int>(high_x));
  const int y1 = std::min(canvas.height() - 1, static_cast<int>(high_y));
  // height of corner k over the edge opposite it, in pixels: how far a sample is from that edge
  double heights[3];
  for (int k = 0; k < 3; ++k) {
    const Vec3d& a = p[(k + 1) % 3];
    const Vec3d& b = p[(k + 2) % 3];
    heights[k] = std::abs(area) / std::max(std::hypot(b.x - a.x, b.y - a.y), 1e-300);
  }
  for (int y = y0; y <= y1; ++y)
    for (int x = x0; x <= x1; ++x) {
      const double sx = x + 0.5, sy = y + 0.5;
      double w[3];
      for (int k = 0; k < 3; ++k) {
        const Vec3d& a = p[(k + 1) % 3];
        const Vec3d& b = p[(k + 2) % 3];
        w[k] = ((b.x - a.x) * (sy - a.y) - (b.y - a.y) * (sx - a.x)) / area;
      }
      if (w[0] < 0 || w[1] < 0 || w[2] < 0) continue;
      bool on_edge = false;
      for (int k = 0; k < 3; ++k)
        on_edge = on_edge || ((edges >> ((k + 1) % 3) & 1u) != 0 && w[k] * heights[k] < line_width);
      canvas.plot(x, y, w[0] * p[0].z + w[1] * p[1].z + w[2] * p[2].z,
                  on_edge ? colour * 0.55 : colour);
    }
}

void draw_line(Canvas& canvas, const Vec3d& a, const Vec3d& b, double width) {
  const Vec3d along{b.x - a.x, b.y - a.y, 0};
  const int steps = 1 + static_cast<int>(std::max(std::abs(along.x), std::abs(along.y)));
  const int radius = std::max(1, static_cast<int>(width));
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const int cx = static_cast<int>(a.x + t * along.x), cy = static_cast<int>(a.y + t * along.y);
    for (int y = cy - radius; y <= cy + radius; ++y)
      for (int x = cx - radius; x <= cx + radius; ++x)
        if (x >= 0 && y >= 0 && x < canvas.width() && y < canvas.height())
          canvas.plot(x, y, a.z + t * (b.z - a.z), skin * 0.7);
  }
}

// Thinner edges where faces are small, so that a fine mesh does not turn black.
double edge_width(const std::vector<Vec3d>& projected, const std::vector<Face>& faces) {
  if (faces.empty()) return 0;
  double area = 0;
  for (const Face& f : faces) {
    const Vec3d u = projected[f.corners[1]] - projected[f.corners[0]];
    const Vec3d v = projected[f.corners[2]] - projected[f.corners[0]];
    area += std::abs(u.x * v.y - u.y * v.x) / 2;
  }
  const double side = std::sqrt(area / static_cast<double>(faces.size()));
  return std::min(0.5 * supersampling, 0.05 * side);
}

}  // namespace

Image draw(const Mesh& mesh, const PictureOptions& options) {
  Canvas canvas(options.width * supersampling, options.height * supersampling);
  if (mesh.vertices.empty()) return canvas.shrunk(supersampling);
  const Camera camera(mesh.vertices, options, canvas.width(), canvas.height());
  const double cut_depth = camera.depth(options.cut);
  const auto kept = [&](const Vec3d& p) {
    return options.cut <= 0 || camera.turned(p).z <= cut_depth;
  };
  std::vector<Vec3d> projected(mesh.vertices.size());
  std::ranges::transform(mesh.vertices, projected.begin(),
                         [&](const Vec3d& p) { return camera.project(p); });
  const std::vector<Face> faces = faces_to_draw(mesh, kept);
  const double width = options.edges ? edge_width(projected, faces) : 0;
  for (const Face& f : faces) {
    Vec3d corner[3], p[3];
    for (int k = 0; k < 3; ++k) {
      corner[k] = camera.turned(mesh.vertices[f.corners[k]]);
      p[k] = projected[f.corners[k]];
    }
    Vec3d normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
    if (squared_length(normal) == 0) continue;
    normal = normalised(normal);
    Vec3d colour = f.inside ? flesh : skin;
    if (normal.z < 0) {
      normal = -normal;
      colour = back_side;
    }
    fill_triangle(canvas, p, shade(colour, normal), f.edges, width);
  }
  for (const Line& line : mesh.lines.cells)
    draw_line(canvas, projected[line[0]], projected[line[1]], 1.0 * supersampling);
  return canvas.shrunk(supersampling);
}

void write_png(const std::filesystem::path& file, const Image& image) {
  if (stbi_write_png(file.c_str(), image.width, image.height, 3, image.pixels.data(),
                     3 * image.width) == 0)
    throw InputError(file.string(), 0, "the picture cannot be written",
                     "check the folder, its permissions and the free space");
}

}  // namespace pliant::render
