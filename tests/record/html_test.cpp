#include <gmock/gmock.h>
#include <pliant/error.h>
#include <pliant/probes.h>

#include <limits>
#include <regex>

#include "record/export/surface.h"
#include "support/page_reader.h"
#include "support/pages.h"

namespace pliant {
namespace {

using nlohmann::json;
using test::longest_part;
using test::PageReader;
using test::Pages;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST_F(Pages, HoldEveryBodyAndFrameToATwentyThousandthOfTheBody) {
  record_made();
  const std::string page = exported();
  EXPECT_EQ(taken, 7u);
  const PageReader read(page);
  const Recording recording(source());
  ASSERT_EQ(read.about["bodies"].size(), 2u);
  EXPECT_EQ(read.about["bodies"][0]["name"], "soft body");
  EXPECT_EQ(read.about["bodies"][0]["tetrahedra"], 2);
  EXPECT_EQ(read.about["bodies"][1]["vertices"], 4);
  for (std::size_t b = 0; b < 2; ++b) {
    const record::Surface surface =
        record::surface_of(recording.bodies()[b], record::SkinShown::own);
    EXPECT_EQ(read.triangles[b].size(), 3 * surface.shape.triangles.size());
    const double size = std::sqrt(3.0);  // both bodies have a box of 1 m at rest
    const double error = 1.001 * size / 20000;
    for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
      const Index vertex = surface.vertices[v];
      EXPECT_LT(longest_part(read.rest[b][v] - recording.bodies()[b].mesh.vertices[vertex]), error);
      for (std::size_t i = 0; i < 7; ++i)
        EXPECT_LT(longest_part(read.positions[i][b][v] -
                               recording.read(std::int64_t(i)).bodies[b].positions[vertex]),
                  error);
    }
  }
  EXPECT_THAT(read.times, ElementsAre(0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75));
}

TEST_F(Pages, ColourByRecordedAndDerivedFields) {
  record_made();
  const PageReader read(exported());
  std::vector<std::string> names;
  for (const json& field : read.about["fields"]) names.push_back(field["name"]);
  EXPECT_THAT(names,
              ElementsAre("von Mises stress", "pressure", "warmth", "volume ratio", "speed"));
  const RecordedFrame frame = Recording(source()).read(3);
  const record::Surface surface =
      record::surface_of({"", test::two_tetrahedra()}, record::SkinShown::own);
  const auto clamped = [&](const std::string& name, double value) {
    for (const json& f : read.about["fields"])
      if (f["name"] == name)
        return std::clamp(value, f["low"].get<double>(), f["high"].get<double>());
    return value;
  };
  for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
    const Index vertex = surface.vertices[v];
    EXPECT_NEAR(read.value(3, 0, "warmth", v),
                clamped("warmth", frame.bodies[0].fields[1].values[vertex]), 0.009);
    EXPECT_NEAR(read.value(3, 0, "speed", v),
                clamped("speed", length(frame.bodies[0].velocities[vertex])), 0.009);
  }
  // The last vertex is at the second tetrahedron only.
  const auto last = std::size_t(std::ranges::find(surface.vertices, 4u) - surface.vertices.begin());
  const float* s = frame.bodies[0].fields[0].values.data() + 6;
  const double xx = s[0], xy = s[1], zx = s[2], yy = s[3], yz = s[4], zz = s[5];
  const double mises =
      std::sqrt(0.5 * ((xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx)) +
                3 * (xy * xy + yz * yz + zx * zx));
  EXPECT_NEAR(read.value(3, 0, "von Mises stress", last), clamped("von Mises stress", mises), 0.02);
  EXPECT_NEAR(read.value(3, 0, "pressure", last), clamped("pressure", -(xx + yy + zz) / 3), 0.01);
}

