#include "backend/pulls.h"

#include <algorithm>

namespace pliant::backend {

std::vector<Pull> merged(std::span<const Pull> pulls) {
  std::vector<Pull> sorted(pulls.begin(), pulls.end()), out;
  std::ranges::stable_sort(sorted, {}, &Pull::vertex);
  for (const Pull& pull : sorted) {
    if (out.empty() || out.back().vertex != pull.vertex) {
      out.push_back(pull);
      continue;
    }
    Pull& sum = out.back();
    const double stiffness = sum.stiffness + pull.stiffness;
    if (stiffness > 0) sum.target += (pull.target - sum.target) * (pull.stiffness / stiffness);
    sum.stiffness = stiffness;
    sum.damping += pull.damping;
  }
  return out;
}

}  // namespace pliant::backend
