#include "mesh/io/vtk_cells.h"

namespace pliant::io {

namespace {

// Calls `use` with a value of the C++ type of a number type.
template <class Use>
auto with_type(VtkNumber type, Use&& use) {
  switch (type) {
    case VtkNumber::i8:
      return use(std::int8_t{});
    case VtkNumber::u8:
      return use(std::uint8_t{});
    case VtkNumber::i16:
      return use(std::int16_t{});
    case VtkNumber::u16:
      return use(std::uint16_t{});
    case VtkNumber::i32:
      return use(std::int32_t{});
    case VtkNumber::u32:
      return use(std::uint32_t{});
    case VtkNumber::i64:
      return use(std::int64_t{});
    case VtkNumber::u64:
      return use(std::uint64_t{});
    case VtkNumber::f32:
      return use(float{});
    case VtkNumber::f64:
      break;
  }
  return use(double{});
}

// A count that lies must not eat memory: a number takes at least a digit and a space.
void check_text(Scanner& in, std::size_t count) {
  if (count > in.remaining() / 2 + 1)
    in.fail(text(count, " numbers are announced, but the file is too short for them"),
            "it may have been cut off, or the count is wrong");
}

}  // namespace

std::size_t bytes_of(VtkNumber type) {
  return with_type(type, [](auto zero) { return sizeof zero; });
}

bool is_whole(VtkNumber type) {
  return type != VtkNumber::f32 && type != VtkNumber::f64;
}

std::vector<std::int64_t> integers(Bytes in, VtkNumber type, std::size_t count) {
  if (!is_whole(type))
    in.fail("fractions where whole numbers are needed", "check the array's type");
  std::vector<std::int64_t> out;
  out.reserve(in.checked_count(count, "numbers", bytes_of(type)));
  with_type(type, [&]<class T>(T) {
    for (std::size_t i = 0; i < count; ++i) out.push_back(static_cast<std::int64_t>(in.get<T>()));
  });
  return out;
}

std::vector<std::int64_t> integers(Scanner& in, std::size_t count) {
  check_text(in, count);
  std::vector<std::int64_t> out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) out.push_back(in.integer());
  return out;
}

std::vector<double> reals(Bytes in, VtkNumber type, std::size_t count) {
  std::vector<double> out;
  out.reserve(in.checked_count(count, "numbers", bytes_of(type)));
  with_type(type, [&]<class T>(T) {
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (std::floating_point<T>) {
        out.push_back(in.real<T>());
      } else {
        out.push_back(static_cast<double>(in.get<T>()));
      }
    }
  });
  return out;
}

std::vector<double> reals(Scanner& in, std::size_t count) {
  check_text(in, count);
  std::vector<double> out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) out.push_back(in.real());
  return out;
}

}  // namespace pliant::io
