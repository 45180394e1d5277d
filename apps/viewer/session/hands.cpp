#include "session/hands.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pliant::viewer {

namespace {

// Sizes are those of the diagonal of the body's box at rest.
constexpr double grip = 0.08;            // of the size: how far around a vertex a hand takes hold
constexpr double sag = 0.01;             // of the size: by which a body's weight pulls it off
constexpr double slowest = 30;           // rad/s, of the body on the spring, where that sags less
constexpr double strength = 20;          // of the weight
constexpr double most_stiffness = 0.25;  // of mass / step², of any vertex: stable with safe steps
constexpr double most_damping = 0.5;     // of mass / step
constexpr double widest_grip = 0.4;      // of the size, where steps are long and the mesh is coarse
constexpr double watched = 2;            // of the grip: how far around it stretch is looked at
constexpr double most_reach = 1;         // of the grip: how far ahead of its vertex a hand pulls
constexpr double easy_stretch = 2;       // of an edge, from which a hand gives way
constexpr double most_stretch = 3.5;     // at which it does not pull any more
constexpr double easing_seconds = 0.05;  // after which a led vertex is within 1/e of its target
constexpr double path_seconds = 0.05;    // after which a long way is planned anew

double size_of(const RunBody& body) {
  return length(body.model.box().size());
}

struct Near {
  Index vertex = 0;
  double weight = 1;
};

// Vertices around one, by edges, weighted by how far away they are at rest.
std::vector<Near> around(const TetMesh& mesh, Index first, double radius) {
  std::vector<Near> out{{first, 1}};
  std::vector<bool> seen(mesh.vertices().size(), false);
  seen[first] = true;
  for (std::size_t i = 0; i < out.size(); ++i)
    for (const Index edge : mesh.vertex_edges()[out[i].vertex])
      for (const Index v : mesh.edges()[edge]) {
        if (seen[v]) continue;
        seen[v] = true;
        const double part = length(mesh.vertices()[v] - mesh.vertices()[first]) / radius;
        if (part < 1) out.push_back({v, (1 - part * part) * (1 - part * part)});
      }
  return out;
}

// Where hands hold the same vertex, their springs together are no stronger than steps allow.
void share(std::span<Pull> pulls, const std::vector<double>& masses, double h) {
  std::map<Index, Pull> sums;
  for (const Pull& pull : pulls) {
    sums[pull.vertex].stiffness += pull.stiffness;
    sums[pull.vertex].damping += pull.damping;
  }
  for (Pull& pull : pulls) {
    const Pull& sum = sums[pull.vertex];
    const double mass = masses[pull.vertex];
    pull.stiffness *= std::min(1.0, most_stiffness * mass / (h * h) / sum.stiffness);
    pull.damping *= std::min(1.0, most_damping * mass / h / sum.damping);
  }
}

}  // namespace

void Hands::begin(const SceneRun& run) {
  hands_.clear();
  anchors_.clear();
  for (const RunBody& body : run.bodies()) anchors_.push_back(body.state.dynamics().pulls);
}

// The body shall swing on the spring as `slowest` says, or faster where it would sag too far, and
// come to rest at once; as far as steps allow for the mass that is held.
void Hands::take_hold(SceneRun& run, Hand& hand) const {
  const RunBody& body = run.bodies()[hand.held.body];
  const double size = size_of(body), h = run.time_step();
  const double mass = std::accumulate(body.masses.begin(), body.masses.end(), 0.0);
  const double gravity = std::max(9.81, length(body.state.dynamics().gravity));
  const double squared_rate = std::max(slowest * slowest, gravity / (sag * size));
  std::vector<Near> near;
  double held_mass = 0;
  double wide = 0;  // m
  for (double radius = grip; radius < widest_grip; radius *= 1.25) {
    wide = radius * size;
    near = around(*body.mesh, hand.held.vertex, wide);
    held_mass = 0;
    for (const Near& one : near) held_mass += one.weight * body.masses[one.vertex];
    if (held_mass * most_stiffness >= mass * squared_rate * h * h) break;
  }
  // Of the whole springs, for a weighted mass of one.
  const double stiffness = std::min(mass * squared_rate / held_mass, most_stiffness / (h * h));
  const double damping = std::min(2 * mass * std::sqrt(squared_rate) / held_mass, most_damping / h);
  const std::vector<Vec3d>& x = body.positions();
  for (const Near& one : near) {
    const double part = one.weight * body.masses[one.vertex];
    hand.fingers.push_back(
        {one.vertex, x[one.vertex] - x[hand.held.vertex], part * stiffness, part * damping});
  }
  hand.reach = std::min(strength * mass * gravity / (stiffness * held_mass), most_reach * wide);
  hand.around = edges_around(*body.mesh, hand.held.vertex, watched * wide);
}

double Hands::strength_left(const Hand& hand, const std::vector<Vec3d>& x) {
  double stretch = 0;
  for (const Fibre& fibre : hand.around)
    stretch = std::max(stretch, length(x[fibre.ends[1]] - x[fibre.ends[0]]) / fibre.length);
  return std::clamp((most_stretch - stretch) / (most_stretch - easy_stretch), 0.0, 1.0);
}

