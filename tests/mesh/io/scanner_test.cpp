#include "mesh/io/scanner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include <cmath>
#include <functional>
#include <limits>

namespace pliant {
namespace {

using io::LateIndices;
using io::Scanner;
using testing::HasSubstr;

// What one call throws, or an empty string.
std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

double real(const std::string& text) {
  return Scanner("file", text).real();
}
std::int64_t integer(const std::string& text) {
  return Scanner("file", text).integer();
}

TEST(Scanner, ReadsNumbersExactly) {
  EXPECT_EQ(real("0.1"), 0.1);
  EXPECT_EQ(real("+0.1"), 0.1);
  EXPECT_EQ(real("-.5"), -0.5);
  EXPECT_EQ(real("5."), 5.0);
  EXPECT_EQ(real("1E+3"), 1000.0);
  EXPECT_EQ(real("1e-3"), 0.001);
  EXPECT_EQ(real("9007199254740993"), 9007199254740992.0);  // 2^53 + 1 lies between two doubles
  EXPECT_EQ(real("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(real("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(real("2.2250738585072011e-308"), 0x0.fffffffffffffp-1022);  // largest denormal
  EXPECT_TRUE(std::signbit(real("-0")));
  EXPECT_EQ(real("1#comment"), 1.0);
}

TEST(Scanner, NumbersTooSmallForADoubleAreZero) {
  EXPECT_EQ(real("1e-400"), 0.0);
  EXPECT_EQ(real("-1e-99999999999999999999999"), 0.0);
  EXPECT_EQ(real("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(real("0." + std::string(800, '0') + "1e+400"), 0.0);
  EXPECT_EQ(real("0e999"), 0.0);
}

TEST(Scanner, NumbersTooLargeForADoubleAreErrors) {
  for (const std::string& text :
       {std::string("1e309"), std::string("-1e99999999999999999999999"),
        "1" + std::string(400, '0'), "1" + std::string(800, '0') + "e-400",
        "0.00" + std::string(10, '1') + "e+400"})
    EXPECT_THAT(error_of([&] { real(text); }), HasSubstr("too large")) << text;
}

TEST(Scanner, WhatIsNoFiniteNumberIsAnError) {
  for (const char* text : {"nan", "NaN", "-nan(ind)", "inf", "-Infinity", "+inf"})
    EXPECT_THAT(error_of([&] { real(text); }), HasSubstr("file:1: a number is not finite")) << text;
  for (const char* text : {"+", "-", "+-1", "++1", ".", "e5", "1x", "1e", "0x10", "1,5", "1\\"})
    EXPECT_THAT(error_of([&] { real(text); }), HasSubstr("file:1: expected a number")) << text;
  EXPECT_THAT(error_of([] { Scanner("file", std::string_view("1\0", 2), '\0').real(); }),
              HasSubstr("expected a number, found '1?'"));
}

TEST(Scanner, ReadsWholeNumbers) {
  EXPECT_EQ(integer("+7"), 7);
  EXPECT_EQ(integer("-7"), -7);
  EXPECT_EQ(integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_THAT(error_of([] { integer("9223372036854775808"); }), HasSubstr("is too large"));
  EXPECT_THAT(error_of([] { integer(std::string(1000, '9')); }), HasSubstr("...' is too large"));
  for (const char* text : {"+", "+-7", "7.0", "1e3", "seven", "7/1"})
    EXPECT_THAT(error_of([&] { integer(text); }), HasSubstr("expected a whole number")) << text;
}

TEST(Scanner, CountsThatLieAreErrors) {
  const auto count = [](const std::string& text) { return Scanner("file", text).count("rows", 6); };
  EXPECT_EQ(count("1\n0 0 0\n"), 1u);
  EXPECT_THAT(error_of([&] { count("1000000000000"); }), HasSubstr("1000000000000 rows"));
  EXPECT_THAT(error_of([&] { count("9223372036854775807"); }), HasSubstr("too short"));
  EXPECT_THAT(error_of([&] { count("-1"); }), HasSubstr("negative number of rows"));
}

TEST(Scanner, LinesEndInAnyOfThreeWays) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    SCOPED_TRACE(testing::PrintToString(end));
    const std::string text = "one 1 # note" + end + end + "two" + end + "three x" + end + "last";
    Scanner in("file", text);
    EXPECT_EQ(in.word(), "one");
    EXPECT_TRUE(in.more_on_line());
    EXPECT_EQ(in.real(), 1.0);
    EXPECT_FALSE(in.more_on_line());
    EXPECT_EQ(in.word(), "two");
    EXPECT_EQ(in.line(), 3u);
    EXPECT_FALSE(in.more_on_line());
    EXPECT_EQ(in.rest_of_line(), "");
    EXPECT_EQ(in.rest_of_line(), "three x");
    EXPECT_EQ(in.line(), 4u);
    EXPECT_EQ(in.word(), "last");
    EXPECT_EQ(in.line(), 5u);
    EXPECT_FALSE(in.more_on_line());
    EXPECT_TRUE(in.at_end());
    EXPECT_THAT(error_of([&] { in.word(); }), HasSubstr("file:5: the file ends too early"));
  }
}

TEST(Scanner, SkipsAByteOrderMarkAtTheStartOnly) {
  Scanner in("file", "\xEF\xBB\xBFOFF \xEF\xBB\xBFx");
  EXPECT_EQ(in.word(), "OFF");
  EXPECT_EQ(in.word(), "\xEF\xBB\xBFx");
  EXPECT_TRUE(Scanner("file", "\xEF\xBB\xBF").at_end());
}

TEST(Scanner, BackslashesJoinLinesWhereAsked) {
  const std::string text = "f 1 2\\\n3 \\\r\n 4\ng a\\b \\\nc\nend\\";
  Scanner in("file", text, '#', Scanner::Backslash::continues_line);
  EXPECT_EQ(in.word(), "f");
  int sum = 0;
  while (in.more_on_line()) sum = 10 * sum + static_cast<int>(in.integer());
  EXPECT_EQ(sum, 1234);
  EXPECT_EQ(in.line(), 3u);
  EXPECT_EQ(in.word(), "g");
  EXPECT_EQ(in.word(), "a\\b");
  EXPECT_EQ(in.rest_of_line(), " \\\nc");
  EXPECT_EQ(in.word(), "end\\");
  EXPECT_THAT(error_of([] { Scanner("file", "2\\\n3").integer(); }), HasSubstr("found '2\\'"));
}

TEST(Scanner, RawBytesEndWithTheFile) {
  Scanner in("file", "header\nbytes");
  in.rest_of_line();
  EXPECT_EQ(in.raw(3, "the data"), "byt");
  EXPECT_EQ(in.remaining(), 2u);
  EXPECT_THAT(error_of([&] { in.raw(3, "the data"); }), HasSubstr("ends inside the data"));
}

TEST(Scanner, LateIndicesAreCheckedWithTheLineOfTheLargest) {
  Scanner in("file", "3\n7\n5\n0\n99999999999\n");
  LateIndices indices("corner", "corners", 1);
  EXPECT_EQ(indices.take(in), 2u);
  EXPECT_EQ(indices.take(in), 6u);
  EXPECT_EQ(indices.take(in), 4u);
  indices.check(in, 7);
  EXPECT_EQ(error_of([&] { indices.check(in, 6); }),
            "file:2: corner 7 does not exist; corners are numbered 1 to 6");
  EXPECT_EQ(error_of([&] { indices.check(in, 0); }),
            "file:2: corner 7 does not exist; the file has no corners");
  EXPECT_EQ(error_of([&] { indices.take(in); }),
            "file:4: corner 0 does not exist; corners are numbered from 1");
  indices.take(in);
  EXPECT_EQ(error_of([&] { indices.check(in, 7); }),
            "file:5: corner 99999999999 does not exist; corners are numbered 1 to 7");
}

}  // namespace
}  // namespace pliant
