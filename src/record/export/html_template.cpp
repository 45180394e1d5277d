#include "record/export/html_template.h"

#include <pliant/error.h>
#include <zlib.h>

#include <stdexcept>

namespace pliant::record {

std::string page_template() {
  const PageBundle bundle = page_bundle();
  if (bundle.bytes == 0)
    throw InputError("", 0,
                     "this pliant was built without npm or a network, and so without the page",
                     "install nodejs and npm, then call ./run or configure and build again");
  std::string packed;
  for (std::size_t i = 0; i < bundle.packed_bytes; ++i)
    packed += static_cast<char>(bundle.words[i / 8] >> (8 * (i % 8)) & 255);
  std::string page(bundle.bytes, '\0');
  uLongf size = bundle.bytes;
  if (uncompress(reinterpret_cast<Bytef*>(page.data()), &size,
                 reinterpret_cast<const Bytef*>(packed.data()), packed.size()) != Z_OK ||
      size != bundle.bytes)
    throw std::logic_error("the page in this library is damaged");
  return page;
}

}  // namespace pliant::record
