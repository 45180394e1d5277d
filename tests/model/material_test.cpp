#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/material.h>

#include <limits>
#include <set>

namespace pliant {
namespace {

TEST(Materials, EveryNameResolves) {
  EXPECT_GE(materials().size(), 10u);
  std::set<std::string> names;
  for (const Material& known : materials()) {
    EXPECT_TRUE(names.insert(known.name).second) << known.name;
    EXPECT_EQ(material(known.name), known);
    EXPECT_NO_THROW(check(known)) << known.name;
    EXPECT_GT(known.damping_time, 0) << known.name;
  }
}

TEST(Materials, RubberIsThatOfE06) {
  const Material rubber = material("rubber");
  EXPECT_EQ(rubber.young, 3e6);
  EXPECT_EQ(rubber.density, 1200);
  EXPECT_NEAR(rubber.shear_modulus(), 1e6, 0.04e6);
}

TEST(Materials, LameConstantsGiveBackYoungsModulusAndPoissonsRatio) {
  for (const Material& known : materials()) {
    const double mu = known.shear_modulus(), lambda = known.lame_lambda();
    EXPECT_NEAR(mu * (3 * lambda + 2 * mu) / (lambda + mu) / known.young, 1, 1e-12);
    EXPECT_NEAR(lambda / (2 * (lambda + mu)), known.poisson, 1e-12);
  }
}

TEST(Materials, UnknownNamesGetTheNearest) {
  try {
    material("ruber");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("'ruber'"));
    EXPECT_THAT(error.cure(), testing::HasSubstr("'rubber'"));
  }
  try {
    material("unobtainium");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.cure(), testing::HasSubstr("liver"));
  }
}

TEST(Materials, BadValuesAreRefusedByName) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  const auto expect_refused = [](Material bad, const char* field) {
    try {
      check(bad);
      ADD_FAILURE() << field;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(field));
      EXPECT_NE(error.cure(), "");
    }
  };
  for (double young : {0.0, -1.0, inf, nan})
    expect_refused({"", young, 0.3, 1000, 0}, "Young's modulus");
  for (double poisson : {0.5, -1.0, 1.0, inf, -inf, nan})
    expect_refused({"", 1e5, poisson, 1000, 0}, "Poisson's ratio");
  for (double density : {0.0, -1.0, inf, nan})
    expect_refused({"mine", 1e5, 0.3, density, 0}, "the density of material 'mine'");
  for (double time : {-1e-9, inf, nan}) expect_refused({"", 1e5, 0.3, 1000, time}, "damping time");
  EXPECT_THROW(make_material(1e5, 0.5, 1000), InputError);
  EXPECT_EQ(make_material(1e5, -0.5, 1000, 0.1), (Material{"", 1e5, -0.5, 1000, 0.1}));
}

}  // namespace
}  // namespace pliant
