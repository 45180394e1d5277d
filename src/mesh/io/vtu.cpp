#include <pliant/error.h>
#include <zlib.h>

#include <algorithm>
#include <pugixml.hpp>

#include "base/text.h"
#include "mesh/io/formats.h"
#include "mesh/io/vtk_cells.h"
#include "mesh/io/vtu_stream.h"

// Reads VTK's .vtu files: XML around arrays that are text, base64 or bytes appended to the XML.
// See vtk_cells.h for how regions and groups are kept.

namespace pliant::io {

namespace {

constexpr std::string_view damaged = "the file is damaged; save it again";

class Reader {
 public:
  Reader(std::string file, std::string_view bytes) : file_(std::move(file)), all_(bytes) {}

  VtkGrid read();

 private:
  void parse();
  void find_appended();
  void settings(pugi::xml_node top);
  void piece(pugi::xml_node node);
  void data(pugi::xml_node piece, std::size_t points, std::size_t cells);

  std::vector<std::int64_t> integers(pugi::xml_node array, std::size_t count);
  std::vector<double> reals(pugi::xml_node array, std::size_t count);
  std::string bytes(pugi::xml_node array, std::size_t size);
  VtuStream stream(pugi::xml_node array);
  std::string uncompressed(VtuStream& in, std::size_t size);
  std::string compressed(VtuStream& in, std::size_t size);
  std::uint64_t header(VtuStream& in);

  Scanner text_of(pugi::xml_node array);
  pugi::xml_node child(pugi::xml_node parent, const char* name);
  pugi::xml_node array_named(pugi::xml_node parent, std::string_view name);
  std::size_t number(pugi::xml_node node, const char* attribute);
  VtkNumber type_of(pugi::xml_node array);
  [[noreturn]] void fail(std::ptrdiff_t offset, const std::string& problem,
                         std::string_view cure = damaged) const;
  [[noreturn]] void fail(pugi::xml_node node, const std::string& problem,
                         std::string_view cure = damaged) const {
    fail(node.offset_debug(), problem, cure);
  }

