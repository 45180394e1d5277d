#include <gmock/gmock.h>
#include <pliant/error.h>

#include "record/hdf5.h"
#include "support/recordings.h"

namespace pliant {
namespace {

using testing::HasSubstr;

class DamagedRecordings : public test::FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    const auto bodies = test::two_bodies();
    Recorder recorder(folder(), {}, bodies);
    for (int i = 0; i < 4; ++i) recorder.add(test::made_frame(bodies, i));
    recorder.finish();
    file_ = folder() / "recording.h5";
  }
  // Reads everything; "" when all went well.
  std::string problem() const {
    try {
      const Recording recording(folder());
      for (std::int64_t i = 0; i < recording.frames(); ++i) recording.read(i);
    } catch (const InputError& error) {
      EXPECT_NE(error.cure(), "");
      return error.what();
    }
    return "";
  }
  void change(const std::function<void(hid_t)>& work) const {
    const hdf5::Lock lock;
    hdf5::Object file(H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, "open");
    work(file.id());
  }

  std::filesystem::path file_;
};

TEST_F(DamagedRecordings, CutOffAnywhereAreRefused) {
  const std::string whole = test::bytes_of(file_);
  ASSERT_EQ(problem(), "");
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 60) {
    test::put_bytes(file_, whole.substr(0, size));
    EXPECT_NE(problem(), "") << size;
  }
}

TEST_F(DamagedRecordings, WithChangedBytesAreRefusedOrReadAsBefore) {
  const std::string whole = test::bytes_of(file_);
  int refused = 0;
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 150) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x55);
    test::put_bytes(file_, changed);
    refused += problem() != "";
  }
  EXPECT_GT(refused, 30);
}

