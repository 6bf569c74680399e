// Bits of the float types: the value of a pattern, and the pattern nearest to a number.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/element_type.h"

namespace hlo2cpp {

enum class FloatSpecials : std::uint8_t {
    Ieee,        // the highest exponent: infinities and NaNs
    NanOnly,     // all ones: NaN; no infinities ("fn")
    NegativeNan, // the pattern of -0: NaN; neither infinities nor -0 ("fnuz")
    ExponentNan, // no sign, no mantissa, no zero; all ones: NaN (f8e8m0fnu)
    None,        // finite values only
};

struct FloatFormat {
    int exponent_bits;
    int mantissa_bits; // stored ones
    int bias;          // the value of exponent field E > 0 is 2^(E - bias) * 1.mantissa
    FloatSpecials specials;
    bool has_infinity() const { return specials == FloatSpecials::Ieee; }
    bool has_nan() const { return specials != FloatSpecials::None; }
};

FloatFormat float_format(ElementType type); // of a type with is_float

double decode_float(ElementType type, std::uint64_t bits);
// The pattern nearest to `value`, ties to even. Nothing where the type cannot hold it: a finite value that rounds
// beyond the largest one, an infinity or a NaN that the type does not have. A NaN is the quiet one without payload,
// with the sign of `value` if it can.
std::optional<std::uint64_t> encode_float(ElementType type, double value);

} // namespace hlo2cpp
