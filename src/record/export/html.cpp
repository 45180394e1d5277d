#include "record/export/html.h"

#include <pliant/error.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/file.h"
#include "base/text.h"
#include "base/xml_text.h"
#include "mesh/io/gltf_parts.h"
#include "mesh/surface_look.h"
#include "record/contact_marks.h"
#include "record/export/export.h"
#include "record/export/html_contents.h"
#include "record/export/html_packing.h"
#include "render/looks.h"

// A page holds a description in JSON, and one stream of packed numbers: times, probes, surfaces,
// bodies at rest, frames. web/src/recording.js is its reader.

namespace pliant::record {

namespace fs = std::filesystem;

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

namespace {

using Json = nlohmann::ordered_json;

constexpr double usual_megabytes = 20;
constexpr double most_megabytes = 500;  // browsers hold no longer texts
// What frames may take once a browser has unpacked them.
constexpr double most_unpacked_bytes = 768e6;

std::string as_json(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Inside a <script> nothing of a recording may look like HTML.
std::string in_script(const std::string& json) {
  std::string out;
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&')
      out += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
    else
      out += c;
  }
  return out;
}

std::string title_of(const ExportJob& job) {
  if (!job.title.empty()) return job.title;
  fs::path folder = fs::absolute(job.recording.folder()).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  const fs::path name = folder.filename();
  return (name.extension() == ".run" ? name.stem() : name).string();
}

std::string_view name_of(ColourScale scale) {
  switch (scale) {
    case ColourScale::about_zero:
      return "about zero";
    case ColourScale::about_one:
      return "about one";
    case ColourScale::rising:
      break;
  }
  return "rising";
}

std::string page_for(const fs::path& target) {
  try {
    return page_template();
  } catch (const InputError& e) {
    throw InputError(target.string(), 0, e.problem(), e.cure());
  }
}

// "#aa3322"
std::string hexadecimal(const Vec3f& colour) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "#";
  for (int i = 0; i < 3; ++i) {
    const auto part = static_cast<std::size_t>(std::lround(255 * colour[i]));
    out += {digits[part / 16], digits[part % 16]};
  }
  return out;
}

// Six numbers each, place and force; of very many marks only some.
std::vector<float> packed_marks(const std::vector<ContactPoint>& marks) {
  constexpr std::size_t most_marks = 2000;
  std::vector<float> numbers;
  const std::size_t every = marks.size() / most_marks + 1;
  for (std::size_t i = 0; i < marks.size(); i += every)
    for (const Vec3d& v : {marks[i].place, marks[i].force})
      for (int k = 0; k < 3; ++k) numbers.push_back(static_cast<float>(v[k]));
  return numbers;
}

class PageWriter {
 public:
  explicit PageWriter(const ExportJob& job) : job_(job) {
    if (job.recording.bodies().empty())
      throw InputError(job.recording.folder().string(), 0, "the recording has no bodies",
                       "give the scene one");
    bool merged = false;
    const auto epochs = epochs_of(job.recording, job.frames, most_epochs, merged);
    if (merged) job.note(merged_note);
    for (std::size_t b = 0; b < epochs.size(); ++b)
      for (const Epoch& epoch : epochs[b])
        skins_.emplace_back(job.recording.bodies(), b, epoch, job.skin);
    fields_ = page_fields(skins_, job.recording.read(job.frames.front()));
  }

  std::size_t write() {
    const std::string page = page_for(job_.target);
    known_ = survey(job_, skins_, fields_);
    leave_out_runaways();
    read_curves();
    read_contacts();
    pack(page.size());
    write_file(job_.target, filled(page));
    return job_.frames.size();
  }

 private:
  void leave_out_runaways() {
    if (known_.frames == job_.frames.size()) return;
    const std::int64_t bad = job_.frames[known_.frames];
    if (known_.frames == 0)
      throw InputError(job_.recording.folder().string(), 0,
                       text("a body ran away before frame ", bad), "run the scene anew");
    job_.note(text("left out the frames from number ", bad, " on, where a body ran away"));
    job_.frames.resize(known_.frames);
  }

  void read_curves() {
    const fs::path file = job_.recording.folder() / "probes.csv";
    std::error_code error;
    if (!fs::exists(file, error)) return;
    try {
      curves_ = page_curves(read_probes(file));
    } catch (const InputError& e) {
      job_.note(text("left out the probes: ", e.what()));
    }
  }

  void read_contacts() {
    if (!job_.recording.has_field(contact_field)) return;
    for (const std::int64_t frame : job_.frames)
      contacts_[frame] = packed_marks(contact_marks(job_.recording.read(frame)));
  }

