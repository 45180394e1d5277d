#include "mesh/generate/fitted.h"

#include <pliant/quality.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "mesh/generate/count_search.h"
#include "mesh/generate/fitted_part.h"
#include "mesh/generate/rounded.h"
#include "mesh/generate/sized_stuffing.h"
#include "mesh/generate/solids.h"

namespace pliant::generate {

namespace {

constexpr int most_halvings = 6;  // of the longest cubes at the surface, where it is thin
constexpr double tetrahedra_per_cube = 12;

// Ways to spend the tetrahedra on thin parts, dearest first.
struct ThinParts {
  int halvings;    // of the longest cubes
  double relaxed;  // as in LatticeSizes
  bool curved;
};

class Fitting {
 public:
  Fitting(const Mesh& surface, const SurfaceField& field, const MesherOptions& options,
          std::size_t tetrahedra)
      : field_(field),
        graded_(options.graded),
        target_(static_cast<double>(tetrahedra)),
        progress_(options.progress) {
    report(0, "measuring how thick the solid is");
    const double volume = std::max(field.volume(), 1e-12);
    even_ = std::cbrt(tetrahedra_per_cube * volume / target_);
    if (field.closed()) {
      for (Solid& solid : separate_solids(surface)) parts_.emplace_back().solid = std::move(solid);
    } else {
      parts_.emplace_back().solid.surface = surface;
    }
    for (FittedPart& part : parts_) {
      part.field = std::make_unique<SurfaceField>(part.solid.surface);
      part.samples = sample_surface(part.solid.surface, *part.field, 4 * even_,
                                    std::ldexp(2 * even_, -most_halvings));
    }
  }

  Fitted run() {
    constexpr int rounds_against_crumbs = 3;
    const LatticeSizes sizes = search();
    if (endless_) return {};
    Fitted out = make(sizes, rounds_against_crumbs);
    const bool dear = std::ranges::any_of(parts_, [](const FittedPart& p) { return p.dear; });
    if (dear) out = bridged(std::move(out));
    return closer(std::move(out));
  }

  double needed() const { return needed_; }

 private:
  // Bridges that would make too many tetrahedra are paid for with longer cubes elsewhere.
  Fitted bridged(Fitted out) {
    for (FittedPart& part : parts_)
      if (part.dear) part.extra = part.bridges;
    const LatticeSizes longer = search();
    if (endless_) return out;
    Fitted bridged = make(longer, 0);
    const auto missing = [&](const Fitted& f) {
      return std::abs(total_volume(f.mesh.vertices, f.mesh.tetrahedra.cells) - field_.volume());
    };
    const bool better = bridged.good && bridged.lost <= out.lost && missing(bridged) < missing(out);
    return better ? bridged : out;
  }

  // Halves cubes where mesh and surface are farther apart than half an even cube: at tips and in
  // hollows, which are few. Where they are not the number does not hold the surface.
  Fitted closer(Fitted out) {
    constexpr int attempts = 6;
    constexpr double few = 0.05;
    std::vector<std::vector<SizeSample>> before;
    for (const FittedPart& part : parts_) before.push_back(part.extra);
    const LatticeSizes first = out.sizes;
    double factor = 1, too_short = 0, too_long = 0;
    for (int attempt = 0; attempt < attempts; ++attempt) {
      if (!out.good || out.distance <= near() || out.far > few * field_.area()) break;
      // What halving costs is paid for with longer cubes, of which none is halved more often.
      const LatticeSizes sizes{factor * first.largest, factor * first.smallest,
                               factor * first.relaxed, first.curved};
      if (attempt > 0) {
        for (std::size_t i = 0; i < parts_.size(); ++i) {
          parts_[i].extra = before[i];
          for (SizeSample& sample : parts_[i].extra) sample.size *= factor;
        }
        if (!make(sizes, 1).good) break;
      }
      const double count = halve_far_leaves(sizes, out);
      if (is_wanted(count)) break;  // it is no closer for all that
      const double dear = count / target_;
      (dear > 1 ? too_short : too_long) = factor;
      factor = too_short > 0 && too_long > 0
                   ? std::sqrt(too_short * too_long)
                   : factor * std::cbrt(std::clamp(dear > 1 ? 1.1 * dear : dear, 0.7, 1.4));
    }
    return out;
  }

