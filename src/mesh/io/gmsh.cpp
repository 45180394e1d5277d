#include "mesh/io/gmsh.h"

#include <pliant/error.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/text.h"
#include "mesh/io/formats.h"
#include "mesh/io/gmsh_input.h"

// Reads Gmsh's .msh files, versions 2 to 2.2, 4.0 and 4.1, as text or binary.
//
// Vertices keep the order of the file, elements are put in the order of their tags. The region of
// an element is its physical group; in a kind of elements where none has a group it is the
// entity, except that a single entity makes no regions. So a mesh whose regions are all 0 is the
// same file as one without regions.

namespace pliant::io {

namespace {

constexpr std::string_view damaged = "the file is damaged; save it again";

// Elements of one kind as they come.
template <std::size_t N>
struct Gathered {
  std::vector<Cell<N>> cells;
  std::vector<std::int64_t> tags;
  std::vector<std::int32_t> physical;
  std::vector<std::int32_t> entity;

  Cells<N> take();
};

template <class T>
std::vector<T> reordered(const std::vector<T>& values, const std::vector<Index>& order) {
  std::vector<T> out;
  out.reserve(values.size());
  for (Index i : order) out.push_back(values[i]);
  return out;
}

template <std::size_t N>
Cells<N> Gathered<N>::take() {
  const bool grouped = std::ranges::any_of(physical, [](auto tag) { return tag != 0; });
  const bool divided =
      std::ranges::adjacent_find(entity, std::ranges::not_equal_to()) != entity.end();
  Cells<N> out{std::move(cells), {}};
  if (grouped) {
    out.regions = std::move(physical);
  } else if (divided) {
    out.regions = std::move(entity);
  }
  if (!std::ranges::is_sorted(tags)) {
    std::vector<Index> order(tags.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, {}, [&](Index i) { return tags[i]; });
    out.cells = reordered(out.cells, order);
    if (!out.regions.empty()) out.regions = reordered(out.regions, order);
  }
  return out;
}

class Reader {
 public:
  Reader(std::string file, std::string_view bytes, Notes& notes)
      : in_(std::move(file), bytes), notes_(notes) {}

  Mesh read();

 private:
  // What the elements of one row or block have in common.
  struct Labels {
    std::int32_t physical = 0;
    std::int32_t entity = 0;
  };

  void section(std::string_view name);
  void format();
  void entities();
  void nodes_2();
  void nodes_4();
  void elements_2();
  void elements_2_binary(std::size_t total);
  void elements_4();
  void tell_skipped();
  void add_node(std::int64_t tag, const Vec3d& point);
  GmshType known_type(std::int64_t number);
  Labels labels_2(std::size_t count);
  void element(std::int64_t number, GmshType type, std::int64_t tag, Labels labels);
  template <std::size_t N>
  void add(Gathered<N>& to, GmshType type, std::int64_t tag, Labels labels);

