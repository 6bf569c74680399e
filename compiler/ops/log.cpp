// log: the natural logarithm of x
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kLog = in_lanes(
    math_function(
        "log", [](const double* x) { return std::log(x[0]); }, [](const Complex* x) { return std::log(x[0]); }),
    IntrinsicId::Log);

} // namespace

const OpDefinition op_log = elementwise(kLog, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
