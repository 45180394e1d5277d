#include "cases/selection_table.h"

#include <algorithm>

#include "base/text.h"
#include "cases/columns.h"

namespace pliant::bench {

namespace {

std::string selecting_of(const Timing& timing, const char* format) {
  const double cost = timing.selection->selecting;
  return cost > 0 ? number(format, 100 * cost) : "-";
}

// "1 % active: 62 times faster than the full step; selecting costs 2.9 % of the physics".
std::string line_of_selection(const Timing& timing) {
  return text("  ", named(timing), ": ", number("%.3g", timing.ratio),
              " times faster than the full step",
              timing.selection->selecting > 0
                  ? text("; selecting costs ", selecting_of(timing, "%.1f %%"), " of the physics")
                  : "",
              "\n");
}

}  // namespace

bool has_selection(const CaseResult& result) {
  return std::ranges::any_of(result.measured.timings,
                             [](const Timing& t) { return t.selection.has_value(); });
}

std::string selection_table(const CaseResult& result) {
  std::string out = text("\n", result.name, ": ", result.mesh, "\n", result.vertices, " vertices, ",
                         result.tetrahedra, " tetrahedra; ratios are to the full step\n");
  std::size_t names = 28;
  for (const Timing& t : result.measured.timings) names = std::max(names, width(named(t)) + 2);
  out += "  " + left("", names) + right("ms a step", 11) + right("median", 11) +
         right("ratio", 11) + right("active", 9) + right("selecting", 11) + "\n";
  for (const Timing& t : result.measured.timings)
    out += "  " + left(named(t), names) + right(number("%.4g", 1e3 * t.best), 11) +
           right(number("%.4g", 1e3 * t.median), 11) + right(number("%.4g", t.ratio), 11) +
           right(text(t.selection->active), 9) + right(selecting_of(t, "%.1f %%"), 11) + "\n";
  for (const Timing& t : result.measured.timings)
    if (t.selection->active > 0 && t.selection->active < result.vertices / 2)
      out += line_of_selection(t);
  return out;
}

}  // namespace pliant::bench
