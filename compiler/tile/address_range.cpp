#include "tile/address_range.h"

#include <algorithm>

#include "support/checked.h"

namespace hlo2cpp {
namespace {

bool too_large(const Value& value, const Target& target) {
    if (std::find(value.dims.begin(), value.dims.end(), 0) != value.dims.end()) return false;
    std::int64_t bytes = byte_size(value.type);
    for (const std::int64_t size : value.dims) {
        bytes = checked_multiply(bytes, size).value_or(target.buffer_limit() + 1);
        if (bytes > target.buffer_limit()) return true;
    }
    return bytes > target.buffer_limit();
}

} // namespace

void check_address_range(const Kernels& kernels, const Target& target, Diagnostics& diagnostics) {
    for (const Value& value : kernels.values)
        if (too_large(value, target))
            diagnostics.error({.message = "the array " + to_string(Shape::array(value.type, value.dims)) + " of " +
                                          printable(value.name, 80) + " has more than the " + buffer_limit_text(target),
                               .place = value.place});
}

std::string buffer_limit_text(const Target& target) {
    return std::to_string(target.buffer_limit()) + " bytes that one buffer may have on target " + target.name +
           "; choose smaller arrays" + (target.address_bits == 32 ? ", or a target with 64-bit addresses" : "");
}

} // namespace hlo2cpp
