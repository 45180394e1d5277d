#include "record/export/html_packing.h"

#include <pliant/box.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

namespace pliant::record {

struct PackedBytes::Deflater {
  z_stream stream{};
};

PackedBytes::PackedBytes() : deflater_(std::make_unique<Deflater>()) {
  // Level 6: 9 takes seven times as long and saves two hundredths.
  if (deflateInit(&deflater_->stream, 6) != Z_OK) throw std::bad_alloc();
}

PackedBytes::~PackedBytes() {
  deflateEnd(&deflater_->stream);
}

void PackedBytes::run(int flush) {
  z_stream& stream = deflater_->stream;
  char buffer[1 << 16];
  do {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    if (deflate(&stream, flush) == Z_STREAM_ERROR) throw std::logic_error("zlib refuses to pack");
    out_.append(buffer, sizeof buffer - stream.avail_out);
  } while (stream.avail_out == 0);
}

void PackedBytes::add(std::string_view bytes) {
  constexpr std::size_t at_once = std::numeric_limits<uInt>::max();
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, at_once);
    deflater_->stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    deflater_->stream.avail_in = static_cast<uInt>(part.size());
    run(Z_NO_FLUSH);
    bytes.remove_prefix(part.size());
  }
}

std::string PackedBytes::finish() {
  deflater_->stream.avail_in = 0;
  run(Z_FINISH);
  return std::move(out_);
}

std::string coded_indices(std::span<const Index> indices) {
  std::string bytes(4 * indices.size(), '\0');
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::uint32_t below = next - indices[i];
    if (below == 0) ++next;
    for (std::size_t plane = 0; plane < 4; ++plane)
      bytes[plane * indices.size() + i] = static_cast<char>(below >> (8 * plane) & 255);
  }
  return bytes;
}

namespace {

using U16 = std::uint16_t;

// Small numbers of either sign become small numbers: 0, -1, 1, -2, ...
U16 zigzag(U16 value) {
  return static_cast<U16>(value << 1 ^ (value & 0x8000 ? 0xffff : 0));
}

struct Attempt {
  std::vector<U16> codes;
  std::uint64_t bits = 0;
};

// Rounded down; zero of none.
int mean(std::span<const Index> vertices, const std::vector<U16>& off) {
  if (vertices.empty()) return 0;
  std::int64_t sum = 0;
  for (const Index v : vertices) sum += static_cast<std::int16_t>(off[v]);
  const auto count = static_cast<std::int64_t>(vertices.size());
  return static_cast<int>(sum / count - (sum % count < 0));
}

template <class Expected>
Attempt attempt(std::span<const U16> values, const Lists& earlier, Expected expected) {
  Attempt made{std::vector<U16>(values.size())};
  std::vector<U16> off(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) {
    off[v] = static_cast<U16>(values[v] - expected(v));
    made.codes[v] = zigzag(static_cast<U16>(off[v] - mean(earlier[v], off)));
    made.bits += static_cast<std::uint64_t>(std::bit_width(made.codes[v]));
  }
  return made;
}

}  // namespace

std::string ChannelCoder::code(std::span<const std::uint16_t> values, const Lists& earlier) {
  const Attempt still = attempt(values, earlier, [&](std::size_t v) { return last_[v]; });
  const Attempt moving = attempt(
      values, earlier, [&](std::size_t v) { return static_cast<U16>(2 * last_[v] - before_[v]); });
  const bool second = moving.bits < still.bits;
  const std::vector<U16>& codes = second ? moving.codes : still.codes;
  std::string bytes(1 + 2 * codes.size(), second ? '\2' : '\1');
  for (std::size_t v = 0; v < codes.size(); ++v) {
    bytes[1 + v] = static_cast<char>(codes[v] & 255);
    bytes[1 + codes.size() + v] = static_cast<char>(codes[v] >> 8);
  }
  before_ = std::move(last_);
  last_.assign(values.begin(), values.end());
  return bytes;
}

