#pragma once

// Stands in for GoogleTest where that is not installed: what the tests in tests/gpu use of it, by
// the same names, with output and options that CMake's gtest_discover_tests understands.

#include <exception>
#include <functional>
#include <iomanip>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace testing {

class Test {
 public:
  virtual ~Test() = default;
  virtual void SetUp() {}
  virtual void TearDown() {}
  virtual void TestBody() = 0;

  static bool HasFailure();
  static bool IsSkipped();
};

namespace small {

bool add_test(const char* suite, const char* name, std::function<std::unique_ptr<Test>()> make);

class Message {
 public:
  template <class T>
  Message& operator<<(const T& value) {
    out_ << value;
    return *this;
  }
  std::string str() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

/// Takes down what a message is assigned to; as an assignment, it can stand behind `return` and
/// take more words at its end.
class Record {
 public:
  enum class Kind { failure, skip };
  Record(Kind kind, const char* file, int line, std::string problem)
      : kind_(kind), file_(file), line_(line), problem_(std::move(problem)) {}
  void operator=(const Message& message) const;

 private:
  Kind kind_;
  const char* file_;
  int line_;
  std::string problem_;
};

/// What a failure happens in, for as long as it lives.
class Trace {
 public:
  Trace(const char* file, int line, const Message& message);
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;
  ~Trace();
};

template <class T>
std::string shown(const T& value) {
  std::ostringstream out;
  if constexpr (std::is_same_v<T, bool>)
    out << (value ? "true" : "false");
  else if constexpr (std::is_enum_v<T>)
    out << +static_cast<std::underlying_type_t<T>>(value);
  else if constexpr (std::is_floating_point_v<T>)
    out << std::setprecision(std::numeric_limits<T>::max_digits10) << value;
  else if constexpr (requires { out << value; })
    out << value;
  else
    out << "an object of " << sizeof(T) << " bytes";
  return out.str();
}

/// Empty where the relation holds.
template <class A, class B, class Relation>
std::string compared(const char* words, const A& a, const B& b, Relation relation) {
  if (relation(a, b)) return {};
  return std::string(words) + ", with " + shown(a) + " and " + shown(b);
}
inline std::string near(const char* words, double a, double b, double tolerance) {
  const double difference = a > b ? a - b : b - a;
  if (difference <= tolerance || a == b) return {};
  return std::string(words) + ", with " + shown(a) + " and " + shown(b) + ", which differ by " +
         shown(difference);
}
inline std::string held(const char* words, bool condition) {
  return condition ? std::string() : words;
}
template <class Exception, class Statement>
std::string thrown(const char* words, Statement statement) {
  try {
    statement();
  } catch (const Exception&) {
    return {};
  } catch (...) {
    return std::string(words) + ", which throws something else";
  }
  return std::string(words) + ", which throws nothing";
}
template <class Statement>
std::string nothing_thrown(const char* words, Statement statement) {
  try {
    statement();
  } catch (const std::exception& e) {
    return std::string(words) + " throws: " + e.what();
  } catch (...) {
    return std::string(words) + " throws";
  }
  return {};
}

int run_all_tests(int argc, char** argv);

}  // namespace small
}  // namespace testing

#define SMALL_GTEST_CLASS(suite, name) suite##_##name##_Test
#define SMALL_GTEST_TEST(suite, name, base)                                                 \
  class SMALL_GTEST_CLASS(suite, name) : public base {                                      \
    void TestBody() override;                                                               \
  };                                                                                        \
  [[maybe_unused]] const bool suite##_##name##_is_added = ::testing::small::add_test(       \
      #suite, #name,                                                                        \
      [] { return std::unique_ptr<::testing::Test>(new SMALL_GTEST_CLASS(suite, name)); }); \
  void SMALL_GTEST_CLASS(suite, name)::TestBody()
#define TEST(suite, name) SMALL_GTEST_TEST(suite, name, ::testing::Test)
#define TEST_F(fixture, name) SMALL_GTEST_TEST(fixture, name, fixture)

#define SMALL_GTEST_RECORD(kind, problem)                                                       \
  ::testing::small::Record(::testing::small::Record::Kind::kind, __FILE__, __LINE__, problem) = \
      ::testing::small::Message()
