#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "json.h"
#include "render/picture.h"

namespace pliant::app {

/// One cell of a table: what a reader sees and what a program gets.
struct Cell {
  std::string shown;
  Json value;

  Cell(std::string text) : shown(text), value(std::move(text)) {}
  Cell(const char* text) : Cell(std::string(text)) {}
  Cell(std::string text, Json number) : shown(std::move(text)), value(std::move(number)) {}
};
Cell fixed(double value, int decimals);
Cell significant(double value, int digits);  ///< without an exponent where that is readable
Cell count(std::size_t value);
Cell yes_or_no(bool value);
Cell nothing();  ///< null for programs

enum class Source { neither, published, ours };

struct Column {
  std::string key;    ///< for programs
  std::string title;  ///< for readers
  Source source = Source::neither;
};

struct Table {
  std::string id;  ///< "table 5.1", the key in report.json
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

/// An SVG element; see inline_svg(). Empty where gnuplot is not there, which the report says.
struct Plot {
  std::string title;
  std::string svg;
};

struct Picture {
  std::string caption;
  render::Image image;
};
using Pictures = std::vector<Picture>;

/// Words between the tables. "k_D" is written with a lowered D.
struct Paragraph {
  std::string text;
};
/// A difference to what was published, and why; listed in report.json too.
struct Remark {
  std::string text;
};

struct Section {
  std::string title;
  std::vector<std::variant<Paragraph, Remark, Table, Plot, Pictures>> blocks;

  template <class Block>
  void add(Block block) {
    blocks.emplace_back(std::move(block));
  }
};

/// What came out of reproducing a paper: one HTML page that needs nothing else, and the same rows
/// for programs.
struct Report {
  std::string tag, title, introduction;
  Json facts = Json::object();  ///< machine, settings, verdicts
  std::vector<Section> sections;

  Section& section(std::string heading) {
    Section& made = sections.emplace_back();
    made.title = std::move(heading);
    return made;
  }

  std::string html() const;  ///< also well-formed XML
  Json json() const;
  /// Writes FOLDER/TAG.html and FOLDER/report.json.
  void write(const std::filesystem::path& folder) const;
};

}  // namespace pliant::app
