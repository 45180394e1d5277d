#include <gmock/gmock.h>

#include "run_program.h"

namespace pliant {
namespace {

using testing::HasSubstr;

class ViewCommand : public test::ProgramTest {
 protected:
  test::Outcome view(const std::string& arguments, const std::string& environment) const {
    return run("env", environment + " '" PLIANT_PROGRAM "' view " + arguments);
  }
  void expect_refused(const std::string& arguments, const std::string& message) const {
    const auto outcome = pliant("view " + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
  }
};

TEST_F(ViewCommand, SaysWhatToDoWithoutADisplay) {
  const auto outcome = view("critter", "-u DISPLAY -u WAYLAND_DISPLAY");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "pliant: there is no display here for a window (DISPLAY is not set); 'pliant render' "
            "draws recordings without a display, 'pliant export' makes a web page\n");
}

TEST_F(ViewCommand, SaysWhatToDoWithADisplayThatIsNotThere) {
  const auto outcome = view("critter", "-u WAYLAND_DISPLAY DISPLAY=:4711");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("no window can be opened here"));
  EXPECT_THAT(outcome.err, HasSubstr("'pliant render'"));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
}

TEST_F(ViewCommand, RefusesWhatIsWrongBeforeItOpensAWindow) {
  expect_refused("critter --window 20x20", "'20x20' is not a size such as 1280x800");
  expect_refused("critter --window big", "is not a size");
  expect_refused("critter --theme pink", "pink");
  expect_refused("critter --material moonstone", "moonstone");
  expect_refused("critter --ui-scale 90", "ui-scale");
  expect_refused("critter -D nonsense", "write -D NAME=VALUE");
}

TEST_F(ViewCommand, HelpHasExamples) {
  const auto outcome = pliant("view --help");
  EXPECT_EQ(outcome.code, 0);
  for (const char* words : {"Examples:", "pliant view OUT", "--paused", "--theme", "-o,--output"})
    EXPECT_THAT(outcome.out, HasSubstr(words));
}

}  // namespace
}  // namespace pliant
