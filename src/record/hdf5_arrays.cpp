#include <algorithm>

#include "base/text.h"
#include "record/chunk.h"
#include "record/hdf5_calls.h"

// Reading arrays, whose bytes may be damaged.

namespace pliant::hdf5 {

namespace {

Object simple_space(const Shape& shape) {
  return Object(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose,
                "no such shape");
}

hid_t memory_type(Number number) {
  switch (number) {
    case Number::float32:
      return H5T_NATIVE_FLOAT;
    case Number::float64:
      return H5T_NATIVE_DOUBLE;
    case Number::int32:
      return H5T_NATIVE_INT32;
    case Number::int64:
      return H5T_NATIVE_INT64;
    case Number::uint8:
      return H5T_NATIVE_UINT8;
    case Number::uint32:
      return H5T_NATIVE_UINT32;
  }
  return H5I_INVALID_HID;
}

Shape chunk_of(const Object& create, std::size_t rank) {
  Shape chunk(rank);
  if (rank == 0 || H5Pget_chunk(create.id(), static_cast<int>(rank), chunk.data()) < 0) return {};
  return chunk;
}

H5Z_filter_t filter_of(const Object& create, unsigned number) {
  unsigned flags = 0, config = 0;
  std::size_t values = 0;
  return H5Pget_filter2(create.id(), number, &flags, &values, nullptr, 0, nullptr, &config);
}

// Chunks of whole rows, as make_growing() has them.
bool is_ours(const Object& create, const Shape& shape) {
  if (H5Pget_layout(create.id()) != H5D_CHUNKED || H5Pget_nfilters(create.id()) != 2) return false;
  if (filter_of(create, 0) != H5Z_FILTER_SHUFFLE || filter_of(create, 1) != H5Z_FILTER_DEFLATE)
    return false;
  const Shape chunk = chunk_of(create, shape.size());
  if (chunk.empty() || chunk[0] == 0) return false;
  for (std::size_t k = 1; k < shape.size(); ++k)
    if (chunk[k] < shape[k]) return false;
  return true;
}

Shape shape_of(const Object& space) {
  const int rank = need(H5Sget_simple_extent_ndims(space.id()), "an array has no shape");
  Shape shape(static_cast<std::size_t>(rank));
  need(H5Sget_simple_extent_dims(space.id(), shape.data(), nullptr), "an array has no shape");
  return shape;
}

Object space_of(const Object& dataset) {
  return Object(H5Dget_space(dataset.id()), H5Sclose, "an array has no shape");
}

hsize_t file_bytes(const Object& dataset) {
  const Object file(H5Iget_file_id(dataset.id()), H5Fclose, "an array is in no file");
  hsize_t all = 0;
  need(H5Fget_filesize(file.id(), &all), "the file has no size");
  return all;
}

Object creation_of(const Object& dataset) {
  return Object(H5Dget_create_plist(dataset.id()), H5Pclose, "out of memory");
}

// HDF5 takes a chunk to be as long as it should be, and reads beyond its end where zlib's stream
// ends early.
void need_whole_chunk(const Array& dataset, hsize_t row) {
  const Shape shape = shape_of(space_of(dataset));
  if (row >= shape[0]) fail("a frame is missing");
  const Shape chunk = chunk_of(creation_of(dataset), shape.size());
  const hsize_t first = row / chunk[0] * chunk[0];
  if (dataset.whole == first) return;
  Shape offset(shape.size(), 0);
  offset[0] = first;
  hsize_t size = 0;
  need(H5Dget_chunk_storage_size(dataset.id(), offset.data(), &size), "an array is damaged");
  if (size > file_bytes(dataset)) fail("an array is damaged");
  std::string packed(size, '\0');
  std::uint32_t left_out = 0;  // of the filters
  need(H5Dread_chunk(dataset.id(), H5P_DEFAULT, offset.data(), &left_out, packed.data()),
       "an array is damaged");
  const Object type(H5Dget_type(dataset.id()), H5Tclose, "an array has no type");
  if (left_out != 0 || !unpacks_to(packed, count_of(chunk) * H5Tget_size(type.id())))
    fail("an array is damaged");
  dataset.whole = first;
}

}  // namespace

Array open_array(const Object& parent, const std::string& name) {
  constexpr hsize_t most_zlib_can_shrink = 1032;
  const Lock lock;
  if (!is_hard_link(parent, name)) fail(text("'", name, "' is missing"));
  Array dataset(H5Dopen2(parent.id(), name.c_str(), H5P_DEFAULT), H5Dclose,
                text("'", name, "' is damaged"));
  const Shape shape = shape_of(space_of(dataset));
  if (!is_ours(creation_of(dataset), shape)) fail(text("'", name, "' is stored in an unknown way"));
  const Object type(H5Dget_type(dataset.id()), H5Tclose, text("'", name, "' has no type"));
  const H5T_class_t kind = H5Tget_class(type.id());
  if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || H5Tget_size(type.id()) > 8)
    fail(text("'", name, "' has no numbers"));
  const hsize_t bytes = count_of(shape) * H5Tget_size(type.id());
  // What a damaged index adds up to may be more than there is.
  const hsize_t stored = std::min(file_bytes(dataset), H5Dget_storage_size(dataset.id()));
  if (bytes / most_zlib_can_shrink > stored)
    fail(text("'", name, "' says that it has more numbers than are stored"));
  return dataset;
}

ArrayInfo info(const Object& dataset) {
  const Lock lock;
  const Object type(H5Dget_type(dataset.id()), H5Tclose, "an array has no type");
  const std::size_t size = H5Tget_size(type.id());
  const Number number = H5Tget_class(type.id()) == H5T_FLOAT
                            ? (size > 4 ? Number::float64 : Number::float32)
                            : (size > 4 ? Number::int64 : Number::int32);
  return {number, shape_of(space_of(dataset))};
}

void read_all(const Array& dataset, Number number, void* values) {
  const Lock lock;
  const Shape shape = shape_of(space_of(dataset));
  if (count_of(shape) == 0) return;
  const hsize_t rows = chunk_of(creation_of(dataset), shape.size())[0];
  for (hsize_t row = 0; row < shape[0]; row += rows) need_whole_chunk(dataset, row);
  need(H5Dread(dataset.id(), memory_type(number), H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
       "an array is damaged");
}

void read_row(const Array& dataset, hsize_t row, Number number, void* values) {
  const Lock lock;
  need_whole_chunk(dataset, row);
  const Object space = space_of(dataset);
  Shape count = shape_of(space);
  Shape start(count.size(), 0);
  start[0] = row;
  count[0] = 1;
  need(
      H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
      "a frame is missing");
  const Object memory = simple_space(count);
  need(H5Dread(dataset.id(), memory_type(number), memory.id(), space.id(), H5P_DEFAULT, values),
       "a frame is damaged");
}

}  // namespace pliant::hdf5
