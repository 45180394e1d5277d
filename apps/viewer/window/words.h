#pragma once

#include <string>

#include "session/show.h"

namespace pliant::viewer {

// Numbers as people read them.

std::string volume_words(double cubic_metres);                    ///< "1.25 dm³"
std::string change_words(double now, double rest);                ///< "−0.31 %"
std::string length_words(double metres);                          ///< "0.12 mm"
std::string energy_words(double joules);                          ///< "12.4 mJ"
std::string active_words(std::size_t active, std::size_t nodes);  ///< "120 of 4845 nodes"
std::string time_words(double seconds, double longest);           ///< "0.532 s", as exact as needed
/// "real time", "0.31 times real time", "paused", "computing 50 modes".
std::string speed_words(const Progress& progress, const Pace& pace);
std::string pace_words(const Pace& pace);  ///< "Real time", "1/4"

}  // namespace pliant::viewer
