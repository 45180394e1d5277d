#include "spectral/mode_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace pliant {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class ModeCache : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "pliant-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  std::optional<Modes> read(const spectral::ModeKey& key) const {
    return spectral::read_cached_modes(folder_, key, 4, 2);
  }
  void write(const spectral::ModeKey& key, std::uintmax_t most = 1'000'000) const {
    spectral::write_cached_modes(folder_, key, modes_, most);
  }

  fs::path folder_;
  const Modes modes_{4, {0, 2.5}, std::vector<double>(24, -0.125)};
  const spectral::ModeKey key_{1, 2};
};

TEST_F(ModeCache, GivesBackWhatItKept) {
  EXPECT_FALSE(read(key_));
  write(key_);
  EXPECT_EQ(read(key_), modes_);
  EXPECT_FALSE(read({1, 3}));
  EXPECT_EQ(files(), 1u);
}

TEST_F(ModeCache, DamagedFilesAreMadeAgain) {
  write(key_);
  const fs::path file = spectral::cache_file(folder_, key_);
  std::string good(fs::file_size(file), '\0');
  std::ifstream(file, std::ios::binary)
      .read(good.data(), static_cast<std::streamsize>(good.size()));
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] ^= 0x10;
    EXPECT_FALSE(spectral::modes_of_bytes(bad, key_, 4, 2)) << "byte " << at;
  }
  std::ofstream(file, std::ios::binary) << "something else";
  EXPECT_FALSE(read(key_));
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_FALSE(read(key_));
  write(key_);  // cannot replace the folder: nothing is left behind
  EXPECT_EQ(files(), 1u);
  fs::remove(file);
  write(key_);
  EXPECT_EQ(read(key_), modes_);
}

TEST_F(ModeCache, AnotherMeshUnderTheSameNameIsNotTaken) {
  write(key_);
  fs::rename(spectral::cache_file(folder_, key_), spectral::cache_file(folder_, {7, 7}));
  EXPECT_FALSE(read({7, 7}));
  write(key_);
  EXPECT_FALSE(spectral::read_cached_modes(folder_, key_, 8, 1));
}

TEST_F(ModeCache, TheOldestGo) {
  const auto now = fs::file_time_type::clock::now();
  for (std::uint64_t i = 0; i < 5; ++i) {
    write({i, 0});
    fs::last_write_time(spectral::cache_file(folder_, {i, 0}), now - (10 - i) * 1h);
  }
  EXPECT_TRUE(read({0, 0}));  // which makes it the latest
  const auto size = fs::file_size(spectral::cache_file(folder_, {0, 0}));
  write({9, 0}, 3 * size);
  EXPECT_EQ(files(), 3u);
  EXPECT_TRUE(read({0, 0}) && read({4, 0}) && read({9, 0}));
  write({10, 0}, size - 1);  // larger than all that is allowed
  EXPECT_FALSE(read({10, 0}));
}

TEST_F(ModeCache, AFolderThatCannotBeWrittenToIsNoError) {
  spectral::write_cached_modes({}, key_, modes_);
  EXPECT_FALSE(spectral::read_cached_modes({}, key_, 4, 2));
  std::ofstream(folder_ / "file") << "x";
  spectral::write_cached_modes(folder_ / "file" / "in it", key_, modes_);
  EXPECT_FALSE(spectral::read_cached_modes(folder_ / "file" / "in it", key_, 4, 2));
  spectral::write_cached_modes("/dev/full/pliant", key_, modes_);
  if (::geteuid() == 0) return;  // root may write anywhere
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  write(key_);
  EXPECT_EQ(files(), 1u);
}

TEST_F(ModeCache, LiesWhereTheVariablesSay) {
  const auto set = [](const char* name, const char* value) {
    value ? ::setenv(name, value, 1) : ::unsetenv(name);
  };
  const char* names[] = {"PLIANT_CACHE", "XDG_CACHE_HOME", "HOME"};
  std::vector<std::optional<std::string>> before;
  for (const char* name : names)
    before.push_back(std::getenv(name) ? std::optional<std::string>(std::getenv(name))
                                       : std::nullopt);
  set("HOME", "/h");
  set("XDG_CACHE_HOME", "/x");
  set("PLIANT_CACHE", "/p");
  EXPECT_EQ(modes_cache_folder(), "/p");
  set("PLIANT_CACHE", nullptr);
  EXPECT_EQ(modes_cache_folder(), "/x/pliant");
  set("XDG_CACHE_HOME", "relative");
  EXPECT_EQ(modes_cache_folder(), "/h/.cache/pliant");
  set("XDG_CACHE_HOME", nullptr);
  set("HOME", nullptr);
  EXPECT_EQ(modes_cache_folder(), "");
  for (std::size_t i = 0; i < 3; ++i) set(names[i], before[i] ? before[i]->c_str() : nullptr);
}

TEST(ModeKey, TellsApartWhatMakesOtherModes) {
  std::vector<Vec3d> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<Tetrahedron> tetrahedra{{0, 1, 2, 3}};
  Material material = make_material(1e5, 0.3, 1000);
  std::vector<Index> fixed{0, 1};
  const auto key = [&](std::size_t count = 3, MassMatrix mass = MassMatrix::consistent) {
    return spectral::mode_key({vertices, tetrahedra, std::span(&material, 1), fixed}, count, mass);
  };
  const auto first = key();
  EXPECT_EQ(key(), first);
  EXPECT_NE(key(4), first);
  EXPECT_NE(key(3, MassMatrix::lumped), first);
  material.damping_time = 0.1;  // has no part in it
  fixed = {1, 0, 1};
  EXPECT_EQ(key(), first);
  for (double Material::*field :
       {&Material::young, &Material::poisson, &Material::density, &Material::shear}) {
    const Material before = material;
    material.*field += 0.01;
    EXPECT_NE(key(), first);
    material = before;
  }
  fixed = {0};
  EXPECT_NE(key(), first);
  fixed = {0, 1};
  vertices[2].y = 1.5;
  EXPECT_NE(key(), first);
}

}  // namespace
}  // namespace pliant