  GmshInput in_;
  Notes& notes_;
  std::string version_;
  bool has_nodes_ = false;
  std::vector<Vec3d> vertices_;
  GmshTags nodes_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> groups_;  // by dimension and tag
  Gathered<2> lines_;
  Gathered<3> triangles_;
  Gathered<4> tetrahedra_;
  Gathered<8> hexahedra_;
  std::array<std::size_t, gmsh_types> elements_of_type_{};
};

Mesh Reader::read() {
  while (!in_.text().at_end()) {
    const std::string_view word = in_.text().word();
    if (!word.starts_with('$'))
      in_.text().fail("text that belongs to no section", "each section starts with $NAME");
    section(word.substr(1));
  }
  if (version_.empty())
    in_.text().fail("the file has no $MeshFormat section",
                    "save it in Gmsh's format 4.1 or 2.2 (version 1 is not read)");
  tell_skipped();
  Mesh mesh;
  mesh.vertices = std::move(vertices_);
  mesh.lines = lines_.take();
  mesh.triangles = triangles_.take();
  mesh.tetrahedra = tetrahedra_.take();
  mesh.hexahedra = hexahedra_.take();
  return mesh;
}

void Reader::section(std::string_view name) {
  const bool known = name == "Nodes" || name == "Elements" || name == "Entities";
  if (version_.empty() && known)
    in_.text().fail("$MeshFormat does not come first", std::string(damaged));
  const bool old = version_ == "2";
  if (name == "MeshFormat") {
    format();
  } else if (name == "Entities" && !old) {
    entities();
  } else if (name == "Nodes") {
    if (has_nodes_) in_.text().fail("a second $Nodes section", "put all nodes into one");
    has_nodes_ = true;
    old ? nodes_2() : nodes_4();
    if (const auto twice = nodes_.finish())
      in_.fail(text("two nodes have the number ", *twice), "number the nodes anew");
  } else if (name == "Elements") {
    old ? elements_2() : elements_4();
  } else if (name == "ParametricNodes") {
    in_.text().fail("$ParametricNodes are not read", "save without Mesh.SaveParametric");
  } else {
    if (name == "PhysicalNames")
      notes_.push_back(text(in_.file(), ": the names of physical groups are not used"));
    if (name == "PartitionedEntities")
      notes_.push_back(text(in_.file(), ": partitions and their physical groups are not used"));
    in_.skip_section(name);
    return;
  }
  in_.end_section(name);
}

void Reader::format() {
  Scanner& text_in = in_.text();
  if (!version_.empty()) text_in.fail("a second $MeshFormat section", std::string(damaged));
  const std::string_view version = text_in.word();
  if (version == "2" || version == "2.0" || version == "2.1" || version == "2.2") {
    version_ = "2";
  } else if (version == "4" || version == "4.0") {
    version_ = "4.0";
  } else if (version == "4.1") {
    version_ = "4.1";
  } else {
    text_in.fail("a version of the format that is not known", "save it as version 4.1 or 2.2");
  }
  const std::int64_t type = text_in.integer();
  if (type != 0 && type != 1)
    text_in.fail(text("a file type of ", type), "0 is text and 1 is binary");
  if (text_in.integer() != 8)
    text_in.fail("numbers that do not have 8 bytes", "save it with a 64-bit Gmsh");
  if (type == 1) in_.set_binary();
}

// $Entities: where the elements of version 4 have their physical groups.
void Reader::entities() {
  in_.begin_binary();
  std::array<std::size_t, 4> counts{};
  for (std::size_t& count : counts) count = in_.count("entities", 8, 36);
  std::size_t ambiguous = 0;
  for (std::int32_t dimension = 0; dimension < 4; ++dimension) {
    const bool point_only = dimension == 0 && version_ == "4.1";
    for (std::size_t i = 0; i < counts[static_cast<std::size_t>(dimension)]; ++i) {
      const std::int32_t tag = in_.integer();
      for (int k = 0; k < (point_only ? 3 : 6); ++k) in_.any_real();
      const std::size_t groups = in_.count("physical groups", 2, 4);
      for (std::size_t k = 0; k < groups; ++k) {
        const std::int32_t group = in_.integer();
        if (k == 0) groups_[{dimension, tag}] = group;
      }
      if (groups > 1) ++ambiguous;
      if (dimension == 0) continue;
      const std::size_t boundary = in_.count("boundary entities", 2, 4);
      for (std::size_t k = 0; k < boundary; ++k) in_.integer();
    }
  }
  if (ambiguous > 0)
    notes_.push_back(text(in_.file(), ": ", plural(ambiguous, "entity is", "entities are"),
                          " in several physical groups; the first one is used"));
}

void Reader::add_node(std::int64_t tag, const Vec3d& point) {
  nodes_.add(tag);
  vertices_.push_back(point);
}

void Reader::nodes_2() {
  const std::size_t count = in_.text().count("nodes", in_.binary() ? 28 : 8);
  in_.begin_binary();
  vertices_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t tag = in_.tag_4();
    add_node(tag, in_.point());
  }
}

void Reader::nodes_4() {
  const bool now = version_ == "4.1";
  in_.begin_binary();
  const std::size_t blocks = in_.count("blocks of nodes", 8, 20);
  const std::size_t total = in_.count("nodes", 8, 28);
  if (now) {
    in_.tag_8();
    in_.tag_8();
  }
  vertices_.reserve(total);
  std::vector<std::int64_t> tags;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::int32_t first = in_.integer();
    const std::int32_t second = in_.integer();
    const std::int32_t dimension = now ? first : second;
    if (dimension < 0 || dimension > 3)
      in_.fail(text("an entity of dimension ", dimension), "0 to 3 are possible");
    const std::int32_t parameters = in_.integer() != 0 ? dimension : 0;
    const std::size_t count = in_.count("nodes in a block", 8, 28);
    tags.clear();
    for (std::size_t i = 0; now && i < count; ++i) tags.push_back(in_.tag_8());
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t tag = now ? tags[i] : in_.tag_4();
      add_node(tag, in_.point());
      for (std::int32_t k = 0; k < parameters; ++k) in_.any_real();
    }
  }
  if (vertices_.size() != total)
    in_.fail(text(total, " nodes are announced, but ", vertices_.size(), " are there"),
             std::string(damaged));
}

GmshType Reader::known_type(std::int64_t number) {
  const GmshType type = gmsh_type(number);
  if (type.shape == GmshShape::none)
    in_.fail(text("element type ", number, " is not known"),
             "save the mesh with standard elements only");
  return type;
}

Reader::Labels Reader::labels_2(std::size_t count) {
  Labels labels;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t tag = in_.integer();
    if (i == 0) labels.physical = tag;
    if (i == 1) labels.entity = tag;
  }
  return labels;
}

void Reader::elements_2() {
  const std::size_t total = in_.text().count("elements", in_.binary() ? 8 : 6);
  in_.begin_binary();
  if (in_.binary()) {
    elements_2_binary(total);
    return;
  }
  for (std::size_t i = 0; i < total; ++i) {
    const std::int64_t tag = in_.tag_4();
    const std::int32_t number = in_.integer();
    const GmshType type = known_type(number);
    const Labels labels = labels_2(in_.text().count("tags", 2));
    element(number, type, tag, labels);
  }
}

