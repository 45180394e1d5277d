#include "reproduce/report.h"

#include <fmt/format.h>

#include <cmath>

#include "base/file_set.h"
#include "json.h"

namespace pliant::app {

Cell fixed(double value, int decimals) {
  return {fmt::format("{:.{}f}", value, decimals), value};
}

namespace {

// 1.34e+10 as 1.34·10¹⁰.
std::string with_power(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  const std::size_t e = text.find('e');
  const char* const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string power;
  for (char c : fmt::format("{}", std::stoi(text.substr(e + 1))))
    power += c == '-' ? "⁻" : raised[c - '0'];
  return text.substr(0, e) + "·10" + power;
}

}  // namespace

Cell significant(double value, int digits) {
  const double size = std::abs(value);
  if (!(size > 0) || !std::isfinite(value)) return {fmt::format("{:g}", value), value};
  if (size >= 1e6 || size < 1e-4) return {with_power(value, digits), value};
  const int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(size)));
  return {fmt::format("{:.{}f}", value, std::max(0, decimals)), value};
}

Cell count(std::size_t value) {
  return {fmt::format("{}", value), value};
}

Cell yes_or_no(bool value) {
  return {value ? "yes" : "no", value};
}

Cell nothing() {
  return {"–", nullptr};
}

namespace {

Json rows_of(const Table& table) {
  Json rows = Json::array();
  for (const auto& cells : table.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.columns[i].key] = cells[i].value;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Json Report::json() const {
  Json report{{"paper", tag}, {"title", title}};
  report.update(facts);
  Json tables = Json::object(), remarks = Json::array();
  for (const Section& section : sections)
    for (const auto& block : section.blocks) {
      if (const auto* table = std::get_if<Table>(&block))
        tables[table->id] = {{"title", table->title}, {"rows", rows_of(*table)}};
      if (const auto* remark = std::get_if<Remark>(&block)) remarks.push_back(remark->text);
    }
  report["tables"] = std::move(tables);
  report["remarks"] = std::move(remarks);
  return report;
}

void Report::write(const std::filesystem::path& folder) const {
  const std::string page = html(), numbers = json().dump(2) + '\n';
  write_together(
      std::vector<FileBytes>{{folder / (tag + ".html"), page}, {folder / "report.json", numbers}});
}

}  // namespace pliant::app
