// Intrinsics: operations on vectors that a machine does in one or a few instructions. They are values from the place
// that uses one to the printer, which calls a function of the generated file; machine/isa has the text of that
// function.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir/element_type.h"

namespace hlo2cpp {

enum class IntrinsicId : std::uint8_t {
#define INTRINSIC(id, name, elements, formula) id,
#include "machine/intrinsics.def"
};
constexpr int kIntrinsics = 0
#define INTRINSIC(id, name, elements, formula) +1
#include "machine/intrinsics.def"
    ;

// Element types for which an intrinsic exists.
enum class IntrinsicElements : std::uint8_t { Any, Numbers, Floats, Single, Halves, Integers };
constexpr IntrinsicElements elements_of(IntrinsicId id) {
    using enum IntrinsicElements;
    constexpr IntrinsicElements kElements[] = {
#define INTRINSIC(id, name, elements, formula) elements,
#include "machine/intrinsics.def"
    };
    return kElements[static_cast<int>(id)];
}
// Mathematics is a function of runtime_lib, lane by lane.
bool is_mathematics(IntrinsicId id);

struct VectorType {
    ElementType element = ElementType::F32;
    std::int64_t lanes = 1;
    friend auto operator<=>(const VectorType&, const VectorType&) = default;
};
std::string name_of(const VectorType& vector); // "f32x8"
std::int64_t byte_size(const VectorType& vector);

struct Intrinsic {
    IntrinsicId id = IntrinsicId::OpaquePointer;
    VectorType vector = {};                // that it computes with; of a mask, its integers
    ElementType memory = ElementType::F32; // the type that lies in memory, of a conversion
    friend auto operator<=>(const Intrinsic&, const Intrinsic&) = default;
};
std::string name_of(const Intrinsic& intrinsic); // "fma_f32x8", "f32x8_from_s8"
// Name of the scalar function of runtime_lib for mathematics or a square root: "tanh_f32"; else empty.
std::string scalar_name(const Intrinsic& intrinsic);
// The elements that an intrinsic reads or writes behind a pointer among its operands.
enum class AccessExtent : std::uint8_t {
    Nothing,
    Pair,
    Four,
    Lanes,
    Pairs,
    Count,
    FewerThanLanes,
    Square,
    Triples,
    ThreeLines,
    Lines
};
struct IntrinsicAccess {
    std::size_t pointer = 0; // operand
    AccessExtent extent = AccessExtent::Nothing;
    std::size_t number = 0; // operand with a number of elements, see intrinsics.def
    ElementType element = ElementType::F32;
    std::int64_t lanes = 1;

    bool has_number() const { return number != pointer; }
    // Number of bytes behind the pointer, of lines that are `given` elements from the first to the last one; nothing if
    // the number is not allowed.
    std::optional<std::int64_t> bytes(std::int64_t given) const;
};
// One access for each pointer.
std::vector<IntrinsicAccess> accesses_of(const Intrinsic& intrinsic);

// True if it computes with numbers, words and pointers alone.
bool is_scalar(IntrinsicId id);

// All names that intrinsics and their vectors may have, so that nothing else takes one.
std::set<std::string> intrinsic_names();

// Unsigned integers as wide as these floats, f32 or f64.
ElementType bits_of(ElementType type);
// Integer types that a conversion goes through, from the type in memory on. GCC widens vectors well in steps of twice
// the bits.
std::vector<ElementType> integers_of(const Intrinsic& conversion);
// Vectors that Transpose loads: 16 bytes at most, within which shuffles are fast.
VectorType loaded_by_transposition(const VectorType& square);

} // namespace hlo2cpp
