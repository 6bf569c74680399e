// ShapeProto <-> Shape. Reading checks it: known types, sizes that fit, a layout that is a permutation.
#pragma once

#include "ir/shape.h"

namespace hlo2cpp_proto {
class ShapeProto;
}

namespace hlo2cpp {

// Throws InputError without the shape's place.
Shape shape_from_proto(const hlo2cpp_proto::ShapeProto& proto);
// Spells the layout out, also the default one.
hlo2cpp_proto::ShapeProto shape_to_proto(const Shape& shape);

} // namespace hlo2cpp
