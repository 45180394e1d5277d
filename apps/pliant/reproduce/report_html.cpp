#include <fmt/format.h>

#include <cctype>

#include "base/xml_text.h"
#include "reproduce/report.h"

// The page of a Report. Written as well-formed XML, so that programs can read it as well.

namespace pliant::app {

namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --paper: #fdfdfc; --ink: #1d2430; --faint: #667085;
  --line: #d9dee6; --ours: #e6f0fb; --theirs: #f1f1ee; --accent: #2166b0; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181f; --ink: #e4e8ee; --faint: #97a3b4;
  --line: #313a47; --ours: #19304a; --theirs: #22272f; --accent: #7db4ee; } }
body { margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.2rem 5rem; background: var(--paper);
  color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .6rem; }
h2 { font-size: 1.25rem; margin: 3rem 0 .6rem; padding-top: 1rem; border-top: 1px solid var(--line); }
p { margin: .7rem 0; max-width: 48rem; }
nav { margin: 1.2rem 0; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; }
nav a { color: var(--accent); text-decoration: none; }
.scroll { overflow-x: auto; margin: 1.2rem 0; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); padding-bottom: .4rem; }
th, td { padding: .32rem .75rem; text-align: right; border-bottom: 1px solid var(--line); }
th { vertical-align: bottom; font-weight: 600; }
td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.ours { background: var(--ours); } .published { background: var(--theirs); color: var(--faint); }
.legend span { padding: .1rem .5rem; border-radius: .25rem; margin-right: .6rem; }
aside { border-left: 3px solid var(--accent); padding: .1rem 0 .1rem 1rem; margin: 1rem 0; }
figure { margin: 1.4rem 0; } figcaption { color: var(--faint); font-size: .92rem; }
svg { width: 100%; height: auto; display: block; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: .7rem; }
.pictures figure { margin: 0; } .pictures img { width: 100%; border-radius: .4rem; display: block; }
)";

bool is_letter(const std::string& text, std::size_t i) {
  return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
}

// Escapes, and lowers the second of two single letters joined by an underscore.
std::string prose(const std::string& text) {
  std::string out;
  const std::string safe = escaped(text);
  for (std::size_t i = 0; i < safe.size(); ++i) {
    const bool index = safe[i] == '_' && i > 0 && is_letter(safe, i - 1) &&
                       (i < 2 || !is_letter(safe, i - 2)) && is_letter(safe, i + 1) &&
                       !is_letter(safe, i + 2);
    if (index)
      out += fmt::format("<sub>{}</sub>", safe[++i]);
    else
      out += safe[i];
  }
  return out;
}

std::string base64(const std::string& bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63u] : '=';
  }
  return out;
}

const char* class_of(Source source) {
  switch (source) {
    case Source::published:
      return " class=\"published\"";
    case Source::ours:
      return " class=\"ours\"";
    case Source::neither:
      break;
  }
  return "";
}

std::string element(const Paragraph& paragraph) {
  return fmt::format("<p>{}</p>\n", prose(paragraph.text));
}

std::string element(const Remark& remark) {
  return fmt::format("<aside><p>{}</p></aside>\n", prose(remark.text));
}

std::string element(const Table& table) {
  std::string out = fmt::format("<div class=\"scroll\"><table><caption>{}</caption>\n<thead><tr>",
                                prose(table.title));
  for (const Column& c : table.columns)
    out += fmt::format("<th{}>{}</th>", class_of(c.source), prose(c.title));
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      out += fmt::format("<td{}>{}</td>", class_of(table.columns[i].source), prose(row[i].shown));
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string element(const Plot& plot) {
  return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n",
                     plot.svg.empty() ? "<p>(gnuplot could not draw this plot; install it, Debian: "
                                        "gnuplot-nox)</p>"
                                      : plot.svg,
                     prose(plot.title));
}

std::string element(const Pictures& pictures) {
  std::string out = "<div class=\"pictures\">\n";
  for (const Picture& p : pictures)
    out += fmt::format(
        "<figure><img alt=\"{0}\" src=\"data:image/png;base64,{1}\" /><figcaption>{2}</figcaption>"
        "</figure>\n",
        escaped(p.caption), base64(render::png(p.image)), prose(p.caption));
  return out + "</div>\n";
}

}  // namespace

std::string Report::html() const {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\" />\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p>{2}</p>\n"
      "<p class=\"legend\"><span class=\"published\">published</span>"
      "<span class=\"ours\">ours</span></p>\n<nav>",
      escaped(title), style, prose(introduction));
  for (std::size_t i = 0; i < sections.size(); ++i)
    out += fmt::format("<a href=\"#section-{}\">{}</a>", i + 1, prose(sections[i].title));
  out += "</nav>\n";
  for (std::size_t i = 0; i < sections.size(); ++i) {
    out +=
        fmt::format("<section id=\"section-{}\">\n<h2>{}</h2>\n", i + 1, prose(sections[i].title));
    for (const auto& block : sections[i].blocks)
      out += std::visit([](const auto& b) { return element(b); }, block);
    out += "</section>\n";
  }
  return out + "</body>\n</html>\n";
}

}  // namespace pliant::app
