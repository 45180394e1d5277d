#include <pliant/error.h>

#include "model/saved_state.h"

namespace pliant {

namespace {

[[noreturn]] void too_short() {
  throw InputError("", 0, "the saved state is damaged: it ends too early",
                   "take one that was saved as a whole");
}

}  // namespace

void ByteWriter::add(const std::vector<bool>& bits) {
  for (std::size_t i = 0; i < bits.size(); i += 8) {
    std::uint8_t eight = 0;
    for (std::size_t k = 0; k < 8 && i + k < bits.size(); ++k)
      eight = static_cast<std::uint8_t>(eight | unsigned(bits[i + k]) << k);
    add(eight);
  }
}

void ByteWriter::add(std::span<const double> values, Precision precision) {
  for (const double value : values)
    if (precision == Precision::single_precision)
      add(static_cast<float>(value));
    else
      add(value);
}

void ByteWriter::add(std::span<const Vec3d> values, Precision precision) {
  bytes_.reserve(bytes_.size() + 3 * sizeof(double) * values.size());
  for (const Vec3d& a : values) {
    const double numbers[3] = {a.x, a.y, a.z};
    add(numbers, precision);
  }
}

std::vector<std::byte> ByteWriter::finish() {
  Fingerprint print;
  print.add(std::span<const std::byte>(bytes_));
  add(print.value());
  return std::move(bytes_);
}

std::span<const std::byte> ByteReader::take(std::size_t count) {
  if (count > bytes_.size()) too_short();
  const std::span<const std::byte> taken = bytes_.first(count);
  bytes_ = bytes_.subspan(count);
  return taken;
}

bool ByteReader::get_bool() {
  return get<std::uint8_t>() != 0;
}

Vec3d ByteReader::get_vector() {
  const double x = get<double>(), y = get<double>(), z = get<double>();
  return {x, y, z};
}

std::vector<bool> ByteReader::get_bits(std::size_t count) {
  const std::span<const std::byte> bytes = take(count / 8 + (count % 8 != 0));
  std::vector<bool> bits(count);
  for (std::size_t i = 0; i < count; ++i)
    bits[i] = (std::to_integer<unsigned>(bytes[i / 8]) >> (i % 8) & 1) != 0;
  return bits;
}

std::vector<double> ByteReader::get_numbers(std::size_t count, Precision precision) {
  const bool single = precision == Precision::single_precision;
  if (count > bytes_.size() / (single ? sizeof(float) : sizeof(double))) too_short();
  std::vector<double> out(count);
  for (double& value : out) value = single ? double(get<float>()) : get<double>();
  return out;
}

std::vector<Vec3d> ByteReader::get_vectors(std::size_t count, Precision precision) {
  const bool single = precision == Precision::single_precision;
  if (count > bytes_.size() / (single ? 3 * sizeof(float) : 3 * sizeof(double))) too_short();
  std::vector<Vec3d> out(count);
  for (Vec3d& a : out)
    for (int i = 0; i < 3; ++i) a[i] = single ? double(get<float>()) : get<double>();
  return out;
}

}  // namespace pliant
