// The arena as a picture: each buffer is a box, its bytes go upwards, its positions from left to right.
//
//     bytes                                       The boxes are drawn in bytes and positions and stretched to the page;
//       ^   +---+------+                          texts are placed in percent, so that they are not stretched.
//       |   |   | 2    |   +---+
//       |   +---+------+---+   |                  Buffers alive at the peak are numbered, in the table below too.
//       |   |     1    |       |
//       +---+----------+-------+--> steps
#pragma once

#include <string>
#include <vector>

#include "report/page_data.h"

namespace hlo2cpp {

// `numbered`: buffers of `data` that a table numbers from 1.
std::string arena_picture(const PageData& data, std::int64_t arena_bytes, const std::vector<std::size_t>& numbered);
// Pixels: enough to see each step.
std::int64_t wide_width(const PageData& data);

} // namespace hlo2cpp
