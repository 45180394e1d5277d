#include "line_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/xml_text.h"

namespace pliant::app {

namespace {

constexpr double width = 860, left = 100, right = 26, panel_height = 250, gap = 34;
constexpr double title_height = 46, axis_height = 52, legend_line = 22;
constexpr double inner = width - left - right;

// Okabe and Ito's colours, which people see apart whatever their eyes.
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                   "#e69f00", "#56b4e9", "#000000"};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

bool is_point(const PlotLine& line, std::size_t i) {
  return std::isfinite(line.x[i]) && std::isfinite(line.y[i]);
}

Ticks ticks_of(const Range& range, int wanted) {
  if (range.empty()) return ticks(0, 1, wanted);
  // A line that does not move is drawn in the middle.
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high - range.low <= 1e-12 * size || size == 0) {
    const double half = size == 0 ? 1 : 0.05 * size;
    return ticks(range.low - half, range.high + half, wanted);
  }
  return ticks(range.low, range.high, wanted);
}

struct Scale {
  Ticks ticks;
  Range range;
  double begin, end;  // on the paper
  double operator()(double value) const {
    return begin + (value - range.low) / (range.high - range.low) * (end - begin);
  }
  // Rounding may put the last one a hair outside.
  bool shows(double value) const {
    const double hair = 1e-9 * (range.high - range.low);
    return value >= range.low - hair && value <= range.high + hair;
  }
};

Range whole(const Ticks& ticks) {
  return {ticks.low(), ticks.high()};
}

// The data's own range, up to a tick that is close.
Range snapped(Range range, const Ticks& ticks) {
  if (!(range.low < range.high)) return whole(ticks);
  const double close = 0.02 * (range.high - range.low);
  if (range.low - ticks.low() < close) range.low = ticks.low();
  if (ticks.high() - range.high < close) range.high = ticks.high();
  return range;
}

// Of many points within one column of pixels the first, lowest, highest and last are enough.
std::string path_of(const PlotLine& line, const Scale& x, const Scale& y) {
  std::string path;
  const auto add = [&](std::size_t i) {
    path += fmt::format("{}{:.2f},{:.2f}", path.empty() ? "M" : " ", x(line.x[i]), y(line.y[i]));
  };
  constexpr double columns_per_unit = 2;
  std::size_t i = 0;
  while (i < line.x.size()) {
    if (!is_point(line, i)) {
      ++i;
      continue;
    }
    const double column = std::floor(x(line.x[i]) * columns_per_unit);
    std::size_t first = i, last = i, low = i, high = i;
    for (; i < line.x.size(); ++i) {
      if (!is_point(line, i)) continue;
      if (std::floor(x(line.x[i]) * columns_per_unit) != column) break;
      last = i;
      if (line.y[i] < line.y[low]) low = i;
      if (line.y[i] > line.y[high]) high = i;
    }
    std::size_t kept[] = {first, low, high, last};
    std::ranges::sort(kept);
    for (std::size_t k = 0; k < 4; ++k)
      if (k == 0 || kept[k] != kept[k - 1]) add(kept[k]);
  }
  return path;
}

// How wide words are on the paper, about.
double width_of(const std::string& words) {
  const auto letters = std::ranges::count_if(words, [](char c) { return (c & 0xc0) != 0x80; });
  return 7.2 * static_cast<double>(letters);
}

