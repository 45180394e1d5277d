#pragma once

#include <pliant/box.h>
#include <pliant/spectral.h>

#include <optional>

#include "reproduce/measure.h"

// What the parts of Y10's reproduction share.

namespace pliant::app::y10 {

/// What is computed, and how long.
struct Plan {
  ReproduceSettings settings;
  MeasuredCard card;
};

/// Y10's bar of 323 tetrahedra, as near to it as a grid comes: 320, with nine nodes across where
/// Y10 has eight. 1.6 m long; its last quarter is rigid, its other end fixed. Y10 computes 300
/// modes of it, which takes a hundred deformable nodes at least, so most of it must be deformable.
struct Bar {
  Bar();
  TetMesh mesh;
  std::vector<Index> rigid;  ///< tetrahedra
  std::vector<Index> fixed, boundary, end;
  static constexpr double length = 1.6, width = 0.2;  // m
};

/// How the bar is kept together.
struct Form {
  std::string name;  ///< for readers
  std::string key;   ///< for programs
  std::size_t modes;
  std::size_t nodes;  ///< constrained
  BoundaryForm boundary = BoundaryForm::linear;
  std::string colour = {};
};
Body make_body(const Bar& bar, const Material& material, const Form& form);

/// The largest part of a mesh whose tetrahedra hang together by faces, of size 1 m.
TetMesh one_piece(const Mesh& mesh);
/// A surface of the models' folder, filled; none where it is not there.
std::optional<TetMesh> statue(const Plan& plan, const std::string& surface, std::size_t tetrahedra);

/// The solid with what is rigid in grey, seen so that the box `reach` fits into the picture.
/// `hidden`: tetrahedra that are left out, so that one looks inside; what is rigid stays.
render::Image drawn(const TetMesh& mesh, std::span<const Index> rigid,
                    const std::vector<Vec3d>& positions, const Box& reach, int width, int height,
                    double yaw = 25, std::span<const Index> hidden = {});

/// Parts of the report, in its order.
void add_speed(const Plan& plan, Report& report);
void add_twist(const Plan& plan, Report& report);
void add_deviation(const Plan& plan, Report& report);
void add_nodes(const Plan& plan, Report& report);
void add_pictures(const Plan& plan, Report& report);

}  // namespace pliant::app::y10
