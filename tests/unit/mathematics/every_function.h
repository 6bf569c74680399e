// The mathematics that vectors have as functions of runtime_lib.
#pragma once

#include <vector>

#include "machine/intrinsic.h"

namespace hlo2cpp {

inline std::vector<Intrinsic> every_function() {
    std::vector<Intrinsic> all;
    for (int number = 0; number < kIntrinsics; ++number) {
        const auto id = static_cast<IntrinsicId>(number);
        if (!is_mathematics(id) || id == IntrinsicId::ReduceAngle) continue;
        all.push_back({id, {ElementType::F32, 8}});
        if (elements_of(id) == IntrinsicElements::Floats) all.push_back({id, {ElementType::F64, 4}});
    }
    return all;
}

} // namespace hlo2cpp
