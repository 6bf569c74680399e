// An operand of a convolution that is copied first, and the kernels that copy it.
#pragma once

#include "layout/image.h"

namespace hlo2cpp {

struct ImageCopy {
    const Kernel* kernel = nullptr;
    Image image;
    ImageAxis rows, columns;
    struct Condition {
        hlo2cpp::Condition condition;
        bool of_rows = false; // else of columns
    };
    std::vector<Condition> inside; // of the reduction: elements outside are zero in the copy
    std::int64_t pitch = 0;        // elements from row to row of a line; 0: the copy is an image
    std::int64_t line_rows = 0;    // rows of a line

    const Expr& load() const { return kernel->exprs[image.load]; }
    const KernelArgument& array() const { return (*kernel)[load().argument]; }
    const ImageAxis& axis(bool of_rows) const { return of_rows ? rows : columns; }
    // Subscripts of the array that are neither rows nor columns; of a batch alone, which neither taps nor weights
    // change, or of features alone, where asked for.
    std::vector<std::size_t> other_subscripts(std::optional<bool> of_batch = {}) const;
};

// One kernel that writes all lines.
Kernel copy_into_lines(const ImageCopy& operand);
// Zeros, and a kernel for each phase that writes what is no padding into them; none where there is no padding, or where
// what is no padding is no range of rows and columns.
std::vector<Kernel> copies_between_zeros(const ImageCopy& operand);
// The image between its padding, with its features last.
Kernel copy_of_image(const ImageCopy& operand);

// Subscripts in the copy of the element that a tap of a point reads, in the kernel's space.
Subscripts place_in_copy(const ImageCopy& operand, IndexSpace& space);

} // namespace hlo2cpp
