#include "cases/report.h"

#include <algorithm>

#include "base/text.h"
#include "cases/columns.h"
#include "cases/json_text.h"
#include "cases/selection_table.h"

namespace pliant::bench {

namespace {

// Of all copies.
double tetrahedra(const CaseResult& result) {
  return static_cast<double>(result.copies * result.tetrahedra);
}

struct Rates {
  double tetrahedra, bytes;  // a second
};
Rates rates(const Timing& timing, const CaseResult& result) {
  return {tetrahedra(result) / timing.best,
          static_cast<double>(timing.bytes_per_step) / timing.best};
}

std::string mesh_of(const CaseResult& result) {
  return text(result.stands_in ? "no such mesh here, built-in shape of its size: " : "",
              result.mesh, result.copies > 1 ? text(", ", result.copies, " copies") : "");
}

// MB a step, GB/s and the share of the bandwidth; blank where the bytes are not known.
std::string traffic(const Timing& timing, const CaseResult& result, double bandwidth) {
  if (timing.bytes_per_step == 0) return {};
  const double bytes = rates(timing, result).bytes;
  return right(number("%.2f", static_cast<double>(timing.bytes_per_step) / 1e6), 11) +
         right(number("%.1f", bytes / 1e9), 8) +
         (bandwidth > 0 ? right(number("%.0f %%", 100 * bytes / bandwidth), 9) : "");
}
std::string ratio(const Timing& timing, std::size_t columns) {
  return right(timing.ratio > 0 ? number("%.2f", timing.ratio) : "-", columns);
}

// What a timing does more than the one before it.
struct Added {
  const char *words, *field;
  std::string to;  // the part of the one before
};
Added added_by(const Timing& t) {
  if (t.part == "in one world") return {"bodies of one world add", "added_by_world", ""};
  if (const std::size_t end = t.part.find(", touching"); end != std::string::npos)
    return {"contact adds", "added_by_contact", t.part.substr(0, end)};
  return {"keeping the volume adds", "added_by_volume", ""};
}

// "keeping the volume adds 11 % to pliant single, 2 threads", of each that does more than another.
std::string lines_of_added(const CaseResult& result) {
  std::string out;
  for (const Timing& t : result.measured.timings) {
    if (t.added == 0) continue;
    const Added added = added_by(t);
    Timing plain = t;
    plain.part = added.to;
    out += text("  ", added.words, number(" %.1f %%", 100 * t.added), " to ", named(plain), "\n");
  }
  return out;
}

std::string memory_line(const CaseResult& result) {
  if (result.tetrahedra == 0) return {};
  const double all = tetrahedra(result);
  std::string counted, grown;
  for (const Memory& m : result.measured.memory) {
    if (m.counted > 0)
      counted += text(number("%.0f", static_cast<double>(m.counted) / all), " B ",
                      word(m.precision), ", ");
    grown +=
        text(grown.empty() ? "" : " and ", number("%.0f", static_cast<double>(m.resident) / all));
  }
  return text("memory a tetrahedron: ", counted, "the process grew by ", grown, " B\n");
}

std::string cpu_table(const Report& report, const CaseResult& result) {
  std::string out = text("\n", result.name, ": ", mesh_of(result), "\n", result.vertices,
                         " vertices, ", result.tetrahedra, " tetrahedra, ", result.edges,
                         " edges; ", result.measured.instruction_set, "\n", memory_line(result));
  if (result.measured.eigenproblem > 0)
    out += text("modes computed anew in ", number("%.2f", result.measured.eigenproblem), " s\n");
  std::size_t names = 28;
  for (const Timing& t : result.measured.timings) names = std::max(names, width(named(t)) + 2);
  out += "  " + left("", names) + right("ms a step", 10) + right("ratio", 8) +
         right("Mtets a s", 12) + right("MB a step", 11) + right("GB/s", 8) + right("of triad", 9) +
         "\n";
  for (const Timing& t : result.measured.timings)
    out += "  " + left(named(t), names) + right(number("%.4g", 1e3 * t.best), 10) + ratio(t, 8) +
           right(number("%.1f", rates(t, result).tetrahedra / 1e6), 12) +
           traffic(t, result, report.bandwidth) + "\n";
  return out + lines_of_added(result);
}

std::string card_columns() {
  return left("", 24) + right("vertices", 9) + right("tetrahedra", 12) + right("µs a step", 11) +
         right("median", 10) + right("ratio", 9) + right("Gtets/s", 9) + right("MB a step", 11) +
         right("GB/s", 8) + right("of copy", 9) + "\n";
}

std::string card_table(const Report& report, const CaseResult& result) {
  std::string out;
  for (const Timing& t : result.measured.timings) {
    if (t.backend != Backend::cuda) continue;
    const std::string what = text(result.name, ", ", word(t.precision));
    if (!t.part.empty()) out += what + ", " + t.part + "\n";
    out += left(t.part.empty() ? what : "", 24) + right(text(result.copies * result.vertices), 9) +
           right(text(result.copies * result.tetrahedra), 12) +
           right(number("%.2f", 1e6 * t.best), 11) + right(number("%.2f", 1e6 * t.median), 10) +
           ratio(t, 9) + right(number("%.2f", rates(t, result).tetrahedra / 1e9), 9) +
           traffic(t, result, report.bandwidth) + "\n";
  }
  if (result.stands_in) out += "  " + mesh_of(result) + "\n";
  return out + lines_of_added(result);
}

void add(JsonText& out, const Timing& timing, const CaseResult& result, double bandwidth) {
  const Rates rate = rates(timing, result);
  out.begin_object();
  out.add("name", named(timing));
  out.add("engine", timing.engine);
  if (!timing.part.empty()) out.add("part", timing.part);
  out.add("precision", word(timing.precision));
  out.add("backend", name(timing.backend));
  if (timing.backend == Backend::cpu) out.add("threads", timing.threads);
  out.add("milliseconds", 1e3 * timing.best);
  out.add("median_milliseconds", 1e3 * timing.median);
  if (timing.ratio > 0) out.add("ratio", timing.ratio);
  if (timing.added != 0) out.add(added_by(timing).field, timing.added);
  if (timing.selection) {
    out.add("active_nodes", timing.selection->active);
    if (timing.selection->selecting > 0)
      out.add("selecting_over_stepping", timing.selection->selecting);
  } else {
    out.add("tetrahedra_per_second", rate.tetrahedra);
  }
  if (timing.bytes_per_step > 0) {
    out.add("bytes_per_step", timing.bytes_per_step);
    out.add("bytes_per_second", rate.bytes);
    if (bandwidth > 0) out.add("share_of_bandwidth", rate.bytes / bandwidth);
  }
  out.end_object();
}

void add(JsonText& out, const CaseResult& result, double bandwidth) {
  out.begin_object();
  out.add("name", result.name);
  out.add("mesh", result.mesh);
  out.add("stands_in", result.stands_in);
  out.add("copies", result.copies);
  out.add("vertices", result.vertices);
  out.add("tetrahedra", result.tetrahedra);
  out.add("edges", result.edges);
  out.add("instruction_set", result.measured.instruction_set);
  out.add("step", result.measured.time_step);
  if (result.measured.eigenproblem > 0)
    out.add("eigenproblem_seconds", result.measured.eigenproblem);
  out.begin_object("memory");
  const double all = tetrahedra(result);
  for (const Memory& m : result.measured.memory) {
    out.begin_object(word(m.precision));
    if (m.counted > 0) {
      out.add("bytes", m.counted);
      out.add("bytes_per_tetrahedron", static_cast<double>(m.counted) / all);
    }
    out.add("resident_bytes_per_tetrahedron", static_cast<double>(m.resident) / all);
    out.end_object();
  }
  out.end_object();
  out.begin_array("timings");
  for (const Timing& t : result.measured.timings) add(out, t, result, bandwidth);
  out.end_array();
  out.end_object();
}

}  // namespace

std::string named(const Timing& t) {
  return text(t.engine, " ", word(t.precision), ", ",
              t.backend == Backend::cuda
                  ? std::string("cuda")
                  : plural(static_cast<std::size_t>(t.threads), "thread", "threads"),
              t.part.empty() ? "" : ", " + t.part);
}

std::string head(const Report& report) {
  const std::string bandwidth = number("%.1f", report.bandwidth / 1e9);
  const std::string each = text(report.rounds == 1 ? "round of " : "rounds of ",
                                number("%g", report.seconds_each), " s each; ");
  if (report.backend == Backend::cuda)
    return text(report.card, "; a copy within its memory moves ", bandwidth, " GB/s. Best of ",
                report.rounds, " ", each,
                "one step has springs,\nvolumes, damping, strain limit and floor. Ratios are to "
                "the textbook loop on one core of the processor.\n\n",
                card_columns());
  return text(
      "Triad bandwidth with ",
      plural(static_cast<std::size_t>(report.threads), "thread", "threads"), ": ", bandwidth,
      " GB/s. Best of ", report.rounds, " ", each,
      "one step has springs,\nvolumes, damping, strain limit and floor, or the modes of a spectral "
      "solid. Ratios are to the\ntextbook loop on one core.\n");
}

std::string table(const Report& report, const CaseResult& result) {
  if (has_selection(result)) return selection_table(result);
  return report.backend == Backend::cuda ? card_table(report, result) : cpu_table(report, result);
}

std::string json(const Report& report) {
  const bool on_card = report.backend == Backend::cuda;
  JsonText out;
  out.begin_object();
  out.add("backend", name(report.backend));
  if (on_card) out.add("card", report.card);
  out.add("threads", report.threads);
  out.add("rounds", report.rounds);
  out.add("seconds_each", report.seconds_each);
  out.add(on_card ? "copy_bytes_per_second" : "triad_bytes_per_second", report.bandwidth);
  out.begin_array("cases");
  for (const CaseResult& result : report.cases) add(out, result, report.bandwidth);
  out.end_array();
  out.end_object();
  return out.str() + "\n";
}

}  // namespace pliant::bench
