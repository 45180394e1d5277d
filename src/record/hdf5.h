#pragma once

#include <hdf5.h>

#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// A thin layer over HDF5's C functions: identifiers that close themselves, failures as exceptions.
// The library is not made for threads and keeps its errors in one place, so every function here
// holds one lock for the whole process.

namespace pliant::hdf5 {

/// What HDF5 says of a failure; without the file's name, which who called adds.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Held while several calls belong together; may be held many times over by one thread.
class Lock {
 public:
  Lock();

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

/// A file, group, data set or whatever else has an identifier.
class Object {
 public:
  using Close = herr_t (*)(hid_t);
  Object() = default;
  /// Throws Error where `id` is that of a call that failed.
  Object(hid_t id, Close close_it, std::string_view what);
  Object(Object&& other) noexcept;
  Object& operator=(Object&& other) noexcept;
  ~Object();

  hid_t id() const { return id_; }
  /// Closes it now and throws Error where that fails, as writing out the rest of a file may.
  void close();

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

enum class Number { float32, float64, int32, int64, uint8, uint32 };
template <class T>
constexpr Number number_of();
std::size_t size_of(Number number);

using Shape = std::vector<hsize_t>;
/// How many numbers; Error where that does not fit.
std::size_t count_of(const Shape& shape);

Object create_file(const std::filesystem::path& path);
/// Cuts off what a file has beyond its last byte that is in use.
void trim(const std::filesystem::path& path);
/// For reading.
Object open_file(const std::filesystem::path& path);
/// For reading; the bytes are copied.
Object open_bytes(std::string_view bytes);

Object make_group(const Object& parent, const std::string& name);
Object open_group(const Object& parent, const std::string& name);
bool has(const Object& parent, const std::string& name);
/// Names of what is in a group, sorted. Links to other files and places count as damage.
std::vector<std::string> children(const Object& group);
/// Copies a group or data set with everything in it; packed numbers stay packed.
void copy(const Object& from, const Object& to, const std::string& name);

void set_attribute(const Object& object, const char* name, std::int64_t value);
void set_attribute(const Object& object, const char* name, double value);
void set_attribute(const Object& object, const char* name, std::string_view value);
bool has_attribute(const Object& object, const char* name);
std::int64_t whole_attribute(const Object& object, const char* name);
double real_attribute(const Object& object, const char* name);
std::string text_attribute(const Object& object, const char* name);

/// A data set of shuffled and deflated chunks whose first dimension, 0 now, can grow.
Object make_growing(const Object& parent, const std::string& name, Number number, Shape chunk);
void grow(const Object& dataset, const Shape& shape);
/// Stores a chunk as encode_chunk made it.
void write_chunk(const Object& dataset, hsize_t first_row, std::string_view encoded);
/// Stores a whole array in one chunk.
void write_array(const Object& parent, const std::string& name, Number number, const Shape& shape,
                 const void* values);

/// A data set of numbers to read.
class Array : public Object {
 public:
  using Object::Object;
  /// First row of the chunk that was found to be whole last.
  mutable hsize_t whole = H5S_UNLIMITED;
};

struct ArrayInfo {
  Number number;  ///< the nearest of ours
  Shape shape;
};
/// Opens a data set of numbers. One that says it holds more than its bytes can, or is packed in
/// other ways than ours, is an Error: nothing it says is believed before.
Array open_array(const Object& parent, const std::string& name);
ArrayInfo info(const Object& dataset);
/// Reads all numbers, or those of one row of the first dimension, as numbers of this kind.
void read_all(const Array& dataset, Number number, void* values);
void read_row(const Array& dataset, hsize_t row, Number number, void* values);

template <>
constexpr Number number_of<float>() {
  return Number::float32;
}
template <>
constexpr Number number_of<double>() {
  return Number::float64;
}
template <>
constexpr Number number_of<std::int32_t>() {
  return Number::int32;
}
template <>
constexpr Number number_of<std::int64_t>() {
  return Number::int64;
}
template <>
constexpr Number number_of<std::uint8_t>() {
  return Number::uint8;
}
template <>
constexpr Number number_of<std::uint32_t>() {
  return Number::uint32;
}

}  // namespace pliant::hdf5
