// tanh: tanh(x)
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kTanh = in_lanes(
    math_function(
        "tanh", [](const double* x) { return std::tanh(x[0]); }, [](const Complex* x) { return std::tanh(x[0]); }),
    IntrinsicId::Tanh);

} // namespace

const OpDefinition op_tanh = elementwise(kTanh, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
