#include <gtest/gtest.h>

#include <exception>
#include <iostream>
#include <vector>

namespace testing {

namespace small {

namespace {

struct Entry {
  std::string suite, name;
  std::function<std::unique_ptr<Test>()> make;
  std::string full_name() const { return suite + "." + name; }
};

// Tests are added before main, in any order of the files.
std::vector<Entry>& entries() {
  static std::vector<Entry> all;
  return all;
}

bool failed = false, skipped = false;  // the test that runs
std::vector<std::string> traces;

std::string place(const char* file, int line) {
  return std::string(file) + ":" + std::to_string(line) + ": ";
}

// `*` is any text, `?` any letter.
bool matches(std::string_view name, std::string_view pattern) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*')
    return matches(name, pattern.substr(1)) || (!name.empty() && matches(name.substr(1), pattern));
  return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) &&
         matches(name.substr(1), pattern.substr(1));
}
bool matches_one(std::string_view name, std::string_view patterns) {
  for (;;) {
    const std::size_t colon = patterns.find(':');
    if (matches(name, patterns.substr(0, colon))) return true;
    if (colon == patterns.npos) return false;
    patterns.remove_prefix(colon + 1);
  }
}
// Patterns of what is wanted, and after a '-' of what is not.
bool selected(const std::string& name, std::string_view filter) {
  const std::size_t minus = filter.find('-');
  std::string_view wanted = filter.substr(0, minus);
  if (wanted.empty()) wanted = "*";
  return matches_one(name, wanted) &&
         (minus == filter.npos || !matches_one(name, filter.substr(minus + 1)));
}

void guarded(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& e) {
    Record(Record::Kind::failure, "exception", 0, e.what()) = Message();
  } catch (...) {
    Record(Record::Kind::failure, "exception", 0, "of no known kind") = Message();
  }
}

void run_one(const Entry& entry) {
  failed = skipped = false;
  guarded([&] {
    const std::unique_ptr<Test> test = entry.make();
    guarded([&] { test->SetUp(); });
    if (!failed && !skipped) guarded([&] { test->TestBody(); });
    guarded([&] { test->TearDown(); });
  });
}

void list(std::string_view filter) {
  std::string suite;
  for (const Entry& entry : entries()) {
    if (!selected(entry.full_name(), filter)) continue;
    if (entry.suite != suite) std::cout << entry.suite << ".\n";
    suite = entry.suite;
    std::cout << "  " << entry.name << '\n';
  }
}

int run(std::string_view filter) {
  std::size_t passed = 0;
  std::vector<std::string> failures, skips;
  for (const Entry& entry : entries()) {
    const std::string name = entry.full_name();
    if (!selected(name, filter)) continue;
    std::cout << "[ RUN      ] " << name << std::endl;
    run_one(entry);
    if (failed)
      failures.push_back(name);
    else if (skipped)
      skips.push_back(name);
    else
      ++passed;
    std::cout << (failed    ? "[  FAILED  ] "
                  : skipped ? "[  SKIPPED ] "
                            : "[       OK ] ")
              << name << std::endl;
  }
  std::cout << "[  PASSED  ] " << passed << '\n';
  for (const std::string& name : skips) std::cout << "[  SKIPPED ] " << name << '\n';
  for (const std::string& name : failures) std::cout << "[  FAILED  ] " << name << '\n';
  return failures.empty() ? 0 : 1;
}

}  // namespace

bool add_test(const char* suite, const char* name, std::function<std::unique_ptr<Test>()> make) {
  entries().push_back({suite, name, std::move(make)});
  return true;
}

void Record::operator=(const Message& message) const {
  (kind_ == Kind::failure ? failed : skipped) = true;
  std::cout << place(file_, line_) << (kind_ == Kind::failure ? "Failure: " : "") << problem_
            << '\n';
  if (const std::string more = message.str(); !more.empty()) std::cout << more << '\n';
  if (kind_ == Kind::failure)
    for (const std::string& trace : traces) std::cout << "in " << trace << '\n';
  std::cout.flush();
}

Trace::Trace(const char* file, int line, const Message& message) {
  traces.push_back(place(file, line) + message.str());
}
Trace::~Trace() {
  traces.pop_back();
}

int run_all_tests(int argc, char** argv) {
  constexpr std::string_view with_filter = "--gtest_filter=", known = "--gtest_";
  std::string_view filter = "*";
  bool listing = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word.starts_with(with_filter)) {
      filter = word.substr(with_filter.size());
    } else if (word == "--gtest_list_tests") {
      listing = true;
    } else if (!word.starts_with(known)) {  // the other options of GoogleTest change nothing here
      std::cerr << "no option '" << word << "'; there are: --gtest_filter=PATTERNS, "
                << "--gtest_list_tests\n";
      return 2;
    }
  }
  if (listing) list(filter);
  return listing ? 0 : run(filter);
}

}  // namespace small

bool Test::HasFailure() {
  return small::failed;
}
bool Test::IsSkipped() {
  return small::skipped;
}

}  // namespace testing

int main(int argc, char** argv) {
  return testing::small::run_all_tests(argc, argv);
}
