#pragma once

#include "backend/gpu/damp.h"
#include "backend/gpu/each_of.h"
#include "backend/gpu/find_intersected.h"
#include "backend/gpu/keep_volume.h"
#include "backend/gpu/limit_springs.h"
#include "backend/gpu/listed_steps.h"
#include "backend/gpu/meet_obstacles.h"
#include "backend/gpu/push_rows.h"
#include "backend/gpu/reading.h"
#include "backend/gpu/touch.h"

// The programs that bodies of relations need.

namespace pliant::gpu {

/// Those that have the laws in them.
template <class R, Kinds kinds>
using ProgramsOfLaws =
    ProgramList<ResidentSteps<R, false, false, kinds>, ResidentSteps<R, false, true, kinds>,
                ResidentSteps<R, true, false, kinds>, StreamedForces<R, false, kinds>,
                StreamedForces<R, true, kinds>, StreamedForces<R, false, kinds, true>,
                ListedSteps<R, kinds>, EachOf<ResidentSteps<R, false, false, kinds>>,
                EachOf<ResidentSteps<R, false, true, kinds>>>;

template <class R>
using OtherPrograms = ProgramList<
    StreamedShared<R>, CorrectRows<R>, RememberSpeeds<R>, MeetObstacles<R>, FindGradient<R>,
    FindMoved<R>, CorrectSurface<R>, LimitSprings<R>, LookWhere<R>, ShiftRows<R>,
    SumForces<R, false>, SumForces<R, true>, CollectForces<R>, DampRows<R>, SumEnergies<R>,
    Inflate<R>, GatherPositions<R>, BackUp<R>, SetValues<R>, SetEach<R>, SelectPatches<R>,
    AnchorPatches<R>, RestTogether<R>, WakeNear<R>, ListPatches<R>, StreamedShared<R, true>,
    FindIntersected<R>, BackUpBeforeLaunch<R>, PushRows<R>, HoldRows<R>, EachOf<LookWhere<R>>,
    EachOf<BackUp<R>>, EachOf<BackUpBeforeLaunch<R>>, EachOf<ShiftRows<R>>, TellOfBodies<R>>;

template <class R>
using StepPrograms =
    decltype(ProgramsOfLaws<R, Kinds::simple>() + ProgramsOfLaws<R, Kinds::simplices>() +
             ProgramsOfLaws<R, Kinds::all>() + OtherPrograms<R>() + TouchingPrograms<R>());

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
