#include "ir/element_type.h"

#include <array>

namespace hlo2cpp {
namespace {

constexpr std::array kTypes = {
#define ELEMENT_TYPE(name, hlo, proto, bits, kind, memory, value)                                                      \
    ElementTypeInfo{hlo, proto, bits, TypeKind::kind, memory, value},
#include "ir/types.def"
};

} // namespace

const ElementTypeInfo& info(ElementType type) {
    return kTypes[static_cast<std::size_t>(type)];
}

std::optional<ElementType> element_type_from_name(std::string_view name) {
    for (std::size_t i = 0; i < kTypes.size(); ++i)
        if (kTypes[i].name == name) return static_cast<ElementType>(i);
    return std::nullopt;
}

std::optional<ElementType> element_type_from_proto(int number) {
    for (std::size_t i = 0; i < kTypes.size(); ++i)
        if (kTypes[i].proto_number == number) return static_cast<ElementType>(i);
    return std::nullopt;
}

ElementType part_type(ElementType t) {
    if (!is_complex(t)) return t;
    return t == ElementType::C64 ? ElementType::F32 : ElementType::F64;
}

ElementType unsigned_type(int bits) {
    switch (bits) {
    case 1: return ElementType::Pred;
    case 2: return ElementType::U2;
    case 4: return ElementType::U4;
    case 8: return ElementType::U8;
    case 16: return ElementType::U16;
    case 32: return ElementType::U32;
    default: return ElementType::U64;
    }
}

} // namespace hlo2cpp
