// slice: parts of tensors, with steps that may go backwards.
#include <algorithm>

#include "read/nnef/ops/tensors.h"

namespace hlo2cpp::nnef {
namespace {

std::int64_t integer_at(const OperationCall& call, std::string_view name, std::size_t i) {
    return call.argument(name).items()[i].integer();
}

// Elements begin, begin + stride, ... before (for a negative stride: behind) end.
struct Range {
    std::int64_t begin, end, stride, extent;

    std::int64_t count() const {
        const std::int64_t distance = stride > 0 ? end - begin : begin - end;
        const std::int64_t step = stride > 0 ? stride : -stride;
        return distance <= 0 ? 0 : (distance - 1) / step + 1;
    }
};

// Offsets below 0 count from the end; offsets outside of the tensor move to its borders. An end of 0 means the tensor's
// end, but only if `zero_is_end`.
Range range_of(std::int64_t begin, std::int64_t end, std::int64_t stride, std::int64_t extent, bool zero_is_end) {
    const auto inside = [&](std::int64_t offset) {
        if (offset < 0) offset = std::max(offset, -2 * extent) + extent; // no overflow
        return std::clamp<std::int64_t>(offset, -1, extent);
    };
    Range range{.begin = inside(begin),
                .end = end == 0 && zero_is_end ? extent : inside(end),
                .stride = stride,
                .extent = extent};
    if (stride > 0) {
        range.begin = std::max<std::int64_t>(range.begin, 0);
        range.end = std::max<std::int64_t>(range.end, 0);
    } else {
        range.begin = std::min(range.begin, extent - 1);
    }
    return range;
}

Op sliced(Op tensor, std::int64_t axis, const Range& range) {
    const std::int64_t count = range.count();
    if (range.stride > 0) return slice_of(tensor, axis, range.begin, range.end, std::min(range.stride, range.extent));
    // A negative stride takes the elements from the last one on and reverses them.
    const std::int64_t step = std::min(-range.stride, range.extent);
    const std::int64_t last = range.begin - (count - 1) * step;
    return builder::Rev(slice_of(tensor, axis, last, range.begin + 1, step), {axis});
}

Value slice(const OperationCall& call) {
    Op result = call.tensor("input");
    const Sizes axes = call.axes("axes", result.shape().rank());
    const std::size_t strides = call.argument("stride").items().size();
    if (call.argument("begin").items().size() != axes.size() || call.argument("end").items().size() != axes.size() ||
        (strides != 0 && strides != axes.size()))
        call.fail("axes, begin, end and stride have different lengths");
    bool all_ones = true;
    for (std::size_t i = 0; i < strides; ++i) all_ones = all_ones && integer_at(call, "stride", i) == 1;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::int64_t stride = strides == 0 ? 1 : integer_at(call, "stride", i);
        const std::int64_t begin = integer_at(call, "begin", i), end = integer_at(call, "end", i);
        const std::int64_t extent = extents_of(result)[index(axes[i])];
        if (stride == 0 || stride == INT64_MIN) call.fail("a stride is 0, or too large");
        const Range range = range_of(begin, end, stride, extent, all_ones);
        if (range.count() < 1)
            call.fail("the range from " + std::to_string(begin) + " to " + std::to_string(end) + " in steps of " +
                      std::to_string(stride) + " has no element of dimension " + std::to_string(axes[i]) + " of " +
                      to_string(extents_of(result)));
        result = sliced(result, axes[i], range);
    }
    return Value(result);
}

} // namespace

void add_slices(OperationTable& table) {
    table["slice"] = slice;
}

} // namespace hlo2cpp::nnef
