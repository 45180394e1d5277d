#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/error.h>

#include <cmath>

namespace pliant {
namespace {

using testing::HasSubstr;

std::string refusal(Declared& object, const char* parameter, const Value& value) {
  try {
    object.set(parameter, value);
  } catch (const InputError& e) {
    EXPECT_NE(e.cure(), "");
    return e.what();
  }
  return "nothing was wrong";
}

std::unique_ptr<Action> make(const char* name) {
  const ActionType& type = find_action(name);
  return type.make(type);
}

TEST(Declaration, ParametersAreReadAndWrittenByName) {
  const auto gravity = make("Gravity");
  EXPECT_EQ(text_of(gravity->get("strength")), "9.81");
  EXPECT_EQ(text_of(gravity->get("direction")), "{0, -1, 0}");
  gravity->set("strength", 1.5);
  gravity->set("direction", Vec3d{1, 0, 0});
  EXPECT_EQ(text_of(gravity->get("strength")), "1.5");
  EXPECT_EQ(text_of(gravity->get("direction")), "{1, 0, 0}");
  const auto copy = gravity->copy();
  gravity->set("strength", 3);
  EXPECT_EQ(text_of(copy->get("strength")), "1.5");
}

TEST(Declaration, WrongValuesAreRefusedByNameWithWhatIsAllowed) {
  const auto ground = make("Ground"), probe = make("Probe"), pin = make("Pin");
  EXPECT_THAT(refusal(*ground, "bounce", 1.5), HasSubstr("Ground: 'bounce' is the number 1.5"));
  EXPECT_THAT(refusal(*ground, "bounce", 1.5), HasSubstr("0 to 1"));
  EXPECT_THAT(refusal(*ground, "bounce", "much"), HasSubstr("the text 'much'"));
  EXPECT_THAT(refusal(*ground, "level", std::nan("")), HasSubstr("not finite"));
  EXPECT_THAT(refusal(*ground, "bonce", 1), HasSubstr("did you mean 'bounce'?"));
  EXPECT_THAT(refusal(*probe, "quantity", "energie"), HasSubstr("did you mean 'energy'?"));
  EXPECT_THAT(refusal(*probe, "every", 2.5), HasSubstr("whole number"));
  EXPECT_THAT(refusal(*probe, "every", 0), HasSubstr("1 or more"));
  EXPECT_THAT(refusal(*pin, "group", 3), HasSubstr("group of vertices"));
}

TEST(Declaration, FunctionsOfTimeAreConstantsToo) {
  const auto drive = make("Drive");
  drive->set("path", Vec3d{1, 2, 3});
  EXPECT_EQ(text_of(drive->get("path")), "{1, 2, 3}");
  drive->set("path", Value::Function([](double t, std::span<double> out) {
               for (double& x : out) x = t;
             }));
  double at[3]{};
  std::get<Value::Function>(drive->get("path").is)(0.5, at);
  EXPECT_EQ(at[2], 0.5);
}

TEST(Declaration, EveryActionTellsAllAboutItself) {
  std::vector<std::string> names;
  for (const ActionType* type : actions()) {
    const Declaration& d = type->declaration;
    SCOPED_TRACE(d.name);
    names.push_back(d.name);
    EXPECT_TRUE(d.help.ends_with("."));
    EXPECT_THAT(d.example, HasSubstr(d.name));
    const auto action = type->make(*type);
    for (const Parameter& p : d.parameters) {
      EXPECT_NE(p.help, "") << p.name;
      if (p.limits.required) continue;
      const Value value = action->get(p.name);
      EXPECT_EQ(text_of(value), text_of(p.fallback)) << p.name;
    }
    EXPECT_THAT(actions_text(), HasSubstr(d.name));
    EXPECT_THAT(actions_markdown(), HasSubstr("### " + d.name + "\n"));
  }
  for (const char* name :
       {"CalculateFlux", "ClearForces", "EventForces", "GlobalDamping", "Gravity", "Ground",
        "LeapFrog", "MaterialForces", "MaterialForces2", "MoveBlock", "MoveSteady", "Rotate",
        "SimpleVolumeConstraint", "SineMovement", "Tabletop"})
    EXPECT_THAT(names, testing::Contains(name));
}

}  // namespace
}  // namespace pliant
