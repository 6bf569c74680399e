// ShapeProto <-> Shape; read, it is checked: known types, sizes that fit, a layout that is a permutation.
#pragma once

#include "ir/shape.h"

namespace hlo2cpp_proto {
class ShapeProto;
}

namespace hlo2cpp {

// Throws InputError, which does not say where the shape is.
Shape shape_from_proto(const hlo2cpp_proto::ShapeProto& proto);
// With its layout spelled out, also where that is the default.
hlo2cpp_proto::ShapeProto shape_to_proto(const Shape& shape);

} // namespace hlo2cpp