  // Starts from the mesh made last and keeps what is closer in `best`; the number of tetrahedra
  // that it comes to.
  double halve_far_leaves(const LatticeSizes& sizes, Fitted& best) {
    constexpr int rounds = 4;
    double count = 0;
    for (int round = 0; round < rounds; ++round) {
      for (FittedPart& part : parts_)
        part.extra.insert(part.extra.end(), part.closer.begin(), part.closer.end());
      Fitted next = make(sizes, 1);
      count = static_cast<double>(next.mesh.tetrahedra.size());
      if (!next.good || !is_wanted(count)) break;
      const bool near_enough = next.distance <= near();
      if (next.lost <= best.lost && next.distance < best.distance) best = std::move(next);
      if (near_enough) break;
    }
    return count;
  }

  // Near enough to the wanted number.
  bool is_wanted(double count) const { return count > 0.9 * target_ && count < 1.1 * target_; }

  // Half an even cube, less a little for the places between those that are measured.
  double near() const { return 0.45 * even_; }

  Fitted make(const LatticeSizes& sizes, int rounds_against_crumbs) {
    Fitted out;
    out.sizes = sizes;
    out.solids = parts_.size();
    out.good = true;
    report(0.5, needed_ > 0 ? text("making tetrahedra, too few for the thinnest parts: about ",
                                   about(needed_), " would do")
                            : "making tetrahedra");
    for (FittedPart& part : parts_)
      finish_part(part, sizes, graded_, rounds_against_crumbs, near(), out);
    out.good = out.good && !out.mesh.tetrahedra.empty();
    return out;
  }

  void report(double fraction, std::string_view what) {
    told_ = std::max(told_, fraction);
    if (progress_) progress_(told_, what);
  }

  // About how many tetrahedra there will be, but for a factor: a layer of small cubes where the
  // surface asks for them, long ones in the rest of the volume.
  double estimate(const LatticeSizes& sizes) const {
    double sum = 0, rest = field_.volume();
    for (const FittedPart& part : parts_)
      for (const SurfaceSample& s : part.samples) {
        const double size = wanted_size(s, sizes);
        // Halving makes them three quarters as long on average.
        const double made = size < sizes.largest ? 0.72 * size : size;
        const double depth = std::min(s.thickness / 2, 1.5 * made);
        sum += s.area * depth / (made * made * made);
        rest -= s.area * depth;
      }
    return tetrahedra_per_cube *
           (sum + std::max(rest, 0.0) / (sizes.largest * sizes.largest * sizes.largest));
  }

  static LatticeSizes sizes_of(const ThinParts& thin, double largest) {
    return {largest, std::ldexp(largest, -thin.halvings), thin.relaxed, thin.curved};
  }

  LatticeSizes solve(const ThinParts& thin, double count, double longest) const {
    double low = longest / 64, high = longest;
    for (int i = 0; i < 30; ++i) {
      const double middle = std::sqrt(low * high);
      (estimate(sizes_of(thin, middle)) > count ? low : high) = middle;
    }
    return sizes_of(thin, aligned(field_, high));
  }

  // As often as the thinnest part needs, then ever less.
  std::vector<ThinParts> ways(double longest) const {
    double thinnest = longest;
    for (const FittedPart& part : parts_)
      for (const SurfaceSample& s : part.samples)
        thinnest = std::min(thinnest, wanted_size(s, {longest, 0, 1, false}));
    const int most =
        std::clamp(static_cast<int>(std::ceil(std::log2(longest / thinnest))), 0, most_halvings);
    std::vector<ThinParts> list;
    list.push_back({std::max(most, 1), 1, true});
    for (int halvings = most; halvings > 0; --halvings)
      for (double relaxed : {1.0, 1.15}) list.push_back({halvings, relaxed, false});
    list.push_back({0, 1, false});
    return list;
  }

