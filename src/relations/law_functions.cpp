#include "relations/law_functions.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "relations/diagonal_blocks.h"
#include "relations/element_stiffness.h"
#include "relations/list.h"

namespace pliant {

namespace {

template <class Fields>
Fields fields_from(const double* numbers) {
  Fields fields;
  std::memcpy(static_cast<void*>(&fields), numbers, sizeof fields);
  return fields;
}

template <class L>
struct Functions {
  using Rest = typename L::template Rest<double>;
  using Param = typename L::template Param<double>;
  using Points = const Vec3d (&)[L::arity];

  static Points points(const Vec3d* x) { return *reinterpret_cast<const Vec3d(*)[L::arity]>(x); }

  static void rest(const Vec3d* x, double* out) {
    const Rest r = L::rest(points(x));
    std::memcpy(out, &r, sizeof r);
  }
  static void absent(double* out) {
    const Rest r = L::template absent<double>();
    std::memcpy(out, &r, sizeof r);
  }
  static double energy(const Vec3d* x, const double* r, const double* param) {
    return L::energy(points(x), fields_from<Rest>(r), fields_from<Param>(param));
  }
  static void force(const Vec3d* x, const Vec3d* v, const double* r, const double* param,
                    Vec3d* f) {
    L::force(points(x), points(v), fields_from<Rest>(r), fields_from<Param>(param),
             *reinterpret_cast<Vec3d(*)[L::arity]>(f));
  }
  static void blocks(const Vec3d* x, const double* r, const double* param, double share,
                     Sym3<double>* out) {
    BlocksOf<L, double> found;
    diagonal_blocks<L>(points(x), fields_from<Rest>(r), fields_from<Param>(param), found);
    std::copy(std::begin(found), std::end(found), out);
    if (share == 0) return;
    damping_blocks<L>(points(x), fields_from<Rest>(r), fields_from<Param>(param), found);
    for (std::size_t i = 0; i < std::size(found); ++i) out[i] = out[i] + found[i] * share;
  }
  static void stiffness(const Vec3d* x, const double* r, const double* param, double share,
                        double* out) {
    element_stiffness<L>(points(x), fields_from<Rest>(r), fields_from<Param>(param), share, out);
  }
  static constexpr auto stretch() -> double (*)(const Vec3d*, const double*) {
    if constexpr (LimitsStretch<L>)
      return [](const Vec3d* x, const double* r) {
        return L::stretch(points(x), fields_from<Rest>(r));
      };
    else
      return nullptr;
  }
  static constexpr LawFunctions table{&rest,   &absent,    &energy,  &force,
                                      &blocks, &stiffness, stretch()};
};

template <class... L>
const LawFunctions& at(std::size_t law, LawList<L...>) {
  static constexpr std::array<LawFunctions, sizeof...(L)> all{Functions<L>::table...};
  return all[law];
}

}  // namespace

const LawFunctions& law_functions(std::size_t law) {
  return at(law, Laws());
}

std::size_t law_index(std::string_view name) {
  return static_cast<std::size_t>(&law(name) - laws().data());
}

}  // namespace pliant
