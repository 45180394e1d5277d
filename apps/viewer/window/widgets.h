#pragma once

#include <string>

namespace pliant::viewer {

/// Remembers where the last widget was, under these words, until the next picture: for tests and
/// pictures that click on it. Call it after each widget that one can click.
void remember_place(const std::string& words);

}  // namespace pliant::viewer
