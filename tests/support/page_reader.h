#pragma once

#include <gtest/gtest.h>
#include <pliant/vec3.h>
#include <zlib.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mesh/io/gltf_parts.h"

namespace pliant::test {

using Json = nlohmann::json;

inline std::string inflated(const std::string& packed) {
  std::string out(64 << 20, '\0');
  uLongf size = out.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
            Z_OK);
  out.resize(size);
  return out;
}

inline std::string element(const std::string& page, const std::string& id) {
  const std::size_t tag = page.find("id=\"" + id + "\"");
  const std::size_t begin = page.find('>', tag) + 1;
  return page.substr(begin, page.find("</script>", begin) - begin);
}

/// Reads a page back, written apart from what writes it.
class PageReader {
 public:
  explicit PageReader(const std::string& page)
      : about(Json::parse(element(page, "description"))),
        bytes_(inflated(*io::gltf::decode_base64(element(page, "numbers")))) {
    times = numbers<double>(about["frames"]);
    for (const Json& curve : about["curves"]) {
      curve_times.push_back(numbers<float>(curve["points"]));
      curve_values.push_back(numbers<float>(curve["points"]));
    }
    for (const Json& body : about["bodies"]) {
      triangles.push_back(indices(3 * body["triangles"].get<std::size_t>()));
      lines.push_back(indices(2 * body["lines"].get<std::size_t>()));
      earlier_.push_back(earlier_neighbours(earlier_.size(), body["shown"]));
      channels_.emplace_back(3 + body["fields"].size(), Channel(body["shown"]));
    }
    for (std::size_t b = 0; b < about["bodies"].size(); ++b) rest.push_back(places(b));
    for (std::size_t i = 0; i < times.size(); ++i) read_frame(i);
    EXPECT_EQ(at_, bytes_.size());
  }

  Json about;
  std::vector<double> times;
  std::vector<std::vector<float>> curve_times, curve_values;
  std::vector<std::vector<std::uint32_t>> triangles, lines;
  std::vector<std::vector<Vec3d>> rest;                           // [body]
  std::vector<std::vector<std::vector<Vec3d>>> positions;         // [frame][body]
  std::vector<std::vector<std::vector<std::vector<int>>>> codes;  // [frame][body][field]

  // Value at a vertex of a field by name.
  double value(std::size_t frame, std::size_t body, const std::string& field, std::size_t v) const {
    const Json& fields = about["bodies"][body]["fields"];
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const Json& f = about["fields"][fields[k].get<std::size_t>()];
      if (f["name"] != field) continue;
      const double low = f["low"], high = f["high"], levels = about["levels"];
      const int code = codes[frame][body][k][v];
      return code == 0 ? std::nan("") : low + (code - 1) * (high - low) / (levels - 1);
    }
    ADD_FAILURE() << "no field " << field;
    return 0;
  }

 private:
  struct Channel {
    explicit Channel(std::size_t n) : last(n), before(n) {}
    std::vector<int> last, before;
  };

  template <class T>
  std::vector<T> numbers(std::size_t count) {
    std::vector<T> found(count);
    EXPECT_LE(at_ + count * sizeof(T), bytes_.size());
    std::memcpy(found.data(), bytes_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return found;
  }

  std::vector<std::uint32_t> indices(std::size_t count) {
    const auto planes = numbers<unsigned char>(4 * count);
    std::vector<std::uint32_t> found;
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t below = 0;
      for (std::size_t k = 4; k-- > 0;) below = below * 256 + planes[k * count + i];
      found.push_back(next - below);
      next += below == 0;
    }
    return found;
  }

  using Neighbours = std::vector<std::vector<std::size_t>>;

  // By definition: ends of edges of triangles, as these turn, and of lines.
  Neighbours earlier_neighbours(std::size_t b, std::size_t vertices) const {
    Neighbours found(vertices);
    const auto add = [&](std::uint32_t from, std::uint32_t to) {
      if (to < from) found[from].push_back(to);
    };
    for (std::size_t i = 0; i < triangles[b].size(); ++i)
      add(triangles[b][i], triangles[b][i % 3 == 2 ? i - 2 : i + 1]);
    for (std::size_t i = 0; i < lines[b].size(); ++i) add(lines[b][i], lines[b][i ^ 1]);
    for (std::size_t v = 1; v < vertices; ++v)
      if (found[v].empty()) found[v].push_back(v - 1);
    return found;
  }

  std::vector<int> channel(std::size_t b, std::size_t c) {
    Channel& known = channels_[b][c];
    const std::size_t n = known.last.size();
    const int order = numbers<unsigned char>(1)[0];
    EXPECT_TRUE(order == 1 || order == 2);
    const auto planes = numbers<unsigned char>(2 * n);
    std::vector<int> values(n), off(n);
    for (std::size_t v = 0; v < n; ++v) {
      const int code = planes[v] + 256 * planes[n + v];
      const std::vector<std::size_t>& near = earlier_[b][v];
      double usual = 0;
      for (const std::size_t w : near) usual += off[w] / double(near.size());
      off[v] = static_cast<std::int16_t>((code % 2 == 0 ? code / 2 : -(code + 1) / 2) +
                                         int(std::floor(usual + 1e-9)));
      const int expected = order == 2 ? 2 * known.last[v] - known.before[v] : known.last[v];
      values[v] = (expected + off[v]) & 65535;
    }
    known.before = known.last;
    known.last = values;
    return values;
  }

  std::vector<Vec3d> places(std::size_t b) {
    const auto corner = numbers<double>(3);
    const double grid = about["bodies"][b]["grid"];
    std::vector<Vec3d> found(about["bodies"][b]["shown"]);
    for (int k = 0; k < 3; ++k) {
      const std::vector<int> numbers = channel(b, std::size_t(k));
      for (std::size_t v = 0; v < found.size(); ++v)
        found[v][k] = corner[std::size_t(k)] + grid * numbers[v];
    }
    return found;
  }

  void read_frame(std::size_t number) {
    auto& frame = positions.emplace_back();
    auto& fields = codes.emplace_back();
    for (std::size_t b = 0; b < about["bodies"].size(); ++b) {
      const Json& body = about["bodies"][b];
      const bool there = body["begin"] <= number && number < body["end"];
      frame.push_back(there ? places(b) : std::vector<Vec3d>());
      fields.emplace_back();
      for (std::size_t f = 0; there && f < about["bodies"][b]["fields"].size(); ++f)
        fields.back().push_back(channel(b, 3 + f));
    }
  }

  std::string bytes_;
  std::size_t at_ = 0;
  std::vector<Neighbours> earlier_;
  std::vector<std::vector<Channel>> channels_;
};

}  // namespace pliant::test
