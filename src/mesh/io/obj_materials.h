#pragma once

#include <map>
#include <set>

#include "mesh/io/format.h"
#include "mesh/io/text_writer.h"
#include "mesh/io/texture_files.h"

namespace pliant::io {

/// The materials of an OBJ file: names by usemtl, what they are by the .mtl files of mtllib.
class ObjMaterials {
 public:
  /// What stands after mtllib: names of files, which may have spaces.
  void add_libraries(std::string_view names);
  /// The number of a name; materials are put in the appearance in this order.
  Index number(std::string_view name);
  bool empty() const { return numbers_.empty(); }

  /// Reads the libraries. Triangles whose material none of them has lose it, with a note.
  void define(Files& files, Appearance& look, Notes& notes) const;

 private:
  std::map<std::string, Index, std::less<>> numbers_;
  std::set<std::string> libraries_;
};

/// The numbers at the start of a text, as many as `out` takes; returns how many there are.
std::size_t leading_numbers(std::string_view text, std::span<double> out);

/// Names for usemtl, one for each material and one more for triangles without.
std::vector<std::string> obj_material_names(const Appearance& look);
/// The .mtl file and the pictures, by extension.
void write_obj_materials(const Appearance& look, const std::vector<std::string>& names,
                         const std::string& stem, FileMap& files);

}  // namespace pliant::io
