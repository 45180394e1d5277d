#include <gtest/gtest.h>
#include <pliant/probes.h>

#include "fuzz/mutate.h"
#include "fuzz/recording_check.h"
#include "support/recordings.h"

namespace pliant {
namespace {

class DamagedInput : public test::FolderTest {};

TEST_F(DamagedInput, OfARecordingIsReadOrRefused) {
  const auto bodies = test::two_bodies();
  Recorder recorder(folder(), {"scene", 0.1}, bodies);
  for (int i = 0; i < 3; ++i) recorder.add(test::made_frame(bodies, i));
  recorder.finish();
  const std::string whole = test::bytes_of(folder() / "recording.h5");
  EXPECT_TRUE(fuzz::check_recording(whole));
  fuzz::Random random(1);
  int read = 0;
  for (int i = 0; i < 1500; ++i) {
    std::string damaged = whole;
    fuzz::mutate(damaged, random);
    read += fuzz::check_recording(damaged);
  }
  EXPECT_LT(read, 1000);
  EXPECT_FALSE(fuzz::check_recording(""));
}

TEST_F(DamagedInput, OfProbesIsReadOrRefused) {
  ProbeTable table(folder() / "probes.csv", {{"tip, x", "m"}, {"count", ""}});
  for (int i = 0; i < 20; ++i) table.add(i, 0.1 * i, std::vector{1.5 * i, -1e-9});
  table.flush();
  const std::string whole = test::bytes_of(folder() / "probes.csv");
  EXPECT_TRUE(fuzz::check_probes(whole));
  fuzz::Random random(2);
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string damaged = whole;
    fuzz::mutate(damaged, random);
    read += fuzz::check_probes(damaged);
  }
  EXPECT_GT(read, 100);
  EXPECT_LT(read, 19000);
}

}  // namespace
}  // namespace pliant