class Drawing {
 public:
  Drawing(const std::vector<PlotPanel>& panels, const std::string& x_axis) : panels_(panels) {
    Range times;
    for (const PlotPanel& panel : panels)
      for (const PlotLine& line : panel.lines)
        for (std::size_t i = 0; i < line.x.size(); ++i)
          if (is_point(line, i)) times.add(line.x[i]);
    const Ticks round = ticks_of(times, 8);
    x_ = {round, snapped(times, round), left, left + inner};
    double top = title_height;
    for (std::size_t i = 0; i < panels.size(); ++i) {
      top += draw_legend(panels[i], top);
      draw_panel(panels[i], top, i + 1 == panels.size());
      top += panel_height + (i + 1 == panels.size() ? axis_height : gap);
    }
    height_ = top;
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                        left + inner / 2, height_ - 12, escaped(x_axis));
  }

  std::string svg(const std::string& title) const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0} {1:.0f}\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" "
        "font-size=\"13\" fill=\"#222\">\n<title>{2}</title>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        "<text x=\"{3:.1f}\" y=\"28\" text-anchor=\"middle\" "
        "font-size=\"16\">{2}</text>\n{4}</svg>\n",
        width, height_, escaped(title), left + inner / 2, out_);
  }

 private:
  // Above the panel; returns how much space it takes.
  double draw_legend(const PlotPanel& panel, double top) {
    double x = left, y = top + 8;
    for (std::size_t i = 0; i < panel.lines.size(); ++i) {
      const double wide = 38 + width_of(panel.lines[i].name);
      if (x > left && x + wide > width - right) {
        x = left;
        y += legend_line;
      }
      out_ += fmt::format(
          "<line x1=\"{0:.1f}\" y1=\"{2:.1f}\" x2=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" "
          "stroke-width=\"2.5\"/><text x=\"{4:.1f}\" y=\"{5:.1f}\">{6}</text>\n",
          x, x + 22, y - 4, colour(i), x + 28, y, escaped(panel.lines[i].name));
      x += wide + 8;
    }
    return y + 12 - top;
  }

  void draw_panel(const PlotPanel& panel, double top, bool last) {
    Range values;
    for (const PlotLine& line : panel.lines)
      for (std::size_t i = 0; i < line.x.size(); ++i)
        if (is_point(line, i)) values.add(line.y[i]);
    const double bottom = top + panel_height;
    const Ticks round = ticks_of(values, 6);
    const Scale y{round, whole(round), bottom, top};
    draw_grid(y, top, bottom, last);
    for (std::size_t i = 0; i < panel.lines.size(); ++i)
      out_ += fmt::format(
          "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" "
          "stroke-linejoin=\"round\"/>\n",
          path_of(panel.lines[i], x_, y), colour(i));
    out_ += fmt::format(
        "<text transform=\"translate(22 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        (top + bottom) / 2, escaped(panel.axis));
  }

  void draw_grid(const Scale& y, double top, double bottom, bool last) {
    for (int i = 0; i < x_.ticks.count; ++i) {
      if (!x_.shows(x_.ticks.at(i))) continue;
      const double at = x_(x_.ticks.at(i));
      out_ += line(at, top, at, bottom, "#e4e4e4");
      if (last)
        out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                            at, bottom + 19, x_.ticks.label(i));
    }
    for (int i = 0; i < y.ticks.count; ++i) {
      const double at = y(y.ticks.at(i));
      out_ += line(left, at, left + inner, at, "#e4e4e4");
      out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                          left - 8, at + 4.5, y.ticks.label(i));
    }
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
        "stroke=\"#555\"/>\n",
        left, top, inner, bottom - top);
  }

  static std::string line(double x1, double y1, double x2, double y2, const char* colour) {
    return fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, colour);
  }
  static const char* colour(std::size_t i) { return colours[i % std::size(colours)]; }

  const std::vector<PlotPanel>& panels_;
  Scale x_{};
  double height_ = 0;
  std::string out_;
};

}  // namespace

double Ticks::at(int i) const {
  // Whole multiples, so that zero is zero.
  return std::round(first / step + i) * step + 0.0;  // and not minus zero
}

std::string Ticks::label(int i) const {
  const double value = at(i);
  const double largest = std::max(std::abs(low()), std::abs(high()));
  if (largest >= 1e5 || largest < 1e-3) {
    const double digits = std::floor(std::log10(largest)) - std::floor(std::log10(step)) + 1;
    return fmt::format("{:.{}g}", value, std::max(6, static_cast<int>(digits)));
  }
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  return fmt::format("{:.{}f}", value, decimals);
}

Ticks ticks(double low, double high, int wanted) {
  const double raw = (high - low) / wanted;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double fraction = raw / power;
  const double step = power * (fraction <= 1 ? 1 : fraction <= 2 ? 2 : fraction <= 5 ? 5 : 10);
  const double first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
  return {first * step, step, static_cast<int>(std::max(last - first, 1.0)) + 1};
}

std::string line_plot(const std::string& title, const std::string& x_axis,
                      const std::vector<PlotPanel>& panels) {
  return Drawing(panels, x_axis).svg(title);
}

}  // namespace pliant::app
