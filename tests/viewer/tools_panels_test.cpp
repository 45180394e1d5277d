#include <gmock/gmock.h>
#include <imgui.h>
#include <pliant/actions.h>

#include <cmath>

#include "tools/parameter_widget.h"
#include "tools/toolbox.h"
#include "viewer/fake_live.h"
#include "window/style.h"
#include "window/widgets.h"

namespace pliant::viewer {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Dear ImGui without a window: widgets are laid out, and a mouse and keys are made up for them.
struct Panels : testing::Test {
  FakeLive live;
  Sight sight = straight_sight();
  Moment shown;
  Toolbox tools;
  std::map<std::string, Rectangle> places;
  bool show_tools = false;
  float wide = 500;

  Panels() {
    Mesh mesh = make_shape("cube", {{"cells", 2}});
    mesh.groups["lid"] = {0, 1};
    shown = moment_of({mesh});
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {500, 1400};
    io.DeltaTime = 0.02f;
    io.KeyMap[ImGuiKey_Enter] = 1;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    apply_style(render::gl::Theme::light, 1);
    frame();
  }
  ~Panels() override { ImGui::DestroyContext(); }

  template <class A>
  void has(A action) {
    live.has.push_back(std::make_shared<ActionOf<A>>(action_type<A>(), std::move(action)));
    frame();
  }
  void frame() {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({wide, 1400});
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
    if (show_tools)
      tools.panel({live, shown, sight});
    else
      actions_panel(live, *shown.bodies);
    ImGui::End();
    ImGui::Render();
    places = take_places();
  }
  void point_at(const std::string& words, double dx = 0) {
    ASSERT_TRUE(places.contains(words)) << words;
    const Point middle = places[words].middle();
    ImGui::GetIO().MousePos = {static_cast<float>(middle.x + dx), static_cast<float>(middle.y)};
    frame();
  }
  void button(bool down, int which = 0) {
    ImGui::GetIO().MouseDown[which] = down;
    frame();
  }
  void click(const std::string& words, int which = 0) {
    point_at(words);
    button(true, which);
    button(false, which);
    frame();
  }
  void type(const std::string& words) {
    ImGui::GetIO().AddInputCharactersUTF8(words.c_str());
    frame();
  }
  void enter() {
    for (const bool down : {true, false}) {
      ImGui::GetIO().KeysDown[1] = down;
      frame();
    }
  }
  // A double click, as ctrl and a click do, makes a field for typing of a slider.
  void type_into(const std::string& words, const std::string& value) {
    ImGui::GetIO().KeyCtrl = true;
    click(words);
    ImGui::GetIO().KeyCtrl = false;
    type(value);
    EXPECT_THAT(live.told, IsEmpty()) << "not before Enter";
    enter();
  }
};

TEST_F(Panels, ListActionsByTheirDeclarations) {
  has(action::Gravity{});
  has(action::Ground{});
  has(action::Gravity{});
  for (const char* words : {"Gravity", "Ground", "Gravity 2"}) EXPECT_TRUE(places.contains(words));
  EXPECT_FALSE(places.contains("Gravity.strength")) << "closed at first";
  click("Gravity");
  for (const Parameter& p : action::Gravity::declare().parameters)
    EXPECT_TRUE(places.contains("Gravity." + p.name)) << p.name;
}

TEST_F(Panels, EveryActionHasAWidgetForEachParameter) {
  for (const ActionType* type : actions()) {
    live.has = {type->make(*type)};
    frame();
    const std::string name = type->declaration.name;
    click(name);
    for (const Parameter& p : type->declaration.parameters)
      EXPECT_TRUE(places.contains(name + "." + p.name)) << name << "." << p.name;
    click(name);
  }
  EXPECT_THAT(live.told, IsEmpty());
}

TEST_F(Panels, ADragIsOneChangeWhenItIsLetGo) {
  has(action::Gravity{});
  click("Gravity");
  point_at("Gravity.strength");
  button(true);
  for (double dx : {10.0, 20.0, 40.0}) point_at("Gravity.strength", dx);
  EXPECT_THAT(live.told, IsEmpty());
  button(false);
  ASSERT_EQ(live.told.size(), 1u);
  EXPECT_GT(std::get<double>(live.has[0]->get("strength").is), 9.81);
}

TEST_F(Panels, NumbersCanBeTypedAndStayInTheirRange) {
  has(action::GlobalDamping{});
  click("GlobalDamping");
  type_into("GlobalDamping.factor", "0.5");
  EXPECT_THAT(live.told, ElementsAre("set 0 factor 0.5"));
  live.told.clear();
  type_into("GlobalDamping.factor", "7");
  EXPECT_THAT(live.told, ElementsAre("set 0 factor 1"));
}

TEST_F(Panels, WholeNumbersVectorsAndModuli) {
  has(action::SpectralSolid{});
  click("SpectralSolid");
  type_into("SpectralSolid.modes", "12");
  live.told.clear();
  type_into("SpectralSolid.young", "2e5");
  EXPECT_THAT(live.told, ElementsAre("set 0 young 2e+05"));
  EXPECT_EQ(text_of(live.has[0]->get("modes")), "12");
  live.told.clear();
  click("SpectralSolid.warped");
  EXPECT_THAT(live.told, ElementsAre("set 0 warped false"));
}

TEST_F(Panels, ChoicesBodiesAndGroups) {
  has(action::Pin{"all"});
  click("Pin");
  click("Pin.body");
  click("Pin.body=body1");
  EXPECT_THAT(live.told, ElementsAre("set 0 body \"body1\""));
  live.told.clear();
  click("Pin.group names");
  click("Pin.group=lid");
  EXPECT_THAT(live.told, ElementsAre("set 0 group \"lid\""));
}

TEST_F(Panels, MaterialsAreOffered) {
  has(action::MassSpringForces{.material = "silicone"});
  click("MassSpringForces");
  click("MassSpringForces.material");
  click("MassSpringForces.material=rubber");
  EXPECT_THAT(live.told, ElementsAre("set 0 material \"rubber\""));
}

TEST_F(Panels, WhatStandsForAnotherValueIsToldByTheHelp) {
  const Declaration d = action::MaterialForces3::declare();
  EXPECT_EQ(automatic_words(d.parameter("young"), 0.0), "the material's");
  EXPECT_EQ(automatic_words(d.parameter("young"), 5e4), "");
  EXPECT_EQ(automatic_words(d.parameter("poisson"), {}), "the material's");
  EXPECT_EQ(automatic_words(d.parameter("damping_time"), -1.0), "the material's, or none");
  EXPECT_EQ(automatic_words(d.parameter("damping_time"), 0.0), "");
  EXPECT_EQ(automatic_words(d.parameter("material"), ""), "the body's");
  EXPECT_EQ(automatic_words(d.parameter("most_damping"), 0.0), "no limit");
  EXPECT_EQ(automatic_words(d.parameter("fibre_young"), 0.0), "");
}

TEST_F(Panels, LongNamesAreNotCutOff) {
  wide = 240;
  has(action::MaterialForces3{});
  click("MaterialForces3");
  const double name = ImGui::CalcTextSize("largest_inverse_mass").x;
  EXPECT_LE(places["MaterialForces3.largest_inverse_mass"].right + name, wide);
  EXPECT_GT(places["MaterialForces3.young"].width(),
            places["MaterialForces3.largest_inverse_mass"].width());
}

TEST_F(Panels, FunctionsOfTimeAreShownButStay) {
  has(action::Load{.force = OfTime<Vec3d>([](double t) { return Vec3d{t, 0, 0}; })});
  click("Load");
  click("Load.force");
  EXPECT_THAT(live.told, IsEmpty());
  live.has.clear();
  has(action::Load{.force = Vec3d{1, 2, 3}});
  point_at("Load.force", -40);
  button(true);
  point_at("Load.force", 20);
  button(false);
  EXPECT_EQ(live.told.size(), 1u) << "one that is constant can be dragged";
}

TEST_F(Panels, TheRightButtonOffersTheDefault) {
  has(action::Gravity{.strength = 3});
  click("Gravity");
  click("Gravity.strength", 1);
  click("Gravity.strength default");
  EXPECT_THAT(live.told, ElementsAre("set 0 strength 9.81"));
}

TEST_F(Panels, ActionsAreRemovedAndAdded) {
  has(action::Gravity{});
  click("remove Gravity");
  EXPECT_THAT(live.told, ElementsAre("remove 0"));
  click("Add an action");
  const std::string group = action::Gravity::declare().group;
  click("add: " + group);
  click("add: Gravity");
  live.told.clear();
  type_into("new.strength", "2.5");
  click("Add Gravity");
  ASSERT_EQ(live.has.size(), 1u);
  EXPECT_EQ(text_of(live.has[0]->get("strength")), "2.5");
  EXPECT_FALSE(places.contains("Add Gravity"));
}

TEST_F(Panels, OfThePaintToolMakeASpectralSolid) {
  show_tools = true;
  tools.choose(ToolKind::paint);
  live.painted = {{"foot", 0, {0, 1}, {0, 1, 2, 3}}, {"hand", 0, {2}, {4, 5, 6, 7}}};
  frame();
  click("rigid hand");
  click("Rebuild as spectral solid");
  EXPECT_THAT(live.told, ElementsAre("spectral 0 50 hand"));
  click("remove foot");
  EXPECT_EQ(live.told.back(), "paint foot");
  EXPECT_EQ(live.painted.size(), 1u);
}

TEST_F(Panels, OfThePaintToolSaveTheMesh) {
  show_tools = true;
  tools.choose(ToolKind::paint);
  frame();
  click("Save mesh");
  EXPECT_THAT(live.told, ElementsAre("save 0 body1.vtu"));
}

TEST_F(Panels, OfThePokeToolSetTheBall) {
  show_tools = true;
  tools.choose(ToolKind::poke);
  frame();
  EXPECT_TRUE(places.contains("Push depth"));
  type_into("Ball size", "20");
  const Bench bench{live, shown, sight};
  ASSERT_TRUE(tools.press(bench, sight.seen_at({0, 0.5, 0.5}).value(), {}));
  EXPECT_NEAR(live.balls.at(0).radius, 0.2 * std::sqrt(3.0), 1e-9);
  tools.cancel(bench);
}

TEST_F(Panels, OfOtherToolsLetGoAndUnpin) {
  show_tools = true;
  auto bodies = *shown.bodies;
  bodies[0].pinned = std::make_shared<const std::vector<Index>>(std::vector<Index>{2, 5});
  shown.bodies = std::make_shared<const std::vector<ShownBody>>(bodies);
  shown.held = {{1, 0, 3, {}}};
  tools.choose(ToolKind::grab);
  frame();
  click("Let all go");
  tools.choose(ToolKind::pin);
  frame();
  click("Unpin all");
  EXPECT_THAT(live.told, ElementsAre("let all go", "unpin 0"));
  EXPECT_THAT(live.listed, ElementsAre(2, 5));
}

}  // namespace
}  // namespace pliant::viewer
