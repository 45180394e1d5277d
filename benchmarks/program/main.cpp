// pliant-bench: what `pliant bench` measures, in a program that needs the library alone.

#include <pliant/error.h>

#include <fstream>
#include <iostream>
#include <new>
#include <optional>

#include "program/arguments.h"

namespace {

using namespace pliant;

constexpr int at_fault = 1, wrong_usage = 2;

int fail(const std::string& message, int code) {
  std::cerr << "pliant-bench: " << message << '\n';
  return code;
}

void measure(const bench::Arguments& arguments) {
  std::ofstream file;
  if (!arguments.json.empty()) {
    file.open(arguments.json, std::ios::binary);
    if (!file)
      throw InputError(arguments.json, 0, "cannot be written",
                       "name a file in a folder that is there");
  }
  const bench::Watcher watcher{
      .stage = [](const std::string& what) { std::cerr << "pliant-bench: " << what << '\n'; },
      .notes =
          [](const Notes& notes) {
            for (const std::string& note : notes)
              std::cerr << "pliant-bench: note: " << note << '\n';
          },
      .table = [](const std::string& part) { std::cout << part << std::flush; }};
  const bench::Report report = bench::run(arguments.settings, watcher);
  if (!arguments.json.empty() && !(file << json(report) << std::flush))
    throw InputError(arguments.json, 0, "could not be written to its end", "is the disk full?");
}

int run(const bench::Arguments& arguments) {
  switch (arguments.task) {
    case bench::Arguments::Task::help:
      std::cout << bench::help();
      break;
    case bench::Arguments::Task::list:
      std::cout << bench::list_of_cases() << '\n';
      break;
    case bench::Arguments::Task::measure:
      measure(arguments);
  }
  std::cout.flush();
  return std::cout ? 0 : fail("the output could not be written", at_fault);
}

}  // namespace

int main(int argc, char** argv) {
  std::optional<bench::Arguments> arguments;
  try {
    arguments = bench::parse({argv + 1, argv + argc});
  } catch (const InputError& e) {
    return fail(std::string(e.what()) + "\nTry 'pliant-bench --help'.", wrong_usage);
  }
  try {
    return run(*arguments);
  } catch (const InputError& e) {
    return fail(e.what(), at_fault);
  } catch (const std::bad_alloc&) {
    return fail("out of memory; the case is too large for this machine", at_fault);
  } catch (const std::exception& e) {
    return fail(e.what(), at_fault);
  }
}
