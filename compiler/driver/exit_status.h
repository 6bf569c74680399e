// The statuses that hlo2cpp ends with.
#pragma once

namespace hlo2cpp {

constexpr int kInputError = 1, kUsageError = 2, kDiffers = 3, kInternalError = 70;

} // namespace hlo2cpp