// As a block of the disk that still holds what was there before: sound to zlib and HDF5.
TEST_F(DamagedRecordings, WithNumbersOfAnotherFrameAreRefused) {
  change([](hid_t file) {
    const hdf5::Object dataset(H5Dopen2(file, "/blocks/0000000000/bodies/a/positions", H5P_DEFAULT),
                               H5Dclose, "positions");
    std::vector<float> numbers(4 * 4 * 3);
    ASSERT_GE(
        H5Dread(dataset.id(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()), 0);
    std::copy_n(numbers.begin(), 12, numbers.begin() + 24);
    ASSERT_GE(
        H5Dwrite(dataset.id(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()), 0);
  });
  const Recording recording(folder());
  for (const std::int64_t sound : {0, 1, 3}) EXPECT_NO_THROW(recording.read(sound));
  EXPECT_THAT(problem(), HasSubstr("frame 2 is not as it was written"));
}

TEST_F(DamagedRecordings, OfBeforeChecksumsAreRead) {
  change([](hid_t file) { H5Ldelete(file, "/blocks/0000000000/checksum", H5P_DEFAULT); });
  EXPECT_EQ(problem(), "");
}

TEST_F(DamagedRecordings, LoseNothingWhereTheyCannotBeCutOff) {
  const auto bodies = test::two_bodies();
  remove_recording(folder());
  {
    Recorder recorder(folder(), {}, bodies);
    for (int i = 0; i < 6; ++i) {
      recorder.add(test::made_frame(bodies, i));
      if (i % 3 == 2) recorder.flush();
    }
  }
  file_ = folder() / "recording-000001.h5";
  change([](hid_t file) {
    const hdf5::Object dataset(H5Dopen2(file, "/blocks/0000000000/checksum", H5P_DEFAULT), H5Dclose,
                               "checksum");
    const std::uint32_t wrong[] = {1, 2, 3};
    H5Dwrite(dataset.id(), H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, wrong);
  });
  EXPECT_THROW(Recorder(folder(), ContinueAfter{2}), InputError);
  EXPECT_EQ(Recording(folder()).frames(), 6);
  EXPECT_EQ(Recorder(folder(), ContinueAfter{3}).frames(), 3) << "nothing of it is cut off";
}

TEST_F(DamagedRecordings, GoOnBeforeTheFirstFileThatIsLost) {
  const auto bodies = test::two_bodies();
  remove_recording(folder());
  {
    Recorder recorder(folder(), {}, bodies);
    for (int i = 0; i < 4; ++i) {
      recorder.add(test::made_frame(bodies, i));
      recorder.flush();
    }
  }
  test::put_bytes(folder() / "recording-000003.h5", "");
  EXPECT_THAT(problem(), HasSubstr("recording-000003.h5"));
  EXPECT_THROW(Recorder(folder(), ContinueAfter{3}), InputError);
  EXPECT_TRUE(std::filesystem::exists(folder() / "recording-000004.h5")) << "nothing was removed";
  {
    Recorder recorder(folder(), ContinueAfter{2});
    for (int i = 2; i < 5; ++i) recorder.add(test::made_frame(bodies, i));
    recorder.finish();
  }
  EXPECT_EQ(Recording(folder()).frames(), 5);
  EXPECT_EQ(problem(), "");
}

TEST_F(DamagedRecordings, OfAnotherVersionOrProgramAreRefused) {
  change([](hid_t file) {
    const hdf5::Object version(H5Aopen(file, "version", H5P_DEFAULT), H5Aclose, "version");
    const std::int64_t later = 2;
    H5Awrite(version.id(), H5T_NATIVE_INT64, &later);
  });
  EXPECT_THAT(problem(), HasSubstr("format version 2; this Pliant reads 1"));
  change([](hid_t file) { H5Adelete(file, "format"); });
  EXPECT_THAT(problem(), HasSubstr("not a recording of Pliant"));
  test::put_bytes(file_, "step,time\n");
  EXPECT_THAT(problem(), HasSubstr("the recording is damaged: cannot be opened"));
}

TEST_F(DamagedRecordings, WithoutAPartAreRefusedByItsName) {
  const auto bodies = test::two_bodies();
  remove_recording(folder());
  {
    Recorder recorder(folder(), {}, bodies);
    for (int i = 0; i < 3; ++i) {
      recorder.add(test::made_frame(bodies, i));
      recorder.flush();
    }
  }
  std::filesystem::remove(folder() / "recording-000002.h5");
  EXPECT_THAT(problem(), HasSubstr("recording-000003.h5: begins with frame 2, but the parts "
                                   "before end with frame 1"));
  std::filesystem::remove(folder() / "recording-000000.h5");
  EXPECT_THAT(problem(), HasSubstr("the first part of the recording is missing"));
}

TEST_F(DamagedRecordings, ThatPointElsewhereAreRefused) {
  change([](hid_t file) {
    H5Ldelete(file, "bodies", H5P_DEFAULT);
    H5Lcreate_external("/etc/passwd", "/", file, "bodies", H5P_DEFAULT, H5P_DEFAULT);
  });
  EXPECT_THAT(problem(), HasSubstr("'bodies' is missing"));
}

TEST_F(DamagedRecordings, ThatSayTheyAreHugeAreRefused) {
  change([](hid_t file) {
    const char* name = "/bodies/a/tetrahedra";
    H5Ldelete(file, name, H5P_DEFAULT);
    const hdf5::Object create(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "properties");
    const hsize_t chunk[] = {1000, 4}, shape[] = {hsize_t{1} << 31, 4};
    H5Pset_chunk(create.id(), 2, chunk);
    H5Pset_shuffle(create.id());
    H5Pset_deflate(create.id(), 1);
    const hdf5::Object space(H5Screate_simple(2, shape, nullptr), H5Sclose, "space");
    const hdf5::Object dataset(
        H5Dcreate2(file, name, H5T_STD_U32LE, space.id(), H5P_DEFAULT, create.id(), H5P_DEFAULT),
        H5Dclose, "dataset");
  });
  EXPECT_THAT(problem(), HasSubstr("'tetrahedra' says that it has more numbers than are stored"));
}

}  // namespace
}  // namespace pliant
