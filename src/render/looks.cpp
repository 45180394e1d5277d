#include "render/looks.h"

#include <algorithm>
#include <iterator>

namespace pliant::render {

namespace {

struct MaterialLook {
  std::string_view material;
  std::uint32_t colour;
  bool any_colour;  // made by people, who dye it
  float roughness, gloss;
  std::uint32_t scatter;
  float opacity = 1;
};

// Wet tissue shines and light goes into it; foam and cork swallow what they do not throw back.
constexpr MaterialLook material_looks[] = {
    {"rubber", 0xe2745d, true, 0.60f, 0.14f, 0},
    {"soft_rubber", 0xe2745d, true, 0.66f, 0.12f, 0x301008},
    {"silicone", 0xe2745d, true, 0.50f, 0.22f, 0x301008},
    {"foam", 0xf2c14e, true, 1.00f, 0.02f, 0x2a2008},
    {"cork", 0xb98a5a, false, 1.00f, 0.02f, 0},
    {"jelly", 0xe62a3c, true, 0.42f, 0.55f, 0x90202a, 0.80f},
    {"liver", 0x7c2e28, false, 0.46f, 0.40f, 0x50100c},
    {"muscle", 0xa63f3a, false, 0.54f, 0.24f, 0x581410},
    {"fat", 0xf0d490, false, 0.56f, 0.22f, 0x604818},
    {"skin", 0xe3ad8f, false, 0.70f, 0.12f, 0x602818},
    {"brain", 0xdcaaa2, false, 0.48f, 0.32f, 0x602824},
};

constexpr std::uint32_t colour_row[] = {0xe2745d, 0x4c8dd6, 0xeab04a, 0x58b08c, 0x9b7bd1, 0xd77fa8};

}  // namespace

Vec3f screen_colour(std::uint32_t rgb) {
  const auto part = [&](int shift) { return static_cast<float>(rgb >> shift & 0xff) / 255; };
  return {part(16), part(8), part(0)};
}

Look look_of(const BodyLook& body, std::size_t number) {
  Look look;
  std::uint32_t colour = colour_row[number % std::size(colour_row)];
  if (body.obstacle) {
    colour = 0x8b95a5;
    look.roughness = 0.6f;
    look.gloss = 0.08f;
  }
  const auto known = std::ranges::find(material_looks, body.material, &MaterialLook::material);
  if (known != std::end(material_looks)) {
    if (!known->any_colour || number == 0) colour = known->colour;
    look.roughness = known->roughness;
    look.gloss = known->gloss;
    look.scatter = screen_colour(known->scatter);
    look.opacity = known->opacity;
  }
  look.colour = screen_colour(body.colour.value_or(colour));
  return look;
}

}  // namespace pliant::render