namespace {

constexpr double grid_over_body = 1e-4;
constexpr double smallest_grid = 1e-12;  // m; for bodies that are a point
constexpr double highest_place = 65535;
constexpr double most_steps = highest_place - 1;  // the corner is rounded down to the grid

double longest(const Vec3d& v) {
  return std::max({v.x, v.y, v.z});
}

Box box_of(std::span<const Vec3d> points) {
  Box box;
  for (const Vec3d& p : points) box.add(p);
  return box;
}

bool ran_away(std::span<const Vec3d> points) {
  constexpr double largest = 1e30;  // what the browser's 32-bit numbers hold with room to spare
  return std::ranges::any_of(points, [](const Vec3d& p) {
    return !(std::abs(p.x) < largest && std::abs(p.y) < largest && std::abs(p.z) < largest);
  });
}

// Extremes of a field, and a sample of its numbers.
struct FieldNumbers {
  float least = std::numeric_limits<float>::infinity(), most = -least;
  std::vector<float> sample;
  std::size_t every = 1;  // of the numbers goes into the sample

  void add(std::span<const float> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) continue;
      least = std::min(least, values[i]);
      most = std::max(most, values[i]);
      if (i % every == 0) sample.push_back(values[i]);
    }
  }

  FrameSurvey::Range range() {
    if (sample.empty()) return {};
    constexpr double left_out = 0.005;  // at each end
    const auto quantile = [&](double part) {
      const auto place = static_cast<std::ptrdiff_t>(part * static_cast<double>(sample.size() - 1));
      std::ranges::nth_element(sample, sample.begin() + place);
      return sample[static_cast<std::size_t>(place)];
    };
    const float low = quantile(left_out);
    return {low, quantile(1 - left_out), least, most};
  }
};

std::vector<FieldNumbers> empty_numbers(const ExportJob& job, const std::vector<Skin>& skins,
                                        std::size_t fields) {
  constexpr std::size_t enough = 1'000'000;
  std::size_t all = 0;
  for (const Skin& skin : skins) all += job.frames.size() * skin.size();
  FieldNumbers none;
  none.every = 1 + all / enough;
  return std::vector<FieldNumbers>(fields, none);
}

class Packer {
 public:
  Packer(const std::vector<Skin>& skins, const std::vector<PageField>& fields,
         const FrameSurvey& known)
      : skins_(skins), fields_(fields), known_(known) {
    for (const Skin& skin : skins)
      coders_.emplace_back(3 + fields.size(), ChannelCoder(skin.size()));
  }

  void add_surfaces() {
    for (const Skin& skin : skins_) {
      packed.add(coded_indices(skin.triangles));
      packed.add(coded_indices(skin.lines));
      packed.add(coded_indices(skin.texture_corners));
      packed.add_numbers(std::span<const std::array<float, 2>>(skin.texture_points));
    }
    for (std::size_t b = 0; b < skins_.size(); ++b)
      add_positions(b, skins_[b].positions(skins_[b].mesh->vertices));
  }

  void add(const RecordedFrame& frame, std::int64_t number) {
    for (std::size_t b = 0; b < skins_.size(); ++b) {
      if (!skins_[b].epoch.holds(number)) continue;
      const BodyFrame& body = frame.bodies[skins_[b].body];
      add_positions(b, skins_[b].positions(body.positions));
      for (std::size_t f = 0; f < fields_.size(); ++f)
        if (known_.has[b][f]) add_field(b, f, body);
    }
  }

  PackedBytes packed;

