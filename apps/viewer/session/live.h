#pragma once

#include <pliant/cut.h>
#include <pliant/filling.h>
#include <pliant/run.h>

#include <filesystem>

#include "session/show.h"

namespace pliant::viewer {

/// Vertices or tetrahedra with a name, painted by hand.
struct PaintedGroup {
  std::string name;
  std::size_t body = 0;
  std::vector<Index> tetrahedra{};  ///< sorted, each once
  std::vector<Index> vertices{};    ///< the same; of painted tetrahedra these are their corners

  bool operator==(const PaintedGroup&) const = default;
};

/// What a window may do to a simulation. It is computed by a thread of its own; everything here
/// only leaves a note for that thread, which it reads between steps. Where something cannot be
/// done, Progress::trouble says so and the simulation goes on as it was.
class Live : public Show {
 public:
  Live* live() override { return this; }

  // Hands: springs from vertices to places that follow the mouse; several at once. Of a spectral
  // solid they are position handles (Y10).
  virtual std::size_t grab(std::size_t body, Index vertex, const Vec3d& target) = 0;
  virtual void move_hand(std::size_t hand, const Vec3d& target) = 0;
  virtual void let_go(std::size_t hand) = 0;
  virtual void let_all_go() = 0;

  // Balls that are pushed into a body and taken away again. They go where they are told as fast as
  // a body can follow.
  virtual std::size_t poke(const PokingBall& ball, const Vec3d& target) = 0;
  virtual void move_poke(std::size_t poke, const Vec3d& target) = 0;
  virtual void end_poke(std::size_t poke) = 0;

  /// Simulates only what moves (S07), of all bodies; until it is told, what the scene says.
  virtual void select(bool on) = 0;
  virtual bool selects() const = 0;
  /// The size of a pixel on the bodies, m: selection need not be more exact than can be seen.
  virtual void set_pixel(double size) = 0;
  /// Moment::states shall be there from now on.
  virtual void want_states(bool wanted) = 0;
  /// Likewise Moment::contacts.
  virtual void want_contacts(bool wanted) = 0;

  // Edits, all of which can be undone, also while it runs: time does not go back.
  virtual void pin(std::size_t body, const std::vector<Index>& vertices) = 0;
  virtual void unpin(std::size_t body, const std::vector<Index>& vertices) = 0;
  virtual void cut(std::size_t body, const CuttingWedge& wedge) = 0;
  /// Replaces the group of this name, or adds it; without tetrahedra and vertices it goes.
  virtual void paint(PaintedGroup group) = 0;
  /// Makes the body a spectral solid whose painted groups `rigid` are rigid (none: all of it is
  /// deformable), or a spectral one anew; it goes on from where it is at rest.
  virtual void make_spectral(std::size_t body, const std::vector<std::string>& rigid,
                             std::int64_t modes) = 0;
  /// A parameter of the action with this number in actions().
  virtual void set_parameter(std::size_t action, const std::string& parameter,
                             const Value& value) = 0;
  virtual void add_action(std::shared_ptr<const Action> action) = 0;
  virtual void remove_action(std::size_t action) = 0;
  virtual void undo() = 0;
  virtual void redo() = 0;
  /// What undo() and redo() would do, for the menu: "cut", "young = 2e5"; empty: nothing.
  virtual std::string undo_name() const = 0;
  virtual std::string redo_name() const = 0;

  /// How finely the body is filled; nothing where that is not ours to say: of scenes and of meshes
  /// that are tetrahedra already.
  virtual std::optional<Filling> filling() const { return std::nullopt; }
  /// Fills it anew and starts from the beginning. What was pinned, painted and cut goes, and the
  /// list of edits with it; actions stay.
  virtual void fill(const Filling&) {}

  /// As the window has set them, whether the thread has come to it or not.
  virtual const std::vector<std::shared_ptr<const Action>>& actions() const = 0;
  virtual const std::vector<PaintedGroup>& groups() const = 0;
  /// What is used for a parameter of an action that is left to the material; empty: not known.
  virtual std::string in_force(std::size_t /*action*/, const std::string& /*parameter*/) const {
    return {};
  }

  /// Writes the body's mesh at rest with its painted groups (format by the file's ending).
  /// InputError where that cannot be done; returns notes such as what a format does not hold.
  virtual Notes save_mesh(std::size_t body, const std::filesystem::path& file) = 0;
  /// Writes the timeline as a recording into a new folder; InputError.
  virtual void save_recording(const std::filesystem::path& folder) = 0;
  /// The folder into which it is recorded while it runs.
  virtual std::filesystem::path recording() const = 0;
};

}  // namespace pliant::viewer
