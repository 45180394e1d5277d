#include <fcntl.h>
#include <pliant/error.h>
#include <pliant/topology.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/file_set.h"
#include "base/text.h"
#include "mesh/io/format.h"
#include "mesh/io/scanner.h"
#include "mesh/io/stamps.h"
#include "mesh/surface_look.h"

namespace pliant {

namespace io {

std::string_view Files::get(std::string_view extension, const std::string& cure) {
  const auto bytes = find(extension);
  if (!bytes) throw InputError(name(extension), 0, "no such file", cure);
  return *bytes;
}

std::optional<std::string_view> Files::beside(const std::string& given, Notes& notes) {
  std::string spelt = given;
  std::ranges::replace(spelt, '\\', '/');
  const std::filesystem::path path = std::filesystem::path(spelt).lexically_normal();
  const auto note = [&](std::string_view why) {
    notes.push_back(text(name(), ": ", why, ": '", shown(given), "'"));
    return std::nullopt;
  };
  const bool drive = spelt.size() > 1 && spelt[1] == ':';
  if (path.empty() || path.is_absolute() || drive || *path.begin() == "..")
    return note("names a file outside of its folder, which is not read");
  try {
    if (const auto bytes = find_beside(path.string())) return bytes;
  } catch (const InputError&) {
  }
  return note("a file that it names is not there");
}

std::string Files::name(std::string_view extension) const {
  const bool spelt = extension == extension_ && !spelling_.empty();
  return stem_ + (spelt ? spelling_ : std::string(extension));
}

std::optional<std::string_view> MemoryFiles::find(std::string_view extension) {
  const auto it = files_.find(std::string(extension));
  if (it == files_.end()) return std::nullopt;
  return it->second;
}

std::optional<std::string_view> MemoryFiles::find_beside(const std::string& path) {
  const auto bytes = find(path);
  return bytes || !path.starts_with(stem()) ? bytes : find(path.substr(stem().size()));
}

namespace {

template <std::size_t N>
void check_cells(const Mesh& mesh, const Cells<N>& cells, const std::string& file,
                 std::string_view what) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (Index v : cells[i])
      if (v >= mesh.vertices.size())
        throw InputError(
            file, 0,
            text(what, ' ', i, " uses vertex ", v, ", but there are ", mesh.vertices.size()),
            "the file is damaged");
}

template <std::size_t N>
void keep(Cells<N>& cells, bool held, bool regions_held, std::string_view what,
          std::string_view format, Notes& notes) {
  if (!held && !cells.empty()) {
    notes.push_back(text(cells.size(), ' ', what, " left out: ", format, " cannot hold them"));
    cells = {};
  }
  if (!regions_held && !cells.regions.empty()) {
    notes.push_back(
        text("region labels of the ", what, " left out: ", format, " cannot hold them"));
    cells.regions.clear();
  }
}

bool fits(const Mesh& mesh, const Holds& holds) {
  const auto cells_fit = [&](const auto& cells, bool held) {
    return (held || cells.empty()) && (holds.regions || cells.regions.empty());
  };
  return cells_fit(mesh.lines, holds.lines) && cells_fit(mesh.triangles, holds.triangles) &&
         cells_fit(mesh.tetrahedra, holds.tetrahedra) &&
         cells_fit(mesh.hexahedra, holds.hexahedra) && (holds.groups || mesh.groups.empty()) &&
         (holds.voronoi || !mesh.voronoi) && (holds.appearance || !mesh.appearance) &&
         appearance_fits(mesh);
}

}  // namespace

Mesh read(const Format& format, Files& files, Notes& notes) {
  if (format.together) check_stamps(format, files);
  Mesh mesh = format.read(files, notes);
  const std::string file = files.name();
  check_cells(mesh, mesh.lines, file, "line");
  check_cells(mesh, mesh.triangles, file, "triangle");
  check_cells(mesh, mesh.tetrahedra, file, "tetrahedron");
  check_cells(mesh, mesh.hexahedra, file, "hexahedron");
  for (auto& [name, group] : mesh.groups) {
    std::ranges::sort(group);
    group.erase(std::unique(group.begin(), group.end()), group.end());
    if (!group.empty() && group.back() >= mesh.vertices.size())
      throw InputError(file, 0, text("group '", name, "' names vertex ", group.back()),
                       "the file is damaged");
  }
  if (!appearance_fits(mesh))
    throw InputError(file, 0, "its texture coordinates, normals or materials do not fit",
                     "the file is damaged");
  tidy_appearance(mesh);
  if (mesh.vertices.empty())
    throw InputError(file, 0, "the file has no vertices", "check that it is a mesh");
  return mesh;
}

namespace {

bool has_cells(const Mesh& mesh) {
  return !mesh.lines.empty() || !mesh.triangles.empty() || !mesh.tetrahedra.empty() ||
         !mesh.hexahedra.empty();
}

// The outside of a body, for formats that hold surfaces only.
Mesh boundary_of(const Mesh& body) {
  const std::span<const Tetrahedron> cells(body.tetrahedra.cells);
  Mesh surface;
  surface.triangles.cells = boundary_triangles(
      cells, tetrahedron_neighbours(cells, vertex_cells(cells, body.vertices.size())));
  std::vector<Index> number(body.vertices.size(), no_index);
  for (auto& triangle : surface.triangles.cells)
    for (Index& v : triangle) {
      if (number[v] == no_index) {
        number[v] = static_cast<Index>(surface.vertices.size());
        surface.vertices.push_back(body.vertices[v]);
      }
      v = number[v];
    }
  return surface;
}

Mesh held_part(Mesh part, const Format& format, Notes& notes) {
  const Holds& holds = format.holds;
  keep(part.lines, holds.lines, holds.regions, "lines", format.name, notes);
  keep(part.triangles, holds.triangles, holds.regions, "triangles", format.name, notes);
  keep(part.tetrahedra, holds.tetrahedra, holds.regions, "tetrahedra", format.name, notes);
  keep(part.hexahedra, holds.hexahedra, holds.regions, "hexahedra", format.name, notes);
  if (!holds.groups && !part.groups.empty()) {
    notes.push_back(text(plural(part.groups.size(), "group", "groups"), " left out: ", format.name,
                         " cannot hold them"));
    part.groups.clear();
  }
  if (!holds.voronoi && part.voronoi) {
    notes.push_back(text("Voronoi diagram left out: ", format.name, " cannot hold it"));
    part.voronoi.reset();
  }
  if (part.appearance && !(holds.appearance && holds.triangles && appearance_fits(part))) {
    if (holds.triangles)
      notes.push_back(text("texture coordinates, normals and materials left out: ", format.name,
                           " cannot hold them"));
    part.appearance.reset();
  }
  return part;
}

void check_options(const Format& format, const WriteOptions& options, Notes& notes) {
  if (options.binary && !format.binary)
    notes.push_back(text(format.name, " has no binary form of its own; the option is not used"));
  if (options.version.empty() ||
      std::ranges::find(format.versions, options.version) != format.versions.end())
    return;
  std::string known;
  for (std::string_view version : format.versions)
    known += text(known.empty() ? "" : " or ", version);
  throw InputError("", 0, text(format.name, " cannot be written as version ", options.version),
                   known.empty() ? "leave the version away" : "use " + known);
}

FileMap written(const Format& format, const Mesh& mesh, const std::string& extension,
                const WriteOptions& options, Notes& notes) {
  if (fits(mesh, format.holds)) return format.write(mesh, extension, options);
  const Holds& holds = format.holds;
  if (!mesh.tetrahedra.empty() && !holds.tetrahedra && holds.triangles && mesh.triangles.empty()) {
    const Mesh surface = boundary_of(mesh);
    if (!surface.triangles.empty()) {
      notes.push_back(text(format.name, " cannot hold tetrahedra: wrote the surface of the body"));
      return format.write(surface, extension, options);
    }
  }
  const Mesh part = held_part(mesh, format, notes);
  if (has_cells(mesh) && !has_cells(part))
    throw InputError("", 0, text(format.name, " can hold none of the mesh's cells"),
                     "use another format, such as .vtu");
  return format.write(part, extension, options);
}

}  // namespace

FileMap write(const Format& format, const Mesh& mesh, const std::string& extension,
              const WriteOptions& options, Notes& notes) {
  check_options(format, options, notes);
  FileMap files = written(format, mesh, extension, options, notes);
  if (format.together) stamp(files);
  return files;
}

namespace {

// A file's bytes, mapped while it is read.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& path) {
    // Looked at before it is opened: opening a pipe would wait for its other end.
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) fail(path);
    if (!S_ISREG(info.st_mode))
      throw InputError(path.string(), 0, "not a regular file", "name a mesh file");
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) fail(path);
    size_ = static_cast<std::size_t>(info.st_size);
    if (size_ > 0) {
      data_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
      if (data_ != MAP_FAILED) ::madvise(data_, size_, MADV_SEQUENTIAL);
    }
    ::close(fd);
    if (data_ == MAP_FAILED) fail(path);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (data_ != nullptr && data_ != MAP_FAILED) ::munmap(data_, size_);
  }
  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  [[noreturn]] static void fail(const std::filesystem::path& path) {
    throw InputError(path.string(), 0, text("cannot be read: ", std::strerror(errno)),
                     "check its name and permissions");
  }
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

