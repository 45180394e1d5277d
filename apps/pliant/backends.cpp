#include <fmt/format.h>
#include <pliant/model.h>
#include <pliant/threads.h>

#include "backend_option.h"
#include "command.h"
#include "json.h"

namespace pliant::app {

namespace {

WordCheck backend_name() {
  return WordCheck([](const std::string& word) {
    try {
      backend_named(word);
      return std::string();
    } catch (const InputError& e) {
      return std::string(e.what());
    }
  });
}

struct Backends {
  bool json = false;

  void declare(Options& app) { app.add_flag("--json", json, "Print a report for programs"); }

  int run() {
    const Card card = cuda_card();
    const Backend automatic = usable_backend(Backend::automatic);
    Json report{{"auto", name(automatic)},
                {"cpu", {{"threads", thread_count()}, {"instruction_sets", instruction_sets()}}},
                {"cuda", {{"usable", card.usable()}}}};
    report["cuda"][card.usable() ? "card" : "why_not"] = card.usable() ? card.name : card.why_not;
    if (json) {
      print_json(report);
      return 0;
    }
    fmt::print("cpu   {}; {}\n", all_threads(), fmt::join(instruction_sets(), ", "));
    fmt::print("cuda  {}\n", card.usable() ? card.name : "none: " + card.why_not);
    fmt::print("auto  {}\n", name(automatic));
    return 0;
  }
};

}  // namespace

void BackendOption::declare(Options& app) {
  app.add_option("--backend", word,
                 "What computes the steps: cpu, cuda (an NVIDIA card), or auto: the card where "
                 "there is one; 'pliant backends' tells")
      ->capture_default_str()
      ->check(backend_name());
}

Backend BackendOption::usable(const std::string& instruction_set) const {
  if (instruction_set.empty()) return usable_backend(backend());
  if (backend() == Backend::cuda)
    wrong_usage("--instruction-set is one of the processor; leave it out, or give --backend cpu");
  return Backend::cpu;
}

std::string where_it_runs(Backend backend, const std::string& instruction_set) {
  if (backend == Backend::cuda) return cuda_card().name;
  return fmt::format("{}, {}", all_threads(), instruction_set);
}

void add_backends(Commands& commands) {
  commands.add<Backends>("backends", "Tell what can compute steps here: processor and card",
                         "  pliant backends\n"
                         "  pliant backends --json");
}

}  // namespace pliant::app
