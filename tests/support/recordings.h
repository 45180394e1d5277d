#pragma once

#include <gtest/gtest.h>
#include <pliant/recording.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "support/folder_test.h"
#include "support/meshes.h"

namespace pliant::test {

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void put_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

/// Two tetrahedra on a common face, with a group and a label.
inline Mesh two_tetrahedra() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1.0 / 3}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {1, 2, 3, 4}};
  mesh.tetrahedra.regions = {1, 2};
  mesh.groups = {{"a/b, odd", {0, 2}}, {"none", {}}};
  return mesh;
}

inline std::vector<RecordedBody> two_bodies() {
  return {{"soft body", two_tetrahedra()}, {"a", single_tetrahedron()}};
}

/// Body and frame tell every number.
inline RecordedFrame made_frame(const std::vector<RecordedBody>& bodies, std::int64_t step,
                                bool with_fields = true) {
  RecordedFrame frame{step, 0.125 * static_cast<double>(step), {}};
  double number = 0.1 * static_cast<double>(step);
  const auto next = [&] { return std::sin(number += 0.7); };
  for (const RecordedBody& body : bodies) {
    BodyFrame& made = frame.bodies.emplace_back();
    for (std::size_t i = 0; i < body.mesh.vertices.size(); ++i) {
      made.positions.push_back({next(), next(), next()});
      if (with_fields) made.velocities.push_back({next(), next(), next()});
    }
    if (!with_fields) continue;
    made.fields.push_back({"stress", 6, FieldPlace::tetrahedra, {}});
    made.fields.push_back({"warmth", 1, FieldPlace::vertices, {}});
    for (std::size_t i = 0; i < 6 * body.mesh.tetrahedra.size(); ++i)
      made.fields[0].values.push_back(static_cast<float>(next()));
    for (std::size_t i = 0; i < body.mesh.vertices.size(); ++i)
      made.fields[1].values.push_back(static_cast<float>(next()));
  }
  return frame;
}

inline void expect_equal(const RecordedFrame& read, const RecordedFrame& made, bool doubles) {
  const auto stored = [&](const Vec3d& v) {
    if (doubles) return v;
    // g++ 12 leaves out the rounding where it joins the conversions of x and y.
    volatile float x = static_cast<float>(v.x), y = static_cast<float>(v.y);
    return Vec3d{x, y, static_cast<float>(v.z)};
  };
  EXPECT_EQ(read.step, made.step);
  EXPECT_EQ(read.time, made.time);
  ASSERT_EQ(read.bodies.size(), made.bodies.size());
  for (std::size_t i = 0; i < read.bodies.size(); ++i) {
    const BodyFrame &a = read.bodies[i], &b = made.bodies[i];
    ASSERT_EQ(a.positions.size(), b.positions.size());
    ASSERT_EQ(a.velocities.size(), b.velocities.size());
    for (std::size_t j = 0; j < a.positions.size(); ++j)
      EXPECT_EQ(a.positions[j], stored(b.positions[j]));
    for (std::size_t j = 0; j < a.velocities.size(); ++j)
      EXPECT_EQ(a.velocities[j], stored(b.velocities[j]));
    ASSERT_EQ(a.fields.size(), b.fields.size());
    for (std::size_t j = 0; j < a.fields.size(); ++j) {
      EXPECT_EQ(a.fields[j].name, b.fields[j].name);
      EXPECT_EQ(a.fields[j].components, b.fields[j].components);
      EXPECT_EQ(a.fields[j].place, b.fields[j].place);
      EXPECT_EQ(a.fields[j].values, b.fields[j].values);
    }
  }
}

}  // namespace pliant::test
