#include "render/gl/font.h"

#include <cmath>
#include <stdexcept>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#define STB_RECT_PACK_IMPLEMENTATION
#define STBRP_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_rect_pack.h>
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

// The file goes into the program as it is.
asm(R"(
  .section .rodata
  .global pliant_font_begin
  .global pliant_font_end
  .balign 16
pliant_font_begin:
  .incbin ")" PLIANT_FONT R"("
pliant_font_end:
  .byte 0
  .previous
)");
extern "C" {
extern const char pliant_font_begin[];
extern const char pliant_font_end[];
}

namespace pliant::render::gl {

namespace {

constexpr char32_t first_letter = 32, last_letter = 255;
constexpr int letter_count = last_letter - first_letter + 1;

}  // namespace

std::string_view font_file() {
  return {pliant_font_begin, static_cast<std::size_t>(pliant_font_end - pliant_font_begin)};
}

std::u32string letters_of(std::string_view utf8) {
  std::u32string letters;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    if ((byte & 0xc0u) == 0x80u) continue;  // the rest of a letter that was given up
    if (byte >= first_letter && byte < 127) {
      letters.push_back(byte);
    } else if ((byte == 0xc2 || byte == 0xc3) && i + 1 < utf8.size()) {
      const auto next = static_cast<unsigned char>(utf8[++i]);
      letters.push_back(static_cast<char32_t>((byte & 3u) << 6 | (next & 63u)));
    } else {
      letters.push_back(U'?');
    }
  }
  return letters;
}

Font::Font(double pixels) : pixels_(pixels) {
  int side = 256;
  while (side < 16 * pixels && side < 8192) side *= 2;
  std::vector<unsigned char> bitmap(static_cast<std::size_t>(side) *
                                    static_cast<std::size_t>(side));
  stbtt_pack_context packing;
  std::vector<stbtt_packedchar> packed(letter_count);
  bool fits = stbtt_PackBegin(&packing, bitmap.data(), side, side - 4, 0, 1, nullptr) != 0;
  fits = fits && stbtt_PackFontRange(
                     &packing, reinterpret_cast<const unsigned char*>(pliant_font_begin), 0,
                     static_cast<float>(pixels), first_letter, letter_count, packed.data()) != 0;
  if (!fits) throw std::logic_error("the letters do not fit their texture");
  stbtt_PackEnd(&packing);
  for (int i = 0; i < letter_count; ++i) {
    float x = 0, y = 0;
    stbtt_aligned_quad q;
    stbtt_GetPackedQuad(packed.data(), side, side, i, &x, &y, &q, 0);
    letters_.push_back({q.x0, q.y0, q.x1, q.y1, q.s0, q.t0, q.s1, q.t1, x});
  }
  for (std::size_t row = static_cast<std::size_t>(side) - 4; row < static_cast<std::size_t>(side);
       ++row)
    for (std::size_t column = 0; column < 4; ++column)
      bitmap[row * static_cast<std::size_t>(side) + column] = 255;
  const auto edge = static_cast<float>(side);
  solid_ = {2 / edge, (edge - 2) / edge};
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, side, side, 0, GL_RED, GL_UNSIGNED_BYTE, bitmap.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

const Font::Letter& Font::letter(char32_t code) const {
  const bool known = code >= first_letter && code <= last_letter;
  return letters_[(known ? code : U'?') - first_letter];
}

double Font::width(std::string_view utf8) const {
  double sum = 0;
  for (const char32_t code : letters_of(utf8)) sum += static_cast<double>(letter(code).advance);
  return sum;
}

}  // namespace pliant::render::gl
