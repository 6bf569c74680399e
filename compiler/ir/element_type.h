// Element types of HLO and their properties.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo2cpp {

enum class ElementType : std::uint8_t {
#define ELEMENT_TYPE(name, ...) name,
#include "ir/types.def"
};

enum class TypeKind : std::uint8_t { Pred, Signed, Unsigned, Float, Complex, None };

struct ElementTypeInfo {
    std::string_view name; // as HLO text spells it
    int proto_number;      // PrimitiveType of the protos
    int bits;              // of a value; 0 for token, tuple and opaque
    TypeKind kind;
    std::string_view memory_type; // C type of an element in memory
    std::string_view value_type;  // C type of a value in an expression
};

const ElementTypeInfo& info(ElementType type);
std::optional<ElementType> element_type_from_name(std::string_view name);
std::optional<ElementType> element_type_from_proto(int number);

inline bool is_pred(ElementType t) {
    return info(t).kind == TypeKind::Pred;
}
inline bool is_signed(ElementType t) {
    return info(t).kind == TypeKind::Signed;
}
inline bool is_unsigned(ElementType t) {
    return info(t).kind == TypeKind::Unsigned;
}
inline bool is_integer(ElementType t) {
    return is_signed(t) || is_unsigned(t);
}
inline bool is_float(ElementType t) {
    return info(t).kind == TypeKind::Float;
}
inline bool is_complex(ElementType t) {
    return info(t).kind == TypeKind::Complex;
}
inline bool is_array_type(ElementType t) {
    return info(t).kind != TypeKind::None;
}
// A float narrower than 32 bits, computed in f32 and rounded after every op.
inline bool is_narrow_float(ElementType t) {
    return is_float(t) && info(t).bits < 32;
}
// Type that computes with numbers of a type, in C++ too: f32 for narrower floats, else the type itself.
inline ElementType number_type(ElementType t) {
    return is_narrow_float(t) ? ElementType::F32 : t;
}
// f16 or bf16.
inline bool is_half(ElementType t) {
    return is_float(t) && info(t).bits == 16;
}
// Floats that vectors compute with.
inline bool has_vectors(ElementType t) {
    return t == ElementType::F32 || t == ElementType::F64 || is_half(t);
}
// A float of 8 and fewer bits.
inline bool is_small_float(ElementType t) {
    return is_float(t) && info(t).bits < 16;
}
// An integer of fewer bits than a byte, computed in a whole one and wrapped after every op.
inline bool is_narrow_integer(ElementType t) {
    return is_integer(t) && info(t).bits < 8;
}
// s8 for s1, s2 and s4, u8 for u1, u2 and u4; any other type itself.
inline ElementType byte_type(ElementType t) {
    return !is_narrow_integer(t) ? t : is_signed(t) ? ElementType::S8 : ElementType::U8;
}
// Type of the parts of a complex number: f32 or f64; other types are their own.
ElementType part_type(ElementType t);
// The unsigned type of so many bits: pred, u2, u4, u8, u16, u32 or u64.
ElementType unsigned_type(int bits);
// Bytes of one element in memory: whole bytes, also for 2- and 4-bit types.
inline std::int64_t byte_size(ElementType t) {
    return info(t).bits < 8 ? 1 : info(t).bits / 8;
}

} // namespace hlo2cpp
