#include <pliant/error.h>

#include <algorithm>

#include "base/text.h"
#include "mesh/io/formats.h"
#include "mesh/io/vtk_cells.h"

// Reads VTK's legacy .vtk files: unstructured grids and polygonal data, text or (big endian)
// binary, with the cells of versions up to 4.2 or those of 5.0 and 5.1. See vtk_cells.h for how
// regions and groups are kept.

namespace pliant::io {

namespace {

std::string lower(std::string_view word) {
  std::string out(word.substr(0, 40));
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

class Reader {
 public:
  Reader(std::string file, std::string_view bytes)
      : all_(bytes), in_(std::move(file), bytes, '\0') {}

  VtkGrid read();

 private:
  // Cells that lie together in the file, of one type each in polygonal data.
  struct Block {
    std::vector<std::int64_t> connectivity;
    std::vector<std::int64_t> ends;
  };
  enum class Data { none, points, cells };

  void header();
  void keyword(const std::string& word);
  bool attribute(const std::string& word);
  void points();
  Block cells();
  Block cells_of_counts(std::size_t count, std::size_t size);
  Block cells_of_offsets(std::size_t count, std::size_t size);
  void field();
  void array(std::string_view name, const std::string& type, std::size_t values, bool scalars);
  void skip(const std::string& type, std::size_t values);
  void skip_strings(std::size_t count);
  void skip_metadata();
  void join_blocks();

  // A number of items that need not be in the file.
  std::size_t amount(std::string_view what);
  VtkNumber number_type(const std::string& name);
  std::vector<std::int64_t> integers(const std::string& type, std::size_t count);
  Bytes block_of(VtkNumber type, std::size_t count);

  std::string_view all_;
  Scanner in_;
  bool binary_ = false;
  bool polygonal_ = false;
  VtkGrid grid_;
  std::map<int, Block> blocks_;  // of polygonal data: VTK numbers its cells in this order
  Data data_ = Data::none;
  std::size_t data_count_ = 0;
};

VtkGrid Reader::read() {
  header();
  while (!in_.at_end()) keyword(lower(in_.word()));
  if (polygonal_) join_blocks();
  return std::move(grid_);
}

void Reader::header() {
  if (!lower(in_.rest_of_line()).starts_with("# vtk datafile version"))
    in_.fail("the first line is not '# vtk DataFile Version x.y'",
             "check that it is a legacy VTK file");
  in_.rest_of_line();
  const std::string kind = lower(in_.word());
  if (kind != "ascii" && kind != "binary")
    in_.fail("the third line is neither ASCII nor BINARY", "check that it is a legacy VTK file");
  binary_ = kind == "binary";
}

void Reader::keyword(const std::string& word) {
  if (word == "dataset") {
    const std::string type = lower(in_.word());
    if (type != "unstructured_grid" && type != "polydata")
      in_.fail("a dataset of a type that is no mesh", "save it as UNSTRUCTURED_GRID or POLYDATA");
    polygonal_ = type == "polydata";
  } else if (word == "points") {
    points();
  } else if (word == "cells" && !polygonal_) {
    Block block = cells();
    grid_.connectivity = std::move(block.connectivity);
    grid_.ends = std::move(block.ends);
  } else if (word == "cell_types" && !polygonal_) {
    const std::size_t count = in_.count("cell types", binary_ ? 4 : 2);
    grid_.types = integers("int", count);
  } else if (polygonal_ && word == "vertices") {
    blocks_[0] = cells();
  } else if (polygonal_ && word == "lines") {
    blocks_[1] = cells();
  } else if (polygonal_ && word == "polygons") {
    blocks_[2] = cells();
  } else if (polygonal_ && word == "triangle_strips") {
    blocks_[3] = cells();
  } else if (word == "point_data" || word == "cell_data") {
    if (polygonal_) join_blocks();
    data_ = word == "point_data" ? Data::points : Data::cells;
    data_count_ = amount("values");
    const std::size_t items = data_ == Data::points ? grid_.points.size() : grid_.cell_count();
    if (data_count_ != items)
      in_.fail(text("data for ", data_count_, " items, but there are ", items),
               "the file is damaged; save it again");
  } else if (word == "metadata") {
    skip_metadata();
  } else if (!attribute(word)) {
    in_.fail("a keyword that is not known", "check that the file is whole and a legacy VTK file");
  }
}

void Reader::points() {
  const std::size_t count = in_.count("points", binary_ ? 3 : 6);
  const VtkNumber type = number_type(lower(in_.word()));
  grid_.points.clear();
  grid_.points.reserve(count);
  grid_.add_points(binary_ ? reals(block_of(type, 3 * count), type, 3 * count)
                           : reals(in_, 3 * count));
}

Reader::Block Reader::cells() {
  const std::size_t first = in_.count("cells", 1);
  const std::size_t second = in_.count("numbers in the list of cells", binary_ ? 4 : 2);
  const std::size_t line_end = all_.find('\n', in_.position());
  const bool offsets =
      line_end != std::string_view::npos && all_.substr(line_end + 1).starts_with("OFFSETS");
  return offsets ? cells_of_offsets(first, second) : cells_of_counts(first, second);
}

// Up to version 4.2: each cell is its number of points, then its points.
Reader::Block Reader::cells_of_counts(std::size_t count, std::size_t size) {
  const std::vector<std::int64_t> list = integers("int", size);
  Block block;
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t left = list.size() - std::min(at + 1, list.size());
    if (at >= list.size() || list[at] < 0 || std::cmp_greater(list[at], left))
      in_.fail(text("cell ", i, " does not fit into the list of cells"),
               "the numbers behind the keyword are wrong, or the file is damaged");
    const auto points = list.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    block.connectivity.insert(block.connectivity.end(), points, points + list[at]);
    block.ends.push_back(static_cast<std::int64_t>(block.connectivity.size()));
    at += 1 + static_cast<std::size_t>(list[at]);
  }
  return block;
}

// Versions 5.0 and 5.1: where the cells begin, then all their points. The first number counts
// the beginnings and the end of the last.
Reader::Block Reader::cells_of_offsets(std::size_t count, std::size_t size) {
  Block block;
  in_.expect("OFFSETS");
  const std::string offset_type = lower(in_.word());
  block.ends = integers(offset_type, count);
  in_.expect("CONNECTIVITY");
  const std::string type = lower(in_.word());
  block.connectivity = integers(type, size);
  if (block.ends.empty()) return block;
  if (block.ends.front() != 0)
    in_.fail("the first cell does not start at 0", "save the file again");
  block.ends.erase(block.ends.begin());
  return block;
}

void Reader::join_blocks() {
  if (!grid_.ends.empty()) return;
  constexpr std::int64_t types[] = {2, 4, 7, 6};
  for (const auto& [kind, block] : blocks_) {
    const auto before = static_cast<std::int64_t>(grid_.connectivity.size());
    grid_.connectivity.insert(grid_.connectivity.end(), block.connectivity.begin(),
                              block.connectivity.end());
    for (std::int64_t end : block.ends) grid_.ends.push_back(before + end);
    grid_.types.resize(grid_.ends.size(), types[kind]);
  }
}

// Arrays other than those of fields. Returns whether the word begins one.
bool Reader::attribute(const std::string& word) {
  if (word == "field") {
    field();
  } else if (word == "lookup_table") {
    in_.word();
    const std::size_t size = in_.count("colours", binary_ ? 4 : 8);
    skip(binary_ ? "unsigned_char" : "float", 4 * size);
  } else if (word == "color_scalars") {
    in_.word();
    const std::size_t each = amount("components");
    skip(binary_ ? "unsigned_char" : "float", each * data_count_);
  } else if (word == "texture_coordinates") {
    in_.word();
    const std::size_t each = amount("components");
    skip(lower(in_.word()), each * data_count_);
  } else if (word == "scalars") {
    const std::string name(in_.word());
    const std::string type = lower(in_.word());
    const std::size_t each = in_.more_on_line() ? amount("components") : 1;
    if (lower(in_.peek()) == "lookup_table") {
      in_.word();
      in_.word();
    }
    array(name, type, each * data_count_, each == 1);
  } else {
    const std::map<std::string, std::size_t> components = {
        {"vectors", 3},    {"normals", 3},    {"tensors", 9},     {"tensors6", 6},
        {"edge_flags", 1}, {"global_ids", 1}, {"pedigree_ids", 1}};
    const auto found = components.find(word);
    if (found == components.end()) return false;
    in_.word();
    skip(lower(in_.word()), found->second * data_count_);
  }
  return true;
}

void Reader::field() {
  in_.word();
  const std::size_t arrays = in_.count("arrays", 4);
  for (std::size_t i = 0; i < arrays; ++i) {
    if (in_.peek() == "METADATA") {
      in_.word();
      skip_metadata();
    }
    const std::string name(in_.word());
    const std::size_t each = amount("components");
    const std::size_t tuples = amount("tuples");
    const std::string type = lower(in_.word());
    array(name, type, each * tuples, each == 1 && tuples == data_count_);
  }
}

// Keeps the array if it holds regions or a group.
void Reader::array(std::string_view name, const std::string& type, std::size_t values,
                   bool scalars) {
  const bool usable = scalars && type != "string" && type != "bit" && type != "variant" &&
                      is_whole(number_type(type));
  const auto group = group_of_array(name);
  if (usable && data_ == Data::cells && name == region_array) {
    grid_.add_regions(integers(type, values), 0, in_.file());
  } else if (usable && data_ == Data::points && group) {
    grid_.add_group(*group, integers(type, values), 0);
  } else {
    skip(type, values);
  }
}

void Reader::skip(const std::string& type, std::size_t values) {
  if (values > 8 * in_.remaining())
    in_.fail(text(values, " values are announced, but the file is too short for them"),
             "it may have been cut off, or the count is wrong");
  if (type == "string" || type == "variant") {
    skip_strings(values);
  } else if (!binary_) {
    for (std::size_t i = 0; i < values; ++i) in_.word();
  } else if (type == "bit") {
    in_.rest_of_line();
    in_.raw((values + 7) / 8, "an array of bits");
  } else {
    block_of(number_type(type), values);
  }
}

// A string is a line of a text file. In a binary one its length comes first; the two highest bits
// tell in how many bytes: 3 one, 2 two, 1 four, 0 eight.
void Reader::skip_strings(std::size_t count) {
  in_.rest_of_line();
  for (std::size_t i = 0; i < count; ++i) {
    if (!binary_) {
      if (in_.remaining() == 0) in_.word();
      in_.rest_of_line();
      continue;
    }
    const auto first = static_cast<unsigned char>(in_.raw(1, "a string")[0]);
    const int more = (1 << (3 - (first >> 6))) - 1;
    std::uint64_t length = first & 63u;
    for (int k = 0; k < more; ++k)
      length = length << 8 | static_cast<unsigned char>(in_.raw(1, "a string")[0]);
    in_.raw(length, "a string");
  }
}

// Runs to the next empty line.
void Reader::skip_metadata() {
  in_.rest_of_line();
  while (in_.remaining() > 0 && !in_.rest_of_line().empty()) {
  }
}

std::size_t Reader::amount(std::string_view what) {
  const std::int64_t value = in_.integer();
  if (value < 0 || value > no_index)
    in_.fail(text(value, ' ', what), "the file is damaged; save it again");
  return static_cast<std::size_t>(value);
}

VtkNumber Reader::number_type(const std::string& name) {
  // VTK writes vtkIdType as 32 bits, and long as what it is on 64-bit Unix.
  static const std::map<std::string, VtkNumber> types = {{"char", VtkNumber::i8},
                                                         {"signed_char", VtkNumber::i8},
                                                         {"unsigned_char", VtkNumber::u8},
                                                         {"short", VtkNumber::i16},
                                                         {"unsigned_short", VtkNumber::u16},
                                                         {"int", VtkNumber::i32},
                                                         {"unsigned_int", VtkNumber::u32},
                                                         {"vtkidtype", VtkNumber::i32},
                                                         {"long", VtkNumber::i64},
                                                         {"unsigned_long", VtkNumber::u64},
                                                         {"vtktypeint64", VtkNumber::i64},
                                                         {"vtktypeuint64", VtkNumber::u64},
                                                         {"float", VtkNumber::f32},
                                                         {"double", VtkNumber::f64}};
  const auto found = types.find(name);
  if (found == types.end())
    in_.fail("a data type that is not known", "numbers are int, float, double and the like");
  return found->second;
}

std::vector<std::int64_t> Reader::integers(const std::string& type, std::size_t count) {
  const VtkNumber number = number_type(type);
  return binary_ ? io::integers(block_of(number, count), number, count) : io::integers(in_, count);
}

// The bytes of an array, which begin on the next line.
Bytes Reader::block_of(VtkNumber type, std::size_t count) {
  in_.rest_of_line();
  const std::size_t at = in_.position();
  if (count > in_.remaining())
    in_.fail(text(count, " numbers are announced, but the file is too short for them"),
             "it may have been cut off, or the count is wrong");
  return {in_.file(), in_.raw(count * bytes_of(type), "an array"), std::endian::big, at};
}

Mesh read_vtk(Files& files, Notes& notes) {
  return mesh_of(Reader(files.name(), files.main()).read(), files.name(), notes);
}

}  // namespace

const Format vtk_format{
    .name = "VTK",
    .description = "VTK's legacy .vtk files, text or binary",
    .extensions = {".vtk"},
    .holds = vtk_holds,
    .binary = true,
    .read = read_vtk,
    .write = write_vtk,
};

}  // namespace pliant::io
