#pragma once

#include <pliant/notes.h>

#include <algorithm>
#include <cmath>

#include "record/export/export.h"
#include "record/export/html.h"
#include "support/recordings.h"

namespace pliant::test {

inline double longest_part(const Vec3d& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

/// Makes recordings and pages of them.
class Pages : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    if (record::page_bundle().bytes == 0)
      GTEST_SKIP() << "this build has no page: npm or the network was missing";
  }
  std::filesystem::path source() const { return folder() / "run"; }

  template <class Make>
  void record(const std::vector<RecordedBody>& bodies, std::int64_t frames, Make make,
              RecordingInfo info = {}) const {
    Recorder recorder(source(), std::move(info), bodies);
    for (std::int64_t i = 0; i < frames; ++i) recorder.add(make(i));
    recorder.finish();
  }
  void record_made(std::int64_t frames = 7) const {
    record(two_bodies(), frames, [](std::int64_t i) { return made_frame(two_bodies(), i); });
  }
  std::string exported(record::ExportOptions options = {}) {
    notes.clear();
    taken = record::export_recording(Recording(source()), folder() / "a.html", options, &notes);
    return bytes_of(folder() / "a.html");
  }

  Notes notes;
  std::size_t taken = 0;
};

}  // namespace pliant::test
