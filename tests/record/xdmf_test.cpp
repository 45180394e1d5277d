#include "record/xdmf.h"

#include <gmock/gmock.h>

#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "record/hdf5.h"
#include "support/recordings.h"

namespace pliant {
namespace {

class Xdmf : public test::FolderTest {
 protected:
  pugi::xml_document document() const {
    pugi::xml_document xml;
    EXPECT_TRUE(xml.load_file((folder() / "recording.xdmf").c_str(),
                              pugi::parse_default | pugi::parse_comments));
    return xml;
  }
  static std::vector<hsize_t> numbers(const std::string& words) {
    std::istringstream in(words);
    std::vector<hsize_t> found;
    for (hsize_t n = 0; in >> n;) found.push_back(n);
    return found;
  }
  // "recording.h5:/bodies/a/vertices" has this shape and these bytes a number.
  void check_item(const pugi::xml_node& item) const {
    const std::string place = item.child_value();
    SCOPED_TRACE(place);
    const std::size_t colon = place.find(":/");
    const hdf5::Object file = hdf5::open_file(folder() / place.substr(0, colon));
    const hdf5::ArrayInfo info = hdf5::info(hdf5::open_array(file, place.substr(colon + 1)));
    EXPECT_EQ(info.shape, numbers(item.attribute("Dimensions").value()));
    EXPECT_EQ(hdf5::size_of(info.number), item.attribute("Precision").as_uint());
    const bool real = item.attribute("NumberType").value() == std::string("Float");
    EXPECT_EQ(real, info.number == hdf5::Number::float32 || info.number == hdf5::Number::float64);
  }
  // Start, stride and count of a slab lie within its array.
  void check_slab(const pugi::xml_node& slab) const {
    const auto selection = numbers(slab.child("DataItem").child_value());
    const auto source = numbers(slab.last_child().attribute("Dimensions").value());
    const auto shape = numbers(slab.attribute("Dimensions").value());
    ASSERT_EQ(selection.size(), 3 * source.size());
    ASSERT_EQ(shape.size(), source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
      EXPECT_LE(selection[i] + shape[i], source[i]);
      EXPECT_EQ(selection[source.size() + i], 1u);
      EXPECT_EQ(selection[2 * source.size() + i], shape[i]);
    }
  }
  static std::string first_words(const pugi::xml_node& item) {
    return item.first_child().type() == pugi::node_comment ? item.first_child().value() : "";
  }
  int check_items() const {
    int items = 0;
    const pugi::xml_document xml = document();
    for (const auto& found : xml.select_nodes("//DataItem[@Format='HDF']")) {
      check_item(found.node());
      ++items;
    }
    for (const auto& found : xml.select_nodes("//DataItem[@ItemType='HyperSlab']"))
      check_slab(found.node());
    return items;
  }
};

TEST_F(Xdmf, NamesWhatIsInTheFilesBeforeAndAfterTheyAreJoined) {
  const auto bodies = test::two_bodies();
  Recorder recorder(folder(), {}, bodies, {.double_precision = true});
  EXPECT_EQ(check_items(), 0);
  for (int i = 0; i < 5; ++i) {
    recorder.add(test::made_frame(bodies, i, i != 3));
    if (i == 1) recorder.flush();
  }
  recorder.flush();
  const int items = (4 * (1 + 4) + 2) * 2;  // topology, positions, velocities, two fields
  EXPECT_EQ(check_items(), items);
  recorder.finish();
  EXPECT_EQ(check_items(), items);

  const pugi::xml_document xml = document();
  // ParaView's reader shows one geometry for all frames where these are the same.
  std::set<std::string> starts;
  for (const auto& found : xml.select_nodes("//Grid[@Name='a']/Geometry/DataItem"))
    starts.insert(first_words(found.node()));
  EXPECT_EQ(starts.size(), 5u);

  const auto times = xml.select_nodes("//Grid[@CollectionType='Temporal']/Grid/Time");
  ASSERT_EQ(times.size(), 5u);
  std::size_t i = 0;
  for (const auto& time : times)
    EXPECT_EQ(time.node().attribute("Value").as_double(), 0.125 * static_cast<double>(i++));
  EXPECT_EQ(xml.select_nodes("//Attribute[@Name='stress'][@Center='Cell']"
                             "[@AttributeType='Tensor6']")
                .size(),
            8u);
}

TEST_F(Xdmf, OfOneBodyHasNoInnerCollection) {
  Recorder recorder(folder(), {}, {{"<a> & \"b\"", test::single_tetrahedron()}});
  for (int i = 0; i < 3; ++i) recorder.add(test::made_frame(recorder.bodies(), i));
  recorder.finish();
  EXPECT_EQ(check_items(), 3 * 5);
  EXPECT_EQ(document().select_nodes("//Grid[@CollectionType='Spatial']").size(), 0u);
}

TEST_F(Xdmf, OfALongRecordingListsAsManyFramesAsItHasRoomFor) {
  const auto bodies = test::two_bodies();
  Recorder recorder(folder(), {}, bodies);
  for (int i = 0; i < 100; ++i) recorder.add(test::made_frame(bodies, i, i % 3 == 0));
  recorder.finish();
  const record::Parts parts = record::find_parts(folder());
  const std::string whole = record::xdmf(bodies, parts.parts);
  EXPECT_EQ(whole, test::bytes_of(folder() / "recording.xdmf"));
  const std::size_t most = whole.size() / 3;
  const std::string shorter = record::xdmf(bodies, parts.parts, most);
  EXPECT_LT(shorter.size(), most + whole.size() / 50);
  pugi::xml_document xml;
  ASSERT_TRUE(xml.load_string(shorter.c_str()));
  const auto times = xml.select_nodes("//Grid[@CollectionType='Temporal']/Grid/Time");
  ASSERT_EQ(times.size(), 26u);
  for (std::size_t i = 0; i < 25; ++i)
    EXPECT_EQ(times[i].node().attribute("Value").as_double(), 0.125 * 4 * static_cast<double>(i));
  EXPECT_EQ(times[25].node().attribute("Value").as_double(), 0.125 * 99);
}

}  // namespace
}  // namespace pliant
