#include "session/pokes.h"

#include <pliant/error.h>
#include <pliant/shapes.h>

#include <algorithm>

namespace pliant::viewer {

namespace {

constexpr double ball_seconds = 0.2;  // in which a ball is within 1/e of its target
constexpr double fastest_ball = 1.5;  // of the body's size a second
constexpr double ball_friction = 0.4;

ClosedSurface ball_surface(double radius) {
  Mesh ball = make_shape("icosphere", {{"radius", radius}});
  for (Vec3d& x : ball.vertices) x.y -= radius;  // it stands on y = 0
  return {std::move(ball.vertices), std::move(ball.triangles.cells)};
}

}  // namespace

void Pokes::begin(SceneRun& run) {
  of_scene_.clear();
  for (const RunBody& body : run.bodies())
    of_scene_.push_back(body.state.dynamics().obstacles.size());
  std::erase_if(pokes_, [&](const Poke& poke) { return poke.ball.body >= of_scene_.size(); });
  for (Poke& poke : pokes_) {
    poke.surface.reset();
    poke.ball.centre += poke.velocity * (run.bodies()[poke.ball.body].state.time() - poke.since);
    poke.since = run.bodies()[poke.ball.body].state.time();
    set_obstacles(run, poke.ball.body);
    let_touch(run, poke);
  }
}

// As a surface where bodies touch; not where that would begin within one.
void Pokes::let_touch(SceneRun& run, Poke& poke) {
  if (!run.world().contact()) return;
  poke.surface = ball_surface(poke.ball.radius);
  set_obstacles(run, poke.ball.body);
  try {
    (void)run.world().contact_points();
  } catch (const InputError&) {
    poke.surface.reset();
    set_obstacles(run, poke.ball.body);
  }
}

void Pokes::poke(SceneRun& run, std::size_t number, const PokingBall& ball, const Vec3d& target) {
  if (ball.body >= of_scene_.size() || !is_finite(ball.centre) || !is_finite(target) ||
      !(ball.radius > 0))
    return;
  pokes_.push_back({number, ball, target, {}, run.bodies()[ball.body].state.time()});
  set_obstacles(run, ball.body);
  let_touch(run, pokes_.back());
}

void Pokes::move(std::size_t number, const Vec3d& target) {
  const auto poke = std::ranges::find(pokes_, number, &Poke::number);
  if (poke != pokes_.end() && is_finite(target)) poke->target = target;
}

void Pokes::end(SceneRun& run, std::size_t number) {
  const auto found = std::ranges::find(pokes_, number, &Poke::number);
  if (found == pokes_.end()) return;
  const std::size_t body = found->ball.body;
  pokes_.erase(found);
  set_obstacles(run, body);
}

// One that is met by contact may lag behind.
Vec3d Pokes::centre(const SceneRun& run, const Poke& poke) const {
  const State& state = run.bodies()[poke.ball.body].state;
  const auto is_before = [&](const Poke& other) { return other.ball.body == poke.ball.body; };
  const auto number = static_cast<std::size_t>(std::count_if(
      pokes_.begin(), std::ranges::find(pokes_, poke.number, &Poke::number), is_before));
  const Obstacle& o = state.dynamics().obstacles[of_scene_[poke.ball.body] + number];
  const Vec3d moved = o.velocity * (state.time() - o.since);
  if (const auto* surface = std::get_if<ClosedSurface>(&o.shape)) return surface->offset() + moved;
  return std::get<Ball>(o.shape).centre + moved;
}

void Pokes::aim(const SceneRun& run, Poke& poke, double seconds) const {
  const RunBody& body = run.bodies()[poke.ball.body];
  poke.ball.centre = centre(run, poke);
  poke.since = body.state.time();
  poke.velocity = (poke.target - poke.ball.centre) / std::max(seconds, ball_seconds);
  const double speed = length(poke.velocity);
  const double most = fastest_ball * length(body.model.box().size());
  if (speed > most) poke.velocity *= most / speed;
  if (speed * ball_seconds < 1e-4 * poke.ball.radius) poke.velocity = {};  // it has arrived
}

void Pokes::follow(SceneRun& run, double seconds) {
  for (Poke& poke : pokes_) {
    const Vec3d before = poke.velocity;
    aim(run, poke, seconds);
    if (poke.velocity != Vec3d{} || before != Vec3d{}) set_obstacles(run, poke.ball.body);
  }
}

decltype(Obstacle::shape) Pokes::shape_of(const Poke& poke) {
  if (poke.surface) return poke.surface->moved(poke.ball.centre);
  return Ball{poke.ball.centre, poke.ball.radius};
}

void Pokes::set_obstacles(SceneRun& run, std::size_t body) const {
  State& state = run.bodies()[body].state;
  std::vector<Obstacle> obstacles = state.dynamics().obstacles;
  obstacles.resize(of_scene_[body], {Ball{}});
  for (const Poke& poke : pokes_)
    if (poke.ball.body == body)
      obstacles.push_back({.shape = shape_of(poke),
                           .friction = ball_friction,
                           .response = poke.surface ? Response::contact : Response::constraint,
                           .velocity = poke.velocity,
                           .since = poke.since,
                           .drawn = false});
  state.set_obstacles(obstacles);
}

std::vector<PokingBall> Pokes::balls(const SceneRun& run) const {
  std::vector<PokingBall> out;
  for (const Poke& poke : pokes_) {
    out.push_back(poke.ball);
    out.back().centre = centre(run, poke);
  }
  return out;
}

}  // namespace pliant::viewer
