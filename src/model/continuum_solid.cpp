#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/quality.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "model/check_solid.h"
#include "model/volume_patches.h"
#include "model/voronoi_cells.h"

namespace pliant {

namespace {

double value_of(const std::vector<double>& values, std::size_t t) {
  return values[values.size() == 1 ? 0 : t];
}

double filled(std::span<const double> fill, std::size_t t) {
  return fill.empty() ? 1 : std::max(fill[t], least_fill);
}

bool one_density(std::span<const Material> materials) {
  return std::ranges::all_of(materials,
                             [&](const Material& m) { return m.density == materials[0].density; });
}

std::vector<double> masses_of(const TetMesh& mesh, std::span<const Material> materials,
                              MassDistribution distribution, std::span<const double> fill) {
  if (one_density(materials))
    return fill.empty() ? vertex_masses(mesh, materials[0].density, distribution)
                        : filled_masses(mesh, materials[0].density, fill);
  if (distribution != MassDistribution::lumped)
    throw InputError("", 0, "only lumped masses are there for several densities",
                     "take lumped masses, or one density");
  const std::vector<double> volumes = tetrahedron_volumes(mesh.mesh());
  std::vector<double> masses(mesh.vertices().size(), 0);
  for (std::size_t t = 0; t < volumes.size(); ++t)
    for (Index v : mesh.tetrahedra()[t])
      masses[v] += materials[t].density * filled(fill, t) * volumes[t] / 4;
  return masses;
}

// What keeps the two models of E06 from running away, which have no energy.
double usual_damping(ContinuumModel model, bool published) {
  if (published) return 0;
  return model == ContinuumModel::voronoi_faces ? 1 : model == ContinuumModel::sub_faces ? 0.1 : 0;
}

void tell_damping(ContinuumModel model, Notes& notes) {
  if (model == ContinuumModel::voronoi_faces)
    notes.emplace_back(
        "CPM1 in Pliant's form, with a clipped diagram and a damping of 1 of critical, without "
        "which it runs away; as E06 publishes it: voronoi = \"circumcentre\" (or a .str file with "
        "such a diagram); least_damping = 0 leaves only the damping out");
  if (model == ContinuumModel::sub_faces)
    notes.emplace_back(
        "CPM2 with a damping of 0.1 of critical, without which it runs away; as E06 publishes it: "
        "least_damping = 0");
}

// Relations whose parameters are moduli in Pa and, as the last, a time of damping.
class Taming {
 public:
  Taming(std::span<const Vec3d> x, std::span<const double> masses, std::span<Relations> sets)
      : x_(x), masses_(masses), sets_(sets) {}

  /// As slow_down() of mass-spring solids: no vertex more than `most` times as fast as the median.
  void slow_down(double most, Notes* notes) {
    if (!(most > 0)) return;
    const std::vector<double> squared = squared_frequencies();
    std::vector<double> sorted = squared;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const double limit = most * most * *middle;
    std::size_t lowered = 0, all = 0;
    for (Relations& set : sets_) {
      std::vector<double> factors(count(set), 1);
      for (std::size_t r = 0; r < factors.size(); ++r)
        factors[r] = std::min(1.0, limit / largest_at(squared, set, r));
      const auto here = static_cast<std::size_t>(
          std::ranges::count_if(factors, [](double factor) { return factor < 1; }));
      if (here > 0) scale(set, factors);
      if (is_patches(set)) continue;  // its tetrahedra are counted
      all += factors.size();
      lowered += here;
    }
    if (lowered > 0 && notes)
      notes->push_back(text("softened ", lowered, " of ", all, " ",
                            is_face(sets_[0]) ? "faces" : "tetrahedra",
                            ": ill-shaped ones would make the time step tiny"));
  }

  /// By tetrahedron.
  void soften(const TetMesh& mesh, std::span<const double> shares) {
    for (Relations& set : sets_) {
      if (is_patches(set))
        scale(set, of_patches(mesh, set, shares));
      else
        scale(set, shares);
    }
  }

