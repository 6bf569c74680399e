// shift-left: a * 2^b, wrapping; 0 if b is negative or at least the width
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kShiftLeft = {
    .operands = 2,
    .kinds = kIntegers,
    .integer = [](ElementType type,
                  const std::int64_t* x) { return shifts_out(type, x[1]) ? 0 : as_signed(as_unsigned(x[0]) << x[1]); },
    .helper = "shift_left"};

} // namespace

const OpDefinition op_shift_left = elementwise(kShiftLeft, {}, {.exact = true});

} // namespace hlo2cpp
