#include <fmt/format.h>
#include <pliant/box.h>
#include <pliant/generate.h>
#include <pliant/io.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>
#include <pliant/voronoi.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "progress_bar.h"
#include "reproduce/e06.h"

// 6.4: Voronoi diagrams from tetrahedra, after E06 and clipped.

namespace pliant::app::e06 {

namespace {

constexpr double yaw = 25, pitch = 15;  // degrees

// Towards the eye of render::draw().
Vec3d forward() {
  const double y = yaw * std::numbers::pi / 180, p = pitch * std::numbers::pi / 180;
  return {std::sin(y) * std::cos(p), std::sin(p), std::cos(y) * std::cos(p)};
}

// The faces behind a plane through the middle, each with its outline, and the body's outline.
Mesh faces_of(const TetMesh& mesh, const VoronoiDiagram& diagram) {
  const Vec3d eye = forward(), middle = bounding_box(mesh.vertices()).centre();
  Mesh scene;
  scene.vertices = diagram.vertices;
  for (std::size_t f = 0; f < diagram.face_vertices.size(); ++f) {
    const auto polygon = diagram.face_vertices[f];
    Vec3d centre;
    for (const Index v : polygon)
      centre += diagram.vertices[v] / static_cast<double>(polygon.size());
    if (dot(centre - middle, eye) > 0) continue;
    const bool away = dot(face_area_vector(diagram, f), eye) < 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Index a = polygon[i], b = polygon[(i + 1) % polygon.size()];
      scene.lines.cells.push_back({a, b});
      if (i == 0 || i + 1 == polygon.size()) continue;
      if (away)
        scene.triangles.cells.push_back({polygon[0], b, a});
      else
        scene.triangles.cells.push_back({polygon[0], a, b});
    }
  }
  return scene;
}

struct Quality {
  std::size_t faces = 0, outside = 0;  // vertices of the diagram that lie outside the body
  double turned = 0;                   // share of faces that point from the second particle
  double volume = 0;                   // of all cells, over the body's
};

bool lies_in(const std::array<double, 4>& weights) {
  return std::ranges::all_of(weights, [](double w) { return w > -1e-6; });
}

Quality quality_of(const TetMesh& mesh, const VoronoiDiagram& diagram) {
  Quality q;
  q.faces = diagram.face_vertices.size();
  std::size_t turned = 0;
  for (std::size_t f = 0; f < q.faces; ++f) {
    const auto [a, b] = diagram.face_particles[f];
    turned +=
        dot(face_area_vector(diagram, f), mesh.vertices()[b] - mesh.vertices()[a]) < 0 ? 1u : 0u;
  }
  q.turned = static_cast<double>(turned) / static_cast<double>(q.faces);
  for (std::size_t v = 0; v < diagram.vertices.size(); ++v)
    q.outside += lies_in(barycentric(mesh.vertices(), diagram, v)) ? 0u : 1u;
  for (const double v : pyramid_volumes(mesh.vertices(), diagram)) q.volume += v / mesh.volume();
  return q;
}

struct Subject {
  std::string name, figure;
  TetMesh mesh;
};

std::vector<Subject> subjects(const Plan& plan) {
  std::vector<Subject> list;
  const std::string cube = plan.model("cube_coarse");
  list.push_back({"cube", "6.5",
                  TetMesh(cube.empty() ? make_shape("cube", {{"cells", 4}}) : read_mesh(cube))});
  const Mesh surface = make_shape("icosphere", {{"levels", 3}});
  list.push_back({"sphere", "6.5", TetMesh(tetrahedralise(surface, {.tetrahedra = 1500}))});
  const std::string bunny = plan.model("bunny");
  list.push_back(
      {bunny.empty() ? "critter" : "bunny", "6.6",
       TetMesh(bunny.empty() ? make_shape("critter", {{"tets", 4000}}) : read_mesh(bunny))});
  return list;
}

}  // namespace

void add_diagrams(const Plan& plan, Report& report) {
  using enum Source;
  Table table{"6.4",
              "6.4: diagrams of circumcentres after E06 and clipped ones: vertices of the diagram "
              "outside the tetrahedron they move with, faces turned inside out, and the volume of "
              "all cells over the body's",
              {{"body", "Body"},
               {"particles", "particles"},
               {"published", "circumcentres", published},
               {"diagram", "diagram", ours},
               {"faces", "faces", ours},
               {"outside", "vertices outside", ours},
               {"turned", "faces turned", ours},
               {"volume", "volume", ours}},
              {}};
  Section& section = report.section("6.4: Voronoi diagrams");
  section.add(Paragraph{
      "Faces of the diagrams behind a plane through the middle. E06 6.4.1 joins the circumcentres "
      "of the tetrahedra round an edge; that works for a cube and a sphere (Figure 6.5) and has "
      "irregularities on a dolphin's flat flaps (Figure 6.6). Its dolphin is not at hand: a scan "
      "or the built-in critter takes its place. Beside it the clipped diagram, which CPM1 has "
      "here by default: cells are cut at the faces of the tetrahedra."});
  for (const Subject& s : subjects(plan)) {
    progress()(0.01, "E06: 6.4, " + s.name);
    Pictures pictures;
    for (const VoronoiKind kind : {VoronoiKind::circumcentre, VoronoiKind::clipped}) {
      const bool published_kind = kind == VoronoiKind::circumcentre;
      const VoronoiDiagram diagram = voronoi_diagram(s.mesh, kind);
      const std::string word = published_kind ? "circumcentres" : "clipped";
      pictures.push_back(
          {fmt::format("Figure {}: {}, {}", s.figure, s.name, word),
           render::draw(
               faces_of(s.mesh, diagram),
               {.width = 480, .height = 400, .yaw = yaw, .pitch = pitch, .edges = false})});
      const Quality q = quality_of(s.mesh, diagram);
      table.rows.push_back({s.name, count(s.mesh.vertices().size()),
                            !published_kind     ? nothing()
                            : s.figure == "6.5" ? Cell("good", true)
                                                : Cell("irregular, on a dolphin", false),
                            word, count(q.faces), count(q.outside),
                            Cell(fmt::format("{:.2f} %", 100 * q.turned), q.turned),
                            fixed(q.volume, 4)});
    }
    section.add(std::move(pictures));
  }
  section.add(std::move(table));
}

}  // namespace pliant::app::e06