void Reader::elements_2_binary(std::size_t total) {
  for (std::size_t i = 0; i < total;) {
    const std::int32_t number = in_.integer();
    const GmshType type = known_type(number);
    const std::int32_t count = in_.integer();
    const std::int32_t tags = in_.integer();
    if (count < 1 || static_cast<std::size_t>(count) > total - i || tags < 0)
      in_.fail(text("a block of ", count, " elements with ", tags, " tags"), std::string(damaged));
    for (std::int32_t k = 0; k < count; ++k, ++i) {
      const std::int64_t tag = in_.tag_4();
      const Labels labels = labels_2(static_cast<std::size_t>(tags));
      element(number, type, tag, labels);
    }
  }
}

void Reader::elements_4() {
  const bool now = version_ == "4.1";
  in_.begin_binary();
  const std::size_t blocks = in_.count("blocks of elements", 8, 20);
  const std::size_t total = in_.count("elements", 4, 8);
  if (now) {
    in_.tag_8();
    in_.tag_8();
  }
  std::size_t seen = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::int32_t first = in_.integer();
    const std::int32_t second = in_.integer();
    const std::int32_t dimension = now ? first : second;
    const std::int32_t entity = now ? second : first;
    const std::int32_t number = in_.integer();
    const GmshType type = known_type(number);
    const std::size_t count =
        in_.count("elements in a block", 2u + 2u * type.nodes, (now ? 8u : 4u) * (1u + type.nodes));
    const auto group = groups_.find({dimension, entity});
    const Labels labels{group == groups_.end() ? 0 : group->second, entity};
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t tag = now ? in_.tag_8() : in_.tag_4();
      element(number, type, tag, labels);
    }
    seen += count;
  }
  if (seen != total)
    in_.fail(text(total, " elements are announced, but ", seen, " are there"),
             std::string(damaged));
}

template <std::size_t N>
void Reader::add(Gathered<N>& to, GmshType type, std::int64_t tag, Labels labels) {
  const bool wide = version_ == "4.1";
  Cell<N> cell;
  for (Index& vertex : cell) {
    const std::int64_t node = wide ? in_.tag_8() : in_.tag_4();
    const auto found = nodes_.find(node);
    if (!found)
      in_.fail(text("element ", tag, " uses node ", node, ", which does not exist"),
               std::string(damaged));
    vertex = *found;
  }
  for (std::size_t i = N; i < type.nodes; ++i) wide ? in_.tag_8() : in_.tag_4();
  to.cells.push_back(cell);
  to.tags.push_back(tag);
  to.physical.push_back(labels.physical);
  to.entity.push_back(labels.entity);
}

void Reader::element(std::int64_t number, GmshType type, std::int64_t tag, Labels labels) {
  ++elements_of_type_[static_cast<std::size_t>(number)];
  switch (type.shape) {
    case GmshShape::line:
      return add(lines_, type, tag, labels);
    case GmshShape::triangle:
      return add(triangles_, type, tag, labels);
    case GmshShape::tetrahedron:
      return add(tetrahedra_, type, tag, labels);
    case GmshShape::hexahedron:
      return add(hexahedra_, type, tag, labels);
    default:
      for (std::size_t i = 0; i < type.nodes; ++i) version_ == "4.1" ? in_.tag_8() : in_.tag_4();
  }
}

void Reader::tell_skipped() {
  constexpr std::size_t corners[] = {2, 3, 4, 8};
  for (int number = 0; number < gmsh_types; ++number) {
    const std::size_t count = elements_of_type_[static_cast<std::size_t>(number)];
    if (count == 0) continue;
    const GmshType type = gmsh_type(number);
    const std::string what =
        text(plural(count, "element", "elements"), " of type ", number, " (", name(type.shape),
             " of ", plural(type.nodes, "node", "nodes"), ")");
    const auto shape = static_cast<std::size_t>(type.shape);
    if (shape >= std::size(corners)) {
      notes_.push_back(text(in_.file(), ": ", what, " skipped"));
    } else if (type.nodes > corners[shape]) {
      notes_.push_back(text(in_.file(), ": of ", what, " only the corners are used"));
    }
  }
}

Mesh read_gmsh(Files& files, Notes& notes) {
  return Reader(files.name(), files.main(), notes).read();
}

}  // namespace

const Format gmsh_format{
    .name = "Gmsh",
    .description = "Gmsh's .msh files, versions 2.2 and 4.1, text or binary",
    .extensions = {".msh"},
    .holds =
        {.lines = true, .triangles = true, .tetrahedra = true, .hexahedra = true, .regions = true},
    .binary = true,
    .versions = {"2.2", "4.1"},
    .read = read_gmsh,
    .write = write_gmsh,
};

}  // namespace pliant::io
