#pragma once

#include "backend/gpu/device.h"

namespace pliant::gpu {

/// Programs<R> by a launcher with launch(program, grid).
template <class Launcher, class Base, class... P>
class RunsBy;
template <class Launcher, class Base>
class RunsBy<Launcher, Base> : public Base {
 public:
  explicit RunsBy(Launcher& launcher) : launcher_(launcher) {}

 protected:
  Launcher& launcher_;
};
template <class Launcher, class Base, class P, class... Rest>
class RunsBy<Launcher, Base, P, Rest...> : public RunsBy<Launcher, Base, Rest...> {
 public:
  using RunsBy<Launcher, Base, Rest...>::RunsBy;
  using RunsBy<Launcher, Base, Rest...>::run;
  void run(const P& program, const Grid& grid) override { this->launcher_.launch(program, grid); }
};

template <class Launcher, class R>
struct ProgramsByOf {
  template <class... P>
  using List = RunsBy<Launcher, Programs<R>, P...>;
  using Type = ForPrograms<List, R>;
};
template <class Launcher, class R>
using ProgramsBy = typename ProgramsByOf<Launcher, R>::Type;

}  // namespace pliant::gpu
