#include "render/picture.h"

#include <pliant/error.h>
#include <pliant/quality.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numbers>

#include "base/file.h"
#include "render/faces.h"

namespace {

// stb's own packing is slower and a third larger. What this returns, stb frees.
unsigned char* packed_by_zlib(unsigned char* data, int size, int* packed_size, int) {
  constexpr int level = 6;  // higher ones take twice the time for a hundredth
  uLongf room = compressBound(static_cast<uLong>(size));
  auto* packed = static_cast<unsigned char*>(std::malloc(room));
  if (packed == nullptr) return nullptr;
  if (compress2(packed, &room, data, static_cast<uLong>(size), level) != Z_OK) {
    std::free(packed);
    return nullptr;
  }
  *packed_size = static_cast<int>(room);
  return packed;
}

}  // namespace

#define STBIW_ZLIB_COMPRESS packed_by_zlib
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
    const double yaw = radians(options.yaw), pitch = radians(options.pitch);
    right_ = {std::cos(yaw), 0, -std::sin(yaw)};
    forward_ = {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
    up_ = cross(forward_, right_);
    const Box box = bounding_box(turned(points));
    const double reach_x = box.high.x - box.low.x, reach_y = box.high.y - box.low.y;
    if (reach_x > 0 || reach_y > 0) scale_ = 0.9 * std::min(width / reach_x, height / reach_y);
    centre_ = (box.low + box.high) / 2;
    middle_x_ = width / 2.0;
    middle_y_ = height / 2.0;
    near_ = box.high.z;
    far_ = box.low.z;
  }

  Vec3d turned(const Vec3d& p) const { return {dot(p, right_), dot(p, up_), dot(p, forward_)}; }
  Vec3d project(const Vec3d& p) const {
    const Vec3d t = turned(p);
    return {middle_x_ + scale_ * (t.x - centre_.x), middle_y_ - scale_ * (t.y - centre_.y), t.z};
  }
  /// The depth at a fraction of the way from the nearest point to the farthest.
  double depth(double fraction) const { return near_ + (far_ - near_) * fraction; }

 private:
  static double radians(double degrees) {
    return std::isfinite(degrees) ? std::remainder(degrees, 360) * std::numbers::pi / 180 : 0;
  }
  std::vector<Vec3d> turned(const std::vector<Vec3d>& points) const {
    std::vector<Vec3d> result(points.size());
    std::ranges::transform(points, result.begin(), [&](const Vec3d& p) { return turned(p); });
    return result;
  }
  Vec3d right_, up_, forward_, centre_;
  double scale_ = 1, middle_x_ = 0, middle_y_ = 0, near_ = 0, far_ = 0;
};

// A face's colour for its inside and a darker one for its edges.
using Paint = std::uint32_t;

class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width),
        height_(height),
        paints_(static_cast<std::size_t>(width) * height, 0),
        depths_(paints_.size(), -std::numeric_limits<double>::infinity()) {}

  int width() const { return width_; }
  int height() const { return height_; }

  Paint paint(const Vec3d& colour) {
    colours_.push_back(colour);
    colours_.push_back(colour * 0.55);
    return static_cast<Paint>(colours_.size() - 2);
  }
  static Paint of_edges(Paint paint) { return paint + 1; }

  double* depths(int y) { return depths_.data() + static_cast<std::size_t>(y) * width_; }
  Paint* paints(int y) { return paints_.data() + static_cast<std::size_t>(y) * width_; }

  Image shrunk(int factor) const {
    Image image{width_ / factor, height_ / factor, {}};
    image.pixels.reserve(static_cast<std::size_t>(image.width) * image.height * 3);
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        Vec3d sum;
        for (int j = 0; j < factor; ++j)
          for (int i = 0; i < factor; ++i)
            sum += colours_[paints_[static_cast<std::size_t>(y * factor + j) * width_ + x * factor +
                                    i]];
        for (int k = 0; k < 3; ++k)
          image.pixels.push_back(static_cast<std::uint8_t>(
              std::lround(255 * std::clamp(sum[k] / (factor * factor), 0.0, 1.0))));
      }
    return image;
  }

 private:
  int width_, height_;
  std::vector<Vec3d> colours_{background};
  std::vector<Paint> paints_;
  std::vector<double> depths_;
};

// Light from the upper left of the eye, with some from everywhere.
Vec3d shade(const Vec3d& colour, const Vec3d& normal) {
  const Vec3d light = normalised(Vec3d{-0.4, 0.6, 0.8});
  return colour * (0.35 + 0.65 * std::max(0.0, dot(normal, light)));
}

// A quantity that is linear in the place of a sample.
struct Ramp {
  double start = 0;  // at the middle of the sample (0, 0)
  double across = 0, down = 0;
  double at(double x, double y) const { return start + across * x + down * y; }
};

// Samples first to last of a row in which no weight is negative. The tolerance lets two faces
// overlap rather than leave a crack at the edge between them.
struct Span {
  int first, last;
};
Span span_inside(const Ramp (&weights)[3], const double (&inverse)[3], int y, Span box) {
  constexpr double tolerance = 1e-9;
  double first = box.first, last = box.last;
  for (int k = 0; k < 3; ++k) {
    const double slack = weights[k].at(0, y) + tolerance;
    if (weights[k].across > 0)
      first = std::max(first, std::ceil(-slack * inverse[k]));
    else if (weights[k].across < 0)
      last = std::min(last, std::floor(-slack * inverse[k]));
    else if (slack < 0)
      return {0, -1};
  }
  if (!(first <= last)) return {0, -1};
  return {static_cast<int>(first), static_cast<int>(last)};
}

