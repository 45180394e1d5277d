#pragma once

#include "cases/measure.h"

namespace pliant::bench {

struct CaseResult {
  std::string name, mesh;
  bool stands_in = false;
  std::size_t copies = 1, vertices = 0, tetrahedra = 0, edges = 0;
  Measured measured;
};

/// What `pliant bench` and `pliant-bench` tell.
struct Report {
  Backend backend = Backend::cpu;
  int threads = 1, rounds = 0;
  double seconds_each = 0;
  std::string card;
  double bandwidth = 0;  ///< bytes a second of the memory: triad on the CPU, a copy on a card
  std::vector<CaseResult> cases;
};

/// For people: what stands above the cases, and each case.
std::string head(const Report& report);
std::string table(const Report& report, const CaseResult& result);
/// For programs.
std::string json(const Report& report);

/// "pliant single, 2 threads".
std::string named(const Timing& timing);

}  // namespace pliant::bench
