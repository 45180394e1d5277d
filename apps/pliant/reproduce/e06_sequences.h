#pragma once

#include "reproduce/e06_pictures.h"

// 9.7 and 9.8: experiments to look at, as recordings and pictures.

namespace pliant::app::e06 {

struct Sequence {
  std::string number, word, scene, seen;  ///< "9.7.1", "twist", "twist"; what is to be seen
  Definitions definitions;
  std::string published_counts;  ///< particles, tetrahedra and edges; empty: E06 prints none
  std::string size;              ///< ours, in words; E06 prints none but the cube's
  Eye eye = {};
};

/// Rubber and steps of 0.1 ms, for scenes whose defaults are others. `law` may take another G.
Definitions as_in_e06(const Law& law, Definitions more);

/// Runs it with every law: pictures, and a row each for whether it works. `published`: what E06
/// tells of the published models, or nothing.
void add_sequence(const Plan& plan, const Sequence& about,
                  const std::map<std::string, bool>& published, Table& table, Section& section,
                  Report& report);
Table sequences_table(const std::string& id, const std::string& title);

}  // namespace pliant::app::e06
