#include <gmock/gmock.h>
#include <pliant/error.h>
#include <pliant/probes.h>

#include <cmath>
#include <limits>

#include "support/recordings.h"

namespace pliant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Probes : public test::FolderTest {
 protected:
  std::string problem(const std::function<void()>& work) const {
    try {
      work();
    } catch (const InputError& error) {
      EXPECT_NE(error.cure(), "");
      return error.what();
    }
    return "none";
  }
  std::filesystem::path file() const { return folder() / "probes.csv"; }
  const std::vector<ProbeColumn> columns{{"tip x", "m"}, {"a, \"b\"", "kg/m³"}, {"count", ""}};
};

TEST_F(Probes, ComeBackAsTheyWere) {
  ProbeTable table(file(), columns);
  const double missing = std::numeric_limits<double>::quiet_NaN();
  table.add(0, 0, std::vector{0.1, -1e-300, 3.0});
  table.add(7, 1.0 / 3, std::vector{missing, HUGE_VAL, 1e22});
  table.flush();
  EXPECT_EQ(table.bytes(), std::filesystem::file_size(file()));
  EXPECT_THAT(
      test::bytes_of(file()),
      HasSubstr("step,time [s],tip x [m],\"a, \"\"b\"\" [kg/m³]\",count\n0,0,0.1,-1e-300,3\n"
                "7,0.3333333333333333,,inf,1e+22\n"));
  const ProbeData data = read_probes(file());
  EXPECT_EQ(data.columns, columns);
  EXPECT_THAT(data.steps, ElementsAre(0, 7));
  EXPECT_THAT(data.times, ElementsAre(0, 1.0 / 3));
  EXPECT_EQ(data.values[0][0], 0.1);
  EXPECT_TRUE(std::isnan(data.values[0][1]));
  EXPECT_THAT(data.values[1], ElementsAre(-1e-300, HUGE_VAL));
  EXPECT_THAT(data.values[2], ElementsAre(3, 1e22));
}

TEST_F(Probes, GoOnWhereARunWasCutOff) {
  const std::vector row{1.0, 2.0, 3.0};
  std::uint64_t at = 0;
  {
    ProbeTable table(file(), columns);
    for (int i = 0; i < 5; ++i) table.add(i, i, row);
    at = table.bytes();
    for (int i = 5; i < 9; ++i) table.add(i, -1, row);
  }
  test::put_bytes(file(), test::bytes_of(file()) + "9,0.5");  // killed in the middle of a row
  EXPECT_EQ(read_probes(file()).steps.size(), 9u);
  {
    ProbeTable table(file(), columns, ContinueAt{at});
    for (int i = 5; i < 9; ++i) table.add(i, i, row);
    EXPECT_THAT(problem([&] { table.add(9, 9, std::vector{1.0}); }), HasSubstr("a row has 1"));
  }
  EXPECT_THAT(read_probes(file()).times, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(problem([&] {
                ProbeTable(file(), {{"other", "m"}}, ContinueAt{at});
              }),
              HasSubstr("other columns"));
  EXPECT_THAT(problem([&] { ProbeTable(file(), columns, ContinueAt{100000}); }),
              HasSubstr("does not have 100000 bytes"));
  EXPECT_THAT(problem([&] { ProbeTable(folder() / "none.csv", columns, ContinueAt{at}); }),
              HasSubstr("cannot be read"));
}

TEST_F(Probes, ThatWereCommittedHaveAChecksum) {
  const std::vector row{1.0, 2.0, 3.0};
  std::uint64_t first = 0, second = 0;
  {
    ProbeTable table(file(), columns);
    EXPECT_FALSE(sound_probe_bytes(file())) << "nothing was committed";
    table.add(0, 0, row);
    table.commit();
    first = table.bytes();
    table.add(1, 1, row);
    table.commit();
    table.commit();
    second = table.bytes();
    table.add(2, 2, row);
  }
  EXPECT_EQ(sound_probe_bytes(file()), second);
  EXPECT_EQ(read_probes(file()).steps.size(), 3u);
  const std::string whole = test::bytes_of(file());
  const auto with = [&](std::uint64_t at) {
    std::string changed = whole;
    changed[at] = changed[at] == '7' ? '8' : '7';
    test::put_bytes(file(), changed);
    return sound_probe_bytes(file());
  };
  EXPECT_EQ(with(second), second);
  EXPECT_EQ(with(second - 2), first);
  EXPECT_THAT(problem([&] { read_probes(file()); }), HasSubstr("not as it was written"));
  EXPECT_EQ(with(first - 2), 0u);
  test::put_bytes(file(), whole.substr(0, first + 1));
  EXPECT_EQ(sound_probe_bytes(file()), first);
  test::put_bytes(file(), whole);
  {
    ProbeTable table(file(), columns, ContinueAt{first});
    EXPECT_EQ(sound_probe_bytes(file()), first);
    table.add(4, 4, row);
    table.commit();
    EXPECT_EQ(sound_probe_bytes(file()), table.bytes());
  }
  EXPECT_THAT(read_probes(file()).times, ElementsAre(0, 4));
  ProbeTable anew(file(), columns);
  EXPECT_FALSE(sound_probe_bytes(file())) << "the checksums were of another table";
}

TEST_F(Probes, ThatCannotBeNamedOrWrittenAreRefused) {
  for (const char* name : {"", "a [b]", "line\nend", " a"})
    EXPECT_THAT(problem([&] {
                  ProbeTable(file(), {{name, "m"}});
                }),
                HasSubstr("cannot be the name of a probe"));
  EXPECT_THAT(problem([&] { ProbeTable(folder() / "no" / "probes.csv", columns); }),
              HasSubstr("cannot be written"));
  EXPECT_THAT(problem([&] { ProbeTable("/dev/full", columns); }), HasSubstr("No space left"));
}

TEST(ProbeTexts, ThatAreDamagedAreRefusedWithTheirLine) {
  const std::vector<std::pair<std::string, std::string>> inputs{
      {"", "no first row"},
      {"x,y\n", "t:1: the first two columns"},
      {"step,time [s],a [m\n", "t:1: a unit has no closing bracket"},
      {"step,time [s],\"a\n", "t:1: a quote is not closed"},
      {"step,time [s],a\n1,2\n", "t:2: the row has too few cells"},
      {"step,time [s],a\n1,2,3,4\n", "t:2: the row has too many cells"},
      {"step,time [s],a\n1,2,3\n1.5,2,3\n", "t:3: '1.5' is not a number"},
      {"step,time [s],a\n1,2,3x\n", "t:2: '3x' is not a number"},
  };
  for (const auto& [text, message] : inputs) {
    try {
      parse_probes("t", text);
      ADD_FAILURE() << message;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  }
  EXPECT_EQ(parse_probes("t", "step,time [s],a\r\n1,2,3\r\n").values[0][0], 3);
}

}  // namespace
}  // namespace pliant
