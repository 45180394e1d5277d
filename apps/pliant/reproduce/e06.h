#pragma once

#include <pliant/run.h>
#include <pliant/script.h>

#include "reproduce/paper.h"

// What the parts of E06's reproduction share.

namespace pliant::app::e06 {

// E06 9.1, rubber.
inline constexpr double density = 1200;    // kg/m³
inline constexpr double young = 3e6;       // Pa
inline constexpr double shear = 1e6;       // Pa
inline constexpr double time_step = 1e-4;  // s
/// E and G of that rubber make a Poisson's ratio of 0.5, with which a full stress tensor has no
/// finite stiffness against a change of volume. Such laws take this one instead, and E.
inline constexpr double poisson = 0.45;

inline const std::string expected_colour = "#8a8a8a";

/// Parameters of actions by the actions' names, put in place of those that a scene gives.
using Settings = std::map<std::string, std::map<std::string, Value>>;

/// A model of the material and how it is run.
struct Law {
  std::string name;        ///< as in the report: "CPM2", or "CPM2 as published"
  std::string model;       ///< "CPM2" of both
  std::string action;      ///< that takes its E and G: "MaterialForces2"
  std::string colour;      ///< of its lines
  bool has_parts;          ///< the force is the sum of an elastic part of E and a shear part of G
  bool is_tensor;          ///< of the full stress tensor
  bool as_published;       ///< as E06 describes it, without what Pliant adds by itself
  std::string diagram;     ///< of the cells or sub-faces, in words; empty where there are none
  std::string damping;     ///< in words
  Settings settings;       ///< of its action
  std::string id() const;  ///< the name for a file
  std::shared_ptr<const Action> forces(double young_modulus, double shear_modulus) const;
};

/// What is computed, and with which laws.
struct Plan {
  ReproduceSettings settings;
  std::vector<Law> laws;

  /// A mesh of the models' folder, or nothing where there is none.
  std::string model(const std::string& name) const;
  double seconds(double in_full, double when_quick) const {
    return settings.quick ? when_quick : in_full;
  }
  const Law& law(const std::string& name) const;
};

using Definitions = std::map<std::string, std::string>;

/// A script of scenes/ with definitions, built and ready to run.
class Experiment {
 public:
  Experiment(const Plan& plan, const Law& law, const std::string& scene, Definitions definitions,
             const std::filesystem::path& output = {}, Settings more = {});

  SceneRun& run() { return *run_; }
  const RunBody& body() const { return run_->bodies()[0]; }
  /// Runs to the end, and calls `look` at the start and after each of `looks` equal parts. Returns
  /// what went wrong where the body runs away, else nothing.
  std::string play(int looks, const std::function<void()>& look);

 private:
  Scene scene_;
  std::unique_ptr<SceneRun> run_;
};

/// N m about the middle: what the internal forces turn the body with. Zero for forces that are in
/// line with each other; CPM1's and CPM2's are not.
double torque_of(const State& state);

/// What E06 tells of its curves, beside what comes out here: with the models as published, and with
/// ours.
struct Findings {
  Table table;
  Findings(const std::string& id, const std::string& title);
  /// Whether it holds, and the numbers that show it.
  struct Answer {
    bool holds;
    std::string numbers;
  };
  void add(const std::string& finding, const Answer& as_published, const Answer& ours);
};

/// Parts of the report, in its order.
void add_diagrams(const Plan& plan, Report& report);
void add_tetrahedron(const Plan& plan, Report& report);
void add_beam(const Plan& plan, Report& report);
void add_stretch(const Plan& plan, Report& report);
void add_shear(const Plan& plan, Report& report);
void add_coarse_and_fine(const Plan& plan, Report& report);
void add_volume(const Plan& plan, Report& report);
void add_sequences(const Plan& plan, Report& report);
void add_bunny(const Plan& plan, Report& report);
void add_speed(const Plan& plan, Report& report);

}  // namespace pliant::app::e06
