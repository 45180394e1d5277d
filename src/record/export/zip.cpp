#include "record/export/zip.h"

#include <zlib.h>

#include "mesh/io/bytes.h"

// PKWARE's APPNOTE.TXT: 4.3.7 local header, 4.3.12 directory, 4.3.14 to 4.3.16 its end, 4.5.3 the
// field with 64-bit sizes.

namespace pliant::record {

namespace {

constexpr std::uint16_t version = 45;           // the first with 64-bit sizes
constexpr std::uint16_t names_in_utf8 = 0x800;  // a flag
constexpr std::uint32_t see_field = 0xffffffff;
constexpr std::uint16_t date = 0x21;  // 1 January 1980: the same bytes at any time

template <class... Numbers>
std::string bytes_of(Numbers... numbers) {
  std::string out;
  (io::put(out, numbers), ...);
  return out;
}

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

constexpr std::uint64_t checksum_offset = 14;  // in a local header

}  // namespace

void ZipWriter::begin(const std::string& name) {
  entries_.push_back({name, out_.position()});
  out_.write(bytes_of(U32{0x04034b50}, version, names_in_utf8, U16{0}, U16{0}, date, U32{0},
                      see_field, see_field, static_cast<U16>(name.size()), U16{20}));
  out_.write(name);
  out_.write(bytes_of(U16{1}, U16{16}, U64{0}, U64{0}));
}

void ZipWriter::write(std::string_view bytes) {
  Entry& entry = entries_.back();
  entry.checksum = static_cast<U32>(
      crc32_z(entry.checksum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  entry.size += bytes.size();
  out_.write(bytes);
}

void ZipWriter::end() {
  const Entry& entry = entries_.back();
  out_.rewrite(entry.offset + checksum_offset, bytes_of(entry.checksum));
  out_.rewrite(entry.offset + 30 + entry.name.size() + 4, bytes_of(entry.size, entry.size));
}

void ZipWriter::finish() {
  const U64 begin = out_.position();
  for (const Entry& entry : entries_) {
    out_.write(bytes_of(U32{0x02014b50}, version, version, names_in_utf8, U16{0}, U16{0}, date,
                        entry.checksum, see_field, see_field, static_cast<U16>(entry.name.size()),
                        U16{28}, U16{0}, U16{0}, U16{0}, U32{0}, see_field));
    out_.write(entry.name);
    out_.write(bytes_of(U16{1}, U16{24}, entry.size, entry.size, entry.offset));
  }
  const U64 end = out_.position(), count = entries_.size();
  out_.write(bytes_of(U32{0x06064b50}, U64{44}, version, version, U32{0}, U32{0}, count, count,
                      end - begin, begin));
  out_.write(bytes_of(U32{0x07064b50}, U32{0}, end, U32{1}));
  out_.write(bytes_of(U32{0x06054b50}, U16{0}, U16{0}, U16{0xffff}, U16{0xffff}, see_field,
                      see_field, U16{0}));
  out_.finish();
}

}  // namespace pliant::record
