#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pliant/threads.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "backend_option.h"
#include "base/file.h"
#include "command.h"
#include "progress_bar.h"
#include "reproduce/paper.h"

namespace pliant::app {

std::span<const Paper> papers() {
  static const Paper list[] = {
      {"E06", "Continuum-mechanics particles (E06), computed anew", reproduce_e06},
      {"L13", "Mass-spring solids with volume preservation (L13), computed anew", reproduce_l13},
      {"R06", "Meshes as relations on the GPU (R06), computed anew", reproduce_r06},
      {"S07", "Dynamic selection of nodes (S07), computed anew", reproduce_s07},
      {"Y10", "Spectral hybrid solids (Y10), computed anew", reproduce_y10}};
  return list;
}

namespace {

const Paper& find_paper(const std::string& tag) {
  const auto list = papers();
  const auto found = std::ranges::find(list, tag, &Paper::tag);
  if (found != list.end()) return *found;
  std::vector<std::string> known;
  for (const Paper& p : list) known.push_back(p.tag);
  wrong_usage(fmt::format("no paper '{}'; there are: {}", tag, fmt::join(known, ", ")));
}

// Where the tests look, then next to the working folder.
std::string default_models() {
  for (const char* folder : {PLIANT_MODELS, "../shared/models", "shared/models"}) {
    std::error_code error;
    if (std::filesystem::is_directory(folder, error)) return folder;
  }
  return {};
}

// Those that --only names, in their own order; all where it names none.
std::vector<Part> chosen(std::vector<Part> parts, const std::vector<std::string>& names,
                         const std::string& tag) {
  if (names.empty()) return parts;
  for (const std::string& name : names)
    if (std::ranges::find(parts, name, &Part::name) == parts.end()) {
      std::vector<std::string> known;
      for (const Part& p : parts) known.push_back(p.name);
      wrong_usage(fmt::format("--only {}: {} has no such part; there are: {}", name, tag,
                              fmt::join(known, ", ")));
    }
  std::erase_if(parts, [&](const Part& p) { return !std::ranges::count(names, p.name); });
  return parts;
}

struct Reproduce {
  std::string tag, models, out;
  std::vector<std::string> only;
  BackendOption backend;
  bool quick = false, built_in = false;
  int threads = 0;

  void declare(Options& app) {
    app.add_option("PAPER", tag, "Paper to reproduce: E06, L13, R06, S07, Y10")->required();
    app.add_option(
        "--models", models,
        "Folder of real meshes (../shared/models where it is there, else built-in shapes)");
    app.add_flag("--built-in", built_in, "Use built-in shapes even where real meshes are there")
        ->excludes("--models");
    app.add_option("--out", out,
                   "Folder for the report, made where it is not there (PAPER-report)");
    app.add_option("--only", only, "Parts to compute, such as 9.2 of E06 (all)")->delimiter(',');
    app.add_flag("--quick", quick, "Fewer steps and coarser searches");
    backend.declare(app);
    app.add_option("--threads", threads, "How many threads at most")->check(in_range(1, 1024));
  }

  int run() {
    const Paper& paper = find_paper(tag);
    backend.usable();  // before anything is made
    std::error_code error;
    if (!models.empty() && !std::filesystem::is_directory(models, error))
      throw InputError(models, 0, "this folder is not there",
                       "leave --models out, or give another");
    if (threads > 0) set_thread_count(threads);
    const std::filesystem::path folder = out.empty() ? paper.tag + "-report" : out;
    Report report;
    report.tag = paper.tag;
    report.title = paper.title;
    if (models.empty() && !built_in) models = default_models();
    const ReproduceSettings settings{models, quick, backend.backend(), folder};
    const std::vector<Part> parts = chosen(paper.parts(settings, report), only, paper.tag);
    make_folder(folder);  // before the work, so that it is not done in vain
    const auto begin = std::chrono::steady_clock::now();
    for (const Part& part : parts) part.add();
    report.facts["seconds"] =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    progress().stage("writing the report");
    report.write(folder);
    progress().clear();
    fmt::print("wrote {} and {} in {:.0f} s\n", (folder / (paper.tag + ".html")).string(),
               (folder / "report.json").string(), report.facts["seconds"].get<double>());
    return 0;
  }
};

}  // namespace

void add_reproduce(Commands& commands) {
  commands.add<Reproduce>("reproduce",
                          "Compute a paper's tables and figures anew, beside the published ones",
                          "  pliant reproduce L13\n"
                          "  pliant reproduce L13 --quick --out report\n"
                          "  pliant reproduce R06\n"
                          "  pliant reproduce E06 --only 9.2,9.6");
}

}  // namespace pliant::app
