#include <fmt/format.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <cmath>

#include "mesh/disjoint_sets.h"
#include "progress_bar.h"
#include "reproduce/y10.h"

// Figures 1, 6 and 7: what hybrid solids do, in pictures with the numbers that can be checked.

namespace pliant::app::y10 {

namespace {

constexpr double time_step = 1.0 / 500;  // s
constexpr double young = 3e5, poisson = 0.4;

// Places in a body's box at rest: 0 to 1 along each axis.
class InBox {
 public:
  explicit InBox(const TetMesh& mesh) : mesh_(mesh), box_(bounding_box(mesh.vertices())) {}

  Vec3d share(const Vec3d& x) const {
    const Vec3d size = box_.size(), from = x - box_.low;
    return {from.x / size.x, from.y / size.y, from.z / size.z};
  }
  Vec3d middle(std::size_t tetrahedron) const {
    Vec3d sum;
    for (const Index v : mesh_.tetrahedra()[tetrahedron]) sum += share(mesh_.vertices()[v]) * 0.25;
    return sum;
  }
  template <class Inside>
  std::vector<Index> tetrahedra(const Inside& inside) const {
    std::vector<Index> out;
    for (std::size_t t = 0; t < mesh_.tetrahedra().size(); ++t)
      if (inside(middle(t))) out.push_back(static_cast<Index>(t));
    return out;
  }
  template <class Inside>
  std::vector<Index> vertices(const Inside& inside) const {
    std::vector<Index> out;
    for (std::size_t v = 0; v < mesh_.vertices().size(); ++v)
      if (inside(share(mesh_.vertices()[v]))) out.push_back(static_cast<Index>(v));
    return out;
  }
  Index nearest(const std::vector<Index>& tetrahedra, const Vec3d& place) const {
    Index best = mesh_.tetrahedra()[tetrahedra.front()][0];
    for (const Index t : tetrahedra)
      for (const Index v : mesh_.tetrahedra()[t])
        if (squared_length(share(mesh_.vertices()[v]) - place) <
            squared_length(share(mesh_.vertices()[best]) - place))
          best = v;
    return best;
  }

