#include "record/hdf5.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/text.h"
#include "record/chunk.h"
#include "record/hdf5_calls.h"

namespace pliant::hdf5 {

namespace {

std::recursive_mutex& library() {
  static std::recursive_mutex mutex;
  return mutex;
}

// The innermost message tells most: "addr overflow", or what the system said, between quotes.
herr_t keep_innermost(unsigned, const H5E_error2_t* error, void* message) {
  if (error->desc == nullptr) return 0;
  constexpr std::string_view before = "error message = '";
  std::string_view words = error->desc;
  if (const std::size_t at = words.find(before); at != std::string_view::npos) {
    words.remove_prefix(at + before.size());
    words = words.substr(0, words.find('\''));
  }
  *static_cast<std::string*>(message) = words;
  return 0;
}

}  // namespace

void fail(std::string_view what) {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, &reason);
  H5Eclear2(H5E_DEFAULT);
  for (char& c : reason)
    if (c < ' ' || c > '~') c = ' ';
  throw Error(text(what, reason.empty() ? "" : " (", reason, reason.empty() ? "" : ")"));
}

bool is_hard_link(const Object& parent, const std::string& name) {
  H5L_info_t link;
  return H5Lget_info(parent.id(), name.c_str(), &link, H5P_DEFAULT) >= 0 &&
         link.type == H5L_TYPE_HARD;
}

namespace {

hid_t file_type(Number number) {
  switch (number) {
    case Number::float32:
      return H5T_IEEE_F32LE;
    case Number::float64:
      return H5T_IEEE_F64LE;
    case Number::int32:
      return H5T_STD_I32LE;
    case Number::int64:
      return H5T_STD_I64LE;
    case Number::uint8:
      return H5T_STD_U8LE;
    case Number::uint32:
      return H5T_STD_U32LE;
  }
  return H5I_INVALID_HID;
}

Object properties(hid_t kind) {
  return Object(H5Pcreate(kind), H5Pclose, "out of memory");
}

// The format of HDF5 1.10: from there on all that describes data has checksums.
Object file_access() {
  Object access = properties(H5P_FILE_ACCESS);
  need(H5Pset_libver_bounds(access.id(), H5F_LIBVER_V110, H5F_LIBVER_V110), "wrong version");
  return access;
}

Object packed_chunks(const Shape& chunk) {
  Object create = properties(H5P_DATASET_CREATE);
  need(H5Pset_chunk(create.id(), static_cast<int>(chunk.size()), chunk.data()), "too large");
  need(H5Pset_shuffle(create.id()), "no shuffle filter");
  need(H5Pset_deflate(create.id(), 1), "no deflate filter");
  need(H5Pset_fill_time(create.id(), H5D_FILL_TIME_NEVER), "no fill time");
  return create;
}

// The library does not survive where it gets no memory for what it keeps of a file.
void need_room() {
  constexpr std::size_t room = std::size_t{16} << 20;
  void* const memory = std::malloc(room);
  if (memory == nullptr) throw std::bad_alloc();
  *static_cast<volatile char*>(memory) = 0;  // or compilers leave both calls out
  std::free(memory);
}

}  // namespace

Lock::Lock() : lock_(library()) {
  // HDF5 would print its errors. Where it is built for threads, each has a switch of its own.
  static thread_local const herr_t quiet = [] {
    need_room();
    return H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }();
  (void)quiet;
}

Object::Object(hid_t id, Close close_it, std::string_view what) : id_(id), close_(close_it) {
  if (id < 0) fail(what);
}

Object::Object(Object&& other) noexcept
    : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}

Object& Object::operator=(Object&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  return *this;
}

Object::~Object() {
  if (id_ < 0) return;
  const Lock lock;
  if (close_(id_) < 0) H5Eclear2(H5E_DEFAULT);
}

void Object::close() {
  const Lock lock;
  if (id_ >= 0) need(close_(std::exchange(id_, H5I_INVALID_HID)), "could not be closed");
}

std::size_t size_of(Number number) {
  return number == Number::uint8 ? 1 : number == Number::float64 || number == Number::int64 ? 8 : 4;
}

std::size_t count_of(const Shape& shape) {
  constexpr std::size_t largest = std::size_t{1} << 40;
  std::size_t count = 1;
  for (const hsize_t n : shape) {
    if (n != 0 && count > largest / n) throw Error("an array is too large");
    count *= static_cast<std::size_t>(n);
  }
  return count;
}

