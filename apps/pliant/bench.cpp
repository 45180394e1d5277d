#include "cases/bench.h"

#include <fmt/format.h>

#include "backend_option.h"
#include "command.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

struct Bench {
  bench::Settings settings;
  BackendOption backend{"cpu"};
  std::string models, precision = "usual";
  bool json = false;

  void declare(Options& app) {
    std::vector<std::string> known;
    for (const bench::CaseInfo& info : bench::cases()) known.emplace_back(info.name);
    app.add_option("CASE", settings.cases, "What to measure:\n" + bench::list_of_cases())
        ->check(one_of(known));
    app.add_option(
        "--models", models,
        "Folder of the meshes (../shared/models when it is there; else built-in shapes)");
    bench::MeasureOptions& options = settings.options;
    app.add_option("--seconds-each", options.seconds_each,
                   "How long one measurement lasts at least")
        ->capture_default_str()
        ->check(positive_number());
    app.add_option("--rounds", options.rounds, "How often everyone is measured in turn")
        ->capture_default_str()
        ->check(in_range(1, 1000));
    backend.declare(app);
    app.add_option("--precision", precision,
                   "single, double, both, or usual: both on the CPU, single on a card")
        ->capture_default_str()
        ->check(one_of({"single", "double", "both", "usual"}));
    app.add_option(
           "--instruction-set", options.instruction_set,
           fmt::format("One of {} (the first when not given)", fmt::join(instruction_sets(), ", ")))
        ->check(one_of(instruction_sets()));
    add_threads(app);
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    settings.models = models;
    settings.options.backend = backend.usable(settings.options.instruction_set);
    settings.options.precisions = precisions();
    settings.options.progress = std::ref(progress());
    const bench::Watcher watcher{.stage = [](const std::string& what) { progress().stage(what); },
                                 .notes = tell,
                                 .table =
                                     [this](const std::string& part) {
                                       if (!json) print(part);
                                     }};
    const bench::Report report = bench::run(settings, watcher);
    if (json) print(bench::json(report));
    return 0;
  }

  std::vector<Precision> precisions() const {
    std::vector<Precision> wanted;
    if (precision == "single" || precision == "both") wanted.push_back(Precision::single_precision);
    if (precision == "double" || precision == "both") wanted.push_back(Precision::double_precision);
    return wanted;
  }

  static void print(const std::string& part) {
    progress().clear();
    fmt::print("{}", part);
    std::fflush(stdout);
  }
};

}  // namespace

void add_bench(Commands& commands) {
  commands.add<Bench>("bench", "Measure steps of bodies next to a textbook loop on one core",
                      "  pliant bench\n"
                      "  pliant bench bunny grid30 --json\n"
                      "  pliant bench --backend cuda armadillo cube63 fan\n"
                      "  pliant bench selection\n"
                      "  pliant bench ten_million --seconds-each 2 --rounds 3");
}

}  // namespace pliant::app