 private:
  // Places on the body's grid, counted from the corner of the frame's box.
  void add_positions(std::size_t b, const std::vector<Vec3d>& points) {
    const double grid = known_.grids[b];
    const Vec3d low = box_of(points).low;
    double corner[3];
    for (int k = 0; k < 3; ++k) corner[k] = std::floor(low[k] / grid) * grid;
    packed.add_numbers(std::span<const double>(corner));
    std::vector<std::uint16_t> places(points.size());
    for (int k = 0; k < 3; ++k) {
      for (std::size_t v = 0; v < points.size(); ++v)
        places[v] = static_cast<std::uint16_t>(
            std::clamp(std::round((points[v][k] - corner[k]) / grid), 0.0, highest_place));
      packed.add(coders_[b][static_cast<std::size_t>(k)].code(places, skins_[b].earlier));
    }
  }

  void add_field(std::size_t b, std::size_t f, const BodyFrame& frame) {
    const double low = known_.ranges[f].low, width = known_.ranges[f].high - low;
    const double scale = width > 0 ? (field_levels - 1) / width : 0;
    const std::vector<float> values = fields_[f].sample(skins_[b], frame, fields_[f].recorded);
    std::vector<std::uint16_t> codes(skins_[b].size(), 0);
    for (std::size_t v = 0; v < values.size(); ++v)
      if (std::isfinite(values[v]))
        codes[v] = static_cast<std::uint16_t>(
            1 + std::clamp(std::round((values[v] - low) * scale), 0.0, field_levels - 1.0));
    packed.add(coders_[b][3 + f].code(codes, skins_[b].earlier));
  }

  const std::vector<Skin>& skins_;
  const std::vector<PageField>& fields_;
  const FrameSurvey& known_;
  std::vector<std::vector<ChannelCoder>> coders_;  // [body]: x, y, z, then fields
};

}  // namespace

FrameSurvey survey(const ExportJob& job, const std::vector<Skin>& skins,
                   const std::vector<PageField>& fields) {
  FrameSurvey known;
  known.has.resize(skins.size(), std::vector<bool>(fields.size(), false));
  std::vector<FieldNumbers> numbers = empty_numbers(job, skins, fields.size());
  const auto look = [&](std::size_t b, std::span<const Vec3d> body) {
    const Vec3d size = box_of(skins[b].positions(body)).size();
    known.grids[b] = std::max(known.grids[b], longest(size) / most_steps);
    return length(size);
  };
  known.grids.resize(skins.size(), 0);
  for (std::size_t b = 0; b < skins.size(); ++b)
    known.grids[b] = std::max(grid_over_body * look(b, skins[b].mesh->vertices), smallest_grid);
  for (; known.frames < job.frames.size(); ++known.frames) {
    const RecordedFrame frame = job.read(known.frames);
    if (std::ranges::any_of(frame.bodies, ran_away, &BodyFrame::positions)) break;
    for (std::size_t b = 0; b < skins.size(); ++b) {
      if (!skins[b].epoch.holds(job.frames[known.frames])) continue;
      const BodyFrame& body = frame.bodies[skins[b].body];
      look(b, body.positions);
      for (std::size_t f = 0; f < fields.size(); ++f) {
        const auto values = fields[f].sample(skins[b], body, fields[f].recorded);
        if (!values.empty()) known.has[b][f] = true;
        numbers[f].add(values);
      }
    }
  }
  for (FieldNumbers& field : numbers) known.ranges.push_back(field.range());
  return known;
}

PackedFrames pack_frames(const ExportJob& job, const std::vector<Skin>& skins,
                         const std::vector<PageField>& fields, const FrameSurvey& known,
                         std::string_view before, std::size_t most_bytes) {
  Packer packer(skins, fields, known);
  packer.packed.add(before);
  packer.add_surfaces();
  const auto count = static_cast<double>(job.frames.size());
  for (std::size_t i = 0; i < job.frames.size(); ++i) {
    packer.add(job.read(i), job.frames[i]);
    if (packer.packed.size() > most_bytes)
      return {"", static_cast<double>(packer.packed.size()) * count / static_cast<double>(i + 1)};
  }
  PackedFrames done{packer.packed.finish(), 0};
  if (done.bytes.size() > most_bytes) done = {"", static_cast<double>(done.bytes.size())};
  return done;
}

}  // namespace pliant::record
