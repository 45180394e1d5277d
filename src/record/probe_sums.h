#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

// probes.csv.sum: a line for each of the last two commits, the later one first: how many bytes the
// table had, and their CRC-32. A table only grows, so that each holds for a longer one.

namespace pliant::record {

struct ProbeSum {
  std::uint64_t bytes = 0;
  std::uint32_t checksum = 0;
};

std::filesystem::path sums_file(const std::filesystem::path& table);
/// None where there is no such file, or none that can be read.
std::vector<ProbeSum> read_sums(const std::filesystem::path& table);
/// Returns when they are on the disk.
void store_sums(const std::filesystem::path& table, const std::vector<ProbeSum>& sums);
bool holds(const ProbeSum& sum, std::string_view table);

}  // namespace pliant::record
