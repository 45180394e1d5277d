#include <pliant/error.h>
#include <pliant/probes.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

#include "base/text.h"

namespace pliant {

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File open(const std::filesystem::path& file, const char* mode) {
  return {std::fopen(file.c_str(), mode), std::fclose};
}

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
    : file_(file), columns_(std::move(columns)), out_(nullptr, std::fclose) {
  const std::string header = header_of(columns_);
  out_ = open(file, "wb");
  if (!out_) fail(errno);
  write(header);
  flush();
}

ProbeTable::ProbeTable(const std::filesystem::path& file, std::vector<ProbeColumn> columns,
                       ContinueAt at)
    : file_(file), columns_(std::move(columns)), out_(nullptr, std::fclose) {
  const std::string header = header_of(columns_);
  out_ = open(file, "r+b");
  if (!out_) fail(errno);
  std::string found(header.size(), '\0');
  if (std::fread(found.data(), 1, found.size(), out_.get()) != found.size() || found != header)
    throw InputError(file.string(), 0, "has other columns than this run", "start the run anew");
  std::error_code error;
  if (at.bytes < header.size() || at.bytes > std::filesystem::file_size(file, error) || error)
    throw InputError(file.string(), 0, text("does not have ", at.bytes, " bytes"),
                     "it was cut off; start the run anew");
  if (::ftruncate(fileno(out_.get()), static_cast<off_t>(at.bytes)) != 0 ||
      std::fseek(out_.get(), 0, SEEK_END) != 0)
    fail(errno);
  bytes_ = at.bytes;
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
  if (std::fflush(out_.get()) != 0) fail(errno);
}

void ProbeTable::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), out_.get()) != text.size()) fail(errno);
  bytes_ += text.size();
}

void ProbeTable::fail(int error) const {
  throw InputError(file_.string(), 0, text("cannot be written: ", std::strerror(error)),
                   "check the folder, its permissions and the free space");
}

}  // namespace pliant
