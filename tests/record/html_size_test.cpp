#include <gmock/gmock.h>
#include <pliant/error.h>

#include "record/export/html_packing.h"
#include "support/page_reader.h"
#include "support/pages.h"

namespace pliant {
namespace {

using test::longest_part;
using test::PageReader;
using test::Pages;
using testing::ElementsAre;
using testing::HasSubstr;

// A sheet of triangles that waves; smooth in space and time as recordings are.
Mesh sheet(std::size_t n) {
  Mesh mesh;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      mesh.vertices.push_back({double(i) / double(n), 0, double(j) / double(n)});
  for (Index i = 0; i + 1 < n; ++i)
    for (Index j = 0; j + 1 < n; ++j) {
      const auto side = Index(n), a = i * side + j;
      mesh.triangles.cells.push_back({a, a + 1, a + side});
      mesh.triangles.cells.push_back({a + 1, a + side + 1, a + side});
    }
  return mesh;
}

RecordedFrame waving(const Mesh& mesh, std::int64_t i) {
  const double time = 0.01 * double(i);
  RecordedFrame frame{i, time, {BodyFrame{}}};
  for (Vec3d p : mesh.vertices) {
    p.y = 0.2 * std::sin(9 * time + 7 * p.x) * std::cos(5 * p.z) - 2 * time * time;
    p.x += 0.05 * std::sin(20 * time + 3 * p.z) + 3 * time;
    frame.bodies[0].positions.push_back(p);
  }
  return frame;
}

TEST_F(Pages, OfFiveThousandVerticesAndThreeHundredFramesStaySmall) {
  const Mesh mesh = sheet(71);  // 5041 vertices, all of them shown
  record({{"sheet", mesh}}, 300, [&](std::int64_t i) { return waving(mesh, i); });
  const std::string page = exported();
  EXPECT_EQ(taken, 300u);
  EXPECT_LT(page.size(), 6'000'000u);
  EXPECT_TRUE(notes.empty());
}

TEST_F(Pages, LeaveOutFramesToKeepALimit) {
  const Mesh mesh = sheet(40);
  record({{"sheet", mesh}}, 200, [&](std::int64_t i) { return waving(mesh, i); });
  const std::string all = exported();
  const double room = double(record::page_bundle().bytes) / 1e6 + 0.35;
  const std::string fewer = exported({.most_megabytes = room});
  EXPECT_LT(double(fewer.size()), room * 1e6);
  EXPECT_LT(taken, 200u);
  EXPECT_GT(taken, 10u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0], HasSubstr(" of 200 frames to stay below"));
  const PageReader read(fewer);
  EXPECT_EQ(read.times.size(), taken);
  EXPECT_EQ(read.times.front(), 0);
  EXPECT_EQ(read.times.back(), 1.99);
  EXPECT_EQ(read.about["recordedFrames"], 200);
  EXPECT_LT(longest_part(read.positions.back()[0][0] -
                         waving(mesh, 199).bodies[0].positions[mesh.triangles.cells[0][0]]),
            1e-4);

  exported({.most_frames = 5});
  EXPECT_EQ(taken, 5u);
  EXPECT_THAT(PageReader(test::bytes_of(folder() / "a.html")).times,
              ElementsAre(0, 0.5, 1, 1.49, 1.99));
  EXPECT_THROW(exported({.most_megabytes = 0.1}), InputError);
}

TEST(PagePacking, CodesAnyNumbers) {
  // Noise over the whole range, coded and read back through PageReader's rules by hand: modulo 2^16
  // nothing is lost.
  const std::vector<Index> triangles{0, 1, 2, 2, 1, 3};
  const Lists earlier = record::earlier_neighbours(4, triangles, {});
  EXPECT_THAT(std::vector<Index>(earlier[2].begin(), earlier[2].end()), ElementsAre(0, 1));
  EXPECT_THAT(std::vector<Index>(earlier[3].begin(), earlier[3].end()), ElementsAre(2));
  record::ChannelCoder coder(4);
  std::vector<std::uint16_t> last(4), before(4);
  std::uint32_t noise = 1;
  for (int frame = 0; frame < 50; ++frame) {
    std::vector<std::uint16_t> values(4);
    for (std::uint16_t& value : values)
      value = static_cast<std::uint16_t>((noise = noise * 1664525u + 1013904223u) >> 16);
    const std::string code = coder.code(values, earlier);
    ASSERT_EQ(code.size(), 9u);
    std::vector<int> off(4);
    for (std::size_t v = 0; v < 4; ++v) {
      const int z =
          static_cast<unsigned char>(code[1 + v]) + 256 * static_cast<unsigned char>(code[5 + v]);
      double usual = 0;
      for (const Index w : earlier[v]) usual += off[w] / double(earlier[v].size());
      off[v] = static_cast<std::int16_t>((z % 2 == 0 ? z / 2 : -(z + 1) / 2) +
                                         int(std::floor(usual + 1e-9)));
      const int expected = code[0] == 2 ? 2 * last[v] - before[v] : last[v];
      EXPECT_EQ(std::uint16_t(expected + off[v]), values[v]) << frame << ' ' << v;
    }
    before = last;
    last = values;
  }
}

}  // namespace
}  // namespace pliant