class DiskFiles : public Files {
 public:
  DiskFiles(const std::filesystem::path& path, const std::string& extension)
      : Files((path.parent_path() / path.stem()).string(), extension, path.extension().string()),
        path_(path) {}

  std::optional<std::string_view> find(std::string_view wanted) override {
    const auto path = wanted == extension() ? std::optional(path_) : companion(wanted);
    if (!path) return std::nullopt;
    return open_.try_emplace(std::string(wanted), *path).first->second.bytes();
  }

 protected:
  std::optional<std::string_view> find_beside(const std::string& path) override {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::canonical(
        path_.has_parent_path() ? path_.parent_path() : std::filesystem::path("."), error);
    // Links may lead out of the folder.
    const std::filesystem::path file = std::filesystem::canonical(folder / path, error);
    if (error || *file.lexically_relative(folder).begin() == "..") return std::nullopt;
    return open_.try_emplace("/" + file.string(), file).first->second.bytes();
  }

 private:
  // A file beside the one named, its extension in lower or in upper case.
  std::optional<std::filesystem::path> companion(std::string_view extension) const {
    std::string upper(extension);
    std::ranges::transform(upper, upper.begin(), [](char c) {
      return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    std::error_code error;
    for (const std::string_view variant : {extension, std::string_view(upper)}) {
      std::filesystem::path path = path_;
      path.replace_extension(variant);
      if (std::filesystem::exists(path, error)) return path;
    }
    return std::nullopt;
  }

  std::filesystem::path path_;
  std::map<std::string, Mapping> open_;
};

std::string lower_extension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return extension;
}

const Format& format_of(const std::filesystem::path& path, const std::string& extension) {
  if (const Format* format = find_format(extension)) return *format;
  std::string known;
  for (const Format* format : formats())
    for (std::string_view e : format->extensions) known += text(known.empty() ? "" : " ", e);
  throw InputError(path.string(), 0,
                   extension.empty() ? std::string("no extension tells the format")
                                     : text("no mesh format has the extension ", extension),
                   text("use one of ", known));
}

}  // namespace
}  // namespace io

