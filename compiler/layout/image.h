// Images that convolutions read: which dimensions of a kernel and of its arrays are pixels.
#pragma once

#include "kernel/array_layout.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

// Rows or columns of an image: subscript `subscript` of the operand is a function of stride * point + dilation * tap.
struct ImageAxis {
    std::int64_t point = 0; // dimension of the kernel
    std::int64_t tap = -1;  // dimension of the reduction; -1: there is one tap
    std::int64_t stride = 1, dilation = 1;
    std::size_t subscript = 0;
    std::int64_t points = 0;                                                  // of the result
    std::int64_t reach = 0;                                                   // distance of the last tap
    std::int64_t phases() const { return std::min(stride, reach + 1); }       // that points read
    std::int64_t shift() const { return reach / stride; }                     // of the last tap, in a phase
    std::int64_t extent() const { return stride * (points - 1) + reach + 1; } // of what all points read
    bool has_window() const { return tap >= 0 || stride > 1; }
};

// The operand of a sum of products that depends on the pixels, which the other operand (the weights) does not.
struct Image {
    ExprId load;
    std::vector<ImageAxis> pixels; // also of a batch
};

// None for a kernel that is no sum of products of two loads, or whose operand is read in another way.
std::optional<Image> image_of(const Kernel& kernel);

// Orders of an image's dimensions: NHWC and NCHW.
struct ImageOrders {
    std::vector<std::int64_t> features_last, features_second;
};

// By value: the orders of an image that a convolution with a window reads or writes, or whose elements lie like those
// of such an image. None for other arrays.
std::vector<std::optional<ImageOrders>> image_orders(const Kernels& kernels);

// True if the index depends on nothing but the axis, and on it by stride * point + dilation * tap alone.
bool depends_on_axis(const IndexSpace& space, const Index& index, const ImageAxis& axis);

// True if a subscript depends on the dimension (but not in the value of a Dynamic term).
bool depends_on(const IndexSpace& space, const Subscripts& index, std::int64_t dimension);

// True if the index has a term of one of these kinds.
bool has_term(const IndexSpace& space, const Index& index, const std::vector<TermKind>& kinds);

// The dimension that a subscript is; none if it is a sum or a term of another kind.
std::optional<std::int64_t> plain_dimension(const IndexSpace& space, const Index& index);

} // namespace hlo2cpp
