#include <gtest/gtest.h>

#include <numeric>

#include "record/chunk.h"
#include "record/hdf5.h"
#include "support/folder_test.h"

namespace pliant {
namespace {

class ShortChunk : public test::FolderTest {
 protected:
  // An array of 3 rows of 4 numbers in chunks of 2 rows, the first of which has `count` numbers.
  std::filesystem::path array_with(std::size_t count) {
    const std::filesystem::path path = folder() / "array.h5";
    const hdf5::Object file = hdf5::create_file(path);
    const hdf5::Object array = hdf5::make_growing(file, "a", hdf5::Number::float64, {2, 4});
    hdf5::grow(array, {3, 4});
    std::vector<double> numbers(16);
    std::iota(numbers.begin(), numbers.end(), 0.0);
    hdf5::write_chunk(array, 0, encode_chunk(numbers.data(), count, sizeof(double)));
    hdf5::write_chunk(array, 2, encode_chunk(numbers.data() + 8, 8, sizeof(double)));
    return path;
  }
};

TEST_F(ShortChunk, WholeOnesAreRead) {
  const hdf5::Object file = hdf5::open_file(array_with(8));
  const hdf5::Array array = hdf5::open_array(file, "a");
  std::vector<double> all(12), row(4);
  hdf5::read_all(array, hdf5::Number::float64, all.data());
  std::vector<double> expected(12);
  std::iota(expected.begin(), expected.end(), 0.0);
  EXPECT_EQ(all, expected);
  hdf5::read_row(array, 2, hdf5::Number::float64, row.data());
  EXPECT_EQ(row, (std::vector<double>{8, 9, 10, 11}));
  EXPECT_THROW(hdf5::read_row(array, 3, hdf5::Number::float64, row.data()), hdf5::Error);
}

// The library would read beyond what zlib gave it.
TEST_F(ShortChunk, TooShortAndTooLongOnesAreRefused) {
  for (const std::size_t count : {0u, 5u, 7u, 9u, 16u}) {
    SCOPED_TRACE(count);
    const hdf5::Object file = hdf5::open_file(array_with(count));
    const hdf5::Array array = hdf5::open_array(file, "a");
    std::vector<double> all(12), row(4);
    EXPECT_THROW(hdf5::read_all(array, hdf5::Number::float64, all.data()), hdf5::Error);
    EXPECT_THROW(hdf5::read_row(array, 1, hdf5::Number::float64, row.data()), hdf5::Error);
    hdf5::read_row(array, 2, hdf5::Number::float64, row.data());
    EXPECT_EQ(row[0], 8);
  }
}

}  // namespace
}  // namespace pliant
