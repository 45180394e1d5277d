#include "render/gl/overlay.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "base/text.h"
#include "render/gl/shaders/overlay.h"

namespace pliant::render::gl {

namespace {

constexpr double letter_size = 15;  // pixels of a usual screen

Colour ink(Theme theme) {
  return theme == Theme::light ? colour_of(0x2c333d) : colour_of(0xd9dee6);
}
Colour paper(Theme theme) {
  return theme == Theme::light ? colour_of(0xffffff) : colour_of(0x12151b);
}

}  // namespace

Ticks ticks_between(double low, double high) {
  if (!(high > low) || !std::isfinite(high - low)) return {};
  constexpr double wanted = 6;
  const double raw = (high - low) / wanted, power = std::pow(10, std::floor(std::log10(raw)));
  const double digit = raw / power;
  const double step = power * (digit > 5 ? 10 : digit > 2 ? 5 : digit > 1 ? 2 : 1);
  Ticks ticks;
  const double slack = 1e-9 * (high - low);
  for (double i = std::ceil((low - slack) / step); i * step <= high + slack; ++i) {
    const double at = i == 0 ? 0 : i * step;
    char word[32];
    const double size = std::max(std::abs(low), std::abs(high));
    const double digits = std::floor(std::log10(size)) - std::floor(std::log10(step) + 1e-9) + 1;
    if (size >= 1e6 || size < 1e-3)
      std::snprintf(word, sizeof word, "%.*g", std::clamp(static_cast<int>(digits), 3, 17), at);
    else
      std::snprintf(word, sizeof word, "%.*f",
                    std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9))), at);
    ticks.places.push_back(at);
    ticks.words.emplace_back(word);
  }
  return ticks;
}

double legend_width(const ColourScale& scale, double pixel_scale) {
  constexpr double letter = 0.6, around = 4;  // in sizes of a letter
  return letter_size * pixel_scale *
         (around + letter * std::max(8.0, static_cast<double>(scale.title.size())));
}

Overlay::Overlay() : program_(shaders::overlay_vertex, shaders::overlay_fragment) {
  describe(array_, buffer_, sizeof(Vertex),
           {{0, 2, GL_FLOAT, false, offsetof(Vertex, position)},
            {1, 2, GL_FLOAT, false, offsetof(Vertex, place)},
            {2, 4, GL_UNSIGNED_BYTE, true, offsetof(Vertex, colour)}});
}

void Overlay::draw(const View& view, int width, int height) {
  const bool legend = view.colours && view.legend;
  if (!legend && view.caption.empty()) return;
  const double pixels = std::clamp(letter_size * view.pixel_scale, 6.0, 200.0);
  if (!font_ || font_->size() != pixels) font_ = std::make_unique<Font>(pixels);
  vertices_.clear();
  if (legend) add_legend(view, width, height);
  add_caption(view, height);
  upload(buffer_, vertices_.data(), vertices_.size() * sizeof(Vertex));
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  program_.use();
  program_.set("pixels", static_cast<float>(width), static_cast<float>(height));
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, font_->texture().name());
  program_.set("letters", 0);
  glBindVertexArray(array_.name());
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(vertices_.size()));
  check_errors("writing over the picture");
}

void Overlay::add_quad(const float (&corners)[4], const float (&places)[4], const Paint& paint) {
  const auto byte = [](double part) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(part, 0.0, 1.0)));
  };
  const std::uint8_t colour[4] = {byte(paint.colour.x), byte(paint.colour.y), byte(paint.colour.z),
                                  byte(paint.cover)};
  for (const auto& [x, y] : {std::pair{0, 1}, {2, 1}, {2, 3}, {0, 1}, {2, 3}, {0, 3}})
    vertices_.push_back({{corners[x], corners[y]},
                         {places[x], places[y]},
                         {colour[0], colour[1], colour[2], colour[3]}});
}

void Overlay::add_rectangle(double left, double top, double right, double bottom,
                            const Paint& paint) {
  const auto [u, v] = font_->solid();
  add_quad({static_cast<float>(left), static_cast<float>(top), static_cast<float>(right),
            static_cast<float>(bottom)},
           {u, v, u, v}, paint);
}

