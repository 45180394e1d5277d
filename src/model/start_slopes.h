#pragma once

#include <pliant/sensitivities.h>

#include "backend/sensitive_run.h"

namespace pliant {

/// InputError that names what a run with slopes cannot have.
void check_start(const Start& start);

/// How the numbers of a start change with one parameter, from two starts where that is larger and
/// smaller by `half`. InputError where they differ in anything else.
backend::RunSlopes start_slopes(const Start& below, const Start& above, double half);

}  // namespace pliant
