#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pliant {

/// A column of probes.csv. Neither name nor unit has brackets or line ends.
struct ProbeColumn {
  std::string name;
  std::string unit;  ///< empty: a plain number
  bool operator==(const ProbeColumn&) const = default;
};

/// Goes on with a table after so many bytes of it; see ProbeTable::bytes.
struct ContinueAt {
  std::uint64_t bytes = 0;
};

/// Writes measurements as a table: step, time, then the columns given, "name [unit]" in the first
/// row. A value that is not a number leaves its cell empty. Numbers read back equal.
class ProbeTable {
 public:
  /// Replaces the file. InputError where it cannot be written, here and below.
  ProbeTable(const std::filesystem::path& file, std::vector<ProbeColumn> columns);
  /// Cuts the file off and goes on; InputError where it has other columns or is shorter than that.
  ProbeTable(const std::filesystem::path& file, std::vector<ProbeColumn> columns, ContinueAt at);

  void add(std::int64_t step, double time, std::span<const double> values);
  /// Hands all rows to the system, so that they survive a kill.
  void flush();
  /// Length of the file with all rows added so far.
  std::uint64_t bytes() const { return bytes_; }

 private:
  void write(std::string_view text);
  [[noreturn]] void fail(int error) const;

  std::filesystem::path file_;
  std::vector<ProbeColumn> columns_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> out_;
  std::uint64_t bytes_ = 0;
};

/// What is in a probes.csv.
struct ProbeData {
  std::vector<ProbeColumn> columns;
  std::vector<std::int64_t> steps;
  std::vector<double> times;                ///< s
  std::vector<std::vector<double>> values;  ///< by column; NaN where a cell is empty
};

/// Reads a table; a last row without its end, as a kill leaves it, is not counted. InputError with
/// the line where it is damaged.
ProbeData read_probes(const std::filesystem::path& file);
/// The same from memory; `name` is for messages.
ProbeData parse_probes(const std::string& name, std::string_view text);

}  // namespace pliant
