#pragma once

#include "backend/gpu/descend.h"
#include "backend/gpu/step_programs.h"
#include "spectral/gpu/programs.h"

namespace pliant::gpu {

/// Everything in one precision that a card is asked for. Kernels are compiled where this is called,
/// in one file for each precision: there are many, and a compiler takes long for them.
template <class R, class Table>
void add_all_programs(Table& table) {
  table.add(StepPrograms<R>{});
  table.add(SpectralPrograms<R>{});
}

/// Those of descent, in files of their own.
template <class R, class Table>
void add_descent_programs_of(Table& table) {
  table.add(DescentPrograms<R>{});
}

}  // namespace pliant::gpu