  // As many frames as the limits allow, found by trying.
  void pack(std::size_t page_size) {
    const std::size_t all = job_.frames.size();
    const double megabytes =
        job_.most_megabytes > 0 ? std::min(job_.most_megabytes, most_megabytes) : usual_megabytes;
    // Base64 makes four of three bytes; the rest is for the description.
    const double pictures = picture_bytes();
    pictures_left_out_ = pictures > 0.5 * megabytes * 1e6;
    if (pictures_left_out_)
      job_.note(text("left out the pictures of the surfaces, which would fill more than half of ",
                     megabytes, " MB; --most-megabytes allows more"));
    const double bytes =
        (megabytes * 1e6 - static_cast<double>(page_size) - (pictures_left_out_ ? 0 : pictures)) *
            0.75 -
        1e5;
    if (!(bytes > 0))
      throw InputError(job_.target.string(), 0,
                       text("a page of ", megabytes, " MB has no room for a recording"),
                       text("allow ", std::ceil(static_cast<double>(page_size) / 1e6) + 1,
                            " or more with --most-megabytes"));
    job_.frames = spread(job_.frames, static_cast<std::size_t>(std::max(
                                          1.0, most_unpacked_bytes / unpacked_frame_bytes())));
    const std::size_t bearable = job_.frames.size();
    while (true) {
      const std::size_t count = job_.frames.size();
      // A page of one frame is written however large it is.
      const auto most = count == 1 ? std::string().max_size() : static_cast<std::size_t>(bytes);
      PackedFrames packed = pack_frames(job_, skins_, fields_, known_, numbers_before(), most);
      packed_ = std::move(packed.bytes);
      if (!packed_.empty()) break;
      const double part = std::min(0.9, 0.97 * bytes / packed.expected_size);
      job_.frames = spread(
          job_.frames, static_cast<std::size_t>(std::max(1.0, part * static_cast<double>(count))));
    }
    const std::string took = text("took ", job_.frames.size(), " of ", all, " frames");
    if (job_.frames.size() < bearable)
      job_.note(text(took, " to stay below ", megabytes, " MB; --most-megabytes allows more"));
    else if (bearable < all)
      job_.note(text(took, ": browsers cannot hold more of bodies of this size"));
  }

  double unpacked_frame_bytes() const {
    double bytes = 0;
    for (std::size_t b = 0; b < skins_.size(); ++b)
      bytes += static_cast<double>(skins_[b].size()) *
               (6 + 2 * static_cast<double>(std::ranges::count(known_.has[b], true)));
    return bytes;
  }

  std::string numbers_before() const {
    std::string bytes;
    const auto add = [&](const auto& numbers) {
      bytes.append(reinterpret_cast<const char*>(numbers.data()),
                   numbers.size() * sizeof numbers[0]);
    };
    std::vector<double> times;
    for (const std::int64_t frame : job_.frames)
      times.push_back(job_.recording.times()[static_cast<std::size_t>(frame)]);
    add(times);
    for (const PageCurve& curve : curves_) {
      add(curve.times);
      add(curve.values);
    }
    if (contacts_.empty()) return bytes;
    std::vector<std::uint32_t> counts;
    for (const std::int64_t frame : job_.frames)
      counts.push_back(static_cast<std::uint32_t>(contacts_.at(frame).size() / 6));
    add(counts);
    for (const std::int64_t frame : job_.frames) add(contacts_.at(frame));
    return bytes;
  }

  Json description() const {
    const RecordingInfo& info = job_.recording.info();
    Json json{{"title", title_of(job_)},
              {"program", info.program},
              {"scene", info.scene.substr(0, 1 << 16)},
              {"frames", job_.frames.size()},
              {"recordedFrames", job_.recording.frames()},
              {"timeStep", info.time_step}};
    if (info.floor && std::isfinite(*info.floor)) json["floor"] = *info.floor;
    json["contacts"] = !contacts_.empty();
    json["levels"] = field_levels;
    json["fields"] = Json::array();
    for (std::size_t f = 0; f < fields_.size(); ++f)
      json["fields"].push_back({{"name", fields_[f].name},
                                {"unit", fields_[f].unit},
                                {"scale", name_of(fields_[f].scale)},
                                {"low", known_.ranges[f].low},
                                {"high", known_.ranges[f].high},
                                {"least", known_.ranges[f].least},
                                {"most", known_.ranges[f].most}});
    json["bodies"] = Json::array();
    for (std::size_t b = 0; b < skins_.size(); ++b) json["bodies"].push_back(description_of(b));
    json["curves"] = Json::array();
    for (const PageCurve& curve : curves_)
      json["curves"].push_back({{"name", curve.column.name},
                                {"unit", curve.column.unit},
                                {"points", curve.times.size()}});
    return json;
  }

