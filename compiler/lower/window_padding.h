// Borders of an array that become padding of the window that reads it. A window sees nothing there, so the borders must
// be neutral: zeros for a convolution, neutral elements of a reduce-window's combiner. Along one dimension, with D the
// window's base dilation,
//
//     pad low_high_interior, then a window that adds l_h      is      a window that adds l + low * D _ h + high * D,
//                                                                     base dilation D * (interior + 1)
//
// If the pad cuts elements off and the window adds padding in their place, the cut stays in front of it.
#pragma once

#include <optional>
#include <vector>

#include "lower/padded_values.h"

namespace hlo2cpp {

struct WindowPadding {
    Window window;                      // with the padding that it takes
    std::vector<PaddingDimension> left; // of each dimension of the array: the padding that stays in front of it
    LiteralPtr value;                   // of that
    LiteralPtr initial;                 // of a reduce-window, in the place of its own; null: that stays
};

// Window of a convolution or reduce-window whose operand 0 is `padded`; nothing if the window takes no padding.
std::optional<WindowPadding> window_padding(const Module& module, const Computation& computation,
                                            const Instruction& instruction, const Padded& padded);

} // namespace hlo2cpp
