// shift-right-arithmetic: the bits of a moved b places down, with copies of the top bit above; all copies if b is
// negative or at least the width
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kShiftRightArithmetic = {
    .operands = 2,
    .kinds = kIntegers,
    .integer =
        [](ElementType type, const std::int64_t* x) {
            const int bits = info(type).bits;
            const std::int64_t value = as_signed(as_unsigned(x[0]) << (64 - bits)) >> (64 - bits); // u* too
            return value >> (shifts_out(type, x[1]) ? bits - 1 : x[1]);
        },
    .helper = "shift_right_arithmetic",
    .narrow = NarrowIntegers::ByWidth};

Range range_shift_right_arithmetic(const RangeContext& x) {
    const Range &a = x.operand(0), &by = x.operand(1);
    if (!shifts_by_constant(x)) return {};
    return from_to(a.begin >> by.begin, a.last() >> by.begin);
}

} // namespace

const OpDefinition op_shift_right_arithmetic =
    elementwise(kShiftRightArithmetic, {.range = range_shift_right_arithmetic}, {.exact = true});

} // namespace hlo2cpp
