#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/action.h>
#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/shapes.h>
#include <pliant/solids.h>

namespace pliant {
namespace {

using testing::HasSubstr;

std::vector<std::string> laws_of(const Body& body) {
  std::vector<std::string> names;
  for (const Relations& set : body.relations) names.push_back(set.law);
  return names;
}

TEST(Solids, EveryLawMakesABodyAndHasAnAction) {
  const TetMesh mesh(make_shape("cube", {{"cells", 2}}));
  for (const SolidLawInfo& info : solid_laws()) {
    SCOPED_TRACE(info.name);
    const Body body = make_solid(mesh, info.law, material("rubber"));
    EXPECT_FALSE(body.relations.empty());
    EXPECT_EQ(body.masses.size(), mesh.vertices().size());
#ifndef PLIANT_MINIMAL  // which has no actions
    EXPECT_EQ(find_action(info.action).declaration.group, "forces");
#endif
    EXPECT_EQ(&solid_law(info.name), &info);
  }
  EXPECT_EQ(solid_laws()[0].law, SolidLaw::elastic);
}

TEST(Solids, LawsAreThoseOfTheFunctionsForThem) {
  const TetMesh mesh(make_shape("cube", {{"cells", 2}}));
  const Material rubber = material("rubber");
  EXPECT_EQ(laws_of(make_solid(mesh, SolidLaw::mass_spring, rubber)),
            laws_of(mass_spring_solid(mesh, rubber)));
  EXPECT_EQ(laws_of(make_solid(mesh, SolidLaw::cpm2, rubber)),
            laws_of(continuum_solid(mesh, ContinuumModel::sub_faces, rubber)));
  EXPECT_EQ(laws_of(make_solid(mesh, SolidLaw::cpm3, rubber)),
            std::vector<std::string>{"Corotated"});
}

TEST(Solids, AMisspeltNameGetsTheNearest) {
  try {
    (void)solid_law("mas_spring");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("mass_spring"));
  }
}

TEST(Solids, EveryMaterialHasASource) {
  for (const Material& m : materials()) EXPECT_FALSE(material_source(m.name).empty()) << m.name;
  EXPECT_TRUE(material_source("moonstone").empty());
}

}  // namespace
}  // namespace pliant
