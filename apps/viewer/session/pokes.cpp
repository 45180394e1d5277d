#include "session/pokes.h"

#include <algorithm>

namespace pliant::viewer {

namespace {

constexpr double ball_seconds = 0.2;  // in which a ball is within 1/e of its target
constexpr double fastest_ball = 1.5;  // of the body's size a second
constexpr double ball_friction = 0.4;

}  // namespace

void Pokes::begin(SceneRun& run) {
  of_scene_.clear();
  for (const RunBody& body : run.bodies())
    of_scene_.push_back(body.state.dynamics().obstacles.size());
  std::erase_if(pokes_, [&](const Poke& poke) { return poke.ball.body >= of_scene_.size(); });
  for (Poke& poke : pokes_) {
    aim(run.bodies()[poke.ball.body], poke, 0);
    set_obstacles(run, poke.ball.body);
  }
}

void Pokes::poke(SceneRun& run, std::size_t number, const PokingBall& ball, const Vec3d& target) {
  if (ball.body >= of_scene_.size() || !is_finite(ball.centre) || !is_finite(target) ||
      !(ball.radius > 0))
    return;
  pokes_.push_back({number, ball, target, {}, run.bodies()[ball.body].state.time()});
  set_obstacles(run, ball.body);
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

void Pokes::aim(const RunBody& body, Poke& poke, double seconds) {
  const double now = body.state.time();
  poke.ball.centre = poke.centre(now);
  poke.since = now;
  poke.velocity = (poke.target - poke.ball.centre) / std::max(seconds, ball_seconds);
  const double speed = length(poke.velocity);
  const double most = fastest_ball * length(body.model.box().size());
  if (speed > most) poke.velocity *= most / speed;
  if (speed * ball_seconds < 1e-4 * poke.ball.radius) poke.velocity = {};  // it has arrived
}

void Pokes::follow(SceneRun& run, double seconds) {
  for (Poke& poke : pokes_) {
    const Vec3d before = poke.velocity;
    aim(run.bodies()[poke.ball.body], poke, seconds);
    if (poke.velocity != Vec3d{} || before != Vec3d{}) set_obstacles(run, poke.ball.body);
  }
}

void Pokes::set_obstacles(SceneRun& run, std::size_t body) const {
  State& state = run.bodies()[body].state;
  std::vector<Obstacle> obstacles = state.dynamics().obstacles;
  obstacles.resize(of_scene_[body], {Ball{}});
  for (const Poke& poke : pokes_)
    if (poke.ball.body == body)
      obstacles.push_back({.shape = Ball{poke.ball.centre, poke.ball.radius},
                           .friction = ball_friction,
                           .velocity = poke.velocity,
                           .since = poke.since,
                           .drawn = false});
  state.set_obstacles(obstacles);
}

std::vector<PokingBall> Pokes::balls(const SceneRun& run) const {
  std::vector<PokingBall> out;
  for (const Poke& poke : pokes_) {
    out.push_back(poke.ball);
    out.back().centre = poke.centre(run.bodies()[poke.ball.body].state.time());
  }
  return out;
}

}  // namespace pliant::viewer
