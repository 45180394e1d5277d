#include <fmt/format.h>
#include <pliant/material.h>

#include "command.h"
#include "json.h"

namespace pliant::app {

namespace {

struct MaterialsCommand {
  bool json = false, markdown = false;

  void declare(Options& app) {
    app.add_flag("--markdown", markdown, "Print the table of docs/models.md");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    if (json)
      print_json(report());
    else if (markdown)
      print_markdown();
    else
      print();
    return 0;
  }

  static Json report() {
    Json all = Json::array();
    for (const Material& m : materials())
      all.push_back({{"name", m.name},
                     {"young", m.young},
                     {"poisson", m.poisson},
                     {"density", m.density},
                     {"damping_time", m.damping_time},
                     {"source", std::string(material_source(m.name))}});
    return all;
  }

  static void print() {
    fmt::print("{:<13}{:>10}{:>7}{:>9}{:>11}  {}\n", "", "E, Pa", "nu", "kg/m³", "damping, s",
               "from");
    for (const Material& m : materials())
      fmt::print("{:<13}{:>10g}{:>7g}{:>9g}{:>11g}  {}\n", m.name, m.young, m.poisson, m.density,
                 m.damping_time, material_source(m.name));
    fmt::print(
        "\nE is Young's modulus, nu Poisson's ratio at small strains; tissue and foams vary by a "
        "factor\nof two and more. Damping times are round values of our own. --young, --poisson "
        "and --density\ntake the place of a material's.\n");
  }

  static void print_markdown() {
    fmt::print(
        "| material | E, Pa | ν | ρ, kg/m³ | damping time, s | from |\n"
        "|---|---|---|---|---|---|\n");
    for (const Material& m : materials())
      fmt::print("| `{}` | {:g} | {:g} | {:g} | {:g} | {} |\n", m.name, m.young, m.poisson,
                 m.density, m.damping_time, material_source(m.name));
  }
};

}  // namespace

void add_materials(Commands& commands) {
  commands.add<MaterialsCommand>("materials",
                                 "List the built-in materials, and where their numbers are from",
                                 "  pliant materials\n  pliant materials --json");
}

}  // namespace pliant::app
