#pragma once

#include <string>
#include <vector>

#include "base/text.h"
#include "record/hdf5.h"

namespace pliant::record {

[[noreturn]] inline void refuse(std::string problem) {
  throw hdf5::Error(std::move(problem));
}

/// All of an array of rows of so many numbers each; 1: a plain list. T: one number, or an array of
/// them that has nothing else.
template <class T, class N>
std::vector<T> read_rows(const hdf5::Object& parent, const std::string& name) {
  constexpr std::size_t width = sizeof(T) / sizeof(N);
  const hdf5::Array dataset = hdf5::open_array(parent, name);
  const hdf5::Shape shape = hdf5::info(dataset).shape;
  const bool right = width == 1 ? shape.size() == 1 : shape.size() == 2 && shape[1] == width;
  if (!right) refuse(text("'", name, "' has the wrong shape"));
  std::vector<T> values(hdf5::count_of(shape) / width);
  hdf5::read_all(dataset, hdf5::number_of<N>(), values.data());
  return values;
}

template <class T>
std::vector<T> read_list(const hdf5::Object& parent, const std::string& name) {
  return read_rows<T, T>(parent, name);
}

}  // namespace pliant::record
