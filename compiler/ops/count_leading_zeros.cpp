// count-leading-zeros: zero bits above the highest set one, in the width of the type; clz(0) is the width
#include "ops/elementwise.h"

#include <bit>

namespace hlo2cpp {
namespace {

constexpr Formula kCountLeadingZeros = {.kinds = kIntegers,
                                        .integer =
                                            [](ElementType type, const std::int64_t* x) {
                                                const int unused = 64 - info(type).bits;
                                                return std::int64_t{std::countl_zero(low_bits(type, x[0])) - unused};
                                            },
                                        .helper = "clz",
                                        .narrow = NarrowIntegers::ByWidth};

} // namespace

const OpDefinition op_count_leading_zeros = elementwise(kCountLeadingZeros, {}, {.exact = true});

} // namespace hlo2cpp
