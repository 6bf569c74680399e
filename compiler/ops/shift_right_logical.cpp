// shift-right-logical: the bits of a moved b places down, zeros above; 0 if b is negative or at least the width
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kShiftRightLogical = {.operands = 2,
                                        .kinds = kIntegers,
                                        .integer =
                                            [](ElementType type, const std::int64_t* x) {
                                                return shifts_out(type, x[1]) ? 0
                                                                              : as_signed(low_bits(type, x[0]) >> x[1]);
                                            },
                                        .helper = "shift_right_logical",
                                        .narrow = NarrowIntegers::ByWidth};

Range range_shift_right_logical(const RangeContext& x) {
    if (!shifts_by_constant(x)) return {};
    return {0, std::int64_t{1} << (32 - x.operand(1).begin)};
}

} // namespace

const OpDefinition op_shift_right_logical =
    elementwise(kShiftRightLogical, {.range = range_shift_right_logical}, {.exact = true});

} // namespace hlo2cpp