  std::string file_;
  std::string_view all_;
  pugi::xml_document xml_;
  std::endian order_ = std::endian::little;
  bool wide_headers_ = false;
  bool compressed_ = false;
  std::string_view appended_;
  VtuStream::Encoding appended_encoding_ = VtuStream::Encoding::raw;
  std::size_t bytes_used_ = 0;
  VtkGrid grid_;
};

void Reader::fail(std::ptrdiff_t offset, const std::string& problem, std::string_view cure) const {
  const auto end = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
  throw InputError(file_,
                   1 + static_cast<std::size_t>(std::ranges::count(all_.substr(0, end), '\n')),
                   problem, std::string(cure));
}

VtkGrid Reader::read() {
  parse();
  const pugi::xml_node top = child(xml_, "VTKFile");
  settings(top);
  for (const pugi::xml_node node : child(top, "UnstructuredGrid").children("Piece")) piece(node);
  return std::move(grid_);
}

// Bytes appended to the XML may be anything, so that only what comes before them is parsed.
void Reader::parse() {
  const std::size_t end = all_.find("<AppendedData");
  std::string text_part(all_.substr(0, end));
  if (end != std::string_view::npos) {
    find_appended();
    text_part += "</VTKFile>";
  }
  const pugi::xml_parse_result result = xml_.load_buffer(text_part.data(), text_part.size(),
                                                         pugi::parse_escapes, pugi::encoding_utf8);
  if (!result)
    fail(result.offset, text("not XML: ", result.description()), "check that it is a .vtu file");
}

void Reader::find_appended() {
  const std::size_t tag = all_.find("<AppendedData");
  const std::size_t tag_end = all_.find('>', tag);
  const std::size_t mark = all_.find('_', std::min(tag_end, all_.size()));
  if (tag_end == std::string_view::npos || mark == std::string_view::npos)
    fail(static_cast<std::ptrdiff_t>(tag), "the appended data does not begin with '_'");
  appended_ = all_.substr(mark + 1);
  const std::string_view attributes = all_.substr(tag, tag_end - tag);
  if (attributes.find("base64") == std::string_view::npos) return;
  appended_encoding_ = VtuStream::Encoding::base64;
  appended_ = appended_.substr(0, appended_.find('<'));
}

void Reader::settings(pugi::xml_node top) {
  const std::string_view type = top.attribute("type").value();
  if (type != "UnstructuredGrid")
    fail(top, "the file does not hold an unstructured grid", "save it as UnstructuredGrid");
  const std::string_view order = top.attribute("byte_order").as_string("LittleEndian");
  if (order != "LittleEndian" && order != "BigEndian")
    fail(top, "a byte order that is not known", "it is LittleEndian or BigEndian");
  order_ = order == "BigEndian" ? std::endian::big : std::endian::little;
  const std::string_view header_type = top.attribute("header_type").as_string("UInt32");
  if (header_type != "UInt32" && header_type != "UInt64")
    fail(top, "a header type that is not known", "it is UInt32 or UInt64");
  wide_headers_ = header_type == "UInt64";
  const std::string_view compressor = top.attribute("compressor").value();
  if (!compressor.empty() && compressor != "vtkZLibDataCompressor")
    fail(top, "a compressor that is not read", "save it with zlib or without compression");
  compressed_ = !compressor.empty();
}

void Reader::piece(pugi::xml_node node) {
  const std::size_t points = number(node, "NumberOfPoints");
  const std::size_t cells = number(node, "NumberOfCells");
  const std::size_t first_point = grid_.points.size();
  if (points > no_index - first_point) fail(node, text(points, " points are too many"));
  if (points > 0) grid_.add_points(reals(child(child(node, "Points"), "DataArray"), 3 * points));
  if (cells > 0) {
    const pugi::xml_node list = child(node, "Cells");
    const auto ends = integers(array_named(list, "offsets"), cells);
    const auto types = integers(array_named(list, "types"), cells);
    if (ends.back() < 0) fail(list, "a negative offset");
    const auto connectivity =
        integers(array_named(list, "connectivity"), static_cast<std::size_t>(ends.back()));
    const auto before = static_cast<std::int64_t>(grid_.connectivity.size());
    for (std::int64_t end : ends) {
      if (end < 0 || end > ends.back()) fail(list, "the offsets do not grow");
      grid_.ends.push_back(before + end);
    }
    grid_.types.insert(grid_.types.end(), types.begin(), types.end());
    for (std::int64_t point : connectivity) {
      if (point < 0 || std::cmp_greater_equal(point, points))
        fail(list, text("a cell uses point ", point, ", but the piece has ", points));
      grid_.connectivity.push_back(static_cast<std::int64_t>(first_point) + point);
    }
  }
  data(node, points, cells);
}

void Reader::data(pugi::xml_node piece, std::size_t points, std::size_t cells) {
  const auto usable = [&](pugi::xml_node array) {
    const std::string_view components = array.attribute("NumberOfComponents").as_string("1");
    return (components == "1" || components == "0") && is_whole(type_of(array));
  };
  for (const pugi::xml_node array : piece.child("CellData").children("DataArray"))
    if (array.attribute("Name").value() == region_array && usable(array))
      grid_.add_regions(integers(array, cells), grid_.cell_count() - cells, file_);
  for (const pugi::xml_node array : piece.child("PointData").children("DataArray")) {
    const auto group = group_of_array(array.attribute("Name").value());
    if (group && usable(array))
      grid_.add_group(*group, integers(array, points), grid_.points.size() - points);
  }
}

std::vector<std::int64_t> Reader::integers(pugi::xml_node array, std::size_t count) {
  const VtkNumber type = type_of(array);
  if (!is_whole(type)) fail(array, "fractions where whole numbers are needed");
  if (std::string_view(array.attribute("format").as_string("ascii")) == "ascii") {
    Scanner in = text_of(array);
    auto values = io::integers(in, count);
    if (!in.at_end()) fail(array, text("the array has more than ", count, " numbers"));
    return values;
  }
  const std::string block = bytes(array, count * bytes_of(type));
  return io::integers({file_, block, order_}, type, count);
}

std::vector<double> Reader::reals(pugi::xml_node array, std::size_t count) {
  if (std::string_view(array.attribute("format").as_string("ascii")) == "ascii") {
    Scanner in = text_of(array);
    auto values = io::reals(in, count);
    if (!in.at_end()) fail(array, text("the array has more than ", count, " numbers"));
    return values;
  }
  const VtkNumber type = type_of(array);
  const std::string block = bytes(array, count * bytes_of(type));
  return io::reals({file_, block, order_}, type, count);
}

// The bytes of a binary array, which must be `size` many.
std::string Reader::bytes(pugi::xml_node array, std::size_t size) {
  if (size == 0) return {};
  VtuStream in = stream(array);
  const std::size_t before = in.bound();
  std::string block = compressed_ ? compressed(in, size) : uncompressed(in, size);
  // Arrays may share bytes, but a small file that is read over and over must not fill the memory.
  bytes_used_ += before - in.bound();
  if (bytes_used_ / 4 > all_.size()) fail(array, "too many arrays share the same bytes");
  return block;
}

VtuStream Reader::stream(pugi::xml_node array) {
  const std::string_view format = array.attribute("format").as_string("ascii");
  if (format == "binary") {
    if (!array.first_child()) fail(array, "an array without data");
    const auto offset = static_cast<std::size_t>(array.first_child().offset_debug());
    const std::string_view rest = all_.substr(offset);
    return {file_, rest.substr(0, rest.find('<')), VtuStream::Encoding::base64, offset};
  }
  if (format != "appended")
    fail(array, "an array of a format that is not known", "it is ascii, binary or appended");
  const std::size_t offset = number(array, "offset");
  if (offset > appended_.size())
    fail(array, text("the array lies at ", offset, " of ", appended_.size(), " appended bytes"));
  const auto start = static_cast<std::size_t>(appended_.data() - all_.data()) + offset;
  return {file_, appended_.substr(offset), appended_encoding_, start};
}

std::uint64_t Reader::header(VtuStream& in) {
  const std::string block = in.take(wide_headers_ ? 8 : 4, "the header of an array");
  Bytes number(file_, block, order_);
  return wide_headers_ ? number.get<std::uint64_t>() : number.get<std::uint32_t>();
}

std::string Reader::uncompressed(VtuStream& in, std::size_t size) {
  const std::uint64_t length = header(in);
  if (length != size)
    in.fail(text("an array of ", length, " bytes, where ", size, " are needed"),
            std::string(damaged));
  return in.take(size, "an array");
}

// The header gives the number of blocks, the size of each when unpacked, that of the last one if
// it is another, then the packed sizes.
std::string Reader::compressed(VtuStream& in, std::size_t size) {
  const std::uint64_t blocks = header(in);
  const std::uint64_t block_size = header(in);
  const std::uint64_t last = header(in);
  if (blocks == 0 || blocks > in.bound() || last > block_size)
    in.fail(text(blocks, " blocks of ", block_size, " bytes, where ", size, " bytes are needed"),
            std::string(damaged));
  std::vector<std::uint64_t> packed_sizes;
  for (std::uint64_t i = 0; i < blocks; ++i) packed_sizes.push_back(header(in));
  std::string out;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::uint64_t unpacked = i + 1 == blocks && last != 0 ? last : block_size;
    const std::string packed = in.take(packed_sizes[i], "a block of an array");
    // zlib shortens to a thousandth at best: what claims more is no reason to take memory.
    if (unpacked > 1100 * packed.size() + 1100 || unpacked > size - out.size())
      in.fail(text("a block of ", packed.size(), " bytes cannot hold ", unpacked),
              std::string(damaged));
    const std::size_t before = out.size();
    out.resize(before + unpacked);
    uLongf length = unpacked;
    const int result = ::uncompress(reinterpret_cast<Bytef*>(out.data() + before), &length,
                                    reinterpret_cast<const Bytef*>(packed.data()), packed.size());
    if (result != Z_OK || length != unpacked)
      in.fail("a block that zlib cannot unpack", std::string(damaged));
  }
  if (out.size() != size)
    in.fail(text("an array of ", out.size(), " bytes, where ", size, " are needed"),
            std::string(damaged));
  return out;
}

// Scans the file itself from where the array's text begins, so that failures name the line.
Scanner Reader::text_of(pugi::xml_node array) {
  const pugi::xml_node data = array.first_child();
  const auto begin = static_cast<std::size_t>(data ? data.offset_debug() : array.offset_debug());
  const std::size_t end = data ? std::min(all_.find('<', begin), all_.size()) : begin;
  Scanner in(file_, all_.substr(0, end), '\0');
  in.raw(begin, "an array");
  in.raw(0, "an array");  // failures before the first number are of the line we are on now
  return in;
}

pugi::xml_node Reader::child(pugi::xml_node parent, const char* name) {
  const pugi::xml_node found = parent.child(name);
  if (!found) fail(parent, text("no <", name, "> where one is needed"));
  return found;
}

pugi::xml_node Reader::array_named(pugi::xml_node parent, std::string_view name) {
  for (const pugi::xml_node array : parent.children("DataArray"))
    if (array.attribute("Name").value() == name) return array;
  fail(parent, text("no array '", name, "'"));
}

std::size_t Reader::number(pugi::xml_node node, const char* attribute) {
  const std::string_view value = node.attribute(attribute).value();
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  // Six bytes leave room to multiply.
  if (value.empty() || error != std::errc() || stop != value.data() + value.size() ||
      number >> 48 != 0)
    fail(node, text(attribute, " is not a number that can be"));
  return number;
}

VtkNumber Reader::type_of(pugi::xml_node array) {
  static const std::map<std::string_view, VtkNumber> types = {
      {"Int8", VtkNumber::i8},    {"UInt8", VtkNumber::u8},   {"Int16", VtkNumber::i16},
      {"UInt16", VtkNumber::u16}, {"Int32", VtkNumber::i32},  {"UInt32", VtkNumber::u32},
      {"Int64", VtkNumber::i64},  {"UInt64", VtkNumber::u64}, {"Float32", VtkNumber::f32},
      {"Float64", VtkNumber::f64}};
  const auto found = types.find(array.attribute("type").value());
  if (found == types.end())
    fail(array, "an array of a type that is not known", "Int32, Float64 and the like are");
  return found->second;
}

Mesh read_vtu(Files& files, Notes& notes) {
  return mesh_of(Reader(files.name(), files.main()).read(), files.name(), notes);
}

}  // namespace

const Format vtu_format{
    .name = "VTU",
    .description = "VTK's .vtu files, text or binary",
    .extensions = {".vtu"},
    .holds = vtk_holds,
    .binary = true,
    .read = read_vtu,
    .write = write_vtu,
};

}  // namespace pliant::io
