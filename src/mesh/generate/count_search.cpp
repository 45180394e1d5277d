#include "mesh/generate/count_search.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "mesh/generate/stuffing.h"
#include "mesh/generate/warped_lattice.h"

namespace pliant::generate {

Progress part_of(const Progress& progress, int attempt) {
  if (!progress) return {};
  return [&progress, attempt](double fraction, std::string_view what) {
    progress(1 - std::ldexp(1 - fraction / 2, -attempt), what);
  };
}

double aligned(const Field& field, double spacing) {
  const Vec3d size = field.box().size();
  const double side = std::min({size.x, size.y, size.z});
  const double whole = side / std::max(1.0, std::round(side / spacing));
  return std::abs(whole / spacing - 1) < 0.02 ? whole : spacing;
}

double greatest_spacing(const Box& box) {
  const Vec3d size = box.size();
  return std::min({size.x, size.y, size.z}) / (0.5 + pull_long);
}

CountSearch::CountSearch(const Field& field, const MesherOptions& options, double target,
                         double most)
    : field_(field),
      options_(options),
      target_(target),
      most_(most),
      coarse_{greatest_spacing(field.box()), 0} {}

void CountSearch::add(Mesh mesh, double spacing) {
  ++attempts_;
  last_ = spacing;
  const Lattice lattice = lattice_over(field_.box(), spacing);
  work_ += static_cast<double>(lattice.block_count()) * sites_per_block;
  const Attempt now{spacing, static_cast<double>(mesh.tetrahedra.size())};
  Attempt& bound = now.count < target_ ? coarse_ : fine_;
  const Attempt& other = coarse_.count > 0 ? coarse_ : fine_;
  if (other.count > 0 && now.count > 0 && std::abs(std::log(spacing / other.spacing)) > 0.05)
    power_ =
        std::clamp(std::log(now.count / other.count) / std::log(other.spacing / spacing), 1.5, 4.0);
  bound = now;
  if (best_.mesh.tetrahedra.empty()) best_.spacing = spacing;
  if (now.count == 0) return;
  constexpr double above_most = 100;  // worse than any count below it
  const double error =
      std::abs(std::log(now.count / target_)) + (now.count > most_ ? above_most : 0);
  if (error >= least_error_) return;
  least_error_ = error;
  best_.mesh = std::move(mesh);
  best_.spacing = spacing;
}

bool CountSearch::good_enough() const {
  return least_error_ < 0.05 || (attempts_ > 6 && least_error_ < 0.09);
}

Filling CountSearch::run(double spacing) {
  attempt(std::min(spacing, 0.95 * coarse_.spacing));
  return run();
}

Filling CountSearch::run() {
  constexpr int most_attempts = 24;
  double spacing = last_;
  const double most_work = 6 * lattice_of_thin_solid + 20 * target_;
  while (attempts_ < most_attempts && work_ < most_work && !good_enough() && next(spacing))
    attempt(spacing);
  return std::move(best_);
}

void CountSearch::attempt(double spacing) {
  add(stuff(field_, spacing, options_.graded, part_of(options_.progress, attempts_)), spacing);
}

// The spacing to try after this one; false where none can do better.
bool CountSearch::next(double& spacing) {
  if (fine_.spacing == 0) return refine(spacing);
  if (std::log(coarse_.spacing / fine_.spacing) < 1e-3) return false;
  spacing = within_bracket();
  return true;
}

bool CountSearch::refine(double& spacing) {
  if (coarse_.count == 0) return refine_empty(spacing);
  const double needed = spacing * std::pow(coarse_.count / target_, 1 / power_);
  const bool asked = std::isinf(most_);
  const double points = asked ? static_cast<double>(most_lattice_points) : modest_lattice;
  if (needed < finest_spacing(field_.box(), points)) {
    if (!asked) return false;
    throw InputError("", 0,
                     text(options_.tetrahedra, " tetrahedra need a lattice of more than ",
                          most_lattice_points, " points"),
                     "ask for fewer tetrahedra, or hang it in a cage (the mesher 'embedding')");
  }
  // Meshes much larger than the last one would rest on too rough a guess.
  const double step = std::pow(coarse_.count / std::min(target_, 16 * coarse_.count), 1 / power_);
  spacing = aligned(field_, spacing * std::min(step, 0.98));
  return true;
}

// Cubes about twice as long as a solid is thick are the first to find something inside it. Small
// steps from there on keep the first mesh from becoming far too large.
bool CountSearch::refine_empty(double& spacing) const {
  const double likely = 2.1 * field_.thickness();
  if (likely > 0)
    spacing = spacing > 1.1 * likely ? likely : 0.93 * spacing;
  else
    spacing *= 0.8;
  return spacing >=
         finest_spacing(field_.box(), likely > 0 ? lattice_of_thin_solid : modest_lattice);
}

double CountSearch::within_bracket() const {
  const double width = std::log(fine_.spacing / coarse_.spacing);
  double part = 0.5;
  if (coarse_.count > 0 && attempts_ % 3 != 0)
    part = std::clamp(std::log(target_ / coarse_.count) / std::log(fine_.count / coarse_.count),
                      0.1, 0.9);
  double spacing = coarse_.spacing * std::exp(part * width);
  if (coarse_.count == 0 && attempts_ % 3 != 0)
    spacing = std::min(spacing, fine_.spacing * std::pow(fine_.count / target_, 1 / power_));
  const double whole = aligned(field_, spacing);
  return whole > fine_.spacing && whole < coarse_.spacing ? whole : spacing;
}

}  // namespace pliant::generate
