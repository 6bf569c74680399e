#include "kernel/array_layout.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "support/in_order.h"

namespace hlo2cpp {
namespace {

// Places in memory of the module's elements, in row-major order.
std::vector<std::int64_t> places_in_memory(const MovedArray& array) {
    const std::size_t rank = array.dims.size();
    std::vector<std::int64_t> strides(rank, 1); // in memory, by dimension of the module
    std::int64_t stride = 1;
    for (std::size_t d = rank; d-- > 0;) {
        const auto dim = static_cast<std::size_t>(array.layout.order[d]);
        strides[dim] = stride;
        const bool row = array.layout.pitch > 0 && d + 1 == rank;
        stride *= row ? array.layout.pitch : array.dims[dim];
    }
    std::vector<std::int64_t> places = {0};
    for (std::size_t d = 0; d < rank; ++d) {
        std::vector<std::int64_t> longer;
        for (const std::int64_t place : places)
            for (std::int64_t i = 0; i < array.dims[d]; ++i) longer.push_back(place + i * strides[d]);
        places = std::move(longer);
    }
    return places;
}

} // namespace

ArrayLayout row_major(std::size_t rank) {
    ArrayLayout layout{std::vector<std::int64_t>(rank)};
    std::iota(layout.order.begin(), layout.order.end(), 0);
    return layout;
}

bool is_row_major(const ArrayLayout& layout) {
    return layout.pitch == 0 && std::ranges::is_sorted(layout.order);
}

std::vector<std::int64_t> dims_in_memory(const std::vector<std::int64_t>& dims, const ArrayLayout& layout) {
    std::vector<std::int64_t> lie = in_order(dims, layout.order);
    if (layout.pitch == 0) return lie;
    lie.pop_back();
    lie.back() *= layout.pitch;
    return lie;
}

Subscripts place_in_memory(const Subscripts& element, const ArrayLayout& layout) {
    std::vector<Index> place = in_order(std::vector<Index>(element.begin(), element.end()), layout.order);
    if (layout.pitch == 0) return place;
    const Index column = place.back();
    place.pop_back();
    place.back() = place.back() * layout.pitch + column;
    return place;
}

void scatter_elements(std::span<const std::byte> elements, const MovedArray& array, std::int64_t size,
                      std::span<std::byte> memory) {
    const auto bytes = static_cast<std::size_t>(size);
    std::size_t i = 0;
    for (const std::int64_t place : places_in_memory(array))
        std::memcpy(&memory[static_cast<std::size_t>(place) * bytes], &elements[i++ * bytes], bytes);
}

void gather_elements(std::span<const std::byte> memory, const MovedArray& array, std::int64_t size,
                     std::span<std::byte> elements) {
    const auto bytes = static_cast<std::size_t>(size);
    std::size_t i = 0;
    for (const std::int64_t place : places_in_memory(array))
        std::memcpy(&elements[i++ * bytes], &memory[static_cast<std::size_t>(place) * bytes], bytes);
}

} // namespace hlo2cpp
