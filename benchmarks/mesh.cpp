// The mesh pipeline on a million tetrahedra: reading text, topology, memory, stuffing.

#include <benchmark/benchmark.h>
#include <pliant/generate.h>
#include <pliant/io.h>
#include <pliant/tet_mesh.h>
#include <pliant/topology.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <numbers>
#include <random>

namespace {

using namespace pliant;

// A structured cube of 6·55³ ≈ 998 000 tetrahedra with shaken vertices, so that coordinates have
// as many digits as those of a real mesh.
Mesh million_tetrahedra() {
  constexpr Index cells = 55, side = cells + 1;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> shake(-0.1, 0.1);
  Mesh mesh;
  for (Index z = 0; z < side; ++z)
    for (Index y = 0; y < side; ++y)
      for (Index x = 0; x < side; ++x)
        mesh.vertices.push_back({(x + shake(random)) / cells, (y + shake(random)) / cells,
                                 (z + shake(random)) / cells});
  constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  constexpr Index stride[3] = {1, side, side * side};
  for (Index z = 0; z < cells; ++z)
    for (Index y = 0; y < cells; ++y)
      for (Index x = 0; x < cells; ++x)
        for (const auto& order : orders) {
          Tetrahedron t{x + side * (y + side * z), 0, 0, 0};
          for (int k = 0; k < 3; ++k) t[k + 1] = t[k] + stride[order[k]];
          mesh.tetrahedra.cells.push_back(t);
        }
  return mesh;
}

// The mesh as files in a folder that goes away at the end.
class MillionFiles {
 public:
  MillionFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "pliant-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    write_mesh(file(), million_tetrahedra());
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      bytes_ += entry.file_size();
  }
  MillionFiles(const MillionFiles&) = delete;
  MillionFiles& operator=(const MillionFiles&) = delete;
  ~MillionFiles() { std::filesystem::remove_all(folder_); }
  std::filesystem::path file() const { return folder_ / "million.node"; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::filesystem::path folder_;
  std::size_t bytes_ = 0;
};

const MillionFiles& million() {
  static const MillionFiles files;
  return files;
}

// Largest resident memory in bytes of `work` run in a process of its own, beyond what the same
// process has before it.
double peak_bytes(const std::function<void()>& work) {
  int channel[2];
  if (pipe(channel) != 0) return 0;
  if (const pid_t child = fork(); child != 0) {
    double peak = 0;
    if (read(channel[0], &peak, sizeof peak) != sizeof peak) peak = 0;
    waitpid(child, nullptr, 0);
    return peak;
  }
  const auto resident = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
  };
  const double before = resident();
  work();
  const double peak = resident() - before;
  _exit(write(channel[1], &peak, sizeof peak) == sizeof peak ? 0 : 1);
}

void peak_memory(benchmark::State& state) {
  const auto& files = million();
  double peak = 0;
  for (auto _ : state) peak = peak_bytes([&] { const TetMesh mesh(read_mesh(files.file())); });
  state.counters["bytes_per_tetrahedron"] = peak / 998250.0;
}

void read_text(benchmark::State& state) {
  const auto& files = million();
  for (auto _ : state) benchmark::DoNotOptimize(read_mesh(files.file()));
  state.SetBytesProcessed(static_cast<std::int64_t>(files.bytes() * state.iterations()));
}

void topology(benchmark::State& state) {
  const Mesh mesh = million_tetrahedra();
  const std::span<const Tetrahedron> cells(mesh.tetrahedra.cells);
  for (auto _ : state) {
    const Lists touching = vertex_cells(cells, mesh.vertices.size());
    const auto edges = unique_edges(cells, touching);
    const auto neighbours = tetrahedron_neighbours(cells, touching);
    benchmark::DoNotOptimize(boundary_triangles(cells, neighbours));
    benchmark::DoNotOptimize(vertex_cells(std::span<const Line>(edges), mesh.vertices.size()));
  }
}

// A bumpy ball of about 70 000 triangles.
Mesh bumpy_surface() {
  constexpr Index rings = 187, sectors = 188;
  Mesh mesh;
  const auto point = [](double u, double v) {
    const double r = 1 + 0.15 * std::sin(7 * u) * std::sin(5 * v);
    return Vec3d{r * std::sin(v) * std::cos(u), r * std::cos(v), r * std::sin(v) * std::sin(u)};
  };
  for (Index i = 1; i < rings; ++i)
    for (Index j = 0; j < sectors; ++j)
      mesh.vertices.push_back(
          point(2 * std::numbers::pi * j / sectors, std::numbers::pi * i / rings));
  const Index top = static_cast<Index>(mesh.vertices.size()), bottom = top + 1;
  mesh.vertices.push_back({0, 1, 0});
  mesh.vertices.push_back({0, -1, 0});
  const auto at = [&](Index i, Index j) { return (i - 1) * sectors + j % sectors; };
  for (Index j = 0; j < sectors; ++j) {
    mesh.triangles.cells.push_back({top, at(1, j + 1), at(1, j)});
    mesh.triangles.cells.push_back({bottom, at(rings - 1, j), at(rings - 1, j + 1)});
    for (Index i = 1; i + 1 < rings; ++i) {
      mesh.triangles.cells.push_back({at(i, j), at(i, j + 1), at(i + 1, j)});
      mesh.triangles.cells.push_back({at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)});
    }
  }
  return mesh;
}

void stuffing(benchmark::State& state) {
  const Mesh surface = bumpy_surface();
  std::size_t made = 0;
  for (auto _ : state) made = tetrahedralise(surface, {.tetrahedra = 1'000'000}).tetrahedra.size();
  state.counters["triangles"] = static_cast<double>(surface.triangles.size());
  state.counters["tetrahedra"] = static_cast<double>(made);
}

// First, while the process is small.
BENCHMARK(peak_memory)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(read_text)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(topology)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(stuffing)->Unit(benchmark::kSecond)->UseRealTime()->Iterations(2);

}  // namespace