void Overlay::add_text(std::string_view utf8, double x, double y, const Paint& paint) {
  auto left = static_cast<float>(std::round(x));
  const auto base = static_cast<float>(std::round(y));
  for (const char32_t code : letters_of(utf8)) {
    const Font::Letter& l = font_->letter(code);
    add_quad({left + l.left, base + l.top, left + l.right, base + l.bottom},
             {l.texture_left, l.texture_top, l.texture_right, l.texture_bottom}, paint);
    left += l.advance;
  }
}

void Overlay::add_legend(const View& view, int width, int height) {
  const ColourScale& scale = *view.colours;
  const double unit = font_->size();
  const Ticks ticks = ticks_between(scale.low / scale.unit, scale.high / scale.unit);
  double words = 0;
  for (const std::string& word : ticks.words) words = std::max(words, font_->width(word));
  const double bar = std::round(1.1 * unit), gap = std::round(0.6 * unit), pad = std::round(unit);
  const double tall = std::round(std::min(0.5 * height, 18 * unit));
  const double inner = std::max(font_->width(scale.title), bar + gap + words);
  const double right = width - 1.2 * unit, left = right - inner - 2 * pad;
  const double top = 1.2 * unit, bar_top = std::round(top + pad + 2 * unit);
  const double x = std::round(left + pad);
  add_rectangle(left, top, right, bar_top + tall + pad, {paper(view.theme), 0.78});
  add_text(scale.title, x, top + pad + 0.75 * unit, {ink(view.theme)});
  const int strips = static_cast<int>(tall);
  for (int i = 0; i < strips; ++i)
    add_rectangle(x, bar_top + i, x + bar, bar_top + i + 1,
                  {colour_at(scale.kind, 1 - (i + 0.5) / strips)});
  for (std::size_t i = 0; i < ticks.places.size(); ++i) {
    const double part = (ticks.places[i] * scale.unit - scale.low) / (scale.high - scale.low);
    const double y = std::round(bar_top + (1 - part) * tall);
    add_rectangle(x + bar, y - 0.5, x + bar + 0.35 * unit, y + 0.5, {ink(view.theme), 0.7});
    add_text(ticks.words[i], x + bar + gap, y + 0.34 * unit, {ink(view.theme)});
  }
}

void Overlay::add_caption(const View& view, int height) {
  const double unit = font_->size();
  add_text(view.caption, 1.4 * unit, height - 1.4 * unit, {ink(view.theme), 0.85});
}

namespace {

struct Unit {
  double size;
  const char* prefix;
};

// The prefix that makes a number readable; units without one stay as they are.
Unit readable(double largest, const std::string& unit) {
  if (unit.empty()) return {1, ""};
  for (const Unit& u : {Unit{1e9, "G"}, Unit{1e6, "M"}, Unit{1e3, "k"}, Unit{1, ""},
                        Unit{1e-3, "m"}, Unit{1e-6, "\xc2\xb5"}})
    if (largest >= u.size && (u.size != 1e3 || unit.front() != 'm')) return u;
  return {1, ""};
}

std::string written(const char* format, double number, const char* unit) {
  char digits[32];
  std::snprintf(digits, sizeof digits, format, number);
  return text(digits, ' ', unit);
}

}  // namespace

ColourScale field_scale(const Range& range, const FieldTitle& title) {
  const Unit unit = readable(std::max(std::abs(range.low), std::abs(range.high)), title.unit);
  return {title.unit.empty() ? title.words : text(title.words, " [", unit.prefix, title.unit, ']'),
          range.low, range.high, unit.size,
          title.around_one ? ColourMapKind::diverging : ColourMapKind::sequential};
}

std::string metres(double length) {
  if (length >= 1000) return written("%g", length / 1000, "km");
  if (length >= 1) return written("%g", length, "m");
  if (length >= 0.00999) return written("%g", length * 100, "cm");
  if (length >= 0.000999) return written("%g", length * 1000, "mm");
  return written("%.0e", length, "m");
}

}  // namespace pliant::render::gl