// The switch keeps an `else` of the caller from finding this `if`.
#define SMALL_GTEST_CHECK(problem, on_failure)                                        \
  switch (0)                                                                          \
  case 0:                                                                             \
  default:                                                                            \
    if (const std::string small_gtest_problem = problem; small_gtest_problem.empty()) \
      ;                                                                               \
    else                                                                              \
      on_failure SMALL_GTEST_RECORD(failure, small_gtest_problem)
#define SMALL_GTEST_NOTHING
#define EXPECT_PROBLEM_FREE(problem) SMALL_GTEST_CHECK(problem, SMALL_GTEST_NOTHING)
#define ASSERT_PROBLEM_FREE(problem) SMALL_GTEST_CHECK(problem, return )

#define SMALL_GTEST_COMPARE(a, b, sign)                             \
  ::testing::small::compared("expected " #a " " #sign " " #b, a, b, \
                             [](const auto& x, const auto& y) { return x sign y; })
#define EXPECT_EQ(a, b) EXPECT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, ==))
#define EXPECT_NE(a, b) EXPECT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, !=))
#define EXPECT_LT(a, b) EXPECT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, <))
#define EXPECT_LE(a, b) EXPECT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, <=))
#define EXPECT_GT(a, b) EXPECT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, >))
#define EXPECT_GE(a, b) EXPECT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, >=))
#define ASSERT_EQ(a, b) ASSERT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, ==))
#define ASSERT_NE(a, b) ASSERT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, !=))
#define ASSERT_LT(a, b) ASSERT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, <))
#define ASSERT_LE(a, b) ASSERT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, <=))
#define ASSERT_GT(a, b) ASSERT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, >))
#define ASSERT_GE(a, b) ASSERT_PROBLEM_FREE(SMALL_GTEST_COMPARE(a, b, >=))

#define SMALL_GTEST_HELD(condition, words) \
  ::testing::small::held("expected " words, static_cast<bool>(condition))
#define EXPECT_TRUE(condition) EXPECT_PROBLEM_FREE(SMALL_GTEST_HELD(condition, #condition))
#define ASSERT_TRUE(condition) ASSERT_PROBLEM_FREE(SMALL_GTEST_HELD(condition, #condition))
#define EXPECT_FALSE(condition) \
  EXPECT_PROBLEM_FREE(SMALL_GTEST_HELD(!(condition), "not " #condition))
#define ASSERT_FALSE(condition) \
  ASSERT_PROBLEM_FREE(SMALL_GTEST_HELD(!(condition), "not " #condition))

#define SMALL_GTEST_NEAR(a, b, tolerance) \
  ::testing::small::near("expected " #a " within " #tolerance " of " #b, a, b, tolerance)
#define EXPECT_NEAR(a, b, tolerance) EXPECT_PROBLEM_FREE(SMALL_GTEST_NEAR(a, b, tolerance))
#define ASSERT_NEAR(a, b, tolerance) ASSERT_PROBLEM_FREE(SMALL_GTEST_NEAR(a, b, tolerance))

#define SMALL_GTEST_THROWN(statement, exception)                                  \
  ::testing::small::thrown<exception>("expected " #exception " from " #statement, \
                                      [&] { statement; })
#define EXPECT_THROW(statement, exception) \
  EXPECT_PROBLEM_FREE(SMALL_GTEST_THROWN(statement, exception))
#define ASSERT_THROW(statement, exception) \
  ASSERT_PROBLEM_FREE(SMALL_GTEST_THROWN(statement, exception))
#define EXPECT_NO_THROW(statement) \
  EXPECT_PROBLEM_FREE(::testing::small::nothing_thrown(#statement, [&] { statement; }))
#define ASSERT_NO_THROW(statement) \
  ASSERT_PROBLEM_FREE(::testing::small::nothing_thrown(#statement, [&] { statement; }))

#define ADD_FAILURE() SMALL_GTEST_RECORD(failure, "failed")
#define FAIL() return ADD_FAILURE()
#define GTEST_SKIP() return SMALL_GTEST_RECORD(skip, "skipped")

#define SMALL_GTEST_JOINED(a, b) a##b
#define SMALL_GTEST_UNIQUE(line) SMALL_GTEST_JOINED(small_gtest_trace_, line)
#define SCOPED_TRACE(message)                                 \
  const ::testing::small::Trace SMALL_GTEST_UNIQUE(__LINE__)( \
      __FILE__, __LINE__, ::testing::small::Message() << message)
