#include <fcntl.h>
#include <pliant/error.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/file_set.h"
#include "base/text.h"
#include "mesh/io/format.h"

// Mesh files on a disk.

namespace pliant {

namespace io {

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
    std::string name = "/";
    name += file.string();  // g++ 12 warns of "/" + file.string()
    return open_.try_emplace(std::move(name), file).first->second.bytes();
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
