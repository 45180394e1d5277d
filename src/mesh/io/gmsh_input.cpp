#include "mesh/io/gmsh_input.h"

namespace pliant::io {

void GmshInput::take_up_bytes(std::endian order) {
  const std::size_t at = text_.position();
  bytes_ = Bytes(file(), all_.substr(at), order, at);
}

void GmshInput::set_binary() {
  binary_ = true;
  text_.rest_of_line();
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    take_up_bytes(order);
    if (bytes_.get<std::int32_t>() == 1) return;
  }
  fail("the mark of the byte order is not 1", "the file is damaged or not a binary one");
}

void GmshInput::begin_binary() {
  if (!binary_) return;
  text_.rest_of_line();
  take_up_bytes(bytes_.order());
}

void GmshInput::end_section(std::string_view name) {
  if (binary_) text_.raw(bytes_.position(), name);
  text_.expect(pliant::text("$End", name));
}

void GmshInput::skip_section(std::string_view name) {
  const std::size_t at = all_.find(pliant::text("$End", name), text_.position());
  if (at == std::string_view::npos)
    text_.fail("a section has no end", "the file may have been cut off");
  text_.raw(at - text_.position(), name);
  text_.word();
}

std::int32_t GmshInput::integer() {
  if (binary_) return bytes_.get<std::int32_t>();
  const std::int64_t value = text_.integer();
  if (!std::in_range<std::int32_t>(value))
    fail(pliant::text("the number ", value, " is too large here"), "it must fit into 32 bits");
  return static_cast<std::int32_t>(value);
}

std::optional<std::int64_t> GmshTags::finish() {
  in_order_ = true;
  for (std::size_t i = 1; i < tags_.size(); ++i)
    in_order_ = in_order_ && tags_[i - 1] < tags_[i] && tags_[i] - 1 == tags_[i - 1];
  if (in_order_) return std::nullopt;
  sorted_.reserve(tags_.size());
  for (std::size_t i = 0; i < tags_.size(); ++i)
    sorted_.emplace_back(tags_[i], static_cast<Index>(i));
  std::ranges::sort(sorted_);
  const auto twice =
      std::ranges::adjacent_find(sorted_, {}, &std::pair<std::int64_t, Index>::first);
  if (twice == sorted_.end()) return std::nullopt;
  return twice->first;
}

std::optional<Index> GmshTags::find(std::int64_t tag) const {
  if (tags_.empty()) return std::nullopt;
  if (in_order_) {
    if (tag < tags_.front() || tag > tags_.back()) return std::nullopt;
    return static_cast<Index>(tag - tags_.front());
  }
  const auto at =
      std::ranges::lower_bound(sorted_, tag, {}, &std::pair<std::int64_t, Index>::first);
  if (at == sorted_.end() || at->first != tag) return std::nullopt;
  return at->second;
}

}  // namespace pliant::io
