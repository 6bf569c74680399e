// Shapes: an array with its layout, a tuple of shapes, or a token.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/element_type.h"

namespace hlo2cpp {

// Tuples nested deeper than this are refused by the readers, so that recursion over shapes is bounded.
constexpr int kMaxTupleDepth = 100;

// Value of the memory between the elements of an array whose dimensions are padded.
enum class LayoutPadding : std::uint8_t { Zero, One, Lowest, Highest };

struct Layout {
    std::vector<std::int64_t> minor_to_major; // a permutation of the dimensions, fastest first; empty: row-major
    // Files of before 2019: the size in memory of each dimension, none smaller than its own; empty: as large. The
    // elements come first in each dimension.
    std::vector<std::int64_t> padded_dims;
    LayoutPadding padding = LayoutPadding::Zero;
    std::vector<std::int64_t> tiles; // of each tile its rank and its sizes; nothing after `lower` keeps them
    std::int64_t memory_space = 0;
    friend bool operator==(const Layout&, const Layout&) = default;
};

struct Shape {
    ElementType type = ElementType::Tuple;
    std::vector<std::int64_t> dims; // sizes, or bounds of dynamic dimensions; -1 is unbounded
    std::vector<bool> dynamic;      // empty: all static
    Layout layout;
    std::vector<Shape> tuple;                                     // the elements of a tuple; the array of a buffer
    friend bool operator==(const Shape&, const Shape&) = default; // layouts, too; see same_shape

    static Shape array(ElementType type, std::vector<std::int64_t> dims);
    static Shape scalar(ElementType type) { return array(type, {}); }
    static Shape tuple_of(std::vector<Shape> elements);
    static Shape token();

    bool is_tuple() const { return type == ElementType::Tuple; }
    bool is_token() const { return type == ElementType::Token; }
    bool is_array() const { return is_array_type(type); }
    bool is_scalar() const { return is_array() && dims.empty(); }
    std::size_t rank() const { return dims.size(); }
    bool is_dynamic() const;   // in any dimension, of any element
    bool is_unbounded() const; // the same
    bool row_major() const;    // and not padded
    // Number of elements of an array (1 for a scalar); readers made sure that it and the bytes fit in an int64.
    std::int64_t elements() const;
    std::int64_t bytes() const { return elements() * byte_size(type); }
    // Fastest dimension first, spelled out also where the layout is the default.
    std::vector<std::int64_t> minor_to_major() const;
};

// Strides in elements of a row-major array of these sizes.
std::vector<std::int64_t> row_major_strides(const std::vector<std::int64_t>& dims);
// Strides in elements of the dimensions, in the layout of the shape.
std::vector<std::int64_t> layout_strides(const Shape& shape);
// Shape of the array's memory: row-major, the slowest dimension first, with the padding.
Shape memory_shape(const Shape& array);
// The shape that callers see: a complex number is two reals, along one more dimension.
Shape caller_shape(const Shape& array);
inline std::int64_t memory_bytes(const Shape& array) {
    return memory_shape(array).bytes();
}
// "padded to [3,5] with zeros", or nothing.
std::string padding_text(const Shape& array);

// Same type and sizes (and elements, for a tuple); layouts are not compared.
bool same_shape(const Shape& a, const Shape& b);
// "f32[2,3]", with the layout "{1,0}" where asked for; a tuple in parentheses.
std::string to_string(const Shape& shape, bool with_layout = false);

// Calls visit(leaf) for every array of the shape, depth first; tokens and empty tuples have no leaf.
template <typename Visit>
void for_each_leaf(const Shape& shape, Visit&& visit) {
    if (shape.is_array()) visit(shape);
    for (const Shape& element : shape.tuple) for_each_leaf(element, visit);
}

// The arrays of a shape, and of several, in that order.
std::vector<Shape> leaves_of(const Shape& shape);
std::vector<Shape> leaves_of(const std::vector<Shape>& shapes);

// The dimensions of an array as its layout has them, the slowest first.
std::vector<std::int64_t> physical_order(const Shape& shape);

} // namespace hlo2cpp