  // The best way to hold thin parts that leaves cubes of no more than a few times the even length
  // elsewhere, and the length that then makes the wanted number.
  LatticeSizes search() {
    const double greatest = 0.95 * greatest_spacing(field_.box());
    // Thin parts are worth long cubes elsewhere, curved ones are not: the body would be too stiff.
    const auto longest_of = [&](const ThinParts& thin) {
      return std::min((thin.curved ? 1.5 : 3) * even_, greatest);
    };
    const std::vector<ThinParts> ways = this->ways(std::min(3 * even_, greatest));
    double factor = 1, least_error = 1e300;
    double too_short = 0, too_long = 0;  // cubes of the present way
    std::size_t way = 0;
    LatticeSizes best;
    for (int attempt = 0; attempt < 8; ++attempt) {
      const std::size_t last_way = way;
      if (attempt < 2) way = 0;
      while (way + 1 < ways.size() &&
             factor * estimate(sizes_of(ways[way], longest_of(ways[way]))) > 1.05 * target_)
        ++way;
      if (way != last_way) too_short = too_long = 0;
      const bool even = ways[way].halvings == 0;
      const LatticeSizes sizes =
          attempt >= 5 && too_short > 0 && too_long > 0  // it goes to and fro
              ? sizes_of(ways[way], std::sqrt(too_short * too_long))
              : solve(ways[way], target_ / factor,
                      even ? std::min(16 * even_, greatest) : longest_of(ways[way]));
      report(0.2 + 0.03 * attempt, "finding the resolution");
      const double count = this->count(sizes);
      if (endless_) break;
      const double error = std::abs(std::log(std::max(count, 1.0) / target_));
      if (error < least_error) {
        least_error = error;
        best = sizes;
      }
      if (error < 0.06) break;
      (count > target_ ? too_short : too_long) = sizes.largest;
      const double last = factor;
      factor = std::max(count, 0.05 * target_) / estimate(sizes);
      if (std::abs(factor / last - 1) < 1e-3 && !(too_short > 0 && too_long > 0)) break;
    }
    const double all = factor * estimate(sizes_of(ways[0], std::max(best.largest, 2 * even_)));
    if (needed_ == 0 && way > 1 && all > 1.1 * target_) needed_ = all;
    return best;
  }

  // Loose triangles enclose next to nothing, however short the cubes about them are made.
  double count(const LatticeSizes& sizes) {
    const double most_leaves = 4e6 + 20 * target_;
    double sum = 0;
    for (const FittedPart& part : parts_) {
      const SizedTree tree = tree_of(part, sizes, graded_);
      endless_ = endless_ || static_cast<double>(tree.leaf_count()) > most_leaves;
      if (endless_) return 0;
      sum += static_cast<double>(stuff(*part.field, tree).tetrahedra.size());
    }
    return sum;
  }

  const SurfaceField& field_;
  bool graded_;
  double target_;
  double even_ = 0;  // length of the cubes if all were equal
  double needed_ = 0;
  bool endless_ = false;  // a lattice would have far too many cubes
  std::vector<FittedPart> parts_;
  Progress progress_;
  double told_ = 0;
};

}  // namespace

Fitted fit(const Mesh& surface, const SurfaceField& field, const MesherOptions& options,
           std::size_t tetrahedra) {
  Fitting fitting(surface, field, options, tetrahedra);
  Fitted out = fitting.run();
  out.needed = fitting.needed();
  // Pieces left out, or a search between sizes that jump, leave too few: once more, for more.
  const auto wanted = static_cast<double>(tetrahedra);
  const double share = static_cast<double>(out.mesh.tetrahedra.size()) / wanted;
  if (out.good && share < 0.9 && share > 0.5) {
    Fitted more = Fitting(surface, field, options, static_cast<std::size_t>(wanted / share)).run();
    const double closer = static_cast<double>(more.mesh.tetrahedra.size()) / wanted;
    more.needed = out.needed;
    if (more.good && std::abs(std::log(closer)) < -std::log(share)) out = std::move(more);
  }
  if (!field.closed()) return out;
  // A solid that falls to pieces is no use: a few times as many tetrahedra are better.
  constexpr double most_missing = 0.1, most_more = 4;
  const double made = total_volume(out.mesh.vertices, out.mesh.tetrahedra.cells);
  const bool held = made > (1 - most_missing) * field.volume();
  if (held || out.needed == 0 || out.needed > most_more * static_cast<double>(tetrahedra))
    return out;
  Fitting again(surface, field, options, static_cast<std::size_t>(out.needed));
  Fitted more = again.run();
  more.needed = out.needed;
  return more;
}

}  // namespace pliant::generate
