#include "cases/bench.h"

#include <pliant/threads.h>

#include "backend/backend.h"
#include "cases/machine.h"

namespace pliant::bench {

namespace {

template <class... Arguments>
void call(const std::function<void(Arguments...)>& listener, const auto& argument) {
  if (listener) listener(argument);
}

void complete(Settings& settings) {
  MeasureOptions& options = settings.options;
  options.backend = usable_backend(options.backend);
  const bool on_card = options.backend == Backend::cuda;
  options.threads = thread_count();
  if (options.precisions.empty()) {
    options.precisions = {Precision::single_precision};
    if (!on_card) options.precisions.push_back(Precision::double_precision);
  }
  settings.models = models_folder(settings.models);
  if (settings.cases.empty())
    for (const CaseInfo& info : cases())
      if (on_card ? info.usual_on_card : info.usual) settings.cases.emplace_back(info.name);
  for (const std::string& name : settings.cases) check_case_name(name);
}

CaseResult measure_case(const std::string& name, const Settings& settings, const Watcher& watcher) {
  call(watcher.stage, "making " + name);
  Notes notes;
  const Case which = make_case(name, settings.models, &notes);
  call(watcher.notes, notes);
  call(watcher.stage, "measuring " + name);
  return {name,
          which.mesh,
          which.stands_in,
          which.copies,
          which.body.vertices.size(),
          which.tetrahedra,
          which.edges,
          measure(which, settings.options)};
}

}  // namespace

Report run(Settings settings, const Watcher& watcher) {
  complete(settings);
  const MeasureOptions& options = settings.options;
  call(watcher.stage, std::string("measuring the memory"));
  Report report;
  report.backend = options.backend;
  report.threads = options.threads;
  report.rounds = options.rounds;
  report.seconds_each = options.seconds_each;
  if (options.backend == Backend::cuda) {
    report.card = cuda_card().name;
    report.bandwidth = backend::cuda_copy_bandwidth();
  } else {
    report.bandwidth = triad_bandwidth(options.threads);
  }
  call(watcher.table, head(report));
  for (const std::string& name : settings.cases) {
    report.cases.push_back(measure_case(name, settings, watcher));
    call(watcher.table, table(report, report.cases.back()));
  }
  return report;
}

}  // namespace pliant::bench
