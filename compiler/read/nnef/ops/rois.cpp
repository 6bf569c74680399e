// Regions of interest, which data gives as (left, top, right, bottom): every region becomes a tensor of a fixed size.
#include <limits>

#include "read/nnef/ops/tensors.h"

namespace hlo2cpp::nnef {
namespace {

struct Regions {
    Op planes;           // [regions, channels, height, width]: the image of each region
    Op rois;             // [regions, 4]
    Sizes size;          // of the output: height, width
    std::int64_t number; // of regions
};

Regions regions_of(const OperationCall& call) {
    const Op input = call.tensor("input"), rois = call.tensor("rois"), batch = call.tensor("batch_index");
    const Sizes size = call.integers("output_size");
    if (rank_of(input) != 4 || size.size() != 2 || size[0] < 1 || size[1] < 1)
        call.fail("expected an input of rank 4 and two numbers above 0 as output_size, but found the shape " +
                  to_string(extents_of(input)) + " and " + to_string(size));
    if (rank_of(rois) != 2 || extents_of(rois)[1] != 4 || extents_of(batch) != Sizes{extents_of(rois)[0]})
        call.fail("the regions have the shape " + to_string(extents_of(rois)) + " and batch_index " +
                  to_string(extents_of(batch)) + "; expected [n,4] and [n]");
    const std::int64_t number = extents_of(rois)[0];
    Graph::check_extents({number, extents_of(input)[1], extents_of(input)[2], extents_of(input)[3]});
    Graph::check_extents({number, extents_of(input)[1], size[0], size[1]});
    return {take(input, batch, 0), rois, size, number};
}

// Coordinate `column` of each region, as [regions, 1, 1].
Op coordinate(const Regions& regions, std::int64_t column) {
    return builder::Reshape(slice_of(regions.rois, 1, column, column + 1), {regions.number, 1, 1});
}

Op counted(const OperationCall& call, const Sizes& extents, std::int64_t axis) {
    return builder::Iota(call.builder(), Shape::array(ElementType::F32, extents), axis);
}

struct Axis {
    Sizes extents;    // [regions, output, input]
    Op output, input; // the numbers of the elements
    Op begin, end;    // of the region
};

Axis axis_of(const OperationCall& call, const Regions& regions, bool vertical) {
    Axis axis;
    axis.extents = {regions.number, regions.size[vertical ? 0 : 1], extents_of(regions.planes)[vertical ? 2 : 3]};
    Graph::check_extents(axis.extents);
    axis.output = counted(call, axis.extents, 1);
    axis.input = counted(call, axis.extents, 2);
    axis.begin = broadcast_whole(coordinate(regions, vertical ? 1 : 0), axis.extents);
    axis.end = broadcast_whole(coordinate(regions, vertical ? 3 : 2), axis.extents);
    return axis;
}

Op scalar(Op like, double value) {
    return builder::ScalarLike(like, value);
}

// True for an element of the input that belongs to a part of the region, one part an output. Ends of the region are
// rounded and belong to it; parts overlap if its size is not divisible by their number.
Op in_part(const Axis& axis) {
    const Op begin = builder::Round(axis.begin), end = builder::Max(builder::Round(axis.end), begin);
    const auto parts = static_cast<double>(axis.extents[1]);
    const Op part = builder::Div(builder::Add(builder::Sub(end, begin), scalar(begin, 1)), scalar(begin, parts));
    const Op first = builder::Add(begin, builder::Floor(builder::Mul(axis.output, part)));
    const Op next = builder::Add(axis.output, scalar(axis.output, 1));
    const Op last = builder::Add(begin, builder::Ceil(builder::Mul(next, part)));
    return builder::And(builder::Ge(axis.input, first), builder::Lt(axis.input, last));
}

// The weights of a mean.
Op mean_weights(const OperationCall& call, const Axis& axis) {
    const Op inside = builder::ConvertElementType(in_part(axis), ElementType::F32);
    const ComputationId sum = call.graph().joint(Joint::Sum, ElementType::F32);
    const Op count = builder::Reduce(inside, scalar(inside, 0), sum, {2});
    const Op at_least_one = builder::Max(count, scalar(count, 1));
    return builder::Div(inside, builder::BroadcastInDim(at_least_one, axis.extents, {0, 1}));
}

// The weights of linear interpolation; elements outside of the input are those at its border.
Op resample_weights(const Axis& axis, const std::string& method) {
    const auto size = static_cast<double>(axis.extents[1]);
    const Op extent = builder::Sub(axis.end, axis.begin);
    const double steps = method == "aligned" ? std::max(size - 1, 1.0) : size;
    const double shift = method == "symmetric" ? 0.5 : 0;
    const Op position = builder::Mul(builder::Add(axis.output, scalar(extent, shift)), scalar(extent, 1 / steps));
    const Op at = builder::Sub(builder::Add(axis.begin, builder::Mul(position, extent)), scalar(extent, shift));
    const Op inside = builder::Clamp(scalar(at, 0), at, scalar(at, static_cast<double>(axis.extents[2] - 1)));
    const Op distance = builder::Abs(builder::Sub(axis.input, inside));
    return builder::Max(builder::Sub(scalar(distance, 1), distance), scalar(distance, 0));
}

// Sums over height and width with weights [regions, output, input].
Op weighted_sum(const Regions& regions, Op vertical, Op horizontal) {
    const DotDimensions by_width{.lhs_contracting = {3}, .rhs_contracting = {2}, .lhs_batch = {0}, .rhs_batch = {0}};
    const DotDimensions by_height{.lhs_contracting = {2}, .rhs_contracting = {2}, .lhs_batch = {0}, .rhs_batch = {0}};
    const Op narrow = builder::DotGeneral(regions.planes, horizontal, by_width); // [regions, channels, height, out]
    const Op low = builder::DotGeneral(narrow, vertical, by_height);             // [regions, channels, width, out]
    return builder::Transpose(low, {0, 1, 3, 2});
}

// The maximum along dimension 2 or 3 of the planes, of the elements that belong to each part.
Op maximum_of_parts(const OperationCall& call, Op planes, Op inside, std::int64_t axis) {
    Sizes extents = extents_of(planes); // with the parts in front of the axis
    extents.insert(extents.begin() + axis, extents_of(inside)[1]);
    Graph::check_extents(extents);
    Sizes kept = {0, 1, 2, 3};
    for (std::int64_t& dimension : kept) dimension += dimension >= axis ? 1 : 0;
    const Op values = builder::BroadcastInDim(planes, extents, kept);
    const Op chosen = builder::BroadcastInDim(inside, extents, {0, axis, axis + 1});
    const Op lowest = scalar(values, -std::numeric_limits<double>::infinity());
    const Op others = broadcast_whole(lowest, extents);
    return builder::Reduce(builder::Select(chosen, values, others), lowest,
                           call.graph().joint(Joint::Maximum, ElementType::F32), {axis + 1});
}

Value avg_roi_pool(const OperationCall& call) {
    const Regions regions = regions_of(call);
    return Value(weighted_sum(regions, mean_weights(call, axis_of(call, regions, true)),
                              mean_weights(call, axis_of(call, regions, false))));
}

Value max_roi_pool(const OperationCall& call) {
    const Regions regions = regions_of(call);
    const Op low = maximum_of_parts(call, regions.planes, in_part(axis_of(call, regions, true)), 2);
    return Value(maximum_of_parts(call, low, in_part(axis_of(call, regions, false)), 3));
}

Value roi_resample(const OperationCall& call) {
    const Regions regions = regions_of(call);
    const std::string& method = call.word("method", {"symmetric", "asymmetric", "aligned"});
    return Value(weighted_sum(regions, resample_weights(axis_of(call, regions, true), method),
                              resample_weights(axis_of(call, regions, false), method)));
}

} // namespace

void add_rois(OperationTable& table) {
    table["avg_roi_pool"] = avg_roi_pool;
    table["max_roi_pool"] = max_roi_pool;
    table["roi_resample"] = roi_resample;
}

} // namespace hlo2cpp::nnef
