#pragma once

#include <pliant/model.h>
#include <pliant/simulation.h>

#include <span>
#include <string>
#include <string_view>

namespace pliant {

/// A body for which it is left to us whether it takes explicit or large steps.
struct Undecided {
  std::string_view name;
  const State* state;    ///< as it would be stepped explicitly
  LargeSteps settings;   ///< of the large steps
  double safe_step = 0;  ///< s, of explicit ones; 0: there are none
};

struct ChosenSteps {
  bool large = false;
  std::string why;  ///< a sentence for the user
};

/// What bodies that step together take where a large step is `frame` seconds long, and the scene
/// gives one (s; 0: none). Explicit steps say more of what is fast, so they are taken where they
/// keep up with time on any machine, or where large ones would not cost much less. What a large
/// step costs is found by one of a copy that is stretched and sheared; what is counted is work, not
/// time, so that every machine chooses the same.
ChosenSteps chosen_steps(std::span<const Undecided> bodies, double frame, double given_step);

/// Whether a note tells that explicit steps were chosen as they keep up with time, which whoever
/// did not ask need not hear.
bool tells_of_usual_steps(std::string_view note);

/// The same simulation with other steps: "explicit", or a method of LargeSteps. `where_left_open`:
/// only where its LargeSteps leave it to us.
Simulation with_steps(const Simulation& simulation, const std::string& steps,
                      bool where_left_open = false);
/// Whether any of its LargeSteps does.
bool leaves_steps_open(const Simulation& simulation);

}  // namespace pliant
