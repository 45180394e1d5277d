#include <pliant/error.h>
#include <pliant/probes.h>

#include <charconv>
#include <limits>

#include "base/file.h"
#include "base/text.h"
#include "record/probe_sums.h"

namespace pliant {

namespace {

class Reader {
 public:
  Reader(const std::string& name, std::string_view text) : name_(name), text_(text) {}

  ProbeData read() {
    ProbeData data;
    if (!next_line()) fail("there is no first row with the names of the columns");
    read_header(data);
    while (next_line()) read_row(data);
    return data;
  }

 private:
  // A line that does not end was being written when the run was killed.
  bool next_line() {
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos) return false;
    rest_ = text_.substr(0, end);
    if (rest_.ends_with('\r')) rest_.remove_suffix(1);
    text_.remove_prefix(end + 1);
    ++line_;
    more_ = true;
    return true;
  }

  std::string next_cell() {
    if (!more_) fail("the row has too few cells");
    if (rest_.starts_with('"')) return quoted_cell();
    const std::size_t comma = rest_.find(',');
    const std::string cell(rest_.substr(0, comma));
    step_over(comma);
    return cell;
  }

  std::string quoted_cell() {
    std::string cell;
    std::size_t i = 1;
    for (; i < rest_.size(); ++i) {
      if (rest_[i] != '"') {
        cell += rest_[i];
      } else if (i + 1 < rest_.size() && rest_[i + 1] == '"') {
        cell += '"';
        ++i;
      } else {
        break;
      }
    }
    if (i >= rest_.size() || (i + 1 < rest_.size() && rest_[i + 1] != ','))
      fail("a quote is not closed");
    step_over(i + 1 < rest_.size() ? i + 1 : std::string_view::npos);
    return cell;
  }

  void step_over(std::size_t comma) {
    more_ = comma != std::string_view::npos;
    rest_.remove_prefix(more_ ? comma + 1 : rest_.size());
  }

  void read_header(ProbeData& data) {
    if (next_cell() != "step" || next_cell() != "time [s]")
      fail("the first two columns are not 'step' and 'time [s]'");
    while (more_) {
      const std::string cell = next_cell();
      const std::size_t bracket = cell.find(" [");
      ProbeColumn column{cell.substr(0, bracket), {}};
      if (bracket != std::string::npos) {
        if (!cell.ends_with(']')) fail("a unit has no closing bracket");
        column.unit = cell.substr(bracket + 2, cell.size() - bracket - 3);
      }
      data.columns.push_back(std::move(column));
    }
    data.values.resize(data.columns.size());
  }

  template <class T>
  T number(const std::string& cell) {
    T value{};
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size())
      fail(text("'", cell.substr(0, 40), "' is not a number"));
    return value;
  }

  void read_row(ProbeData& data) {
    data.steps.push_back(number<std::int64_t>(next_cell()));
    data.times.push_back(number<double>(next_cell()));
    for (auto& column : data.values) {
      const std::string cell = next_cell();
      column.push_back(cell.empty() ? std::numeric_limits<double>::quiet_NaN()
                                    : number<double>(cell));
    }
    if (more_) fail("the row has too many cells");
  }

  [[noreturn]] void fail(const std::string& problem) const {
    throw InputError(name_, line_, problem, "the table is damaged, or not one of Pliant's");
  }

  const std::string& name_;
  std::string_view text_, rest_;
  std::size_t line_ = 0;
  bool more_ = false;  // cells in the line
};

}  // namespace

ProbeData parse_probes(const std::string& name, std::string_view text) {
  return Reader(name, text).read();
}

ProbeData read_probes(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw InputError(file.string(), 0, "there is no such file",
                     "record with probes, or check the folder");
  const std::vector<record::ProbeSum> sums = record::read_sums(file);
  const std::string text = read_file(file);  // later: it may be growing
  if (!sums.empty() && !record::holds(sums.front(), text))
    throw InputError(
        file.string(), 0, "is not as it was written: it was changed or damaged",
        "bring it back; to read it as it is, remove " + record::sums_file(file).string());
  return parse_probes(file.string(), text);
}

}  // namespace pliant
