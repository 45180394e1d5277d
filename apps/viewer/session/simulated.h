#pragma once

#include <pliant/script.h>

#include "session/open.h"
#include "session/physics.h"

namespace pliant::viewer {

/// The window's side of a simulation: leaves notes for Physics and shows what comes back.
class Simulated final : public Live {
 public:
  struct Source {
    std::string title;
    Simulation simulation;
    std::string file{}, question{};  ///< of a mesh whose unit is doubtful
    std::unique_ptr<Scene> scene{};  ///< that functions of the simulation live in
    PhysicsOptions options{};
    std::size_t history_bytes = 0;
    std::shared_ptr<std::atomic<bool>> interrupted = std::make_shared<std::atomic<bool>>(false);
  };
  explicit Simulated(Source source);

  std::string title() const override { return title_; }
  std::string file() const override { return file_; }
  std::string question() const override { return question_; }
  std::optional<double> floor() const override;
  std::vector<std::pair<std::string, std::string>> facts() const override;
  void play() override;
  void pause() override;
  void step() override;
  void reset() override;
  void set_pace(Pace pace) override;
  Pace pace() const override { return pace_; }
  Progress progress() const override;
  MomentPointer now() override;
  const std::vector<double>& times() override { return board_.history.times(); }
  MomentPointer recorded(std::size_t number) override;
  void want_field(const std::string& name) override;
  std::vector<std::string> fields() const override { return live_fields(); }

  std::size_t grab(std::size_t body, Index vertex, const Vec3d& target) override;
  void move_hand(std::size_t hand, const Vec3d& target) override;
  void let_go(std::size_t hand) override;
  void let_all_go() override;

  std::size_t poke(const PokingBall& ball, const Vec3d& target) override;
  void move_poke(std::size_t poke, const Vec3d& target) override;
  void end_poke(std::size_t poke) override;

  void select(bool on) override;
  bool selects() const override;
  void set_pixel(double size) override;
  void want_states(bool wanted) override;
  void want_contacts(bool wanted) override;

  std::optional<Filling> filling() const override { return filling_; }
  void fill(const Filling& filling) override;

  void pin(std::size_t body, const std::vector<Index>& vertices) override;
  void unpin(std::size_t body, const std::vector<Index>& vertices) override;
  void cut(std::size_t body, const CuttingWedge& wedge) override;
  void paint(PaintedGroup group) override;
  void make_spectral(std::size_t body, const std::vector<std::string>& rigid,
                     std::int64_t modes) override;
  void set_parameter(std::size_t action, const std::string& parameter, const Value& value) override;
  void add_action(std::shared_ptr<const Action> action) override;
  void remove_action(std::size_t action) override;
  void undo() override;
  void redo() override;
  std::string undo_name() const override;
  std::string redo_name() const override;
  const std::vector<std::shared_ptr<const Action>>& actions() const override;
  const std::vector<PaintedGroup>& groups() const override;
  std::string in_force(std::size_t action, const std::string& parameter) const override;

  Notes save_mesh(std::size_t body, const std::filesystem::path& file) override;
  void save_recording(const std::filesystem::path& folder) override;
  std::filesystem::path recording() const override;

 private:
  void leave(Board::Note note);
  void tell(const std::string& trouble);
  template <class Change>
  void edit(std::string name, const Change& change, const std::optional<CutRequest>& cut = {});
  void hold(std::size_t body, const std::vector<Index>& vertices, bool pinned);
  void send(const std::optional<CutRequest>& cut = {});
  void hear_refusals() const;
  MomentPointer newest() const;

  struct Edit {
    std::string name;
    DocumentPointer before, after;
    std::size_t version = 0;
    std::string slider{};  // what was changed, where that may go on changing
    std::chrono::steady_clock::time_point when{};
  };
  std::string title_, file_, question_;
  std::unique_ptr<Scene> scene_;  // outlives all that was made from it
  mutable Board board_;
  std::vector<Simulation::SourcePointer> bodies_;
  Pace pace_{};
  std::optional<Filling> filling_;
  std::size_t next_hand_ = 0, next_poke_ = 0, next_cut_ = 0;
  std::optional<bool> selects_{};  // none: as the scene says
  mutable DocumentPointer document_;
  mutable std::vector<Edit> done_, undone_;
  mutable std::size_t version_ = 0;
  mutable Physics physics_;  // last: ends first
};

}  // namespace pliant::viewer
