#include "ir/literal.h"

namespace hlo2cpp {

Literal Literal::zeros(const Shape& array_shape) {
    Literal literal;
    literal.shape = array_shape;
    literal.bytes.resize(static_cast<std::size_t>(array_shape.bytes()));
    return literal;
}

} // namespace hlo2cpp
