// atanh: log((1 + x) / (1 - x)) / 2; +-infinity at +-1, NaN beyond
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kAtanh = in_lanes(
    math_function(
        "atanh", [](const double* x) { return std::atanh(x[0]); }, [](const Complex* x) { return std::atanh(x[0]); }),
    IntrinsicId::Atanh);

} // namespace

const OpDefinition op_atanh = elementwise(kAtanh, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
