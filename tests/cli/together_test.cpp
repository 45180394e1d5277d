#include <gmock/gmock.h>

#include "faults.h"

// Files that belong together are all old or all new, whatever comes between; where a program was
// killed while names changed, readers tell.

namespace pliant {
namespace {

using test::Outcome;
using testing::AnyOf;
using testing::HasSubstr;

class Together : public test::FaultTest {
 protected:
  std::string info(const std::string& file) const {
    const Outcome outcome = pliant("info " + file);
    return outcome.code == 0 ? outcome.out : outcome.err;
  }
  bool is_clean() const {
    for (const auto& entry : std::filesystem::directory_iterator(path(".")))
      if (entry.path().extension() == ".part") return false;
    return true;
  }
  void remove_meshes() const {
    for (const char* name : {"x.node", "x.ele", "x.face", "x.vertices", "x.tetrahedra"})
      std::filesystem::remove(path(name));
  }
};

constexpr int most_faults = 50;  // more than there are
const std::string fine = "mesh cube cells=3 -o ", coarse = "mesh cube cells=2 -o ";

TEST_F(Together, AWriterKilledOverAnOlderMeshLeavesOneOfThemOrAPairThatIsRefused) {
  for (const std::string file : {"x.node", "x.vertices"}) {
    ASSERT_EQ(pliant(fine + file).code, 0);
    const std::string newer = info(file);
    ASSERT_EQ(pliant(coarse + file).code, 0);
    const std::string older = info(file);
    ASSERT_NE(newer, older);
    int refused = 0, fault = 1;
    for (; with_fault("rename=" + std::to_string(fault), fine + file).code != 0; ++fault) {
      ASSERT_LT(fault, most_faults);
      const std::string left = info(file);
      EXPECT_THAT(left, AnyOf(older, newer, HasSubstr("was not written together with x.")));
      refused += left != older && left != newer;
      ASSERT_EQ(pliant(coarse + file).code, 0);
      EXPECT_EQ(info(file), older);
    }
    EXPECT_EQ(info(file), newer);
    EXPECT_TRUE(is_clean());
    EXPECT_GT(refused, 0) << "the fault was not between two renamings";
  }
}

TEST_F(Together, AWriterKilledInAnEmptyFolderLeavesAWholeMeshOrNone) {
  for (const std::string file : {"x.node", "x.vertices"}) {
    ASSERT_EQ(pliant(fine + file).code, 0);
    const std::string whole = info(file);
    int fault = 1;
    for (remove_meshes(); with_fault("rename=" + std::to_string(fault), fine + file).code != 0;
         ++fault) {
      ASSERT_LT(fault, most_faults);
      if (std::filesystem::exists(path(file))) {
        EXPECT_EQ(info(file), whole) << fault;
      }
      remove_meshes();
    }
    EXPECT_GT(fault, 2);
  }
}

TEST_F(Together, AFullDiskLeavesTheOlderMesh) {
  for (const std::string file : {"x.node", "x.vertices"}) {
    ASSERT_EQ(pliant(coarse + file).code, 0);
    const std::string older = info(file);
    int fault = 1;
    for (;; ++fault) {
      ASSERT_LT(fault, most_faults);
      const Outcome outcome = with_fault("write=" + std::to_string(fault), fine + file);
      if (outcome.code == 0) break;
      EXPECT_THAT(outcome.err, HasSubstr("No space left on device"));
      EXPECT_EQ(info(file), older) << fault;
      EXPECT_TRUE(is_clean()) << fault;
    }
    EXPECT_GT(fault, 2) << "one for each file";
    EXPECT_NE(info(file), older);
  }
}

TEST_F(Together, AFolderInTheWayOfOneKeepsTheOthersFromBeingWritten) {
  ASSERT_EQ(pliant(coarse + "x.vertices").code, 0);
  const std::string tetrahedra = text_of("x.tetrahedra");
  std::filesystem::remove(path("x.vertices"));
  std::filesystem::create_directory(path("x.vertices"));
  const Outcome outcome = pliant(fine + "x.vertices");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("x.vertices: is a folder"));
  EXPECT_EQ(text_of("x.tetrahedra"), tetrahedra);
  EXPECT_TRUE(is_clean());
}

TEST_F(Together, ATableOfADropIsThereOnceItIsWhole) {
  const std::string drop = "drop cube cells=3 --seconds 0.05 --fps 1000 --record fall.csv";
  write("fall.csv", "older\n");
  EXPECT_NE(with_fault("rename=1", drop).code, 0);
  EXPECT_EQ(text_of("fall.csv"), "older\n");
  // Files of 512 bytes, or a few times that, are the largest: a disk that fills while it runs.
  const Outcome full =
      run("sh", "-c \"trap '' XFSZ; ulimit -f 1; exec '" PLIANT_PROGRAM "' " + drop + "\"");
  EXPECT_EQ(full.code, 1);
  EXPECT_THAT(full.err, HasSubstr("fall.csv: cannot be written"));
  EXPECT_EQ(text_of("fall.csv"), "older\n");
  EXPECT_TRUE(is_clean());
  EXPECT_EQ(pliant(drop).code, 0);
  const std::string table = text_of("fall.csv");
  EXPECT_NEAR(std::stod(table.substr(table.rfind('\n', table.size() - 2) + 1)), 0.05, 1e-9);
}

TEST_F(Together, ASweepKilledAnywhereGoesOnToTheSameTable) {
  write("scene.lua", R"(
sim = Simulation{steps = 5, time_step = 2e-4}
sim:addBody{mesh = "cube", material = "rubber"}
sim:addAction(MassSpringForces())
sim:addAction(Gravity{strength = define("g", 1)})
sim:addAction(Probe{quantity = "momentum"})
)");
  const std::string sweep = "--threads 1 sweep scene.lua --vary g=1,2 -o ";
  ASSERT_EQ(pliant(sweep + "whole").code, 0);
  const std::string table = text_of("whole/sweep.csv");
  int fault = 1;
  for (; with_fault("rename=" + std::to_string(fault), sweep + "out").code != 0; ++fault) {
    ASSERT_LT(fault, most_faults);
    EXPECT_THAT(text_of("out/sweep.csv"), AnyOf("", table)) << fault;
    const Outcome outcome = pliant(sweep + "out");
    EXPECT_EQ(outcome.code, 0) << fault << ": " << outcome.err;
    EXPECT_EQ(text_of("out/sweep.csv"), table) << fault;
    std::filesystem::remove_all(path("out"));
  }
  EXPECT_GT(fault, 3);
}

}  // namespace
}  // namespace pliant
