// mulhi: the upper half of the bits of the double-width product a * b
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

std::int64_t upper_half(ElementType type, const std::int64_t* x) {
    const int bits = info(type).bits;
    if (is_signed(type)) return static_cast<std::int64_t>((Wide{x[0]} * x[1]) >> bits);
    return as_signed(static_cast<std::uint64_t>((UnsignedWide{as_unsigned(x[0])} * as_unsigned(x[1])) >> bits));
}

constexpr Formula kMulhi = {
    .operands = 2, .kinds = kIntegers, .integer = upper_half, .helper = "mulhi", .narrow = NarrowIntegers::ByWidth};

} // namespace

const OpDefinition op_mulhi = elementwise(kMulhi, {}, {.exact = true});

} // namespace hlo2cpp