Mesh read_mesh(const std::filesystem::path& file, Notes* notes) {
  const std::string extension = io::lower_extension(file);
  if (std::error_code error; extension.empty() && !std::filesystem::exists(file, error))
    throw InputError(file.string(), 0, "there is no such file", "check its name");
  const io::Format& format = io::format_of(file, extension);
  Notes unheard;
  io::DiskFiles files(file, extension);
  return io::read(format, files, notes != nullptr ? *notes : unheard);
}

void write_mesh(const std::filesystem::path& file, const Mesh& mesh, const WriteOptions& options,
                Notes* notes) {
  const std::string extension = io::lower_extension(file);
  const io::Format& format = io::format_of(file, extension);
  Notes unheard;
  const io::FileMap files = [&] {
    try {
      WriteOptions named = options;
      named.stem = file.stem().string();
      return io::write(format, mesh, extension, named, notes != nullptr ? *notes : unheard);
    } catch (const InputError& e) {
      if (!e.file().empty()) throw;
      throw InputError(file.string(), 0, e.problem(), e.cure());
    }
  }();
  std::vector<FileBytes> together;
  for (const auto& [suffix, bytes] : files) {
    std::filesystem::path path = file;
    if (suffix != extension) path.replace_extension(suffix);
    together.push_back({path, bytes});
  }
  write_together(together);
}

std::vector<FormatInfo> mesh_formats() {
  std::vector<FormatInfo> list;
  for (const io::Format* format : io::formats())
    list.push_back({std::string(format->name),
                    std::string(format->description),
                    {format->extensions.begin(), format->extensions.end()}});
  return list;
}

}  // namespace pliant
