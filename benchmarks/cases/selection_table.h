#pragma once

#include "cases/report.h"

namespace pliant::bench {

bool has_selection(const CaseResult& result);
/// Of a case of dynamic selection, on either backend: a line each way, and what it comes to.
std::string selection_table(const CaseResult& result);

}  // namespace pliant::bench
