#include "record/probe_sums.h"

#include <fstream>
#include <iomanip>
#include <sstream>

#include "base/file.h"
#include "record/checksum.h"

namespace pliant::record {

namespace fs = std::filesystem;

fs::path sums_file(const fs::path& table) {
  fs::path file = table;
  file += ".sum";
  return file;
}

std::vector<ProbeSum> read_sums(const fs::path& table) {
  std::ifstream in(sums_file(table));
  std::vector<ProbeSum> sums;
  for (ProbeSum sum; in >> std::dec >> sum.bytes >> std::hex >> sum.checksum;) sums.push_back(sum);
  return sums;
}

void store_sums(const fs::path& table, const std::vector<ProbeSum>& sums) {
  std::ostringstream out;
  for (const ProbeSum& sum : sums)
    out << std::dec << sum.bytes << ' ' << std::hex << std::setw(8) << std::setfill('0')
        << sum.checksum << '\n';
  store_file(sums_file(table), out.view());
}

bool holds(const ProbeSum& sum, std::string_view table) {
  return sum.bytes <= table.size() && checksum(table.substr(0, sum.bytes)) == sum.checksum;
}

}  // namespace pliant::record
