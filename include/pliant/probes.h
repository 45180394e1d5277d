#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
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
  ProbeTable(const ProbeTable&) = delete;
  ProbeTable& operator=(const ProbeTable&) = delete;
  ~ProbeTable();

  void add(std::int64_t step, double time, std::span<const double> values);
  /// Hands all rows to the system, so that they survive a kill.
  void flush();
  /// Returns when all rows are on the disk, so that they survive a power cut, with a checksum
  /// beside them (FILE.sum).
  void commit();
  /// Length of the file with all rows added so far.
  std::uint64_t bytes() const { return bytes_; }

 private:
  void write(std::string_view text);
  void take_prefix(std::string_view bytes);
  [[noreturn]] void fail(int error) const;

  std::filesystem::path file_;
  std::vector<ProbeColumn> columns_;
  std::string waiting_;  // to be handed to the system
  std::uint64_t bytes_ = 0;
  std::uint32_t checksum_ = 0;  // of all of them
};

/// How many bytes of a table are as they were written, by the checksums beside it: all that were
/// committed, or those of the commit before; 0: neither. None where there are no checksums.
std::optional<std::uint64_t> sound_probe_bytes(const std::filesystem::path& file);
/// Removes a table and its checksums, where they are there.
void remove_probes(const std::filesystem::path& file);

/// What is in a probes.csv.
struct ProbeData {
  std::vector<ProbeColumn> columns;
  std::vector<std::int64_t> steps;
  std::vector<double> times;                ///< s
  std::vector<std::vector<double>> values;  ///< by column; NaN where a cell is empty
};

/// Reads a table; a last row without its end, as a kill leaves it, is not counted. InputError with
/// the line where it is damaged, or where it is not what its checksum tells.
ProbeData read_probes(const std::filesystem::path& file);
/// The same from memory; `name` is for messages.
ProbeData parse_probes(const std::string& name, std::string_view text);

}  // namespace pliant
