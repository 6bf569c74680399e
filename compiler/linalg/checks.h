// Checks of arguments that functions of linear algebra share.
#pragma once

#include <algorithm>

#include "linalg/library_call.h"

namespace hlo2cpp {

inline std::int64_t rows(const Shape& matrix) {
    return matrix.dims[0];
}
inline std::int64_t columns(const Shape& matrix) {
    return matrix.dims[1];
}
inline std::int64_t smaller_side(const Shape& matrix) {
    return std::min(rows(matrix), columns(matrix));
}
inline Shape scalar_info() {
    return Shape::scalar(ElementType::S32);
}
inline ElementType real_type(ElementType type) {
    return is_complex(type) ? part_type(type) : type;
}

// The unit roundoff: half the distance between 1 and the next number.
inline double rounding_unit(ElementType type) {
    return real_type(type) == ElementType::F32 ? 0x1p-24 : 0x1p-53;
}

// f32, f64, c64 or c128.
inline void require_type(const InferContext& context, const Shape& array) {
    const bool fits = array.type == ElementType::F32 || array.type == ElementType::F64 || is_complex(array.type);
    if (!fits) context.fail("its matrices must be f32, f64, c64 or c128, found " + to_string(array));
}

inline void require_square(const InferContext& context, const Shape& matrix) {
    require_type(context, matrix);
    if (rows(matrix) != columns(matrix)) context.fail("its matrices must be square, found " + to_string(matrix));
}

inline void require_equal(const InferContext& context, const Shape& array, const Shape& expected) {
    if (!same_shape(array, expected))
        context.fail("an operand must be " + to_string(expected) + " for each matrix, found " + to_string(array));
}

} // namespace hlo2cpp
