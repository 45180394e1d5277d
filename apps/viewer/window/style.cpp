#include "window/style.h"

#include <cmath>

#include "render/gl/font.h"

namespace pliant::viewer {

namespace {

constexpr double letter_size = 15;

Inks current;

ImVec4 ink(unsigned rgb, float cover = 1) {
  const auto part = [&](unsigned shift) { return static_cast<float>(rgb >> shift & 255u) / 255; };
  return {part(16), part(8), part(0), cover};
}

struct Tones {
  ImVec4 text, faint, widget, hovered, pressed, popup, selection;
};

void set_colours(const Tones& t) {
  ImVec4* c = ImGui::GetStyle().Colors;
  const ImVec4 nothing(0, 0, 0, 0);
  c[ImGuiCol_Text] = t.text;
  c[ImGuiCol_TextDisabled] = t.faint;
  c[ImGuiCol_WindowBg] = current.panel;
  c[ImGuiCol_ChildBg] = nothing;
  c[ImGuiCol_PopupBg] = t.popup;
  c[ImGuiCol_Border] = current.line;
  c[ImGuiCol_BorderShadow] = nothing;
  for (const int i : {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Tab}) c[i] = t.widget;
  for (const int i : {ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_TabHovered,
                      ImGuiCol_HeaderHovered})
    c[i] = t.hovered;
  for (const int i :
       {ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_TabActive, ImGuiCol_HeaderActive})
    c[i] = t.pressed;
  c[ImGuiCol_Header] = t.widget;
  for (const int i : {ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed})
    c[i] = t.popup;
  c[ImGuiCol_ScrollbarBg] = nothing;
  c[ImGuiCol_ScrollbarGrab] = t.hovered;
  c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = t.pressed;
  for (const int i : {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive,
                      ImGuiCol_PlotHistogram, ImGuiCol_NavHighlight})
    c[i] = current.accent;
  c[ImGuiCol_SliderGrab].w = 0.45f;  // numbers can be read through it
  for (const int i : {ImGuiCol_Separator, ImGuiCol_SeparatorHovered, ImGuiCol_SeparatorActive,
                      ImGuiCol_TableBorderLight, ImGuiCol_TableBorderStrong})
    c[i] = current.line;
  c[ImGuiCol_TableHeaderBg] = c[ImGuiCol_TableRowBg] = c[ImGuiCol_TableRowBgAlt] = nothing;
  c[ImGuiCol_TextSelectedBg] = t.selection;
  c[ImGuiCol_ModalWindowDimBg] = ink(0x000000, 0.25f);
}

void set_sizes() {
  ImGuiStyle& s = ImGui::GetStyle();
  s.WindowPadding = {12, 10};
  s.FramePadding = {8, 4};
  s.ItemSpacing = {8, 6};
  s.ItemInnerSpacing = {7, 4};
  s.CellPadding = {4, 2};
  s.IndentSpacing = 14;
  s.ScrollbarSize = 10;
  s.GrabMinSize = 12;
  s.WindowRounding = s.PopupRounding = 8;
  s.FrameRounding = s.GrabRounding = s.TabRounding = s.ChildRounding = 6;
  s.ScrollbarRounding = 5;
  s.WindowBorderSize = s.FrameBorderSize = 0;
  s.PopupBorderSize = 1;
  s.WindowTitleAlign = {0.5f, 0.5f};
  s.DisabledAlpha = 0.45f;
}

}  // namespace

const Inks& inks() {
  return current;
}

void apply_style(render::gl::Theme theme, double scale) {
  ImGui::GetStyle() = ImGuiStyle();
  set_sizes();
  if (theme == render::gl::Theme::light) {
    current = {.accent = ink(0x2f6bd0),
               .on_accent = ink(0xffffff),
               .panel = ink(0xfbfcfd),
               .card = ink(0xffffff, 0.84f),
               .line = ink(0xdde2e9),
               .track = ink(0xe3e8ee),
               .warning = ink(0xb3391f),
               .good = ink(0x23754c)};
    set_colours({ink(0x222a35), ink(0x6f7a89), ink(0xedf0f4), ink(0xdfe5ec), ink(0xcfd8e3),
                 ink(0xffffff, 0.98f), ink(0x2f6bd0, 0.28f)});
  } else {
    current = {.accent = ink(0x78a8ff),
               .on_accent = ink(0x10151d),
               .panel = ink(0x1d222b),
               .card = ink(0x1d222b, 0.82f),
               .line = ink(0x323946),
               .track = ink(0x323946),
               .warning = ink(0xff9a80),
               .good = ink(0x7fd6a8)};
    set_colours({ink(0xe4e8ee), ink(0x8e99a9), ink(0x2a313c), ink(0x36404e), ink(0x434f60),
                 ink(0x232934, 0.98f), ink(0x78a8ff, 0.32f)});
  }
  ImGui::GetStyle().ScaleAllSizes(static_cast<float>(scale));
}

void load_font(double scale, double pixels) {
  // Latin, Greek, punctuation, raised and lowered digits, arrows, signs of mathematics.
  static const ImWchar letters[] = {0x20,   0x17f,  0x370,  0x3ff,  0x2010, 0x2027,
                                    0x2030, 0x205e, 0x2070, 0x209f, 0x2190, 0x21ff,
                                    0x2200, 0x22ff, 0x25a0, 0x25ff, 0};
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  const std::string_view file = render::gl::font_file();
  ImFontConfig options;
  options.FontDataOwnedByAtlas = false;
  // ImGui only reads it.
  io.Fonts->AddFontFromMemoryTTF(const_cast<char*>(file.data()), static_cast<int>(file.size()),
                                 static_cast<float>(std::round(letter_size * scale * pixels)),
                                 &options, letters);
  io.FontGlobalScale = static_cast<float>(1 / pixels);
}

}  // namespace pliant::viewer
