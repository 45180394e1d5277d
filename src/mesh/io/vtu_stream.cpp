#include "mesh/io/vtu_stream.h"

namespace pliant::io {

namespace {

constexpr unsigned padding = 64, space = 65, junk = 66;

unsigned base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a') + 26;
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0') + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  if (c == '=') return padding;
  return c == ' ' || (c >= '\t' && c <= '\r') ? space : junk;
}

}  // namespace

// Puts the bytes of four digits ahead; false at the end.
bool VtuStream::decode_four() {
  unsigned bits = 0;
  int digits = 0;
  int pads = 0;
  while (digits + pads < 4) {
    if (in_.at_end()) {
      if (digits + pads == 0) return false;
      fail("base64 text ends inside a group of four", "it may have been cut off; get it anew");
    }
    const unsigned digit = base64_digit(in_.raw(1, "base64")[0]);
    if (digit == space) continue;
    if (digit == padding && digits >= 2) {
      ++pads;
    } else if (digit < padding && pads == 0) {
      ++digits;
    } else {
      fail("a character that is not base64", "check the array's encoding");
    }
    bits = bits << 6 | (digit < padding ? digit : 0);
  }
  for (int i = 0; i + 1 < digits; ++i)
    ahead_ += static_cast<char>(static_cast<unsigned char>(bits >> (16 - 8 * i)));
  return true;
}

std::string VtuStream::take(std::size_t size, std::string_view what) {
  if (encoding_ == Encoding::raw) return std::string(in_.raw(size, what));
  if (size > bound()) fail(text("the file ends inside ", what), "it may have been cut off");
  std::string out = std::move(ahead_);
  out.reserve(size + 2);
  ahead_.clear();
  while (out.size() < size) {
    if (!decode_four()) fail(text("the data ends inside ", what), "it may have been cut off");
    out += ahead_;
    ahead_.clear();
  }
  ahead_ = out.substr(size);
  out.resize(size);
  return out;
}

}  // namespace pliant::io
