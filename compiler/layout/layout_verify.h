// The validator of layouts: it knows nothing of how they are chosen, or how kernels are made for them.
//
// It takes elements of the arrays that kernels make, and looks where the values come from: in the given kernels, and in
// those that lie in another way, where copies and parts of sums are followed back to given arrays. Both must be the
// same, see fingerprint.h. All is computed with numbers, at single points.
#pragma once

#include <map>

#include "layout/fingerprint.h"
#include "layout/layout.h"

namespace hlo2cpp {

// Arrays that changed, or whose kernels did.
struct LayoutChecks {
    std::int64_t checked = 0;
    std::map<NoFingerprint, std::int64_t> unknown; // how many could not be compared, and why
};

// Throws InternalError with the array and the element that is no more what it was: computed from others, or from what
// lies between rows or outside of an array. Arrays that calls of one kernel make alike are looked at once. Takes no
// more than a certain time, beside one in proportion to the kernels.
LayoutChecks verify_layouts(const Kernels& given, const LaidOut& laid_out);

} // namespace hlo2cpp
