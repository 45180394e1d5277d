#include "tools/paint_tool.h"

#include <algorithm>

namespace pliant::viewer {

namespace {

const PaintedGroup* find(const std::vector<PaintedGroup>& groups, const std::string& name) {
  const auto found = std::ranges::find(groups, name, &PaintedGroup::name);
  return found == groups.end() ? nullptr : &*found;
}

std::vector<Index> corners(const Mesh& mesh, const std::vector<Index>& tetrahedra) {
  std::vector<Index> vertices;
  for (Index t : tetrahedra)
    vertices.insert(vertices.end(), mesh.tetrahedra[t].begin(), mesh.tetrahedra[t].end());
  std::ranges::sort(vertices);
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

}  // namespace

std::string PaintTool::free_name(const Live& live) {
  for (int n = 1;; ++n)
    if (const std::string name = "group" + std::to_string(n); !find(live.groups(), name))
      return name;
}

void PaintTool::choose(const PaintedGroup& chosen) {
  group = chosen.name;
  tetrahedra = !chosen.tetrahedra.empty();
}

bool PaintTool::press(const Bench& bench, Picker& picker, Point at, Modifiers modifiers) {
  if (!bench.present) return false;
  const auto hit = picker.hit(bench, at);
  if (!hit) return false;
  erases_ = erase || modifiers.control;
  if (group.empty()) group = free_name(bench.live);
  if (const PaintedGroup* there = find(bench.live.groups(), group)) {
    // A group is of one body and of one kind.
    if (there->body != hit->body) {
      if (erases_) return true;
      group = free_name(bench.live);
    } else {
      choose(*there);
    }
  }
  if (bench.body(hit->body).mesh->tetrahedra.empty()) tetrahedra = false;
  stroke_.emplace(bench, *hit, at, brush, tetrahedra ? tetrahedra_under : vertices_under);
  return true;
}

void PaintTool::drag(const Bench& bench, Picker& picker, Point at) {
  if (stroke_) stroke_->go_on(bench, picker, at);
}

void PaintTool::release(const Bench& bench) {
  if (!stroke_) return;
  const PaintedGroup after = painted(bench.live, bench.shown);
  const PaintedGroup* before = find(bench.live.groups(), group);
  if (before ? before->vertices != after.vertices || before->tetrahedra != after.tetrahedra
             : !after.vertices.empty())
    bench.live.paint(after);
  stroke_.reset();
}

void PaintTool::cancel(const Bench&) {
  stroke_.reset();
}

PaintedGroup PaintTool::painted(const Live& live, const Moment& shown) const {
  const PaintedGroup* there = find(live.groups(), group);
  PaintedGroup result = there ? *there : PaintedGroup{group, stroke_->body()};
  auto& list = tetrahedra ? result.tetrahedra : result.vertices;
  list = erases_ ? without(list, stroke_->reached()) : with(list, stroke_->reached());
  if (tetrahedra) result.vertices = corners(*(*shown.bodies)[result.body].mesh, list);
  return result;
}

std::vector<PaintedGroup> PaintTool::groups(const Live& live, const Moment& shown) const {
  std::vector<PaintedGroup> all = live.groups();
  if (!stroke_) return all;
  const auto place = std::ranges::find(all, group, &PaintedGroup::name);
  if (place != all.end())
    *place = painted(live, shown);
  else
    all.push_back(painted(live, shown));
  return all;
}

}  // namespace pliant::viewer
