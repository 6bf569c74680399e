// Pools that give indices, and those that take them. An index is the offset in the plane of the input: its dimensions
// behind batch and channels, or all of them where windows go over batch or channels. The number of elements of the
// plane stands for a border of zeros.
#include <limits>

#include "read/nnef/ops/border.h"
#include "read/nnef/ops/tensors.h"
#include "read/nnef/ops/windows.h"

namespace hlo2cpp::nnef {
namespace {

// The first dimension of the plane.
std::size_t plane_begin(const Windows& windows) {
    return windows.size.size() > 2 && windows.size[0] == 1 && windows.size[1] == 1 ? 2 : 0;
}

std::int64_t plane_elements(const Sizes& extents, std::size_t begin) {
    return product(Sizes(extents.begin() + static_cast<std::ptrdiff_t>(begin), extents.end()));
}

// Each element's offset in its plane.
Op offsets(const OperationCall& call, const Sizes& extents, std::size_t begin) {
    const Sizes plane(extents.begin() + static_cast<std::ptrdiff_t>(begin), extents.end());
    const Op flat = builder::Iota(call.builder(), ElementType::S32, product(plane));
    return builder::BroadcastInDim(builder::Reshape(flat, plane), extents,
                                   iota(static_cast<std::int64_t>(plane.size()), static_cast<std::int64_t>(begin)));
}

struct IndexedMaximum {
    Op value, index;
};

IndexedMaximum indexed_maximum(const OperationCall& call) {
    Op input = call.tensor("input");
    const std::string& border = call.word("border", {"constant", "ignore", "replicate", "reflect", "reflect-even"});
    Windows windows = windows_of(call, extents_of(input), call.integers("size"));
    const std::size_t begin = plane_begin(windows);
    const auto outside = static_cast<double>(plane_elements(extents_of(input), begin));
    Op index = offsets(call, extents_of(input), begin);
    if (border != "ignore") {
        input = bordered(call, input, windows.padding, border);
        index = bordered(call, index, windows.padding, border, outside);
        windows.padding.assign(windows.padding.size(), {0, 0});
    }
    const Ops starts = {builder::ScalarLike(input, -std::numeric_limits<double>::infinity()),
                        builder::ConstantR0(call.builder(), std::numeric_limits<std::int32_t>::max())};
    const Op pair = builder::ReduceWindowWithGeneralPadding(
        Ops{input, index}, starts, call.graph().index_joint(ComparisonDirection::Gt), windows.size, windows.stride, {},
        windows.dilation, windows.padding);
    return {builder::GetTupleElement(pair, 0), builder::GetTupleElement(pair, 1)};
}

// Offsets in all of a tensor of these extents, of offsets in its planes.
Op whole_offsets(const OperationCall& call, Op index, const Sizes& extents, std::size_t begin) {
    const std::int64_t plane = plane_elements(extents, begin);
    const Op inside = builder::Clamp(builder::ScalarLike(index, 0), index,
                                     builder::ScalarLike(index, static_cast<double>(plane - 1)));
    if (begin == 0) return inside;
    const Sizes outer(extents.begin(), extents.begin() + static_cast<std::ptrdiff_t>(begin));
    const Op number = builder::Reshape(builder::Iota(call.builder(), ElementType::S32, product(outer)), outer);
    const Op start = builder::Mul(number, builder::ScalarLike(number, static_cast<double>(plane)));
    return builder::Add(inside,
                        builder::BroadcastInDim(start, extents_of(index), iota(static_cast<std::int64_t>(begin))));
}

Op is_inside(Op index, std::int64_t plane) {
    const Op most = builder::ScalarLike(index, static_cast<double>(plane));
    const Op least = builder::ScalarLike(index, 0);
    return builder::And(builder::Ge(index, least), builder::Lt(index, most));
}

void check_index(const OperationCall& call, Op index, const Sizes& extents) {
    if (extents_of(index) != extents)
        call.fail("the index has the shape " + to_string(extents_of(index)) + "; expected " + to_string(extents));
}

Op zero_where_outside(Op values, Op index, std::int64_t plane) {
    const Op zero = broadcast_whole(builder::ScalarLike(values, 0), extents_of(values));
    return builder::Select(is_inside(index, plane), values, zero);
}

Value sample(const OperationCall& call) {
    const Op input = call.tensor("input"), index = call.tensor("index");
    const Windows windows = windows_of(call, extents_of(input), call.integers("size"));
    check_index(call, index, windows.output);
    const std::size_t begin = plane_begin(windows);
    const Op flat = builder::Reshape(input, {product(extents_of(input))});
    const Op values = take(flat, whole_offsets(call, index, extents_of(input), begin), 0);
    return Value(zero_where_outside(values, index, plane_elements(extents_of(input), begin)));
}

Value desample(const OperationCall& call) {
    const Op input = call.tensor("input"), index = call.tensor("index");
    const Sizes shape = call.has_parameter("output_shape") ? call.integers("output_shape") : Sizes();
    if (!shape.empty() && shape.size() != input.shape().rank())
        call.fail("output_shape is " + to_string(shape) + "; expected the rank " + std::to_string(rank_of(input)));
    const Windows windows = transposed_windows_of(call, extents_of(input), call.integers("size"), shape);
    check_index(call, index, extents_of(input));
    const std::size_t begin = plane_begin(windows);
    const Sizes& extents = windows.input;
    const std::int64_t count = product(extents_of(input));
    const Op places = builder::Reshape(whole_offsets(call, index, extents, begin), {count, 1});
    const Op values = builder::Reshape(zero_where_outside(input, index, plane_elements(extents, begin)), {count});
    ScatterDimensions dimensions;
    dimensions.inserted_window_dims = {0};
    dimensions.scatter_dims_to_operand_dims = {0};
    dimensions.index_vector_dim = 1;
    const Op zero = builder::ExpandInDim(builder::ScalarLike(input, 0), {product(extents)});
    const Op sums =
        builder::Scatter(zero, places, values, call.graph().joint(Joint::Sum, ElementType::F32), dimensions);
    return Value(builder::Reshape(sums, extents));
}

} // namespace

void add_index_pools(OperationTable& table) {
    table["argmax_pool"] = [](const OperationCall& call) { return Value(indexed_maximum(call).index); };
    table["max_pool_with_index"] = [](const OperationCall& call) {
        const auto [value, index] = indexed_maximum(call);
        return Value::tuple({Value(value), Value(index)});
    };
    table["sample"] = sample;
    table["desample"] = desample;
}

} // namespace hlo2cpp::nnef
