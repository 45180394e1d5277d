#pragma once

#include <cstdint>

// What DLPack says of arrays that libraries hand to each other: the layout of its version 0, which
// all of them take (dmlc.github.io/dlpack).

namespace pliant::python::dlpack {

enum DeviceType : std::int32_t { on_processor = 1, on_cuda = 2 };
enum TypeCode : std::uint8_t { floating = 2 };

struct Device {
  std::int32_t type, number;
};
struct Type {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
struct Tensor {
  void* data;
  Device device;
  std::int32_t dimensions;
  Type type;
  std::int64_t* shape;
  std::int64_t* strides;  // null: rows without gaps
  std::uint64_t first_byte;
};
struct ManagedTensor {
  Tensor tensor;
  void* owner;
  void (*release)(ManagedTensor*);
};

}  // namespace pliant::python::dlpack
