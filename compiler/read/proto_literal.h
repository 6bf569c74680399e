// LiteralProto <-> the elements in memory.
#pragma once

#include <string>

#include "ir/literal.h"

namespace hlo2cpp_proto {
class LiteralProto;
}

namespace hlo2cpp {

// Throws InputError, which does not say where the literal is.
Literal literal_from_proto(const hlo2cpp_proto::LiteralProto& proto);

// The elements of an array, laid out in memory like Literal::bytes, into the field of their type.
void set_literal_elements(hlo2cpp_proto::LiteralProto& proto, ElementType type, const std::string& bytes);

} // namespace hlo2cpp
