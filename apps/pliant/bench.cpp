#include <fmt/format.h>
#include <pliant/threads.h>

#include <algorithm>

#include "cases/machine.h"
#include "cases/measure.h"
#include "command.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

std::string named(const bench::Timing& t) {
  return fmt::format("{} {}, {} thread{}", t.engine,
                     t.precision == Precision::single_precision ? "single" : "double", t.threads,
                     t.threads == 1 ? "" : "s");
}

Json to_json(const bench::Memory& memory, std::size_t tetrahedra) {
  const auto each = static_cast<double>(tetrahedra);
  return {{"bytes", memory.counted},
          {"bytes_per_tetrahedron", static_cast<double>(memory.counted) / each},
          {"resident_bytes_per_tetrahedron", static_cast<double>(memory.resident) / each}};
}

Json to_json(const bench::Timing& t, std::size_t tetrahedra) {
  Json out{{"engine", t.engine},
           {"precision", t.precision == Precision::single_precision ? "single" : "double"},
           {"threads", t.threads},
           {"milliseconds", 1e3 * t.best},
           {"median_milliseconds", 1e3 * t.median},
           {"ratio", t.ratio},
           {"tetrahedra_per_second", static_cast<double>(tetrahedra) / t.best}};
  if (t.bytes_per_step > 0) {
    out["bytes_per_step"] = t.bytes_per_step;
    out["bytes_per_second"] = static_cast<double>(t.bytes_per_step) / t.best;
  }
  return out;
}

struct Bench {
  std::vector<std::string> names;
  std::string models;
  bench::MeasureOptions options;
  bool json = false;

  void declare(CLI::App& app) {
    std::vector<std::string> known;
    std::string help = "What to measure:";
    for (const bench::CaseInfo& info : bench::cases()) {
      known.emplace_back(info.name);
      help +=
          fmt::format("\n{}: {}{}", info.name, info.help, info.usual ? "" : " (only when named)");
    }
    app.add_option("CASE", names, help)->check(CLI::IsMember(known));
    app.add_option(
        "--models", models,
        "Folder of the meshes (../shared/models when it is there; else built-in shapes)");
    app.add_option("--seconds-each", options.seconds_each,
                   "How long one measurement lasts at least")
        ->capture_default_str()
        ->check(positive_number());
    app.add_option("--rounds", options.rounds, "How often everyone is measured in turn")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    app.add_option(
           "--instruction-set", options.instruction_set,
           fmt::format("One of {} (the first when not given)", fmt::join(instruction_sets(), ", ")))
        ->check(CLI::IsMember(instruction_sets()));
    add_threads(app);
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    const std::filesystem::path folder = bench::models_folder(models);
    if (names.empty())
      for (const bench::CaseInfo& info : bench::cases())
        if (info.usual) names.emplace_back(info.name);
    options.threads = thread_count();
    options.progress = std::ref(progress());
    progress().stage("measuring the memory");
    Json report{{"threads", options.threads},
                {"triad_bytes_per_second", bench::triad_bandwidth(options.threads)},
                {"cases", Json::array()}};
    if (!json) print_machine(report);
    for (const std::string& name : names) {
      report["cases"].push_back(measure(name, folder));
      if (!json) print_case(report["cases"].back(), report);
    }
    if (json) print_json(report);
    return 0;
  }

  Json measure(const std::string& name, const std::filesystem::path& folder) const {
    progress().stage("making " + name);
    Notes notes;
    const bench::Case which = bench::make_case(name, folder, &notes);
    tell(notes);
    const bench::Measured measured = bench::measure(which, options);
    Json timings = Json::array();
    for (const bench::Timing& t : measured.timings) timings.push_back(to_json(t, which.tetrahedra));
    for (std::size_t i = 0; i < timings.size(); ++i)
      timings[i]["name"] = named(measured.timings[i]);
    return {{"name", name},
            {"mesh", which.mesh},
            {"stands_in", which.stands_in},
            {"vertices", which.body.vertices.size()},
            {"tetrahedra", which.tetrahedra},
            {"edges", which.edges},
            {"instruction_set", measured.instruction_set},
            {"step", measured.time_step},
            {"memory",
             {{"single", to_json(measured.single_precision, which.tetrahedra)},
              {"double", to_json(measured.double_precision, which.tetrahedra)}}},
            {"timings", timings}};
  }

  void print_machine(const Json& report) const {
    progress().clear();
    fmt::print(
        "Triad bandwidth with {} thread{}: {:.1f} GB/s. Best of {} rounds of {:g} s each; "
        "one step has springs,\nvolumes, damping, strain limit and floor. Ratios are to the "
        "textbook loop on one core.\n",
        options.threads, options.threads == 1 ? "" : "s",
        report["triad_bytes_per_second"].get<double>() / 1e9, options.rounds, options.seconds_each);
    std::fflush(stdout);
  }

  static void print_case(const Json& c, const Json& report) {
    progress().clear();
    const double triad = report["triad_bytes_per_second"].get<double>();
    fmt::print("\n{}: {}{}\n{} vertices, {} tetrahedra, {} edges; {}\n",
               c["name"].get<std::string>(),
               c["stands_in"].get<bool>() ? "no such mesh here, built-in shape of its size: " : "",
               c["mesh"].get<std::string>(), c["vertices"].dump(), c["tetrahedra"].dump(),
               c["edges"].dump(), c["instruction_set"].get<std::string>());
    const auto memory = [&](const char* precision, const char* what) {
      return c["memory"][precision][what].get<double>();
    };
    fmt::print(
        "memory a tetrahedron: {:.0f} B single, {:.0f} B double; the process grew by "
        "{:.0f} and {:.0f} B\n",
        memory("single", "bytes_per_tetrahedron"), memory("double", "bytes_per_tetrahedron"),
        memory("single", "resident_bytes_per_tetrahedron"),
        memory("double", "resident_bytes_per_tetrahedron"));
    fmt::print("  {:<28}{:>10}{:>8}{:>12}{:>11}{:>8}{:>9}\n", "", "ms a step", "ratio", "Mtets a s",
               "MB a step", "GB/s", "of triad");
    for (const Json& t : c["timings"]) {
      fmt::print("  {:<28}{:>10.4g}{:>8.2f}{:>12.1f}", t["name"].get<std::string>(),
                 t["milliseconds"].get<double>(), t["ratio"].get<double>(),
                 t["tetrahedra_per_second"].get<double>() / 1e6);
      if (t.contains("bytes_per_step"))
        fmt::print("{:>11.2f}{:>8.1f}{:>7.0f} %", t["bytes_per_step"].get<double>() / 1e6,
                   t["bytes_per_second"].get<double>() / 1e9,
                   100 * t["bytes_per_second"].get<double>() / triad);
      fmt::print("\n");
    }
    std::fflush(stdout);
  }
};

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  add_command<Bench>(app, exit_code, "bench",
                     "Measure steps of bodies next to a textbook loop on one core",
                     "  pliant bench\n"
                     "  pliant bench bunny grid30 --json\n"
                     "  pliant bench ten_million --seconds-each 2 --rounds 3");
}

}  // namespace pliant::app
