#include "ir/layout_order.h"

#include <cstring>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// Calls visit(row-major position, position in the layout) for every element.
template <typename Visit>
void for_each_position(const Shape& shape, Visit&& visit) {
    const std::vector<std::int64_t> strides = layout_strides(shape);
    std::vector<std::int64_t> at(shape.rank());
    std::int64_t physical = 0;
    const std::int64_t count = shape.elements();
    for (std::int64_t logical = 0; logical < count; ++logical) {
        visit(static_cast<std::size_t>(logical), static_cast<std::size_t>(physical));
        for (std::size_t d = shape.rank(); d-- > 0;) { // the next multi-index
            physical += strides[d];
            if (++at[d] < shape.dims[d]) break;
            physical -= strides[d] * shape.dims[d];
            at[d] = 0;
        }
    }
}

void check_size(const std::vector<std::byte>& bytes, std::int64_t wanted) {
    check_internal(static_cast<std::int64_t>(bytes.size()) == wanted, "an array has not as many bytes as its shape");
}

} // namespace

std::vector<std::byte> to_layout(const std::vector<std::byte>& row_major, const Shape& shape) {
    check_size(row_major, shape.bytes());
    if (shape.row_major()) return row_major;
    const auto item = static_cast<std::size_t>(byte_size(shape.type));
    std::vector<std::byte> physical(static_cast<std::size_t>(memory_bytes(shape)));
    for_each_position(shape, [&](std::size_t logical, std::size_t position) {
        std::memcpy(&physical[position * item], &row_major[logical * item], item);
    });
    return physical;
}

std::vector<std::byte> from_layout(const std::vector<std::byte>& physical, const Shape& shape) {
    check_size(physical, memory_bytes(shape));
    if (shape.row_major()) return physical;
    const auto item = static_cast<std::size_t>(byte_size(shape.type));
    std::vector<std::byte> row_major(static_cast<std::size_t>(shape.bytes()));
    for_each_position(shape, [&](std::size_t logical, std::size_t position) {
        std::memcpy(&row_major[logical * item], &physical[position * item], item);
    });
    return row_major;
}

} // namespace hlo2cpp
