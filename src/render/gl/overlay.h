#pragma once

#include <memory>

#include "render/field.h"
#include "render/gl/font.h"
#include "render/gl/program.h"
#include "render/gl/view.h"

namespace pliant::render::gl {

/// Words and the legend over a picture.
class Overlay {
 public:
  Overlay();
  /// Draws the legend and the caption of a view into the picture of this size.
  void draw(const View& view, int width, int height);

 private:
  struct Vertex {
    float position[2], place[2];
    std::uint8_t colour[4];
  };
  struct Paint {
    Colour colour;
    double cover = 1;
  };
  void add_rectangle(double left, double top, double right, double bottom, const Paint& paint);
  void add_quad(const float (&corners)[4], const float (&places)[4], const Paint& paint);
  /// Written with its base line at y.
  void add_text(std::string_view utf8, double x, double y, const Paint& paint);
  void add_legend(const View& view, int width, int height);
  void add_caption(const View& view, int height);

  Program program_;
  Buffer buffer_;
  VertexArray array_;
  std::unique_ptr<Font> font_;
  std::vector<Vertex> vertices_;
};

/// About how many pixels at the right of a picture the legend takes.
double legend_width(const ColourScale& scale, double pixel_scale);

/// Numbers to write beside a legend: round ones from low to high, and how they are written.
struct Ticks {
  std::vector<double> places;
  std::vector<std::string> words;
};
Ticks ticks_between(double low, double high);

/// The colours of a field, in a unit whose numbers are easy to read: "speed [mm/s]".
ColourScale field_scale(const Range& range, const FieldTitle& title);

/// A length as people say it: "10 cm".
std::string metres(double length);

}  // namespace pliant::render::gl
