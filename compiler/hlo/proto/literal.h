// LiteralProto <-> the elements in memory.
#pragma once

#include <string>

#include "ir/literal.h"

namespace hlo2cpp_proto {
class LiteralProto;
}

namespace hlo2cpp {

// Throws InputError without the literal's place.
Literal literal_from_proto(const hlo2cpp_proto::LiteralProto& proto);
hlo2cpp_proto::LiteralProto literal_to_proto(const Literal& literal);

// Stores the elements of an array, in row-major order and otherwise like Literal::bytes, into the field of their type,
// in the order of the shape's layout.
void set_literal_elements(hlo2cpp_proto::LiteralProto& proto, const Shape& shape, std::string bytes);

} // namespace hlo2cpp