  Json description_of(std::size_t b) const {
    const Skin& skin = skins_[b];
    const RecordedBody& body = job_.recording.bodies()[skin.body];
    Json has = Json::array();
    for (std::size_t f = 0; f < fields_.size(); ++f)
      if (known_.has[b][f]) has.push_back(f);
    const render::Look look = render::look_of(body.look, skin.body);
    const auto place = [&](std::int64_t frame) {
      return std::ranges::lower_bound(job_.frames, frame) - job_.frames.begin();
    };
    Json about{{"name", body.name},
               {"number", skin.body},
               {"begin", place(skin.epoch.first)},
               {"end", place(skin.epoch.end)},
               {"colour", hexadecimal(look.colour)},
               {"opacity", look.opacity},
               {"roughness", look.roughness},
               {"vertices", body.mesh.vertices.size()},
               {"tetrahedra", body.mesh.tetrahedra.size()},
               {"shown", skin.size()},
               {"triangles", skin.triangles.size() / 3},
               {"lines", skin.lines.size() / 2},
               {"grid", known_.grids[b]},
               {"fields", std::move(has)},
               {"texturePoints", skin.texture_points.size()}};
    if (!skin.runs.empty()) about.update(looks_of(skin));
    return about;
  }

  Json looks_of(const Skin& skin) const {
    const Appearance& look = *skin.surface.shape.appearance;
    Json runs = Json::array(), materials = Json::array(), images = Json::array();
    for (const Skin::Run& run : skin.runs)
      runs.push_back({run.first, run.count,
                      run.material == no_index ? -1 : static_cast<std::int64_t>(run.material)});
    for (const SurfaceMaterial& m : look.materials)
      materials.push_back(
          {{"colour", {m.colour[0], m.colour[1], m.colour[2]}},
           {"metallic", m.metallic},
           {"roughness", m.roughness},
           {"image", m.image == no_index ? -1 : static_cast<std::int64_t>(m.image)}});
    Json about{{"runs", std::move(runs)}, {"materials", std::move(materials)}};
    if (skin.epoch.first > 0) return about;  // its pictures are those of the whole body
    for (const TextureImage& image : look.images)
      images.push_back(pictures_left_out_ ? "" : data_uri(image));
    about["images"] = std::move(images);
    return about;
  }

  static std::string data_uri(const TextureImage& image) {
    const auto facts = image_facts(image.bytes);
    if (!facts) return "";
    return text("data:", facts->media_type, ";base64,", io::gltf::encode_base64(image.bytes));
  }

  // Of all pictures, as text.
  double picture_bytes() const {
    double bytes = 0;
    for (const Skin& skin : skins_)
      if (skin.surface.shape.appearance && skin.epoch.first == 0)
        for (const TextureImage& image : skin.surface.shape.appearance->images)
          bytes += 4.0 / 3 * static_cast<double>(image.bytes.size());
    return bytes;
  }

  std::string filled(const std::string& page) const {
    // Through JSON, which mends what is not UTF-8.
    const std::string title = Json::parse(as_json(title_of(job_))).get<std::string>();
    const std::pair<std::string_view, std::string> parts[] = {
        {"<!--pliant-title-->", escaped(title)},
        {"<!--pliant-description-->", in_script(as_json(description()))},
        {"<!--pliant-numbers-->", io::gltf::encode_base64(packed_)}};
    std::string out;
    std::size_t at = 0;
    for (const auto& [mark, part] : parts) {
      const std::size_t found = page.find(mark, at);
      if (found == std::string::npos) throw std::logic_error("the page has no place for its parts");
      out.append(page, at, found - at).append(part);
      at = found + mark.size();
    }
    return out.append(page, at);
  }

  ExportJob job_;
  std::vector<Skin> skins_;
  std::vector<PageField> fields_;
  FrameSurvey known_;
  std::vector<PageCurve> curves_;
  std::map<std::int64_t, std::vector<float>> contacts_;  // by frame of the recording
  std::string packed_;
  bool pictures_left_out_ = false;
};

}  // namespace

std::size_t export_html(const ExportJob& job) {
  return PageWriter(job).write();
}

}  // namespace pliant::record
