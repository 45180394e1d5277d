#pragma once

#include <pliant/recording.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pliant::render {

/// One number a vertex or tetrahedron.
struct ScalarField {
  FieldPlace place = FieldPlace::vertices;
  std::vector<float> values;
};

/// What can be shown as colours of a body: the fields recorded with this frame, and those that
/// follow from its positions (displacement, volume_ratio) and velocities (speed).
std::vector<std::string> field_names(const Mesh& rest, const BodyFrame& frame);

/// One of them, or nothing. Vectors are shown by their length, six numbers a tetrahedron as
/// von Mises' stress.
std::optional<ScalarField> scalar_field(const Mesh& rest, const BodyFrame& frame,
                                        const std::string& name);

/// Averages over the tetrahedra at each vertex, weighted with their volumes at rest; those that
/// are `absent` do not count.
ScalarField on_vertices(const Mesh& rest, const ScalarField& field,
                        const std::vector<bool>* absent = nullptr);

/// What a field is called beside its colours, its unit, and how it is coloured.
struct FieldTitle {
  std::string words;
  std::string unit;
  bool around_one = false;  ///< as much above 1 as below it
  double highest = 0;       ///< the range is from 0 to this, whatever is seen; 0: as it is seen
};
FieldTitle field_title(const std::string& name);

struct Range {
  double low = 0, high = 1;
};
/// A range that shows nearly all of these values well: a few far out do not stretch it.
Range range_of(std::vector<float> values, const FieldTitle& title);

}  // namespace pliant::render
