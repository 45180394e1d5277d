#include "base/text.h"
#include "record/hdf5.h"

namespace pliant::hdf5 {

namespace {

constexpr hsize_t longest_text = 4096;

void write(const Object& object, const char* name, hid_t file_type, hid_t memory_type,
           const void* value) {
  const Object space(H5Screate(H5S_SCALAR), H5Sclose, "out of memory");
  const Object attribute(
      H5Acreate2(object.id(), name, file_type, space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
      text("cannot make '", name, "'"));
  if (H5Awrite(attribute.id(), memory_type, value) < 0)
    throw Error(text("'", name, "' cannot be stored"));
}

Object open(const Object& object, const char* name) {
  return Object(H5Aopen(object.id(), name, H5P_DEFAULT), H5Aclose, text("'", name, "' is missing"));
}

void read(const Object& object, const char* name, H5T_class_t kind, hid_t memory_type,
          void* value) {
  const Object attribute = open(object, name);
  const Object type(H5Aget_type(attribute.id()), H5Tclose, text("'", name, "' is damaged"));
  const Object space(H5Aget_space(attribute.id()), H5Sclose, text("'", name, "' is damaged"));
  if (H5Tget_class(type.id()) != kind || H5Sget_simple_extent_npoints(space.id()) != 1)
    throw Error(text("'", name, "' is damaged"));
  if (H5Aread(attribute.id(), memory_type, value) < 0) throw Error(text("'", name, "' is damaged"));
}

Object text_type(std::size_t size) {
  Object type(H5Tcopy(H5T_C_S1), H5Tclose, "out of memory");
  H5Tset_size(type.id(), size);
  H5Tset_cset(type.id(), H5T_CSET_UTF8);
  H5Tset_strpad(type.id(), H5T_STR_NULLPAD);
  return type;
}

}  // namespace

void set_attribute(const Object& object, const char* name, std::int64_t value) {
  const Lock lock;
  write(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}

void set_attribute(const Object& object, const char* name, double value) {
  const Lock lock;
  write(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

void set_attribute(const Object& object, const char* name, std::string_view value) {
  const Lock lock;
  const std::string stored(value.substr(0, longest_text));
  const Object type = text_type(std::max<std::size_t>(stored.size(), 1));
  write(object, name, type.id(), type.id(), stored.c_str());
}

bool has_attribute(const Object& object, const char* name) {
  const Lock lock;
  return H5Aexists(object.id(), name) > 0;
}

std::int64_t whole_attribute(const Object& object, const char* name) {
  const Lock lock;
  std::int64_t value = 0;
  read(object, name, H5T_INTEGER, H5T_NATIVE_INT64, &value);
  return value;
}

double real_attribute(const Object& object, const char* name) {
  const Lock lock;
  double value = 0;
  read(object, name, H5T_FLOAT, H5T_NATIVE_DOUBLE, &value);
  return value;
}

std::string text_attribute(const Object& object, const char* name) {
  const Lock lock;
  std::string value;
  {
    const Object attribute = open(object, name);
    const Object type(H5Aget_type(attribute.id()), H5Tclose, text("'", name, "' is damaged"));
    if (H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) != 0 ||
        H5Tget_size(type.id()) == 0 || H5Tget_size(type.id()) > longest_text)
      throw Error(text("'", name, "' is damaged"));
    value.resize(H5Tget_size(type.id()));
  }
  const Object type = text_type(value.size());
  read(object, name, H5T_STRING, type.id(), value.data());
  value.resize(value.find('\0') == std::string::npos ? value.size() : value.find('\0'));
  return value;
}

}  // namespace pliant::hdf5
