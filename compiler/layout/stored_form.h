// The forms in which a constant takes fewer bytes, and all its values are the same, bit for bit:
//
//     integers             1, -3, 127, ...                   as s8, u8, s16 or u16, or several s4, u4, s2, u2 a byte
//     scaled integers      0.01 * 1, 0.01 * -3, ...          as s8, s4 or s2, with scales in f32 for each place along a
//                                                            dimension, and for each group along another: weights that
//                                                            were quantised, and multiplied out
//
// A constant with a -0, a NaN or an infinity has none.
#pragma once

#include "kernel/stored_elements.h"

namespace hlo2cpp {

struct StoredForm {
    StoredElements elements;
    LiteralPtr integers; // one a byte or more
    LiteralPtr scales;   // null: the integers are the values

    std::int64_t bytes() const;
    // The integers as they lie in memory.
    LiteralPtr in_memory() const;
};

// Forms of a constant: whole bytes first, then those packed along one of the dimensions. All take fewer bytes, but the
// first one of elements of fewer bits, which lie in whole bytes anyway: no reader need wrap them.
std::vector<StoredForm> stored_forms(const Literal& constant);

} // namespace hlo2cpp
