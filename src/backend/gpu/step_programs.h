#pragma once

#include "backend/gpu/damp.h"
#include "backend/gpu/each_of.h"
#include "backend/gpu/find_intersected.h"
#include "backend/gpu/keep_volume.h"
#include "backend/gpu/limit_springs.h"
#include "backend/gpu/listed_steps.h"
#include "backend/gpu/meet_obstacles.h"
#include "backend/gpu/reading.h"

// The programs that bodies of relations need.

namespace pliant::gpu {

template <class R>
using StepPrograms = ProgramList<
    ResidentSteps<R, false, false, Kinds::simple>, ResidentSteps<R, false, true, Kinds::simple>,
    ResidentSteps<R, true, false, Kinds::simple>, StreamedForces<R, false, Kinds::simple>,
    StreamedForces<R, true, Kinds::simple>, ResidentSteps<R, false, false, Kinds::all>,
    ResidentSteps<R, false, true, Kinds::all>, ResidentSteps<R, true, false, Kinds::all>,
    StreamedForces<R, false, Kinds::all>, StreamedForces<R, true, Kinds::all>, StreamedShared<R>,
    CorrectRows<R>, RememberSpeeds<R>, MeetObstacles<R>, FindGradient<R>, FindMoved<R>,
    CorrectSurface<R>, LimitSprings<R>, LookWhere<R>, ShiftRows<R>, SumForces<R, false>,
    SumForces<R, true>, CollectForces<R>, DampRows<R>, SumEnergies<R>, Inflate<R>,
    GatherPositions<R>, KeepCopy<R>, SetValues<R>, SetEach<R>, SelectPatches<R>, AnchorPatches<R>,
    RestTogether<R>, WakeNear<R>, ListPatches<R>, StreamedForces<R, false, Kinds::simple, true>,
    StreamedForces<R, false, Kinds::all, true>, StreamedShared<R, true>,
    ListedSteps<R, Kinds::simple>, ListedSteps<R, Kinds::all>, FindIntersected<R>,
    KeepBeforeLaunch<R>, EachOf<LookWhere<R>>, EachOf<KeepCopy<R>>, EachOf<KeepBeforeLaunch<R>>,
    TellOfBodies<R>, EachOf<ResidentSteps<R, false, false, Kinds::simple>>,
    EachOf<ResidentSteps<R, false, true, Kinds::simple>>,
    EachOf<ResidentSteps<R, false, false, Kinds::all>>,
    EachOf<ResidentSteps<R, false, true, Kinds::all>>>;

inline constexpr std::uint32_t few_resident_threads = 256, most_resident_threads = 448,
                               most_streamed_threads = 256;

// Few patches are listed: what counts is how long one takes, not how many run at a time.
template <class R, Kinds kinds>
inline constexpr std::uint32_t most_threads<StreamedForces<R, false, kinds, true>> =
    kinds == Kinds::simple && sizeof(R) == sizeof(float) ? 768 : 512;
template <class R, Kinds kinds>
inline constexpr std::uint32_t most_threads<ListedSteps<R, kinds>> = 512;
template <class R, bool scaled, bool few, Kinds kinds>
inline constexpr std::uint32_t most_threads<ResidentSteps<R, scaled, few, kinds>> =
    few ? few_resident_threads : most_resident_threads;
template <class P>
inline constexpr std::uint32_t most_threads<EachOf<P>> = most_threads<P>;

}  // namespace pliant::gpu