  /// Within these shares of what would be critical for the fastest motion of a relation's vertices;
  /// `most` 0: no limit, but for patches: their waves of pressure are too fast to be seen, and how
  /// they are damped is not worth smaller steps.
  void limit_damping(double least, double most_of_all) {
    const std::vector<double> squared = squared_frequencies();
    for (Relations& set : sets_) {
      const double most = is_patches(set) && !(most_of_all > 0 && most_of_all < most_of_patches)
                              ? most_of_patches
                              : most_of_all;
      std::vector<double>& times = set.parameters.back();
      std::vector<double> limited(count(set));
      bool differs = false;
      for (std::size_t r = 0; r < limited.size(); ++r) {
        const double time = value_of(times, r);
        const double critical = 2 / std::sqrt(std::max(largest_at(squared, set, r), 1e-300));
        const double below = most > 0 ? std::min(time, most * critical) : time;
        limited[r] = std::max(below, least * critical);
        differs = differs || limited[r] != time;
      }
      if (differs) times = std::move(limited);
    }
  }

 private:
  static constexpr double most_of_patches = 0.1;

  static bool is_face(const Relations& set) { return law(set.law).pushed == 2; }
  static std::size_t arity(const Relations& set) {
    return static_cast<std::size_t>(law(set.law).arity);
  }
  static std::size_t count(const Relations& set) { return set.vertices.size() / arity(set); }
  static std::span<const Index> pushed(const Relations& set, std::size_t r) {
    return std::span(set.vertices).subspan(r * arity(set), is_face(set) ? 2 : arity(set));
  }
  // The mean by volume of what the tetrahedra of each patch have.
  static std::vector<double> of_patches(const TetMesh& mesh, const Relations& set,
                                        std::span<const double> values) {
    const std::vector<double> volumes = tetrahedron_volumes(mesh.mesh());
    std::vector<double> out;
    for (std::size_t r = 0; r < count(set); ++r) {
      double sum = 0, whole = 0;
      for (const Tetrahedron& tet : tetrahedra_of_patch(set, r)) {
        const Index t = tetrahedron_with(mesh, tet);
        sum += volumes[t] * values[t];
        whole += volumes[t];
      }
      out.push_back(sum / whole);
    }
    return out;
  }
  static void scale(Relations& set, std::span<const double> factors) {
    for (std::size_t p = 0; p < set.parameters.size(); ++p) {
      if (law(set.law).parameters[p].unit != "Pa") continue;
      std::vector<double> values(factors.size());
      for (std::size_t r = 0; r < values.size(); ++r)
        values[r] = factors[r] * value_of(set.parameters[p], r);
      set.parameters[p] = std::move(values);
    }
  }

  // Pa against the stiffest strain.
  static double modulus(const Relations& set, std::size_t r) {
    const auto parameter = [&](std::size_t p) { return value_of(set.parameters[p], r); };
    if (set.law == "SubFaces") return std::max(parameter(0), 2 * parameter(1));
    if (is_face(set)) return std::max(parameter(0), parameter(1));
    const double across = 2 * parameter(0) + parameter(1);
    if (set.law != "CorotatedFibre") return across;
    return std::max(across, across + 2 * parameter(2) + parameter(3));
  }
  // N/m against the motion of one vertex with all others held: modulus V |∇N|², or modulus A / L.
  double stiffness(const Relations& set, std::size_t r, std::size_t i) const {
    if (is_face(set)) return modulus(set, r) * set.rest[1][r] * set.rest[0][r];
    const auto v = pushed(set, r);
    const Tetrahedron tet{v[0], v[1], v[2], v[3]};
    const double volume = signed_volume(x_[tet[0]], x_[tet[1]], x_[tet[2]], x_[tet[3]]);
    const Triangle f = face_of(tet, static_cast<int>(i));
    const Vec3d two_areas = cross(x_[f[1]] - x_[f[0]], x_[f[2]] - x_[f[0]]);
    return modulus(set, r) * squared_length(two_areas) / (36 * volume);
  }
  std::vector<double> squared_frequencies() const {
    std::vector<double> sum(x_.size(), 0);
    for (const Relations& set : sets_)
      for (std::size_t r = 0; r < count(set); ++r) {
        const auto vertices = pushed(set, r);
        const std::vector<double> of_patch =
            is_patches(set) ? patch_stiffness(set, r, x_) : std::vector<double>();
        for (std::size_t i = 0; i < vertices.size(); ++i)
          sum[vertices[i]] += is_patches(set) ? of_patch[i] : stiffness(set, r, i);
      }
    for (std::size_t v = 0; v < sum.size(); ++v)
      if (masses_[v] > 0) sum[v] /= masses_[v];  // else it is in no tetrahedron
    return sum;
  }
  static double largest_at(const std::vector<double>& values, const Relations& set, std::size_t r) {
    double largest = 0;
    for (Index v : pushed(set, r)) largest = std::max(largest, values[v]);
    return largest;
  }

