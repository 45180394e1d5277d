#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/export/export.h"
#include "record/export/html_fields.h"

namespace pliant::record {

/// What has to be known of all frames before the first is packed.
struct FrameSurvey {
  /// Metres between neighbouring places that positions of a body are rounded to: a ten-thousandth
  /// of the body, so that they are off by half of that at most, or, where a body is pulled so far
  /// apart that 16 bits do not reach, as much as it takes.
  std::vector<double> grids;
  /// Of a field over all bodies and frames: nearly all of its numbers lie between low and high, so
  /// that a few extremes do not leave the others without colours; all between least and most.
  struct Range {
    float low = 0, high = 0, least = 0, most = 0;
  };
  std::vector<Range> ranges;
  std::vector<std::vector<bool>> has;  ///< [skin][field]: whether it has the field
  std::size_t frames = 0;              ///< of the job, before one where a body ran away
};

FrameSurvey survey(const ExportJob& job, const std::vector<Skin>& skins,
                   const std::vector<PageField>& fields);

/// Highest code of a field's numbers; 0 stands for none, 1 for the low end of the range.
inline constexpr int field_levels = 127;

/// Times, probes, surfaces and frames as web/src/recording.js reads them.
struct PackedFrames {
  std::string bytes;         ///< empty where they would be more than allowed
  double expected_size = 0;  ///< of all frames, then
};
PackedFrames pack_frames(const ExportJob& job, const std::vector<Skin>& skins,
                         const std::vector<PageField>& fields, const FrameSurvey& known,
                         std::string_view before, std::size_t most_bytes);

}  // namespace pliant::record
