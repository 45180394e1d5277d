#include "record/export/vtu_series.h"

#include <pliant/error.h>

#include "base/file.h"
#include "base/text.h"
#include "base/xml_text.h"
#include "record/export/numbered.h"

namespace pliant::record {

namespace fs = std::filesystem;

VtuSeries::VtuSeries(const fs::path& file) : file_(file), folder_(file) {
  file_.replace_extension(".pvd");
  folder_.replace_extension();
  std::error_code error;
  fs::create_directory(folder_, error);
  if (error)
    throw InputError(folder_.string(), 0, "the folder for the frames cannot be made",
                     "give another name, or move what is in the way");
  fs::remove(usable_target(file_),
             error);  // frames of this series would stand in the list of an older one
}

void VtuSeries::add(double time, std::size_t body, const Mesh& mesh,
                    std::span<const io::VtkField> fields) {
  if (body == 0) ++frames_;
  const std::string stem = folder_.filename().string();
  const std::string part = body == 0 ? "" : text('_', body);
  const std::string name = text(numbered(stem, frames_ - 1), part, ".vtu");
  write_file(folder_ / name, io::vtu_text(mesh, true, fields));
  entries_ += text("    <DataSet timestep=\"", time, "\" part=\"", body, "\" file=\"",
                   escaped(text(stem, '/', name)), "\"/>\n");
}

void VtuSeries::finish() const {
  write_file(file_, text("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n",
                         "  <Collection>\n", entries_, "  </Collection>\n</VTKFile>\n"));
}

}  // namespace pliant::record