  std::span<const Vec3d> x_;
  std::span<const double> masses_;
  std::span<Relations> sets_;
};

}  // namespace

Body continuum_solid(const TetMesh& mesh, ContinuumModel model, std::span<const Material> materials,
                     const SolidOptions& options, const ContinuumOptions& continuum, Notes* notes) {
  check_continuum(mesh, model, materials, continuum);
  check_solid_options(options, mesh);
  if (model == ContinuumModel::voronoi_faces && !options.fill.empty())
    throw InputError("", 0, "a cage has no Voronoi cells: its tetrahedra overlap",
                     "take another model, or a fitted mesh");
  tell_doubts(materials, notes);
  if (continuum.fibres) tell_locking("tetrahedra with fibres", materials, notes);
  Notes unheard;
  Notes& heard = notes ? *notes : unheard;
  std::optional<VoronoiCells> cells;
  if (model == ContinuumModel::voronoi_faces) cells.emplace(mesh, continuum);
  const bool published = cells && cells->published();
  const double least = options.least_damping.value_or(usual_damping(model, published));
  std::optional<std::vector<double>> of_cells;
  if (published && one_density(materials) &&
      options.masses.value_or(MassDistribution::voronoi) == MassDistribution::voronoi)
    of_cells = cells->masses(materials[0].density, options.masses.has_value(), heard);
  Body body;
  body.relations = cells ? cells->relations(materials)
                         : continuum_relations(mesh, model, materials, continuum, notes);
  body.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  body.tetrahedra.assign(mesh.tetrahedra().begin(), mesh.tetrahedra().end());
  body.masses = of_cells
                    ? *of_cells
                    : masses_of(mesh, materials, options.masses.value_or(MassDistribution::lumped),
                                options.fill);
  if (options.largest_inverse_mass > 0)
    truncate_inverse_masses(body.masses, options.largest_inverse_mass);
  Taming taming(body.vertices, body.masses, body.relations);
  if (!options.fill.empty()) taming.soften(mesh, stiffness_shares(mesh, options.fill));
  taming.slow_down(options.fastest.value_or(published ? 0 : usual_fastest), notes);
  taming.limit_damping(least, options.most_damping);
  if (published)
    cells->tell(of_cells ? std::accumulate(of_cells->begin(), of_cells->end(), 0.0) /
                               (materials[0].density * mesh.volume())
                         : 0,
                least == 0, heard);
  else if (!options.least_damping)
    tell_damping(model, heard);
  return body;
}

Body continuum_solid(const TetMesh& mesh, ContinuumModel model, const Material& material,
                     const SolidOptions& options, const ContinuumOptions& continuum, Notes* notes) {
  return continuum_solid(mesh, model, std::span(&material, 1), options, continuum, notes);
}

}  // namespace pliant
