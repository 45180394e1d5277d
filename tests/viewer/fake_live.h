#pragma once

#include <pliant/shapes.h>

#include "session/live.h"
#include "tools/sight.h"

namespace pliant::viewer {

/// Writes down what it is told to do, as words, and does it only to its lists.
class FakeLive final : public Live {
 public:
  std::vector<std::string> told;
  std::vector<PaintedGroup> painted;
  std::vector<std::shared_ptr<const Action>> has;
  std::vector<Vec3d> targets;  ///< of the hand or the ball, in order
  std::vector<PokingBall> balls;
  bool selecting = false;
  CuttingWedge wedge{};
  std::vector<Index> listed;  ///< pinned or unpinned last
  std::size_t hands = 0;

  std::string title() const override { return "fake"; }
  std::optional<double> floor() const override { return 0.0; }
  std::vector<std::pair<std::string, std::string>> facts() const override { return {}; }
  void play() override { told.push_back("play"); }
  void pause() override { told.push_back("pause"); }
  void step() override { told.push_back("step"); }
  void reset() override { told.push_back("reset"); }
  void set_pace(Pace) override {}
  Pace pace() const override { return {}; }
  Progress progress() const override { return {}; }
  MomentPointer now() override { return nullptr; }
  const std::vector<double>& times() override { return times_; }
  MomentPointer recorded(std::size_t) override { return nullptr; }
  void want_field(const std::string&) override {}
  std::vector<std::string> fields() const override { return {}; }

  std::size_t grab(std::size_t body, Index vertex, const Vec3d& target) override {
    told.push_back("grab " + std::to_string(body) + " " + std::to_string(vertex));
    targets.push_back(target);
    return ++hands;
  }
  void move_hand(std::size_t hand, const Vec3d& target) override {
    told.push_back("move " + std::to_string(hand));
    targets.push_back(target);
  }
  void let_go(std::size_t hand) override { told.push_back("let go " + std::to_string(hand)); }
  void let_all_go() override { told.push_back("let all go"); }
  std::size_t poke(const PokingBall& ball, const Vec3d& target) override {
    told.push_back("poke " + std::to_string(ball.body));
    balls.push_back(ball);
    targets.push_back(target);
    return balls.size();
  }
  void move_poke(std::size_t poke, const Vec3d& target) override {
    told.push_back("move poke " + std::to_string(poke));
    targets.push_back(target);
  }
  void end_poke(std::size_t poke) override { told.push_back("end poke " + std::to_string(poke)); }
  void select(bool on) override { selecting = on; }
  bool selects() const override { return selecting; }
  void set_pixel(double) override { told.push_back("pixel"); }
  void want_states(bool wanted) override { told.push_back(wanted ? "states" : "no states"); }
  void want_contacts(bool wanted) override { told.push_back(wanted ? "contacts" : "no contacts"); }
  void pin(std::size_t body, const std::vector<Index>& vertices) override {
    told.push_back("pin " + std::to_string(body));
    listed = vertices;
  }
  void unpin(std::size_t body, const std::vector<Index>& vertices) override {
    told.push_back("unpin " + std::to_string(body));
    listed = vertices;
  }
  void cut(std::size_t body, const CuttingWedge& by) override {
    told.push_back("cut " + std::to_string(body));
    wedge = by;
  }
  void paint(PaintedGroup group) override {
    told.push_back("paint " + group.name);
    std::erase_if(painted, [&](const PaintedGroup& g) { return g.name == group.name; });
    if (!group.vertices.empty()) painted.push_back(std::move(group));
  }
  void make_spectral(std::size_t body, const std::vector<std::string>& rigid,
                     std::int64_t modes) override {
    std::string text = "spectral " + std::to_string(body) + " " + std::to_string(modes);
    for (const std::string& name : rigid) text += " " + name;
    told.push_back(text);
  }
  void set_parameter(std::size_t action, const std::string& parameter,
                     const Value& value) override {
    told.push_back("set " + std::to_string(action) + " " + parameter + " " + text_of(value));
    auto changed = std::shared_ptr<Action>(has.at(action)->copy());
    changed->set(parameter, value);
    has[action] = changed;
  }
  void add_action(std::shared_ptr<const Action> action) override {
    told.push_back("add " + action->declaration().name);
    has.push_back(std::move(action));
  }
  void remove_action(std::size_t action) override {
    told.push_back("remove " + std::to_string(action));
    has.erase(has.begin() + static_cast<std::ptrdiff_t>(action));
  }
  void undo() override { told.push_back("undo"); }
  void redo() override { told.push_back("redo"); }
  std::string undo_name() const override { return {}; }
  std::string redo_name() const override { return {}; }
  const std::vector<std::shared_ptr<const Action>>& actions() const override { return has; }
  const std::vector<PaintedGroup>& groups() const override { return painted; }
  Notes save_mesh(std::size_t body, const std::filesystem::path& file) override {
    told.push_back("save " + std::to_string(body) + " " + file.string());
    return {};
  }
  void save_recording(const std::filesystem::path&) override {}
  std::filesystem::path recording() const override { return {}; }

 private:
  std::vector<double> times_;
};

/// A moment of bodies that are where their meshes are.
inline Moment moment_of(std::vector<Mesh> meshes) {
  Moment moment;
  auto bodies = std::make_shared<std::vector<ShownBody>>();
  for (Mesh& mesh : meshes) {
    moment.frame.bodies.push_back({mesh.vertices, {}});
    ShownBody body;
    body.name = "body" + std::to_string(bodies->size() + 1);
    body.mesh = std::make_shared<const Mesh>(std::move(mesh));
    bodies->push_back(std::move(body));
  }
  moment.bodies = std::move(bodies);
  return moment;
}

/// Looks along -z at the origin from 4 m, 640 x 480 with the corner at (100, 50).
inline Sight straight_sight() {
  Sight sight;
  sight.camera.yaw = 0;
  sight.camera.pitch = 0;
  sight.camera.distance = 4;
  sight.corner = {100, 50};
  sight.width = 640;
  sight.height = 480;
  return sight;
}

}  // namespace pliant::viewer