// All edges of the vertices that are so near at rest.
std::vector<Hands::Fibre> Hands::edges_around(const TetMesh& mesh, Index vertex, double radius) {
  std::vector<Index> edges;
  for (const Near& one : around(mesh, vertex, radius))
    for (const Index edge : mesh.vertex_edges()[one.vertex]) edges.push_back(edge);
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<Fibre> out;
  for (const Index edge : edges) {
    const Line& ends = mesh.edges()[edge];
    out.push_back({ends, length(mesh.vertices()[ends[1]] - mesh.vertices()[ends[0]])});
  }
  return out;
}

void Hands::pull(SceneRun& run, std::size_t number) {
  RunBody& body = run.bodies()[number];
  std::vector<Pull> pulls = anchors_[number];
  const std::vector<Vec3d>* x = nullptr;
  for (Hand& hand : hands_) {
    if (hand.held.body != number || hand.fingers.empty()) continue;
    if (!x) x = &body.positions();
    const Vec3d from = (*x)[hand.held.vertex];
    Vec3d way = hand.held.target - from;
    const double distance = length(way);
    const double left = strength_left(hand, *x), reach = left * hand.reach;
    hand.arrives = left == 1 && distance <= reach;
    if (distance > reach) way *= reach / distance;
    for (const Finger& finger : hand.fingers)
      pulls.push_back(
          {finger.vertex, from + way + finger.offset, finger.stiffness, finger.damping});
  }
  const auto of_hands = std::span(pulls).subspan(anchors_[number].size());
  share(of_hands, body.masses, run.time_step());
  body.state.set_pulls(pulls);
}

// A vertex is led, at most a quarter of the body's size at a time.
void Hands::lead(SceneRun& run, Hand& hand) {
  RunBody& body = run.bodies()[hand.held.body];
  const double reach = 0.25 * size_of(body);
  const Vec3d from = body.positions()[hand.held.vertex];
  Vec3d way = hand.held.target - from;
  const double distance = length(way);
  hand.arrives = distance <= reach;
  if (!hand.arrives) way *= reach / distance;
  hand.since = body.state.time();
  const auto path = [way, since = hand.since](double time) {
    Pose pose;
    pose.shift = way * -std::expm1(-std::max(0.0, time - since) / easing_seconds);
    return pose;
  };
  hand.drive = body.state.add_drive({{hand.held.vertex}, {true, true, true}, path, {from}});
}

void Hands::grab(SceneRun& run, const HeldVertex& held) {
  if (held.body >= run.bodies().size() ||
      held.vertex >= run.bodies()[held.body].mesh->vertices().size() || !is_finite(held.target))
    return;
  let_go(run, held.hand);
  Hand hand{held};
  if (run.bodies()[held.body].model.is_spectral()) {
    lead(run, hand);
    hands_.push_back(std::move(hand));
  } else {
    take_hold(run, hand);
    hands_.push_back(std::move(hand));
    pull(run, held.body);
  }
}

void Hands::move(SceneRun& run, std::size_t number, const Vec3d& target) {
  const auto hand = std::ranges::find(hands_, number, [](const Hand& h) { return h.held.hand; });
  if (hand == hands_.end() || !is_finite(target) || hand->held.target == target) return;
  hand->held.target = target;
  if (!hand->fingers.empty()) return pull(run, hand->held.body);
  run.bodies()[hand->held.body].state.remove_drive(hand->drive);
  lead(run, *hand);
}

void Hands::let_go(SceneRun& run, std::size_t number) {
  const auto found = std::ranges::find(hands_, number, [](const Hand& h) { return h.held.hand; });
  if (found == hands_.end()) return;
  const Hand hand = std::move(*found);
  hands_.erase(found);
  if (hand.fingers.empty())
    run.bodies()[hand.held.body].state.remove_drive(hand.drive);
  else
    pull(run, hand.held.body);
}

void Hands::let_all_go(SceneRun& run) {
  while (!hands_.empty()) let_go(run, hands_.back().held.hand);
}

void Hands::follow(SceneRun& run) {
  for (Hand& hand : hands_) {
    State& state = run.bodies()[hand.held.body].state;
    if (!hand.fingers.empty() || hand.arrives || state.time() < hand.since + path_seconds) continue;
    state.remove_drive(hand.drive);
    lead(run, hand);
  }
  for (std::size_t b = 0; b < run.bodies().size(); ++b)
    if (springs_move(run, b)) pull(run, b);
}

// Whether an end of a spring is to be put elsewhere.
bool Hands::springs_move(const SceneRun& run, std::size_t body) const {
  const std::vector<Vec3d>* x = nullptr;
  for (const Hand& hand : hands_) {
    if (hand.held.body != body || hand.fingers.empty()) continue;
    if (!hand.arrives) return true;
    if (!x) x = &run.bodies()[body].positions();
    if (length(hand.held.target - (*x)[hand.held.vertex]) > hand.reach) return true;
    if (strength_left(hand, *x) < 1) return true;
  }
  return false;
}

std::vector<HeldVertex> Hands::held() const {
  std::vector<HeldVertex> out;
  for (const Hand& hand : hands_) out.push_back(hand.held);
  return out;
}

}  // namespace pliant::viewer
