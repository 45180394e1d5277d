#pragma once

#include <pliant/io.h>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::io {

/// The file a user named and the files beside it with the same stem: mesh.node brings mesh.ele.
/// Extensions are lower case with their dot.
class Files {
 public:
  /// `spelling`: the extension as the user wrote it, for messages; empty: the same.
  explicit Files(std::string stem, std::string extension, std::string spelling = {})
      : stem_(std::move(stem)), extension_(std::move(extension)), spelling_(std::move(spelling)) {}
  virtual ~Files() = default;

  /// The bytes of the file with this extension, valid as long as this object; nothing when there
  /// is no such file.
  virtual std::optional<std::string_view> find(std::string_view extension) = 0;
  /// The same, but a missing file is an InputError with this cure.
  std::string_view get(std::string_view extension, const std::string& cure);
  /// The bytes of the file that the user named.
  std::string_view main() { return get(extension_, "check its name"); }

  /// The bytes of a file that the mesh names by its path from the mesh's folder; nothing, and a
  /// note, where it is not there or not in that folder or one in it.
  std::optional<std::string_view> beside(const std::string& path, Notes& notes);

  std::string name(std::string_view extension) const;  ///< for messages
  std::string name() const { return name(extension_); }
  const std::string& extension() const { return extension_; }

 protected:
  const std::string& stem() const { return stem_; }
  /// The file at a path without '..' from the mesh's folder. May throw InputError.
  virtual std::optional<std::string_view> find_beside(const std::string& path) = 0;

 private:
  std::string stem_;
  std::string extension_;
  std::string spelling_;
};

/// Files that live in memory: what a writer makes, and what tests and fuzzers give to readers.
using FileMap = std::map<std::string, std::string>;  // by extension

class MemoryFiles : public Files {
 public:
  MemoryFiles(std::string stem, std::string extension, FileMap files)
      : Files(std::move(stem), std::move(extension)), files_(std::move(files)) {}
  std::optional<std::string_view> find(std::string_view extension) override;

 protected:
  /// The stem may be left away: writers do not know it.
  std::optional<std::string_view> find_beside(const std::string& path) override;

 private:
  FileMap files_;
};

/// What a format can hold beside vertices. The writer's caller notes what is lost.
struct Holds {
  bool lines = false, triangles = false, tetrahedra = false, hexahedra = false;
  bool regions = false, groups = false, voronoi = false;
  bool appearance = false;  ///< texture coordinates, normals and materials
};

/// One mesh file format. Each has a file of its own that defines one constant of this type.
struct Format {
  std::string_view name;
  std::string_view description;
  std::vector<std::string_view> extensions;  ///< the first is the one that `write` makes mainly
  Holds holds;
  bool together = false;  ///< whether its extensions are files of one mesh; text, # begins comments
  bool binary = false;    ///< whether it has a binary form beside the text
  std::vector<std::string_view> versions{};  ///< that can be asked for
  Mesh (*read)(Files& files, Notes& notes);
  /// Only called with a mesh cut down to what `holds` says.
  FileMap (*write)(const Mesh& mesh, const std::string& extension, const WriteOptions& options);
};

/// Every format of this build.
std::span<const Format* const> formats();
/// The format of an extension (lower case with its dot), or null.
const Format* find_format(std::string_view extension);

/// Reads from anywhere: checks that every index a reader gave exists, then sorts the groups.
Mesh read(const Format& format, Files& files, Notes& notes);
/// Leaves out what the format cannot hold and says so.
FileMap write(const Format& format, const Mesh& mesh, const std::string& extension,
              const WriteOptions& options, Notes& notes);

}  // namespace pliant::io
