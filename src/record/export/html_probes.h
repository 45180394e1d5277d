#pragma once

#include <pliant/probes.h>

#include <string>
#include <vector>

namespace pliant::record {

/// A probe over time as a page draws it.
struct PageCurve {
  ProbeColumn column;
  std::vector<float> times, values;  ///< all finite
};

/// The probes that have values. Of thousands of rows only the extremes of many short spans are
/// kept, which look the same.
std::vector<PageCurve> page_curves(const ProbeData& probes);

}  // namespace pliant::record
