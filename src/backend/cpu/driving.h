#pragma once

#include <vector>

#include "backend/drives.h"
#include "backend/layout/layout.h"

// Driven vertices on the CPU: lists of rows, so that the loops over all rows know nothing of them.

namespace pliant::cpu {

using namespace backend;

template <class R>
struct Arrays;

/// The rows that are driven, by block; the same for all states with the same drives.
struct DrivenRows {
  struct Row {
    std::size_t row;
    DrivenBy by;
  };
  std::vector<Row> rows;                 // in their order
  std::vector<std::size_t> block_begin;  // where each block's begin, and the end

  template <class R>
  DrivenRows(const Drives& drives, const Layout<R>& layout);
};

/// What moves them in the next steps.
struct DrivenPoses {
  std::vector<PlainPose> poses;  // [step][drive]
  std::size_t drives;
  double h;         // s
  bool keeps_move;  // the integrator carries the last displacement from step to step
};

/// The driven rows of a state during some steps.
template <class R>
class Driving {
 public:
  Driving(const DrivenRows& rows, DrivenPoses poses, Arrays<R>& arrays);

  // Set between phases by one thread, for all.
  double part = 1;           // of the step that has passed after the stage at hand
  bool next_begins = false;  // the next step begins when this stage is done
  Vec3d next_origin;         // at the end of that step

  bool has_work(std::size_t block) const {
    return rows_.block_begin[block] < rows_.block_begin[block + 1];
  }
  /// After a stage has moved all rows of a block.
  void after_stage(std::size_t block);
  /// Begins a step in every block.
  void begin_step(const Vec3d& origin_after);
  void step_is_over() { ++step_; }

 private:
  /// A row; the step it is in comes to `part`, then the next begins where there is one.
  void advance(std::size_t i, double part, const PlainPose* next, const Vec3d& origin_after);

  const DrivenRows& rows_;
  DrivenPoses poses_;
  Arrays<R>& arrays_;
  std::size_t step_ = 0;
};

}  // namespace pliant::cpu
