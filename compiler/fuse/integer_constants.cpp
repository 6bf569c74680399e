#include "fuse/integer_constants.h"

#include <algorithm>
#include <cstdint>

#include "evaluate/tensor.h"
#include "kernel/integer_values.h"

namespace hlo2cpp {

Range values_of(const Literal& integers) {
    const ElementType type = integers.shape.type;
    if (integers.shape.elements() == 0) return values_of(type);
    const Tensor tensor = to_tensor(integers);
    const auto [least, most] = std::ranges::minmax(tensor.integers());
    const bool is_beyond = is_unsigned(type) && least < 0; // a u64
    return is_beyond ? values_of(type) : from_to(least, most);
}

std::optional<Index> sum_of_subscripts(const Literal& integers, const Subscripts& at) {
    const std::vector<std::int64_t>& dims = integers.shape.dims;
    const ElementType type = integers.shape.type;
    if (!is_integer(type) || integers.shape.elements() == 0 || at.size() != dims.size()) return {};
    const Range values = values_of(integers);
    if (values.begin < INT32_MIN || values.last() > INT32_MAX) return {};
    const Tensor tensor = to_tensor(integers);
    const auto element = [&](std::int64_t i) { return tensor.integers()(i); };

    std::vector<std::int64_t> growth(dims.size(), 0);
    std::int64_t stride = 1;
    for (std::size_t d = dims.size(); d-- > 0; stride *= dims[d])
        if (dims[d] > 1) growth[d] = element(stride) - element(0);
    for (std::int64_t i = 0; i < tensor.elements(); ++i) {
        std::int64_t sum = element(0), rest = i;
        for (std::size_t d = dims.size(); d-- > 0; rest /= dims[d]) sum += growth[d] * (rest % dims[d]);
        if (element(i) != sum) return {};
    }
    Index index = element(0);
    for (std::size_t d = 0; d < dims.size(); ++d) index = index + at[d] * growth[d];
    return index;
}

} // namespace hlo2cpp
