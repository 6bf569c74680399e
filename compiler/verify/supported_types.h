// The element types that code can be generated for. The readers, the IR and the evaluator know all of types.def.
#pragma once

#include <algorithm>
#include <array>

#include "ir/element_type.h"

namespace hlo2cpp {

constexpr std::array kSupportedTypes = {ElementType::Pred,       ElementType::S2,
                                        ElementType::S4,         ElementType::S8,
                                        ElementType::S16,        ElementType::S32,
                                        ElementType::S64,        ElementType::U2,
                                        ElementType::U4,         ElementType::U8,
                                        ElementType::U16,        ElementType::U32,
                                        ElementType::U64,        ElementType::BF16,
                                        ElementType::F16,        ElementType::F32,
                                        ElementType::F64,        ElementType::F8E5M2,
                                        ElementType::F8E4M3,     ElementType::F8E3M4,
                                        ElementType::F8E4M3FN,   ElementType::F8E4M3B11FNUZ,
                                        ElementType::F8E4M3FNUZ, ElementType::F8E5M2FNUZ,
                                        ElementType::F8E8M0FNU,  ElementType::F4E2M1FN,
                                        ElementType::C64,        ElementType::C128};

inline bool is_supported(ElementType type) {
    return std::find(kSupportedTypes.begin(), kSupportedTypes.end(), type) != kSupportedTypes.end();
}

} // namespace hlo2cpp
