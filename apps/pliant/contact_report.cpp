#include "contact_report.h"

#include <fmt/format.h>

namespace pliant::app {

Json contact_report(const ContactCounts& counts) {
  Json report{{"touching", counts.touching},
              {"thickness", counts.thickness},
              {"searches", counts.searches},
              {"divided_steps", counts.divided_steps},
              {"held_vertices", counts.held_vertices}};
  if (counts.shortest_step > 0) report["shortest_step"] = counts.shortest_step;
  if (counts.intersecting > 0) report["intersecting"] = counts.intersecting;
  return report;
}

std::string contact_in_words(const Json& report) {
  std::string words = fmt::format("{} places at the end; {} searches, vertices held {} times",
                                  report["touching"].dump(), report["searches"].dump(),
                                  report["held_vertices"].dump());
  if (report.contains("shortest_step"))
    words += fmt::format(", {} steps divided, down to {:.3g} s", report["divided_steps"].dump(),
                         report["shortest_step"].get<double>());
  if (report.contains("intersecting"))
    words += fmt::format(", {} pairs of bodies still in each other",
                         report["intersecting"].dump());
  return words;
}

}  // namespace pliant::app
