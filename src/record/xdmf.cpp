#include "record/xdmf.h"

#include <bit>
#include <utility>

#include "base/text.h"
#include "base/xml_text.h"

namespace pliant::record {

namespace {

std::string hdf_item(const std::string& dimensions, const char* type, int precision,
                     const std::string& place) {
  return text("<DataItem Format=\"HDF\" Dimensions=\"", dimensions, "\" NumberType=\"", type,
              "\" Precision=\"", precision, "\">", escaped(place), "</DataItem>");
}

template <std::size_t N>
std::string topology(const char* type, const char* name, const Cells<N>& cells,
                     const std::string& body) {
  return text("<Topology TopologyType=\"", type, "\" NumberOfElements=\"", cells.size(),
              N == 2 ? "\" NodesPerElement=\"2" : "", "\">",
              hdf_item(text(cells.size(), ' ', N), "UInt", 4, text(body, '/', name)),
              "</Topology>\n");
}

std::string topology_of(const Mesh& mesh, const std::string& body) {
  if (!mesh.tetrahedra.empty()) return topology("Tetrahedron", "tetrahedra", mesh.tetrahedra, body);
  if (!mesh.hexahedra.empty()) return topology("Hexahedron", "hexahedra", mesh.hexahedra, body);
  if (!mesh.triangles.empty()) return topology("Triangle", "triangles", mesh.triangles, body);
  if (!mesh.lines.empty()) return topology("Polyline", "lines", mesh.lines, body);
  return text("<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"", mesh.vertices.size(),
              "\" NodesPerElement=\"1\"/>\n");
}

const char* attribute_type(int components) {
  switch (components) {
    case 1:
      return "Scalar";
    case 3:
      return "Vector";
    case 6:
      return "Tensor6";
    case 9:
      return "Tensor";
    default:
      return "Matrix";
  }
}

// One frame of numbers[frame][place][component]. ParaView's reader takes two geometries for the
// same whose items begin with the same text, hence the comment, which differs.
std::string slab(const ArrayLayout& array, const Block& block, std::size_t row,
                 const std::string& place) {
  const std::string rest =
      array.components == 1 ? text(array.count) : text(array.count, ' ', array.components);
  const bool scalar = array.components == 1;
  return text("<DataItem ItemType=\"HyperSlab\" Dimensions=\"1 ", rest, "\"><!-- frame ",
              block.first_frame + static_cast<std::int64_t>(row), " --><DataItem Dimensions=\"3 ",
              scalar ? 2 : 3, "\" Format=\"XML\">", row, scalar ? " 0 1 1 1 " : " 0 0 1 1 1 1 ",
              rest, "</DataItem>",
              hdf_item(text(block.frames(), ' ', rest), "Float", array.doubles ? 8 : 4, place),
              "</DataItem>");
}

class XdmfWriter {
 public:
  XdmfWriter(const std::vector<RecordedBody>& bodies, const std::string& first_file)
      : bodies_(bodies) {
    for (const RecordedBody& body : bodies)
      topologies_.push_back(topology_of(body.mesh, text(first_file, ":/bodies/", body.name)));
  }

  void add(const std::string& file, const Block& block, std::size_t row) {
    const std::string time = text("<Time Value=\"", block.times[row], "\"/>\n");
    if (bodies_.size() == 1) return grid(file, block, 0, row, time);
    out_ += "<Grid GridType=\"Collection\" CollectionType=\"Spatial\">\n" + time;
    for (std::size_t i = 0; i < bodies_.size(); ++i) grid(file, block, i, row, time);
    out_ += "</Grid>\n";
  }

  std::string take() { return std::exchange(out_, {}); }

 private:
  void grid(const std::string& file, const Block& block, std::size_t body, std::size_t row,
            const std::string& time) {
    const std::string start = text(file, ':', block.group, "/bodies/", bodies_[body].name, '/');
    out_ += text("<Grid Name=\"", escaped(bodies_[body].name), "\">\n", time, topologies_[body]);
    for (const ArrayLayout& array : block.bodies[body]) {
      const std::string numbers = slab(array, block, row, start + array.name);
      if (array.name == positions_name) {
        out_ += text("<Geometry GeometryType=\"XYZ\">", numbers, "</Geometry>\n");
        continue;
      }
      out_ += text("<Attribute Name=\"", escaped(array.name), "\" AttributeType=\"",
                   attribute_type(array.components), "\" Center=\"",
                   array.place == FieldPlace::vertices ? "Node" : "Cell", "\">", numbers,
                   "</Attribute>\n");
    }
    out_ += "</Grid>\n";
  }

  const std::vector<RecordedBody>& bodies_;
  std::vector<std::string> topologies_;
  std::string out_;
};

// How many frames there are for each that is listed, a power of two, so that the list keeps within
// its bytes.
std::int64_t stride_of(const std::vector<RecordedBody>& bodies, const std::vector<Part>& parts,
                       std::size_t most_bytes) {
  XdmfWriter sample(bodies, parts.front().file.filename().string());
  const std::vector<BodyLayout>* measured = nullptr;
  std::size_t bytes = 0, frame_bytes = 0;
  for (const Part& part : parts)
    for (const Block& block : part.blocks) {
      if (!measured || *measured != block.bodies) {
        sample.add(part.file.filename().string(), block, 0);
        frame_bytes = sample.take().size();
        measured = &block.bodies;
      }
      bytes += frame_bytes * block.steps.size();
    }
  return static_cast<std::int64_t>(std::bit_ceil((bytes + most_bytes - 1) / most_bytes));
}

}  // namespace

std::string xdmf(const std::vector<RecordedBody>& bodies, const std::vector<Part>& parts,
                 std::size_t most_bytes) {
  XdmfWriter writer(bodies, parts.front().file.filename().string());
  const std::int64_t stride = stride_of(bodies, parts, most_bytes);
  std::int64_t last = -1;
  for (const Part& part : parts)
    if (!part.blocks.empty()) last = part.blocks.back().end() - 1;
  for (const Part& part : parts)
    for (const Block& block : part.blocks)
      for (std::int64_t frame = block.first_frame; frame < block.end(); ++frame)
        if (frame % stride == 0 || frame == last)
          writer.add(part.file.filename().string(), block,
                     static_cast<std::size_t>(frame - block.first_frame));
  return text("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Xdmf Version=\"3.0\">\n<Domain>\n",
              "<Grid Name=\"recording\" GridType=\"Collection\" CollectionType=\"Temporal\">\n",
              writer.take(), "</Grid>\n</Domain>\n</Xdmf>\n");
}

}  // namespace pliant::record
