// The forms in which a constant takes fewer bytes and all its values are the same, bit for bit:
//
//     integers             1, -3, 127, ...                   as s8, u8, s16 or u16
//     scaled integers      0.01 * 1, 0.01 * -3, ...          as s8, with a scale in f32 for each place along a
//     dimension:
//                                                            weights that were quantised, and multiplied out
//
// A constant with a -0, a NaN or an infinity has none.
#pragma once

#include <optional>

#include "kernel/rebuild.h"

namespace hlo2cpp {

struct StoredForm {
    StoredElements elements;
    LiteralPtr integers;
    LiteralPtr scales; // null: the integers are the values

    std::int64_t bytes() const;
};

// None: there is no form of fewer bytes.
std::optional<StoredForm> stored_form(const Literal& constant);

} // namespace hlo2cpp