TEST_F(Pages, DoNotRunWhatNamesSay) {
  const std::string evil = "<img src=x onerror=alert(1)>\"'&<!--<script>";
  Mesh mesh = test::single_tetrahedron();
  RecordingInfo info{"-- </script><script>alert(1)</script> \xe2\x80\xa8 \xff", 0.1};
  record(
      {{evil, mesh}}, 2,
      [&](std::int64_t i) {
        RecordedFrame frame{i, double(i), {BodyFrame{mesh.vertices, {}}}};
        frame.bodies[0].fields.push_back({evil, 1, FieldPlace::vertices, {1, 2, 3, 4}});
        return frame;
      },
      info);
  ProbeTable probes(source() / "probes.csv", {{evil, "<b>"}});
  probes.add(0, 0, std::vector{1.0});
  probes.flush();
  const std::string page = exported({.title = "</title><script>alert(1)</script>"});
  EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(page, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(page,
              HasSubstr("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>"));
  const PageReader read(page);
  EXPECT_EQ(read.about["bodies"][0]["name"], evil);
  EXPECT_EQ(read.about["title"], "</title><script>alert(1)</script>");
  EXPECT_THAT(read.about["scene"].get<std::string>(), HasSubstr("</script><script>"));
  EXPECT_EQ(read.about["curves"][0]["unit"], "<b>");
  // Only the page's own script and style may run, and nothing may be fetched.
  EXPECT_TRUE(std::regex_search(
      page.substr(0, 2000),
      std::regex("default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'")));
}

TEST_F(Pages, HoldProbesAndTheirExtremes) {
  record_made(2);
  ProbeTable probes(source() / "probes.csv", {{"tip", "m"}, {"never", ""}});
  for (int i = 0; i < 30000; ++i)
    probes.add(i, 1e-3 * i, std::vector<double>{i == 12345 ? 7.0 : std::sin(1e-3 * i), NAN});
  probes.flush();
  const PageReader read(exported());
  ASSERT_EQ(read.about["curves"].size(), 1u);
  EXPECT_EQ(read.about["curves"][0]["name"], "tip");
  EXPECT_LE(read.curve_values[0].size(), 2000u);
  EXPECT_EQ(std::ranges::max(read.curve_values[0]), 7);
  EXPECT_TRUE(std::ranges::is_sorted(read.curve_times[0]));
  for (std::size_t i = 0; i < read.curve_times[0].size(); ++i)
    EXPECT_TRUE(read.curve_values[0][i] == 7 ||
                std::abs(read.curve_values[0][i] - std::sin(read.curve_times[0][i])) < 1e-5);
}

TEST_F(Pages, DoWithoutProbesFieldsAndFloor) {
  record({{"a", test::single_tetrahedron()}}, 1, [](std::int64_t i) {
    return RecordedFrame{i, 0, {BodyFrame{test::single_tetrahedron().vertices, {}}}};
  });
  const PageReader read(exported());
  EXPECT_TRUE(read.about["curves"].empty());
  EXPECT_FALSE(read.about.contains("floor"));
  EXPECT_EQ(read.about["title"], "run");
  EXPECT_EQ(read.about["fields"].size(), 1u);  // the volume ratio
  EXPECT_NEAR(read.value(0, 0, "volume ratio", 0), 1, 1e-6);
}

TEST_F(Pages, KnowTheFloor) {
  RecordingInfo info;
  info.floor = -0.25;
  record(
      {{"a", test::single_tetrahedron()}}, 1,
      [](std::int64_t i) {
        return RecordedFrame{i, 0, {BodyFrame{test::single_tetrahedron().vertices, {}}}};
      },
      info);
  EXPECT_EQ(Recording(source()).info().floor, -0.25);
  EXPECT_EQ(PageReader(exported()).about["floor"], -0.25);
}

TEST_F(Pages, ShowLinesAndPointsWhereThereAreNoTriangles) {
  Mesh chain, dust;
  chain.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  chain.lines.cells = {{2, 1}, {1, 0}};
  dust.vertices = {{5, 5, 5}};  // a point has no size
  record({{"chain", chain}, {"dust", dust}}, 2, [&](std::int64_t i) {
    return RecordedFrame{
        i, double(i), {BodyFrame{chain.vertices, {}}, BodyFrame{dust.vertices, {}}}};
  });
  const PageReader read(exported());
  EXPECT_THAT(read.lines[0], ElementsAre(0, 1, 1, 2));
  EXPECT_LT(length(read.positions[1][0][0] - Vec3d{2, 0, 0}), 1e-3);
  EXPECT_EQ(read.about["bodies"][1]["shown"], 1);
  EXPECT_LT(length(read.positions[1][1][0] - Vec3d{5, 5, 5}), 1e-9);
}

TEST_F(Pages, FollowABodyFarAwayAndPulledFarApart) {
  const Mesh mesh = test::single_tetrahedron();
  const auto place = [&](std::int64_t i) {
    std::vector<Vec3d> points = mesh.vertices;
    for (Vec3d& p : points) p += Vec3d{1e6 * double(i), 0, 0};
    if (i == 2) points[1].y += 1000;
    return points;
  };
  record({{"a", mesh}}, 3, [&](std::int64_t i) {
    RecordedFrame frame{i, double(i), {BodyFrame{place(i), {}}}};
    return frame;
  });
  const PageReader read(exported());
  // 16 bits over a thousand times its size; recordings have 32-bit numbers.
  const Recording recording(source());
  const record::Surface surface = record::surface_of({"", mesh}, record::SkinShown::own);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t v = 0; v < 4; ++v)
      EXPECT_LT(
          longest_part(read.positions[i][0][v] -
                       recording.read(std::int64_t(i)).bodies[0].positions[surface.vertices[v]]),
          0.51 * 1001 / 65534);
}

TEST_F(Pages, EndWhereABodyRanAway) {
  const Mesh mesh = test::single_tetrahedron();
  record({{"a", mesh}}, 5, [&](std::int64_t i) {
    RecordedFrame frame{i, double(i), {BodyFrame{mesh.vertices, {}}}};
    if (i >= 3) frame.bodies[0].positions[2].x = std::numeric_limits<double>::infinity();
    return frame;
  });
  EXPECT_EQ(PageReader(exported()).times.size(), 3u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0], HasSubstr("left out the frames from number 3 on"));
}

TEST_F(Pages, GreyOutNumbersThatAreNone) {
  const Mesh mesh = test::single_tetrahedron();
  record({{"a", mesh}}, 2, [&](std::int64_t i) {
    RecordedFrame frame{i, double(i), {BodyFrame{mesh.vertices, {}}}};
    frame.bodies[0].fields.push_back(
        {"heat", 1, FieldPlace::vertices, {1, NAN, 3, std::numeric_limits<float>::infinity()}});
    return frame;
  });
  const PageReader read(exported());
  const record::Surface surface = record::surface_of({"", mesh}, record::SkinShown::own);
  for (std::size_t v = 0; v < 4; ++v)
    EXPECT_EQ(read.codes[1][0][0][v] == 0, surface.vertices[v] % 2 == 1);
}

TEST_F(Pages, OfBrokenRecordingsAreRefusedOrLeaveOutWhatIsBroken) {
  Recorder(source(), {}, test::two_bodies()).finish();
  EXPECT_THROW(exported(), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder() / "a.html"));
  remove_recording(source());
  record_made(2);
  test::put_bytes(source() / "probes.csv", "step,time [s],tip [m]\n0,0,oh dear\n1,2,3\n");
  EXPECT_TRUE(PageReader(exported()).about["curves"].empty());
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0], HasSubstr("left out the probes"));
}

}  // namespace
}  // namespace pliant