// First to last sample of a canvas in a range of coordinates.
Span samples_within(double low, double high, int size) {
  return {static_cast<int>(std::clamp(low, 0.0, size - 1.0)),
          static_cast<int>(std::clamp(high, 0.0, size - 1.0))};
}

void fill_triangle(Canvas& canvas, const Vec3d (&p)[3], Paint paint, unsigned edges,
                   double line_width) {
  const double area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
  if (area == 0 || !std::isfinite(area)) return;
  Ramp weights[3], depth;
  double inverse[3], edge_weight[3];
  for (int k = 0; k < 3; ++k) {
    const Vec3d& a = p[(k + 1) % 3];
    const Vec3d along = p[(k + 2) % 3] - a;
    Ramp& w = weights[k];
    w.across = -along.y / area;
    w.down = along.x / area;
    w.start = w.across * (0.5 - a.x) + w.down * (0.5 - a.y);
    inverse[k] = 1 / w.across;
    // corner k is area / |along| high over the edge opposite it
    const bool drawn = (edges >> ((k + 1) % 3) & 1u) != 0 && line_width > 0;
    edge_weight[k] = drawn ? line_width * std::hypot(along.x, along.y) / std::abs(area) : -1;
    depth.start += w.start * p[k].z;
    depth.across += w.across * p[k].z;
    depth.down += w.down * p[k].z;
  }
  const auto [low_x, high_x] = std::minmax({p[0].x, p[1].x, p[2].x});
  const auto [low_y, high_y] = std::minmax({p[0].y, p[1].y, p[2].y});
  const Span columns = samples_within(low_x, high_x, canvas.width());
  const Span rows = samples_within(low_y, high_y, canvas.height());
  for (int y = rows.first; y <= rows.last; ++y) {
    double* const depths = canvas.depths(y);
    Paint* const paints = canvas.paints(y);
    const Span span = span_inside(weights, inverse, y, columns);
    const double row_depth = depth.at(0, y);
    for (int x = span.first; x <= span.last; ++x) {
      const double z = row_depth + depth.across * x;
      if (z <= depths[x]) continue;
      depths[x] = z;
      const bool on_edge = weights[0].at(x, y) < edge_weight[0] ||
                           weights[1].at(x, y) < edge_weight[1] ||
                           weights[2].at(x, y) < edge_weight[2];
      paints[x] = on_edge ? Canvas::of_edges(paint) : paint;
    }
  }
}

void draw_line(Canvas& canvas, const Vec3d& a, const Vec3d& b, Paint paint, double width) {
  const Vec3d along{b.x - a.x, b.y - a.y, 0};
  if (!std::isfinite(along.x + along.y + a.x + a.y)) return;
  const int steps = 1 + static_cast<int>(std::max(std::abs(along.x), std::abs(along.y)));
  const int radius = std::max(1, static_cast<int>(width));
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const int cx = static_cast<int>(a.x + t * along.x), cy = static_cast<int>(a.y + t * along.y);
    const double z = a.z + t * (b.z - a.z);
    const Span rows = samples_within(cy - radius, cy + radius, canvas.height());
    const Span columns = samples_within(cx - radius, cx + radius, canvas.width());
    for (int y = rows.first; y <= rows.last; ++y)
      for (int x = columns.first; x <= columns.last; ++x)
        if (z > canvas.depths(y)[x]) {
          canvas.depths(y)[x] = z;
          canvas.paints(y)[x] = paint;
        }
  }
}

// Nearest faces first: most samples of those behind are then left out by their depth alone.
void sort_from_the_eye(std::vector<Face>& faces, const std::vector<Vec3d>& projected) {
  const auto nearest = [&](const Face& f) {
    const double z =
        std::max({projected[f.corners[0]].z, projected[f.corners[1]].z, projected[f.corners[2]].z});
    return std::isnan(z) ? std::numeric_limits<double>::infinity() : z;  // for a strict order
  };
  std::ranges::stable_sort(faces, std::greater{}, nearest);
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
  const bool cuts = options.cut > 0;
  const double cut_depth = camera.depth(cuts ? std::min(options.cut, 1.0) : 0);
  const auto kept = [&](const Vec3d& p) { return !cuts || camera.turned(p).z <= cut_depth; };
  std::vector<Vec3d> projected(mesh.vertices.size());
  std::ranges::transform(mesh.vertices, projected.begin(),
                         [&](const Vec3d& p) { return camera.project(p); });
  std::vector<Face> faces = faces_to_draw(mesh, kept);
  sort_from_the_eye(faces, projected);
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
    fill_triangle(canvas, p, canvas.paint(shade(colour, normal)), f.edges, width);
  }
  const Paint line_paint = canvas.paint(skin * 0.7);
  for (const Line& line : mesh.lines.cells)
    draw_line(canvas, projected[line[0]], projected[line[1]], line_paint, 1.0 * supersampling);
  return canvas.shrunk(supersampling);
}

std::string png(const Image& image) {
  std::string bytes;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                          static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.pixels.data(),
                             3 * image.width) == 0)
    throw InputError("", 0, "the picture cannot be packed", "draw a smaller one");
  return bytes;
}

void write_png(const std::filesystem::path& file, const Image& image) {
  write_file(file, png(image));
}

}  // namespace pliant::render
