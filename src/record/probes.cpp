#include <pliant/error.h>
#include <pliant/probes.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/disk.h"
#include "base/file.h"
#include "base/text.h"
#include "record/checksum.h"
#include "record/probe_sums.h"

namespace pliant {

namespace {

constexpr std::size_t most_waiting = 4096;

// Between quotes where a comma or quote would be taken for the end.
std::string cell(const std::string& words) {
  if (words.find_first_of(",\"") == std::string::npos) return words;
  std::string out = "\"";
  for (const char c : words) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

void check_column(const ProbeColumn& column) {
  const auto refused = [](std::string_view words) {
    return std::ranges::any_of(
        words, [](char c) { return (c >= 0 && c < ' ') || c == '[' || c == ']' || c == 127; });
  };
  if (column.name.empty() || refused(column.name) || refused(column.unit) ||
      column.name.front() == ' ' || column.name.back() == ' ')
    throw InputError("", 0, text("'", column.name, "' cannot be the name of a probe"),
                     "use words without brackets and line ends");
}

std::string header_of(const std::vector<ProbeColumn>& columns) {
  std::string header = "step,time [s]";
  for (const ProbeColumn& column : columns) {
    check_column(column);
    header +=
        ',' + cell(column.unit.empty() ? column.name : text(column.name, " [", column.unit, ']'));
  }
  return header + '\n';
}

}  // namespace

ProbeTable::ProbeTable(const std::filesystem::path& file, std::vector<ProbeColumn> columns)
    : file_(file), columns_(std::move(columns)) {
  const std::string header = header_of(columns_);
  remove_file(record::sums_file(file));
  if (const int problem = disk().create(file, header)) fail(problem);
  take_prefix(header);
}

ProbeTable::ProbeTable(const std::filesystem::path& file, std::vector<ProbeColumn> columns,
                       ContinueAt at)
    : file_(file), columns_(std::move(columns)) {
  const std::string header = header_of(columns_);
  const std::string found = read_file(file);
  if (!found.starts_with(header))
    throw InputError(file.string(), 0, "has other columns than this run", "start the run anew");
  if (at.bytes < header.size() || at.bytes > found.size())
    throw InputError(file.string(), 0, text("does not have ", at.bytes, " bytes"),
                     "it was cut off; start the run anew");
  take_prefix(std::string_view(found).substr(0, at.bytes));
  record::store_sums(file_, {{bytes_, checksum_}});  // first: it holds before the cut, too
  if (const int problem = disk().truncate(file_, at.bytes)) fail(problem);
}

ProbeTable::~ProbeTable() {
  if (!waiting_.empty()) disk().append(file_, waiting_);
}

void ProbeTable::take_prefix(std::string_view bytes) {
  bytes_ = bytes.size();
  checksum_ = record::checksum(bytes);
}

void ProbeTable::add(std::int64_t step, double time, std::span<const double> values) {
  if (values.size() != columns_.size())
    throw InputError(file_.string(), 0, text("a row has ", values.size(), " values"),
                     text("the table has ", columns_.size(), " columns"));
  std::string row = text(step, ',', time);
  for (const double value : values) {
    row += ',';
    if (!std::isnan(value)) row += text(value);
  }
  write(row + '\n');
}

void ProbeTable::flush() {
  if (waiting_.empty()) return;
  const int problem = disk().append(file_, waiting_);
  waiting_.clear();
  if (problem != 0) fail(problem);
}

void ProbeTable::commit() {
  flush();
  if (const int problem = disk().sync(file_)) fail(problem);
  std::vector<record::ProbeSum> sums = record::read_sums(file_);
  if (!sums.empty() && sums.front().bytes == bytes_) return;
  sums.resize(std::min<std::size_t>(sums.size(), 1));
  sums.insert(sums.begin(), {bytes_, checksum_});
  record::store_sums(file_, sums);
}

void ProbeTable::write(std::string_view row) {
  waiting_ += row;
  bytes_ += row.size();
  checksum_ = record::checksum(row, checksum_);
  if (waiting_.size() >= most_waiting) flush();
}

void ProbeTable::fail(int error) const {
  throw InputError(file_.string(), 0, text("cannot be written: ", std::strerror(error)),
                   "check the folder, its permissions and the free space");
}

std::optional<std::uint64_t> sound_probe_bytes(const std::filesystem::path& file) {
  const std::vector<record::ProbeSum> sums = record::read_sums(file);
  if (sums.empty()) return std::nullopt;
  const std::string table = read_file(file);
  for (const record::ProbeSum& sum : sums)
    if (record::holds(sum, table)) return sum.bytes;
  return 0;
}

void remove_probes(const std::filesystem::path& file) {
  remove_file(record::sums_file(file));
  remove_file(file);
}

}  // namespace pliant
