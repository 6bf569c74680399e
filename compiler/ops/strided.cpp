#include "ops/strided.h"

#include <type_traits>

namespace hlo2cpp {
namespace {

// Calls row(strided offset, linear offset) for the start of every run along the last dimension.
template <typename Row>
void for_each_row(const std::vector<std::int64_t>& dims, std::int64_t base, const std::vector<std::int64_t>& strides,
                  Row&& row) {
    if (dims.empty()) return row(base, std::int64_t{0});
    const std::vector<std::int64_t> outer(dims.begin(), dims.end() - 1);
    const std::vector<std::int64_t> outer_strides(strides.begin(), strides.end() - 1);
    std::int64_t linear = 0;
    for_each_index(outer, [&](const std::vector<std::int64_t>& index) {
        row(base + offset_of(index, outer_strides), linear);
        linear += dims.back();
    });
}

} // namespace

Tensor read_strided(const Shape& shape, const Tensor& source, std::int64_t base,
                    const std::vector<std::int64_t>& strides) {
    Tensor result(shape);
    if (result.elements() == 0) return result;
    const std::int64_t length = shape.dims.empty() ? 1 : shape.dims.back(),
                       stride = strides.empty() ? 1 : strides.back();
    std::visit(
        [&](auto& to) {
            const auto& from = std::get<std::decay_t<decltype(to)>>(source.data);
            for_each_row(shape.dims, base, strides, [&](std::int64_t strided, std::int64_t linear) {
                for (std::int64_t i = 0; i < length; ++i) to(linear + i) = from(strided + i * stride);
            });
        },
        result.data);
    return result;
}

Tensor transposed(const Tensor& tensor, const std::vector<std::int64_t>& order) {
    const std::vector<std::int64_t> strides = row_major_strides(tensor.shape.dims);
    Shape shape = Shape::array(tensor.shape.type, {});
    std::vector<std::int64_t> from;
    for (const std::int64_t d : order) {
        shape.dims.push_back(tensor.shape.dims[static_cast<std::size_t>(d)]);
        from.push_back(strides[static_cast<std::size_t>(d)]);
    }
    return read_strided(shape, tensor, 0, from);
}

void write_strided(Tensor& target, const Tensor& source, std::int64_t base, const std::vector<std::int64_t>& strides) {
    if (source.elements() == 0) return;
    const std::vector<std::int64_t>& dims = source.shape.dims;
    const std::int64_t length = dims.empty() ? 1 : dims.back(), stride = strides.empty() ? 1 : strides.back();
    std::visit(
        [&](auto& to) {
            const auto& from = std::get<std::decay_t<decltype(to)>>(source.data);
            for_each_row(dims, base, strides, [&](std::int64_t strided, std::int64_t linear) {
                for (std::int64_t i = 0; i < length; ++i) to(strided + i * stride) = from(linear + i);
            });
        },
        target.data);
}

} // namespace hlo2cpp