 private:
  const TetMesh& mesh_;
  Box box_;
};

// The largest part of some tetrahedra that hangs together by faces; pieces that only touch would be
// rigid regions of their own.
std::vector<Index> largest_piece(const TetMesh& mesh, const std::vector<Index>& tetrahedra) {
  std::vector<bool> inside(mesh.tetrahedra().size(), false);
  for (const Index t : tetrahedra) inside[t] = true;
  DisjointSets sets(inside.size());
  for (const Index t : tetrahedra)
    for (const Index n : mesh.neighbours()[t])
      if (n != no_index && inside[n]) sets.join(t, n);
  std::vector<std::size_t> counts(inside.size(), 0);
  for (const Index t : tetrahedra) ++counts[sets.find(t)];
  const auto largest = static_cast<Index>(std::ranges::max_element(counts) - counts.begin());
  std::vector<Index> out;
  for (const Index t : tetrahedra)
    if (sets.find(t) == largest) out.push_back(t);
  return out;
}

double distance_to_segment(const Vec3d& x, const Vec3d& a, const Vec3d& b) {
  const double along = std::clamp(dot(x - a, b - a) / squared_length(b - a), 0.0, 1.0);
  return length(x - a - (b - a) * along);
}

/// A solid that is led, and how it is looked at.
struct Act {
  const TetMesh& mesh;
  SpectralOptions options;
  struct Lead {
    Index vertex;
    Vec3d way;  // m
  };
  std::vector<Lead> leads;
  std::vector<Index> hidden;  // tetrahedra that are left out of the pictures
  double yaw = 25, seconds = 1;
};

struct Shot {
  std::vector<Vec3d> positions;
  double deviation = 0;  // m
};

// Evenly from rest to the end of the ways.
std::vector<Shot> play(const Act& act, std::size_t shots) {
  const Material flesh = make_material(young, poisson, 1000, 0.01);
  const Model model(spectral_body(act.mesh, std::span(&flesh, 1), act.options));
  State state(model, {.time_step = time_step, .gravity = {}, .damping = 5});
  for (const Act::Lead& lead : act.leads)
    state.add_drive({.vertices = {lead.vertex}, .path = [&act, lead](double t) {
                       Pose pose;
                       pose.shift = lead.way * std::min(1.0, t / act.seconds);
                       return pose;
                     }});
  const auto steps = static_cast<std::int64_t>(act.seconds / time_step);
  std::vector<Shot> out{{state.positions(), 0}};
  for (std::size_t i = 1; i < shots; ++i) {
    step(model, state, steps / static_cast<std::int64_t>(shots - 1));
    out.push_back({state.positions(), boundary_deviation(state)});
  }
  return out;
}

Box reach_of(const std::vector<Shot>& shots) {
  Box box;
  for (const Shot& shot : shots)
    for (const Vec3d& x : shot.positions) box.add(x);
  return box;
}

/// How much what is rigid has changed its shape: the largest change of a distance in it, m.
double stretch_of(const TetMesh& mesh, const std::vector<Index>& rigid,
                  const std::vector<Vec3d>& x) {
  double most = 0;
  for (const Index t : rigid)
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Index a = mesh.tetrahedra()[t][i], b = mesh.tetrahedra()[t][j];
        most = std::max(
            most, std::abs(length(x[a] - x[b]) - length(mesh.vertices()[a] - mesh.vertices()[b])));
      }
  return most;
}

std::vector<Index> all_of(const std::vector<std::vector<Index>>& lists) {
  std::vector<Index> out;
  for (const auto& list : lists) out.insert(out.end(), list.begin(), list.end());
  return out;
}

Pictures pictures_of(const Act& act, const std::vector<Shot>& shots,
                     const std::vector<std::string>& titles, int width, int height) {
  const Box reach = reach_of(shots);
  Pictures out;
  for (std::size_t i = 0; i < shots.size() && i < titles.size(); ++i)
    out.push_back({titles[i], drawn(act.mesh, all_of(act.options.rigid), shots[i].positions, reach,
                                    width, height, act.yaw, act.hidden)});
  return out;
}

Table table_of(const std::string& figure) {
  using enum Source;
  return {"figure " + figure,
          "Figure " + figure + " in numbers, at the end",
          {{"solid", "Solid"},
           {"tetrahedra", "tetrahedra", ours},
           {"modes", "modes", ours},
           {"moved", "a handle moved, size", ours},
           {"deviation", "boundary parts, % of the size", ours},
           {"stretch", "rigid part stretched, % of the size", ours}},
          {}};
}

void add_row(Table& table, const std::string& name, const Act& act, const std::vector<Shot>& shots,
             std::size_t modes) {
  const double size = length(bounding_box(act.mesh.vertices()).size());
  const Shot& last = shots.back();
  const Index led = act.leads[0].vertex;
  const bool hybrid = !act.options.rigid.empty();
  const double stretch = stretch_of(act.mesh, all_of(act.options.rigid), last.positions);
  table.rows.push_back(
      {name, count(act.mesh.tetrahedra().size()), count(modes),
       significant(length(last.positions[led] - act.mesh.vertices()[led]) / size, 2),
       hybrid ? significant(100 * last.deviation / size, 2) : nothing(),
       hybrid ? significant(100 * stretch / size, 2) : nothing()});
}

// The right leg with two bones; the ankle is led back and up. Cut open in front of the bones.
void add_leg(const Plan& plan, Report& report) {
  Section& section = report.section("Figures 1 and 6: a leg with two bones");
  const std::optional<TetMesh> mesh = statue(plan, "armadillo", plan.settings.quick ? 4000 : 13852);
  if (!mesh) {
    section.add(Remark{"The armadillo was not found: no pictures of its leg."});
    return;
  }
  const InBox in(*mesh);
  const Vec3d hip{0.30, 0.38, 0.58}, above{0.23, 0.29, 0.60}, below{0.21, 0.16, 0.63},
      ankle{0.23, 0.06, 0.66};
  Act act{*mesh, {}, {}, {}, 25, 1.2};
  act.options.modes = plan.settings.quick ? 50 : 100;
  act.options.boundary_nodes = 3;
  for (const auto& ends : {std::pair(hip, above), std::pair(below, ankle)})
    act.options.rigid.push_back(largest_piece(*mesh, in.tetrahedra([&](const Vec3d& x) {
      return distance_to_segment(x, ends.first, ends.second) < 0.04;
    })));
  act.options.fixed = in.vertices([](const Vec3d& x) { return x.y > 0.5 || x.x > 0.5; });
  const double size = length(bounding_box(mesh->vertices()).size());
  act.leads = {{in.nearest(act.options.rigid[1], ankle), Vec3d{-0.02, 0.10, -0.16} * size}};
  act.hidden = in.tetrahedra(
      [&](const Vec3d& x) { return x.x < 0.42 && x.y < 0.42 && x.z > 0.55 + 0.22 * (0.42 - x.y); });
  progress()(0.7, "Y10: Figures 1 and 6");
  const std::vector<Shot> shots = play(act, 4);
  Act whole = act;
  whole.hidden.clear();
  section.add(Paragraph{fmt::format(
      "The armadillo of {} tetrahedra with {} modes; what is above the hips and its other leg are "
      "fixed. Two rigid bones, in grey where the leg is cut open, lie in the thigh and in the "
      "shin; a handle leads the ankle back. Y10 shows pictures only.",
      mesh->tetrahedra().size(), act.options.modes)});
  section.add(
      pictures_of(whole, {shots[0], shots[3]}, {"Figure 1: at rest", "the leg is bent"}, 440, 440));
  section.add(pictures_of(
      act, shots, {"Figure 6: cut open, at rest", "a third of the way", "two thirds", "at the end"},
      330, 330));
  Table table = table_of("6");
  add_row(table, "Armadillo", act, shots, act.options.modes);
  section.add(std::move(table));
}

Act bent_bar(const TetMesh& mesh, bool hybrid) {
  const Box box = bounding_box(mesh.vertices());
  const InBox in(mesh);
  Act act{mesh, {}, {}, {}, 20, 1.5};
  act.options.modes = 200;
  act.options.fixed = in.vertices([](const Vec3d& x) { return x.x < 1e-6; });
  const std::vector<Index> end = in.tetrahedra([](const Vec3d& x) { return x.x > 0.7; });
  if (hybrid) act.options.rigid = {end};
  act.options.boundary_nodes = 4;
  const double length = box.size().x;
  act.leads = {{in.nearest(end, {1, 0.5, 0.5}), Vec3d{-0.2, 0.45, 0} * length}};
  return act;
}

// Jaws that open; the plane of the mouth leans.
std::optional<Act> opened_mouth(const Plan& plan, const TetMesh& mesh) {
  const InBox in(mesh);
  const auto above_mouth = [](const Vec3d& x) {
    const double z = -0.4843 + 0.9686 * x.z;
    return x.y - (0.733 - 0.484 * (z - 0.284));
  };
  const auto inside = [&](double low, double high, double from) {
    return largest_piece(mesh, in.tetrahedra([=](const Vec3d& x) {
      const double up = above_mouth(x);
      return up > low && up < high && x.z > from;
    }));
  };
  Act act{mesh, {}, {}, {}, 75, 1};
  act.options.modes = 100;  // Y10's 50 leave jaws with three nodes each hardly any freedom
  act.options.rigid = {inside(0.02, 0.13, 0.84), inside(-0.12, -0.03, 0.80)};
  if (act.options.rigid[0].empty() || act.options.rigid[1].empty()) return std::nullopt;
  act.options.fixed = in.vertices([](const Vec3d& x) { return x.y < 0.45; });
  act.options.boundary_nodes = 3;
  const double size = length(bounding_box(mesh.vertices()).size());
  const double wide = plan.settings.quick ? 0.03 : 0.04;
  act.leads = {
      {in.nearest(act.options.rigid[0], {0.5, 0.76, 0.99}), Vec3d{0, wide, -0.01} * size},
      {in.nearest(act.options.rigid[1], {0.5, 0.62, 0.93}), Vec3d{0, -wide, -0.02} * size}};
  return act;
}

void add_bars_and_jaws(const Plan& plan, Report& report) {
  Section& section = report.section("Figure 7: bars and jaws");
  const int c[3] = {17, 9, 7};  // about Y10's 5372 tetrahedra
  const TetMesh bar(make_shape("grid", {{"length", 0.1 * c[0]},
                                        {"height", 0.1 * c[1] / 3},
                                        {"width", 0.1 * c[2] / 3},
                                        {"cells_x", c[0]},
                                        {"cells_y", plan.settings.quick ? 3 : c[1]},
                                        {"cells_z", plan.settings.quick ? 3 : c[2]},
                                        {"tets_per_cell", 5}}));
  section.add(Paragraph{fmt::format(
      "(a) a deformable bar and (b) the same with its last third rigid (grey), of {} tetrahedra "
      "(Y10: 5372), fixed at one end; a handle leads the other up. (c) a statue opens its mouth by "
      "two rigid jaws. Y10 shows pictures only, and its dragon is another.",
      bar.tetrahedra().size())});
  Table table = table_of("7");
  progress()(0.8, "Y10: Figure 7");
  Pictures pictures;
  for (const bool hybrid : {false, true}) {
    Act act = bent_bar(bar, hybrid);
    if (plan.settings.quick) act.options.modes = 60;
    const std::vector<Shot> shots = play(act, 2);
    const std::string name = hybrid ? "(b) hybrid bar" : "(a) deformable bar";
    add_row(table, name, act, shots, act.options.modes);
    pictures.push_back(pictures_of(act, shots, {"", name}, 440, 330)[1]);
  }
  section.add(std::move(pictures));
  const std::optional<TetMesh> mesh = statue(plan, "dragon", plan.settings.quick ? 8000 : 32959);
  const std::optional<Act> act = mesh ? opened_mouth(plan, *mesh) : std::nullopt;
  if (act) {
    const std::vector<Shot> shots = play(*act, 2);
    add_row(table, "(c) dragon", *act, shots, act->options.modes);
    section.add(pictures_of(*act, shots, {"(c) at rest", "its mouth opens"}, 440, 440));
    section.add(Remark{fmt::format(
        "The scan's mouth is filled with flesh, which so few modes cannot tear: with {} of them "
        "and "
        "three nodes on each boundary the jaws leave it behind by {:.0f} % of the statue's size.",
        act->options.modes, 100 * shots.back().deviation)});
  } else {
    section.add(Remark{"The dragon was not found: no picture of its jaws."});
  }
  section.add(std::move(table));
}

}  // namespace

void add_pictures(const Plan& plan, Report& report) {
  add_leg(plan, report);
  add_bars_and_jaws(plan, report);
}

}  // namespace pliant::app::y10
