#include "base/utf8.h"

#include <gtest/gtest.h>

#include "base/xml_text.h"

namespace pliant {
namespace {

TEST(Utf8, KnowsCharactersFromOtherBytes) {
  for (const char* character :
       {"a", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF",
        "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
    EXPECT_EQ(utf8_length(character), std::string_view(character).size());
  for (const char* bytes :
       {"", "\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2z", "\xE0\x9F\xBF", "\xE2\x82",
        "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"})
    EXPECT_EQ(utf8_length(bytes), 0u) << bytes;
}

TEST(Utf8, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(as_utf8("a\xFFz\xE2\x82\xAC"), "a\xEF\xBF\xBDz\xE2\x82\xAC");
  EXPECT_EQ(escaped("<\xC3\xA9\xC3\x01\t>"), "&lt;\xC3\xA9\xEF\xBF\xBD\xEF\xBF\xBD\t&gt;");
}

}  // namespace
}  // namespace pliant
