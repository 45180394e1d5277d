#pragma once

#include "backend/gpu/compile.h"
#include "backend/gpu/gpu_model.h"
#include "support/dynamics.h"

namespace pliant::test {

inline ModelOptions on_card(Precision precision) {
  return {precision, "", Backend::cuda};
}
inline constexpr Precision both_precisions[] = {Precision::single_precision,
                                                Precision::double_precision};

template <class R>
const gpu::GpuModel<R>& as_gpu(const Model& model) {
  return dynamic_cast<const gpu::GpuModel<R>&>(model.compiled());
}

/// Changes how a model runs, which must not change what comes out.
inline gpu::Plan& plan_of(const Model& model) {
  if (model.precision() == Precision::single_precision)
    return const_cast<gpu::GpuModel<float>&>(as_gpu<float>(model)).plan;
  return const_cast<gpu::GpuModel<double>&>(as_gpu<double>(model)).plan;
}

}  // namespace pliant::test
