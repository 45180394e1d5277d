#include "model/start_slopes.h"

#include <algorithm>

#include "backend/pulls.h"
#include "base/text.h"
#include "model/attributes.h"
#include "model/checks.h"
#include "relations/law_functions.h"

namespace pliant {

namespace {

void need_same(bool same, std::string_view what) {
  need(same, text("for other values of a parameter the run has other ", what),
       "let parameters change numbers alone: of materials, masses, places, velocities, gravity, "
       "damping, pulls");
}

// The difference quotient.
class Slope {
 public:
  explicit Slope(double half) : over_(0.5 / half) {}

  double operator()(double below, double above) const { return (above - below) * over_; }
  Vec3d operator()(const Vec3d& below, const Vec3d& above) const { return (above - below) * over_; }
  // One for all or one each; empty where nothing changes.
  std::vector<double> operator()(const std::vector<double>& below,
                                 const std::vector<double>& above) const {
    if (below == above) return {};
    std::vector<double> out(std::max(below.size(), above.size()));
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = (*this)(below[below.size() == 1 ? 0 : i], above[above.size() == 1 ? 0 : i]);
    return out;
  }
  std::vector<Vec3d> operator()(const std::vector<Vec3d>& below,
                                const std::vector<Vec3d>& above) const {
    if (below == above) return {};
    std::vector<Vec3d> out;
    for (std::size_t i = 0; i < below.size(); ++i) out.push_back((*this)(below[i], above[i]));
    return out;
  }

 private:
  double over_;
};

// By field of the rest state, one value a relation.
std::vector<std::vector<double>> rest_of(const Body& body, const Relations& set) {
  if (!set.rest.empty()) return set.rest;
  const LawInfo& info = law(set.law);
  const auto arity = static_cast<std::size_t>(info.arity);
  std::vector<std::vector<double>> out(info.rest.size());
  std::vector<Vec3d> x(arity);
  std::vector<double> numbers(info.rest.size());
  for (std::size_t r = 0; r < set.vertices.size() / arity; ++r) {
    for (std::size_t i = 0; i < arity; ++i) x[i] = body.vertices[set.vertices[r * arity + i]];
    law_functions(law_index(set.law)).rest(x.data(), numbers.data());
    for (std::size_t f = 0; f < numbers.size(); ++f) out[f].push_back(numbers[f]);
  }
  return out;
}

bool rests_on_vertices(const Body& body) {
  return std::ranges::any_of(body.relations, [](const Relations& set) { return set.rest.empty(); });
}

void add_fields(const Body& below, const Body& above, const Slope& slope,
                backend::RunSlopes& slopes) {
  const bool moved =
      below.vertices != above.vertices && (rests_on_vertices(below) || rests_on_vertices(above));
  for (std::size_t s = 0; s < below.relations.size(); ++s) {
    const Relations &a = below.relations[s], &b = above.relations[s];
    need_same(a.law == b.law && a.vertices == b.vertices &&
                  a.parameters.size() == b.parameters.size() && a.rest.size() == b.rest.size(),
              "relations");
    const auto add = [&](std::size_t field, std::vector<double> values) {
      if (!values.empty()) slopes.fields.push_back({s, field, std::move(values)});
    };
    if (moved || a.rest != b.rest) {
      const std::size_t before = slopes.fields.size();
      const auto rest_below = rest_of(below, a), rest_above = rest_of(above, b);
      for (std::size_t f = 0; f < rest_below.size(); ++f)
        add(f, slope(rest_below[f], rest_above[f]));
      slopes.of_rest = slopes.of_rest || slopes.fields.size() > before;
    }
    for (std::size_t p = 0; p < a.parameters.size(); ++p)
      add(law(a.law).rest.size() + p, slope(a.parameters[p], b.parameters[p]));
  }
}

void add_pulls(const Dynamics& below, const Dynamics& above, const Slope& slope,
               backend::RunSlopes& slopes) {
  const std::vector<Pull> a = backend::merged(below.pulls), b = backend::merged(above.pulls);
  need_same(std::ranges::equal(a, b, {}, &Pull::vertex, &Pull::vertex), "pulls");
  if (a == b) return;
  for (std::size_t i = 0; i < a.size(); ++i)
    slopes.pulls.push_back({slope(a[i].target, b[i].target), slope(a[i].stiffness, b[i].stiffness),
                            slope(a[i].damping, b[i].damping)});
}

const std::vector<Vec3d>& places(const Start& start) {
  return start.positions.empty() ? start.body.vertices : start.positions;
}
std::vector<Vec3d> speeds(const Start& start) {
  return start.velocities.empty() ? std::vector<Vec3d>(start.body.vertices.size())
                                  : start.velocities;
}

}  // namespace

void check_start(const Start& start) {
  const auto refuse = [](bool has, std::string_view what) {
    need(!has, text("slopes do not go through ", what),
         "leave it out, or compare two runs that differ a little");
  };
  const Dynamics& d = start.dynamics;
  refuse(start.body.spectral != nullptr, "spectral solids");
  refuse(!start.body.gases.empty(), "gas");
  refuse(!start.body.volume_constraints.empty(), "volume constraints");
  refuse(d.strain_limit > 0, "a strain limit");
  refuse(d.selection.has_value(), "dynamic selection");
  refuse(d.large_steps.has_value(), "large steps");
  refuse(std::ranges::any_of(
             d.obstacles,
             [](const Obstacle& o) { return std::holds_alternative<ClosedSurface>(o.shape); }),
         "obstacles of triangles");
}

backend::RunSlopes start_slopes(const Start& below, const Start& above, double half) {
  const Slope slope(half);
  const Body a = with_attributes(below.body), b = with_attributes(above.body);
  need_same(a.vertices.size() == b.vertices.size(), "vertices");
  need_same(a.relations.size() == b.relations.size(), "relations");
  need_same(a.pinned == b.pinned, "pinned vertices");
  need_same(a.insets == b.insets, "insets");
  need_same(below.dynamics.obstacles == above.dynamics.obstacles, "obstacles");
  need_same(below.dynamics.integrator == above.dynamics.integrator &&
                below.dynamics.time_step == above.dynamics.time_step,
            "time steps");
  backend::RunSlopes slopes;
  if (a.masses != b.masses) {
    for (std::size_t v = 0; v < a.masses.size(); ++v)
      slopes.inverse_masses.push_back(slope(1 / a.masses[v], 1 / b.masses[v]));
    for (Index v : a.pinned) slopes.inverse_masses[v] = 0;
  }
  add_fields(a, b, slope, slopes);
  add_pulls(below.dynamics, above.dynamics, slope, slopes);
  slopes.gravity = slope(below.dynamics.gravity, above.dynamics.gravity);
  slopes.damping = slope(below.dynamics.damping, above.dynamics.damping);
  slopes.positions = slope(places(below), places(above));
  slopes.velocities = slope(speeds(below), speeds(above));
  return slopes;
}

}  // namespace pliant
