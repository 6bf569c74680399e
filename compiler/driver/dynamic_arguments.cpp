#include "driver/dynamic_arguments.h"

#include <algorithm>
#include <cstring>

#include "ops/strided.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// The elements of both arrays at the indices that both have.
void copy_common(const Literal& from, Literal& to) {
    std::vector<std::int64_t> common;
    for (std::size_t d = 0; d < to.shape.rank(); ++d) common.push_back(std::min(from.shape.dims[d], to.shape.dims[d]));
    const std::vector<std::int64_t> source = row_major_strides(from.shape.dims),
                                    target = row_major_strides(to.shape.dims);
    const auto bytes = static_cast<std::size_t>(byte_size(to.shape.type));
    for_each_index(common, [&](const std::vector<std::int64_t>& index) {
        std::size_t read = 0, write = 0;
        for (std::size_t d = 0; d < index.size(); ++d) {
            read += static_cast<std::size_t>(index[d] * source[d]);
            write += static_cast<std::size_t>(index[d] * target[d]);
        }
        std::memcpy(&to.bytes[write * bytes], &from.bytes[read * bytes], bytes);
    });
}

} // namespace

bool is_size(std::span<const SizeLeaf> sizes, std::size_t leaf) {
    return std::ranges::find(sizes, static_cast<std::int64_t>(leaf), &SizeLeaf::size) != sizes.end();
}

Literal sized_argument(const NpyArray& array, const Shape& shape, std::size_t leaf, std::span<const SizeLeaf> sizes,
                       std::vector<Literal>& leaves, const std::string& what) {
    Shape bounds = shape;
    bounds.dynamic.assign(shape.rank(), false);
    Shape found = Shape::array(shape.type, shape.dims);
    for (const SizeLeaf& size : sizes) {
        if (size.array != static_cast<std::int64_t>(leaf)) continue;
        const auto d = static_cast<std::size_t>(size.dimension);
        bounds.dynamic[d] = true;
        if (array.dims.size() != shape.rank() || array.dims[d] > shape.dims[d]) continue; // complained of below
        found.dims[d] = array.dims[d];
        Literal number = Literal::zeros(Shape::scalar(ElementType::S32));
        number.set(0, static_cast<std::int32_t>(array.dims[d]));
        leaves[static_cast<std::size_t>(size.size)] = std::move(number);
    }
    if (array.dims != found.dims) return to_literal(array, bounds, what); // complains
    const Literal used = to_literal(array, found, what);
    if (found.dims == shape.dims) return used;
    Literal whole = Literal::zeros(Shape::array(shape.type, shape.dims));
    copy_common(used, whole);
    return whole;
}

std::vector<Literal> used_parts(std::vector<Literal> results, std::span<const SizeLeaf> sizes) {
    std::vector<Literal> used;
    for (std::size_t leaf = 0; leaf < results.size(); ++leaf) {
        if (is_size(sizes, leaf)) continue;
        std::vector<std::int64_t> dims = results[leaf].shape.dims;
        for (const SizeLeaf& size : sizes)
            if (size.array == static_cast<std::int64_t>(leaf))
                dims[static_cast<std::size_t>(size.dimension)] =
                    results[static_cast<std::size_t>(size.size)].at<std::int32_t>(0);
        if (dims == results[leaf].shape.dims) {
            used.push_back(std::move(results[leaf]));
            continue;
        }
        used.push_back(Literal::zeros(Shape::array(results[leaf].shape.type, dims)));
        copy_common(results[leaf], used.back());
    }
    return used;
}

} // namespace hlo2cpp