Object create_file(const std::filesystem::path& path) {
  const Lock lock;
  need_room();
  const Object access = file_access();
  return Object(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()), H5Fclose,
                "cannot be made");
}

void trim(const std::filesystem::path& path) {
  const Lock lock;
  haddr_t end = 0;
  {
    const Object file = open_file(path);
    need(H5Fget_eoa(file.id(), &end), "has no end");
  }
  std::error_code error;
  std::filesystem::resize_file(path, end, error);
  if (error) throw Error(error.message());
}

Object open_file(const std::filesystem::path& path) {
  const Lock lock;
  need_room();
  return Object(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "cannot be opened");
}

Object open_bytes(std::string_view bytes) {
  const Lock lock;
  need_room();
  const Object access = properties(H5P_FILE_ACCESS);
  need(H5Pset_fapl_core(access.id(), 1, false), "no files in memory");
  need(H5Pset_file_image(access.id(), const_cast<char*>(bytes.data()), bytes.size()), "is empty");
  return Object(H5Fopen("recording", H5F_ACC_RDONLY, access.id()), H5Fclose, "cannot be opened");
}

Object make_group(const Object& parent, const std::string& name) {
  const Lock lock;
  return Object(H5Gcreate2(parent.id(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                H5Gclose, text("cannot make '", name, "'"));
}

Object open_group(const Object& parent, const std::string& name) {
  const Lock lock;
  if (!is_hard_link(parent, name)) fail(text("'", name, "' is missing"));
  return Object(H5Gopen2(parent.id(), name.c_str(), H5P_DEFAULT), H5Gclose,
                text("'", name, "' is damaged"));
}

bool has(const Object& parent, const std::string& name) {
  const Lock lock;
  return need(H5Lexists(parent.id(), name.c_str(), H5P_DEFAULT), "a group is damaged") > 0;
}

std::vector<std::string> children(const Object& group) {
  const Lock lock;
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t* link, void* list) -> herr_t {
    if (link->type != H5L_TYPE_HARD) return -1;
    try {
      static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    } catch (...) {
      return -1;
    }
    return 0;
  };
  hsize_t at = 0;
  need(H5Literate(group.id(), H5_INDEX_NAME, H5_ITER_INC, &at, add, &names), "a group is damaged");
  return names;
}

void copy(const Object& from, const Object& to, const std::string& name) {
  const Lock lock;
  need(H5Ocopy(from.id(), name.c_str(), to.id(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
       text("'", name, "' cannot be copied"));
}

Object make_growing(const Object& parent, const std::string& name, Number number, Shape chunk) {
  const Lock lock;
  const Object create = packed_chunks(chunk);
  Shape now = chunk, most = chunk;
  now[0] = 0;
  most[0] = H5S_UNLIMITED;
  const Object space(H5Screate_simple(static_cast<int>(now.size()), now.data(), most.data()),
                     H5Sclose, "no such shape");
  return Object(H5Dcreate2(parent.id(), name.c_str(), file_type(number), space.id(), H5P_DEFAULT,
                           create.id(), H5P_DEFAULT),
                H5Dclose, text("cannot make '", name, "'"));
}

void grow(const Object& dataset, const Shape& shape) {
  const Lock lock;
  need(H5Dset_extent(dataset.id(), shape.data()), "an array cannot grow");
}

void write_chunk(const Object& dataset, hsize_t first_row, std::string_view encoded) {
  const Lock lock;
  std::array<hsize_t, H5S_MAX_RANK> offset{first_row};
  need(H5Dwrite_chunk(dataset.id(), H5P_DEFAULT, 0, offset.data(), encoded.size(), encoded.data()),
       "an array cannot be stored");
}

void write_array(const Object& parent, const std::string& name, Number number, const Shape& shape,
                 const void* values) {
  const std::string encoded = encode_chunk(values, count_of(shape), size_of(number));
  const Lock lock;
  Shape chunk = shape;
  for (hsize_t& n : chunk) n = std::max<hsize_t>(n, 1);
  const Object dataset = make_growing(parent, name, number, chunk);
  if (count_of(shape) == 0) return;
  grow(dataset, shape);
  write_chunk(dataset, 0, encoded);
}

}  // namespace pliant::hdf5
