// The C++ types of generated code.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "machine/intrinsic.h"

namespace hlo2cpp::tree {

enum class TypeKind : std::uint8_t {
    Void,
    Byte,   // unsigned char: memory without a type
    Value,  // for expressions: `float` for a bf16, `bool` for a pred
    Memory, // for arrays of the caller and constants: `uint16_t` for a bf16, `uint8_t` for a pred
    Arena,  // likewise, for bytes that other steps use as other types: the typedef `f32_mem`
    Vector, // neighbouring elements: the typedef `f32x8`
    Named,  // a type of this file: `name`
};

// A type, or with `pointer` a pointer to it.
struct Type {
    TypeKind kind = TypeKind::Void;
    ElementType element = ElementType::F32; // Value, Memory, Arena, Vector
    std::int64_t lanes = 1;                 // Vector
    std::string name = {};                  // Named
    bool constant = false;                  // of a pointer's target, or else of the variable
    bool pointer = false;
    bool alone = false;         // __restrict: no other pointer of the function reaches its bytes
    bool fixed_pointer = false; // the pointer itself is const
    friend bool operator==(const Type&, const Type&) = default;
};

Type value_type(ElementType element);
Type memory_type(ElementType element);
Type arena_type(ElementType element);
Type vector_type(ElementType element, std::int64_t lanes);
Type constant(Type type);
Type pointer_to(Type type);
Type fixed(Type pointer); // a pointer that never changes

std::string arena_typedef(ElementType element); // "f32_mem"
// Names of all such typedefs, and of vectors and intrinsics.
std::set<std::string> typedef_names();
std::string to_text(const Type& type); // "const f32_mem* __restrict"

} // namespace hlo2cpp::tree
