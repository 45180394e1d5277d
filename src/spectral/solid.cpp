#include "spectral/solid.h"

#include <pliant/box.h>
#include <pliant/error.h>
#include <pliant/masses.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/fingerprint.h"
#include "base/text.h"
#include "model/check_solid.h"
#include "model/isotropic.h"
#include "spectral/clusters.h"
#include "spectral/joints.h"
#include "spectral/region_modes.h"

namespace pliant {

SpectralSolid::SpectralSolid(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
const std::vector<SpectralSolid::Region>& SpectralSolid::regions() const {
  return data_->regions;
}
const std::vector<SpectralSolid::Boundary>& SpectralSolid::boundaries() const {
  return data_->boundaries;
}
bool SpectralSolid::is_free() const {
  return data_->free;
}
std::vector<double> SpectralSolid::frequencies() const {
  std::vector<double> out;
  for (const double value : data_->stiffness)
    out.push_back(std::sqrt(value) / (2 * std::numbers::pi));
  return out;
}

namespace spectral {

namespace {

using Matrix = Eigen::MatrixXd;

void check_input(const TetMesh& mesh, std::span<const Material> materials,
                 const SpectralOptions& options) {
  if (materials.size() != 1 && materials.size() != mesh.tetrahedra().size())
    throw InputError(
        "", 0, text(materials.size(), " materials for ", mesh.tetrahedra().size(), " tetrahedra"),
        "give one, or one a tetrahedron");
  for (const Material& material : materials) pliant::check(material);
  for (const Index v : options.fixed)
    if (v >= mesh.vertices().size())
      throw InputError("", 0, text("vertex ", v, " is fixed; there are ", mesh.vertices().size()),
                       "vertices are numbered from zero");
  for (const double damping : {options.mass_damping, options.stiffness_damping.value_or(0)})
    if (!(damping >= 0) || !std::isfinite(damping))
      throw InputError("", 0, text("a damping is ", damping), "give a number of at least zero");
  for (const double rate : {options.p1, options.p2})
    if (!(rate >= 0) || !std::isfinite(rate))
      throw InputError("", 0, text("a stabilisation factor is ", rate),
                       "give p1 and p2 in 1/s, such as 100 each, or none");
  if (options.p1 > 0 && options.p2 == 0)
    throw InputError("", 0, "p1 without p2 lets handles drift", "give p2, too, such as the same");
  for (std::size_t v = 0; v < mesh.vertices().size(); ++v)
    if (mesh.vertex_tetrahedra()[v].empty())
      throw InputError("", 0, text("vertex ", v, " belongs to no tetrahedron"),
                       "repair the mesh with 'pliant convert --repair'");
}

// A quarter of the modes may go into keeping boundaries together, so that the region can still
// deform: 2 nodes with 50 modes, as Y10 has it.
std::size_t nodes_of_each(const std::vector<SpectralSolid::Boundary>& boundaries,
                          std::size_t region, std::size_t modes) {
  const auto count = std::ranges::count(boundaries, region, &SpectralSolid::Boundary::deformable);
  return std::max<std::size_t>(1, modes / (24 * static_cast<std::size_t>(count)));
}

// Everything that is put together.
class Builder {
 public:
  Builder(const TetMesh& mesh, std::span<const Material> materials, const SpectralOptions& options)
      : mesh_(mesh), materials_(materials), options_(options), out_(std::make_shared<Data>()) {}

  std::shared_ptr<const Data> build() {
    find_parts();
    place();
    solve_regions();
    couple();
    out_->clusters = out_->free ? std::vector<Data::Cluster>() : make_clusters(*out_, lumped());
    if (out_->free) out_->centrifugal = centrifugal_loads(*out_, lumped());
    set_fingerprint();
    return out_;
  }
  std::vector<double> masses() const { return vertex_masses_; }

 private:
  void find_parts() {
    regions_ = find_regions(mesh_, options_.rigid);
    out_->boundaries = find_boundaries(regions_, mesh_.vertices().size());
    out_->joints = find_joints(mesh_, regions_, options_);
    std::vector<std::pair<std::size_t, std::size_t>> joined;
    for (const Data::Joint& joint : out_->joints)
      joined.emplace_back(joint.first.node.region, joint.second.node.region);
    check_connected(regions_, mesh_.vertices().size(), joined);
    out_->node_of.resize(mesh_.vertices().size());
    std::vector<bool> rigid_owner(out_->node_of.size(), false), owned = rigid_owner;
    for (std::size_t r = 0; r < regions_.size(); ++r)
      for (std::size_t i = 0; i < regions_[r].vertices.size(); ++i) {
        const Index v = regions_[r].vertices[i];
        if (owned[v] && (rigid_owner[v] || !regions_[r].rigid)) continue;
        owned[v] = true;
        rigid_owner[v] = regions_[r].rigid;
        out_->node_of[v] = {static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(i)};
      }
    out_->on_surface.assign(mesh_.vertices().size(), false);
    for (const Triangle& triangle : mesh_.boundary())
      for (const Index v : triangle) out_->on_surface[v] = true;
    out_->edges.assign(mesh_.edges().begin(), mesh_.edges().end());
    out_->fixed = options_.fixed;
    std::ranges::sort(out_->fixed);
    out_->fixed.erase(std::unique(out_->fixed.begin(), out_->fixed.end()), out_->fixed.end());
    list_cells();
    choose_nodes();
  }

  void list_cells() {
    out_->cells.resize(mesh_.tetrahedra().size());
    for (std::size_t r = 0; r < regions_.size(); ++r)
      for (std::size_t i = 0; i < regions_[r].cells.size(); ++i) {
        const Index t = regions_[r].cells[i];
        const Material& material = materials_[materials_.size() == 1 ? 0 : t];
        const Tetrahedron& own = regions_[r].tetrahedra[i];
        out_->cells[t] = {static_cast<std::uint32_t>(r),
                          {own[0], own[1], own[2], own[3]},
                          material.lame_lambda(),
                          material.shear_modulus()};
      }
  }

  void choose_nodes() {
    for (auto& boundary : out_->boundaries) {
      const std::size_t count =
          options_.boundary_nodes > 0
              ? options_.boundary_nodes
              : nodes_of_each(out_->boundaries, boundary.deformable, options_.modes);
      boundary.constrained =
          spread_nodes(boundary.vertices, boundary_edges(mesh_, boundary), count);
      for (const Index v : boundary.vertices) {
        const bool constrained =
            std::ranges::find(boundary.constrained, v) != boundary.constrained.end();
        out_->pairs.push_back({node(boundary.deformable, v), node(boundary.rigid, v), constrained});
      }
    }
  }
  Data::Node node(std::size_t region, Index vertex) const {
    return {static_cast<std::uint32_t>(region), regions_[region].local(vertex)};
  }

  void place() {
    vertex_masses_.assign(mesh_.vertices().size(), 0.0);
    for (std::size_t t = 0; t < mesh_.tetrahedra().size(); ++t) {
      const Tetrahedron& c = mesh_.tetrahedra()[t];
      const auto x = mesh_.vertices();
      const double mass = materials_[materials_.size() == 1 ? 0 : t].density *
                          signed_volume(x[c[0]], x[c[1]], x[c[2]], x[c[3]]);
      for (const Index v : c) {
        vertex_masses_[v] += mass / 4;
        out_->centre += x[v] * (mass / 4);
      }
      out_->mass += mass;
    }
    out_->centre = out_->centre / out_->mass;
    Box box;
    for (const Vec3d& x : mesh_.vertices()) {
      out_->rest.push_back(x - out_->centre);
      box.add(x);
    }
    out_->size = length(box.size());
    out_->free = options_.fixed.empty();
    out_->mass_damping = options_.mass_damping;
    out_->stiffness_damping = options_.stiffness_damping.value_or(mean_damping_time());
    out_->p1 = options_.p1;
    out_->p2 = options_.p2;
    out_->form = options_.boundary;
    out_->warped = options_.warped;
  }
  // One number for all modes: by volume, of what deforms.
  double mean_damping_time() const {
    if (materials_.size() == 1) return materials_[0].damping_time;
    double sum = 0, whole = 0;
    for (const RegionMesh& region : regions_)
      for (const Index t : region.rigid ? std::vector<Index>() : region.cells) {
        const Tetrahedron& c = mesh_.tetrahedra()[t];
        const auto x = mesh_.vertices();
        const double volume = signed_volume(x[c[0]], x[c[1]], x[c[2]], x[c[3]]);
        sum += volume * materials_[t].damping_time;
        whole += volume;
      }
    return whole > 0 ? sum / whole : 0;
  }

  void solve_regions() {
    for (const RegionMesh& region : regions_) {
      modes_.push_back(region_modes(mesh_, out_->rest, region, materials_, options_));
      first_.push_back(total_);
      total_ += modes_.back().modes();
      out_->regions.push_back(
          {region.rigid, region.vertices, region.cells.size(), modes_.back().modes()});
    }
  }

  // A row of a node's displacement (0 to 2) or rotation (3 to 5) in all modes.
  void add_row(Matrix& rows, Eigen::Index at, const Data::Node& node, std::size_t row,
               double factor) const {
    const RegionModes& modes = modes_[node.region];
    const double* numbers = modes.shapes.data() + (node.number * 6 + row) * modes.modes();
    for (std::size_t m = 0; m < modes.modes(); ++m)
      rows(at, static_cast<Eigen::Index>(first_[node.region] + m)) += factor * numbers[m];
  }

  // What modes must not do: part at constrained nodes, move what is fixed, move rigidly as a whole.
  Matrix constraint_rows() {
    std::vector<std::pair<Data::Node, std::optional<Data::Node>>> ties;
    if (out_->form == BoundaryForm::linear)
      for (const Data::Pair& pair : out_->pairs)
        if (pair.constrained) ties.push_back({pair.deformable, pair.rigid});
    const std::size_t joined = ties.size();
    for (std::size_t r = 0; r < regions_.size(); ++r)
      for (const Index v : options_.fixed)
        if (regions_[r].rigid && std::ranges::binary_search(regions_[r].vertices, v))
          ties.push_back({node(r, v), std::nullopt});
    std::vector<std::vector<Data::Node>> lines;
    std::size_t on_lines = 0;  // nodes that follow the first of their line
    for (const std::vector<Index>& line : options_.lines) {
      lines.push_back(line_nodes(regions_, out_->rest, line, nodes_of_lines()));
      on_lines += lines.back().size() - 1;
    }
    const std::size_t count = 6 * (joined + on_lines) + 3 * (ties.size() - joined);
    Matrix rows = Matrix::Zero(static_cast<Eigen::Index>(count + (out_->free ? 6 : 0)),
                               static_cast<Eigen::Index>(total_));
    Eigen::Index at = 0;
    for (std::size_t i = 0; i < ties.size(); ++i)
      for (std::size_t row = 0; row < (i < joined ? 6u : 3u); ++row, ++at) {
        const double factor = std::sqrt(out_->mass) * (row < 3 ? 1 : out_->size);
        add_row(rows, at, ties[i].first, row, factor);
        if (ties[i].second) add_row(rows, at, *ties[i].second, row, -factor);
      }
    for (const std::vector<Data::Node>& line : lines)
      for (std::size_t i = 1; i < line.size(); ++i, at += 6) tie(rows, at, line[0], line[i]);
    if (out_->free) rows.bottomRows(6) = whole_motion().transpose();
    return rows;
  }

  // As many as a boundary has: each takes six modes.
  std::size_t nodes_of_lines() const {
    return options_.boundary_nodes > 0
               ? options_.boundary_nodes
               : std::max<std::size_t>(2, options_.modes / (24 * options_.lines.size()));
  }

  // One node moves with another as if a rod were between them: w' = w, u' = u + w × r.
  void tie(Matrix& rows, Eigen::Index at, const Data::Node& to, const Data::Node& node) const {
    const auto place = [&](const Data::Node& n) {
      return out_->rest[regions_[n.region].vertices[n.number]];
    };
    const Vec3d r = place(node) - place(to);
    const double length = std::sqrt(out_->mass), angle = length * out_->size;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto row = at + static_cast<Eigen::Index>(axis);
      const int next = static_cast<int>(axis + 1) % 3, last = static_cast<int>(axis + 2) % 3;
      add_row(rows, row, node, axis, length);
      add_row(rows, row, to, axis, -length);
      add_row(rows, row, to, 3 + static_cast<std::size_t>(next), -length * r[last]);
      add_row(rows, row, to, 3 + static_cast<std::size_t>(last), length * r[next]);
      add_row(rows, row + 3, node, 3 + axis, angle);
      add_row(rows, row + 3, to, 3 + axis, -angle);
    }
  }

  // The rigid motions of the whole in the modes of its regions, orthonormal.
  Matrix whole_motion() {
    Matrix raw = Matrix::Zero(static_cast<Eigen::Index>(total_), 6);
    for (std::size_t r = 0; r < regions_.size(); ++r)
      for (std::size_t m = 0; m < modes_[r].rigid_modes; ++m)
        for (std::size_t motion = 0; motion < 6; ++motion)
          raw(static_cast<Eigen::Index>(first_[r] + m), static_cast<Eigen::Index>(motion)) =
              modes_[r].rigid_share[m][motion];
    const Eigen::Matrix<double, 6, 6> gram = raw.transpose() * raw;
    out_->inertia = {gram(3, 3), gram(4, 4), gram(5, 5), gram(3, 4), gram(4, 5), gram(5, 3)};
    const Eigen::Matrix<double, 6, 6> lower = gram.llt().matrixL();
    return raw * lower.inverse().transpose();
  }

  void couple() {
    const Matrix rows = constraint_rows();
    Matrix null = Matrix::Identity(rows.cols(), rows.cols());
    if (rows.rows() > 0) {
      Eigen::ColPivHouseholderQR<Matrix> factors(rows.transpose());
      factors.setThreshold(1e-9);
      const Matrix q = factors.householderQ();
      null = q.rightCols(rows.cols() - factors.rank());
    }
    Eigen::VectorXd values(rows.cols());
    for (std::size_t r = 0; r < modes_.size(); ++r)
      for (std::size_t m = 0; m < modes_[r].modes(); ++m)
        values(static_cast<Eigen::Index>(first_[r] + m)) = modes_[r].eigenvalues[m];
    Matrix map(rows.cols(), 0);
    if (null.cols() > 0) {
      const Eigen::SelfAdjointEigenSolver<Matrix> solver(null.transpose() * values.asDiagonal() *
                                                         null);
      map = null * solver.eigenvectors();
      for (Eigen::Index i = 0; i < null.cols(); ++i)
        out_->stiffness.push_back(std::max(0.0, solver.eigenvalues()(i)));
    }
    for (std::size_t r = 0; r < modes_.size(); ++r) {
      Data::Modal modal{modes_[r].modes(), std::move(modes_[r].shapes), {}};
      for (std::size_t m = 0; m < modal.modes; ++m)
        for (Eigen::Index i = 0; i < map.cols(); ++i)
          modal.map.push_back(map(static_cast<Eigen::Index>(first_[r] + m), i));
      out_->modal.push_back(std::move(modal));
    }
  }

  std::vector<std::vector<double>> lumped() const {
    std::vector<std::vector<double>> out;
    for (const RegionModes& modes : modes_) out.push_back(modes.lumped);
    return out;
  }

  void set_fingerprint() {
    Fingerprint print;
    for (const Data::Modal& modal : out_->modal) {
      print.add(modal.shapes);
      print.add(modal.map);
    }
    print.add(out_->stiffness);
    print.add(std::array{out_->mass_damping, out_->stiffness_damping, double(out_->form),
                         double(out_->warped)});
    if (out_->p2 > 0) print.add(std::array{out_->p1, out_->p2});
    for (const Data::Joint& joint : out_->joints)
      print.add(std::array{joint.first.offset, joint.second.offset, joint.axis});
    out_->fingerprint = print.value();
  }

  const TetMesh& mesh_;
  std::span<const Material> materials_;
  const SpectralOptions& options_;
  std::shared_ptr<Data> out_;
  std::vector<RegionMesh> regions_;
  std::vector<RegionModes> modes_;
  std::vector<std::size_t> first_;  // mode of each region
  std::size_t total_ = 0;           // modes
  std::vector<double> vertex_masses_;
};

}  // namespace

}  // namespace spectral

Body spectral_body(const TetMesh& mesh, std::span<const Material> materials,
                   const SpectralOptions& options, Notes* notes) {
  spectral::check_input(mesh, materials, options);
  tell_doubts(materials, notes);
  tell_locking("spectral solids", materials, notes);
  std::vector<Material> own;
  for (const Material& material : materials) own.push_back(isotropic(material, notes));
  spectral::Builder builder(mesh, own, options);
  Body body;
  body.spectral = std::make_shared<SpectralSolid>(builder.build());
  body.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  body.tetrahedra.assign(mesh.tetrahedra().begin(), mesh.tetrahedra().end());
  body.masses = builder.masses();
  return body;
}

}  // namespace pliant
