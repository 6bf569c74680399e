// popcnt: the number of set bits of x, in the width of its type
#include "ops/elementwise.h"

#include <bit>

namespace hlo2cpp {
namespace {

constexpr Formula kPopcnt = {
    .kinds = kIntegers,
    .integer = [](ElementType type,
                  const std::int64_t* x) { return std::int64_t{std::popcount(low_bits(type, x[0]))}; },
    .helper = "popcnt",
    .narrow = NarrowIntegers::ByWidth};

} // namespace

const OpDefinition op_popcnt = elementwise(kPopcnt, {}, {.exact = true});

} // namespace hlo2cpp
