#pragma once

#include "contact/contacts.h"
#include "large_steps/objective.h"

namespace pliant {

/// What touches, as a part of a large step's objective. Its Hessian is that of springs along the
/// normal and along the surface; how normals turn is left out of it.
class ContactTerm : public large_steps::Term {
 public:
  /// Of all bodies of `contacts` but obstacles; `velocities` (m/s) of the surfaces' vertices as the
  /// step of `length` seconds begins. Obstacles go on with theirs and are at the end of their way
  /// from the first move on.
  ContactTerm(contact::Contacts& contacts, std::span<const large_steps::Part> parts,
              std::span<const Vec3d> velocities, double length);

  void move_to(std::span<const Vec3d> places) override;
  double energy() const override { return contacts_.energy(); }
  bool has_energy() const override { return false; }  // it rubs and damps
  void add_forces(std::span<Vec3d> forces) const override;
  void add_products(std::span<const Vec3d> directions, std::span<Vec3d> products) const override;
  void add_blocks(std::span<Sym3<double>> blocks) const override;
  void add_pairs(std::vector<large_steps::TermPair>& pairs) const override;
  double longest(std::span<const Vec3d> to) override;
  bool keep() override;
  void limit(std::span<double> room) const override;
  void finish(bool good) override { contacts_.end_large_step(good); }

 private:
  std::vector<Vec3d> of_surfaces(std::span<const Vec3d> places) const;
  bool is_obstacle(Index v) const { return vertex_[v] == no_index; }

  contact::Contacts& contacts_;
  std::vector<Vec3d> ends_;    // m, of obstacles' vertices
  std::vector<Index> vertex_;  // of a surface's: among those of all bodies; no_index: an obstacle's
};

}  // namespace pliant
