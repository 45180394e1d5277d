#include <fcntl.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/text.h"
#include "mesh/io/format.h"

namespace pliant {

namespace io {

std::string_view Files::get(std::string_view extension, const std::string& cure) {
  const auto bytes = find(extension);
  if (!bytes) throw InputError(name(extension), 0, "no such file", cure);
  return *bytes;
}

std::string Files::name(std::string_view extension) const {
  // The file the user named keeps its spelling (bunny.OBJ); extension_ is its lower-case form.
  return stem_ + std::string(extension);
}

std::optional<std::string_view> MemoryFiles::find(std::string_view extension) {
  const auto it = files_.find(std::string(extension));
  if (it == files_.end()) return std::nullopt;
  return it->second;
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
         (holds.voronoi || !mesh.voronoi);
}

}  // namespace

Mesh read(const Format& format, Files& files, Notes& notes) {
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
  if (mesh.vertices.empty())
    throw InputError(file, 0, "the file has no vertices", "check that it is a mesh");
  return mesh;
}

FileMap write(const Format& format, const Mesh& mesh, const std::string& extension,
              const WriteOptions& options, Notes& notes) {
  if (fits(mesh, format.holds)) return format.write(mesh, extension, options);
  Mesh part = mesh;
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
  return format.write(part, extension, options);
}

namespace {

// A file's bytes, mapped while it is read.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) fail(path);
    struct stat info {};
    if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
      ::close(fd);
      throw InputError(path.string(), 0, "not a regular file", "name a mesh file");
    }
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
      : Files((path.parent_path() / path.stem()).string(), extension), path_(path) {}

  std::optional<std::string_view> find(std::string_view wanted) override {
    std::filesystem::path path = path_;
    if (wanted != extension()) path.replace_extension(wanted);
    if (!std::filesystem::exists(path) && wanted != extension()) return std::nullopt;
    return open_.try_emplace(std::string(wanted), path).first->second.bytes();
  }

 private:
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

void write_whole(const std::filesystem::path& path, const std::string& bytes) {
  std::filesystem::path partial = path;
  partial += ".part";
  std::ofstream out(partial, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(partial, path, error);
  if (!out || error) {
    const std::string why = std::strerror(errno);
    std::filesystem::remove(partial, error);
    throw InputError(path.string(), 0, text("cannot be written: ", why),
                     "check the folder, its permissions and the free space");
  }
}

}  // namespace
}  // namespace io

Mesh read_mesh(const std::filesystem::path& file, Notes* notes) {
  const std::string extension = io::lower_extension(file);
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
  for (const auto& [suffix, bytes] :
       io::write(format, mesh, extension, options, notes != nullptr ? *notes : unheard)) {
    std::filesystem::path path = file;
    if (suffix != extension) path.replace_extension(suffix);
    io::write_whole(path, bytes);
  }
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
