#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "relations/list.h"

namespace pliant {
namespace {

// The page that tells how a law is added knows how many numbers one may have.
TEST(AddingALaw, TellsTheMostNumbers) {
  std::ifstream in(PLIANT_SOURCE "/docs/adding-a-law.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  ASSERT_FALSE(page.empty());
  EXPECT_NE(page.find("at most " + std::to_string(max_law_fields) + " numbers"), page.npos);
  std::size_t most = 0;
  for (const LawInfo& law : Laws::infos) {
    const std::size_t numbers = law.rest.size() + law.parameters.size();
    most = std::max(most, numbers);
    if (numbers == max_law_fields) {
      EXPECT_NE(page.find(law.name), page.npos) << law.name;
    }
  }
  EXPECT_EQ(most, max_law_fields);
}

}  // namespace
}  // namespace pliant
