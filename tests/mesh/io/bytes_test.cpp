#include "mesh/io/bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace pliant::io {
namespace {

using namespace std::string_view_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::endian both_orders[] = {std::endian::little, std::endian::big};

TEST(Bytes, ReadsBothByteOrders) {
  Bytes little("f", "\x01\x02\x03\x04"sv);
  EXPECT_EQ(little.get<std::uint32_t>(), 0x04030201u);
  EXPECT_TRUE(little.at_end());
  Bytes big("f", "\x01\x02\x03\x04\xbf\x80\0\0"sv, std::endian::big);
  EXPECT_EQ(big.get<std::uint32_t>(), 0x01020304u);
  EXPECT_EQ(big.real<float>(), -1.0);
}

TEST(Bytes, WhatIsPutIsGot) {
  for (const std::endian order : both_orders) {
    std::string out;
    put(out, std::int16_t{-2}, order);
    put(out, Vec3d{0.1, -5e-324, 1e300}, order);
    put(out, std::uint8_t{200}, order);
    put(out, std::uint8_t{201}, order);
    Bytes in("f", out, order);
    EXPECT_EQ(in.get<std::int16_t>(), -2);
    EXPECT_EQ(in.point(), (Vec3d{0.1, -5e-324, 1e300}));
    EXPECT_THAT(in.array<std::uint8_t>(2, "bytes"), ElementsAre(200, 201));
    EXPECT_TRUE(in.array<double>(0, "numbers").empty());
  }
}

TEST(Bytes, NeverReadsPastTheEnd) {
  const auto message = [](const std::string& part) {
    return ThrowsMessage<InputError>(HasSubstr(part));
  };
  Bytes in("f.bin", "\0\0\0\0\0\0"sv, std::endian::little, 100);
  EXPECT_EQ(in.get<std::int32_t>(), 0);
  EXPECT_THAT([&] { in.get<std::int32_t>(); },
              message("f.bin: the file ends inside a number (at byte 104)"));
  EXPECT_THAT([&] { in.raw(3, "the header"); }, message("ends inside the header"));
  // 8 * (2^61 + 1) wraps round to 8.
  EXPECT_THAT([&] { in.array<double>((std::size_t{1} << 61) + 1, "points"); },
              message("2305843009213693953 points, but is too short"));
  EXPECT_THAT([&] { in.checked_count(-1, "points", 1); }, message("negative number of points"));
  EXPECT_EQ(in.checked_count(2, "bytes", 1), 2u);
  std::string nan;
  put(nan, std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT([&] { Bytes("f", nan).real(); }, message("not finite"));
}

}  // namespace
}  // namespace pliant::io
