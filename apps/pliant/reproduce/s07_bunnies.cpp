#include <fmt/format.h>

#include <algorithm>

#include "reproduce/s07.h"

// Figures 5.3 to 5.5: the same on bodies of three sizes.

namespace pliant::app::s07 {

namespace {

constexpr double force_on_bunny = 0.15;  // N

struct Bunny {
  const Subject* subject;
  std::vector<Result> results;

  std::size_t nodes() const { return subject->mesh.vertices().size(); }
  const History& of(std::string_view key) const { return history_of(results, key); }
  // How many times as large as the classical one.
  double ratio(std::vector<double> History::*values) const {
    return mean(of("default").*values) / mean(of("classical").*values);
  }
};

// A number that S07's text gives, and what may be told beside it.
struct Stated {
  const Bunny& bunny;
  std::string what;
  Cell published;
  double ours;
  int decimals;
  std::string differs;
};

std::vector<Stated> stated_values(const std::vector<Bunny>& bunnies, const Protocol& protocol) {
  const std::string machine = "S07 draws in every frame, on an Intel processor of 3.0 GHz";
  const std::string clock = "the machine, and how the loops are written";
  std::vector<Stated> out;
  const char* const selection_costs[] = {"6", "12", "19"};
  for (std::size_t i = 0; i < bunnies.size(); ++i)
    out.push_back({bunnies[i], "selection in a simulated second at most, ms",
                   Cell(selection_costs[i], std::stod(selection_costs[i])),
                   largest(bunnies[i].of("default").selecting), 3, clock});
  const Bunny &small = bunnies.front(), &large = bunnies.back();
  out.push_back({small, "the same without a load, ms", Cell("below 1", 1.0),
                 largest(without_load(small.of("default").selecting, protocol)), 3, clock});
  out.push_back({small, "frames a second", Cell("about 300", 300.0), mean(small.of("default").rate),
                 0, machine});
  out.push_back({large, "frames a second without a load", Cell("about 50", 50.0),
                 mean(without_load(large.of("default").rate, protocol)), 0, machine});
  out.push_back({large, "frames a second under load", Cell("about 40", 40.0),
                 mean(under_load(large.of("default").rate, protocol)), 0, machine});
  out.push_back({large, "active nodes at most", Cell("no more than 1000", 1000.0),
                 largest(large.of("default").active), 0,
                 "S07 does not give its load: ours was chosen to come near this"});
  return out;
}

Table stated_table(const std::vector<Bunny>& bunnies, const Protocol& protocol) {
  using enum Source;
  Table table{"figures 5.3 to 5.5, numbers",
              "What S07's text says of the default setting, in numbers",
              {{"mesh", "Mesh"},
               {"what", "what"},
               {"published", "S07", published},
               {"ours", "ours", ours},
               {"differs", "what differs"}},
              {}};
  for (const Stated& s : stated_values(bunnies, protocol))
    table.rows.push_back({s.bunny.subject->published->name, s.what, s.published,
                          fixed(s.ours, s.decimals), s.differs});
  return table;
}

// The ratio of the default setting to the classical simulation, of each bunny.
std::string ratios(const std::vector<Bunny>& bunnies, std::vector<double> History::*values) {
  return fmt::format("{:.2f}, {:.2f} and {:.2f} times the classical", bunnies[0].ratio(values),
                     bunnies[1].ratio(values), bunnies[2].ratio(values));
}

// What of the classical physics' cost the default setting saves.
double saved(const Bunny& bunny, const Protocol& protocol,
             std::span<const double> (*part)(std::span<const double>, const Protocol&)) {
  return 1 - mean(part(bunny.of("default").stepping, protocol)) /
                 mean(part(bunny.of("classical").stepping, protocol));
}

std::vector<Statement> costs(const std::vector<Bunny>& bunnies, const Protocol& protocol) {
  const auto all = [&](const auto& holds) { return std::ranges::all_of(bunnies, holds); };
  const auto idle = [&](const Bunny& b) { return saved(b, protocol, without_load); };
  const auto loaded = [&](const Bunny& b) { return saved(b, protocol, under_load); };
  return {{"more frames a second with selection, on each mesh", ratios(bunnies, &History::rate),
           all([](const Bunny& b) { return b.ratio(&History::rate) > 1; }),
           "where nearly all nodes are active, selecting costs more than it saves (S07 5.4)"},
          {"less physics, on each mesh", ratios(bunnies, &History::stepping),
           all([](const Bunny& b) { return b.ratio(&History::stepping) < 1; }),
           "a step of some nodes may cost more a node than a step of all"},
          {"most is saved while there is no load",
           fmt::format("{:.0f} % of the physics without a load, {:.0f} % under it, on bunny1000",
                       100 * idle(bunnies[2]), 100 * loaded(bunnies[2])),
           all([&](const Bunny& b) { return idle(b) > loaded(b); }),
           "the times of steps this short vary"}};
}

std::vector<Statement> growth(const std::vector<Bunny>& bunnies) {
  const Bunny &small = bunnies[0], &medium = bunnies[1], &large = bunnies[2];
  const double nodes = static_cast<double>(medium.nodes()) / static_cast<double>(small.nodes());
  const auto cost = [](const Bunny& b) { return largest(b.of("default").selecting); };
  const auto share = [](const Bunny& b) {
    return largest(b.of("default").active) / static_cast<double>(b.nodes());
  };
  const double gains[] = {small.ratio(&History::rate), large.ratio(&History::rate)};
  return {{"selection costs grow less than nodes: 2 times for 5.8 times as many",
           fmt::format("{:.1f} times for {:.1f} times as many", cost(medium) / cost(small), nodes),
           cost(medium) / cost(small) < nodes,
           "S07's smallest cost may hold a share that does not depend on nodes"},
          {"the larger the body, the more is gained",
           fmt::format("{:.2f} times as many frames on bunny100, {:.2f} on bunny1000", gains[0],
                       gains[1]),
           gains[1] > gains[0], "the load moves another share of each body"},
          {"almost all nodes of bunny100 are active",
           fmt::format("{:.0f} % at most", 100 * share(small)), share(small) > 0.8,
           "the load, which S07 does not give"},
          {"bunny1000 has 1000 active nodes, 58 %, at most",
           fmt::format("{:.0f} %, with a load that was chosen for it", 100 * share(large)),
           share(large) <= 0.58, "the shape, where it is no bunny"}};
}

void add_bunny(const Bunny& bunny, const std::string& figure, const Protocol& protocol,
               const Trial& trial, Report& report) {
  const std::string& name = bunny.subject->published->name;
  Section& section = report.section(fmt::format("Figure {}: {}", figure, name));
  section.add(described(*bunny.subject, trial, bunny.of("classical")));
  section.add(results_table("figure " + figure, "Figure " + figure + " in numbers", bunny.results,
                            protocol));
  add_charts(name, name, bunny.results, section);
}

}  // namespace

void add_bunnies(const std::vector<Subject>& subjects, const ReproduceSettings& settings,
                 Report& report) {
  const Protocol plan = protocol(settings);
  const char* const figures[] = {"5.3", "5.4", "5.5"};
  std::vector<Bunny> bunnies;
  for (std::size_t i = 0; i < std::size(figures); ++i) {
    const Trial trial(subjects[i].mesh, force_on_bunny, plan);
    bunnies.push_back(
        {&subjects[i], run_all(trial, subjects[i].published->name,
                               {classical(), published_method("default"), automatic()}, report)});
    add_bunny(bunnies.back(), figures[i], plan, trial, report);
  }
  Section& section = report.section("Figures 5.3 to 5.5: what S07 says of them");
  section.add(stated_table(bunnies, plan));
  std::vector<Statement> statements = costs(bunnies, plan);
  for (Statement& s : growth(bunnies)) statements.push_back(std::move(s));
  section.add(statements_table("figures 5.3 to 5.5, statements",
                               "Statements on the three bunnies, default setting", statements));
  section.add(Remark{
      "S07's charts are lost as numbers: what its text says of them is all there is. Its second "
      "method, PhysX's own optimisation, is a secret of that library; ours has `automatic` in its "
      "place."});
  section.add(Remark{
      "S07 wakes what is under a load before every step (4.11), and so do its settings here. "
      "`automatic` is told nothing: a load that is set wakes its nodes, once."});
  section.add(Remark{
      "S07 (5.5) calls 19 ms the cost of selecting in a step. It captures costs once in a "
      "simulated second (5.3.2), and 6 ms in a step would leave no 300 frames a second: we read "
      "them as those of 50 steps."});
}

}  // namespace pliant::app::s07
