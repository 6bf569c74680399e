// Folds of whole dimensions, which stay with an extent of 1.
#include <algorithm>
#include <limits>

#include "read/nnef/ops/tensors.h"

namespace hlo2cpp::nnef {
namespace {

Sizes reduced_extents(Op input, const Sizes& axes) {
    Sizes extents = extents_of(input);
    for (const std::int64_t axis : axes) extents[index(axis)] = 1;
    return extents;
}

Sizes sorted_axes(const OperationCall& call, Op input) {
    Sizes axes = call.axes("axes", input.shape().rank());
    std::ranges::sort(axes);
    return axes;
}

Op reduced(const OperationCall& call, Joint joint, Op start) {
    const Op input = call.tensor("input");
    const Sizes axes = sorted_axes(call, input);
    if (axes.empty()) return input;
    const ComputationId computation = call.graph().joint(joint, input.shape().type);
    return builder::Reshape(builder::Reduce(input, start, computation, axes), reduced_extents(input, axes));
}

Value sum_reduce(const OperationCall& call) {
    const Op input = call.tensor("input");
    const Op sum = reduced(call, Joint::Sum, builder::ScalarLike(input, 0));
    const std::int64_t count = product(extents_of(input)) / product(extents_of(sum));
    if (!call.logical("normalize") || count == 1) return Value(sum);
    return Value(builder::Mul(sum, builder::ScalarLike(sum, 1.0 / static_cast<double>(count))));
}

// The offset in the sub-space of the axes.
Value index_reduce(const OperationCall& call, ComparisonDirection better) {
    const Op input = call.tensor("input");
    const Sizes axes = sorted_axes(call, input);
    Sizes space;
    for (const std::int64_t axis : axes) space.push_back(extents_of(input)[index(axis)]);
    const Op flat = builder::Iota(call.builder(), ElementType::S32, product(space));
    const Op offsets = builder::BroadcastInDim(builder::Reshape(flat, space), extents_of(input), axes);
    const double infinity = std::numeric_limits<double>::infinity();
    const Ops starts = {builder::ScalarLike(input, better == ComparisonDirection::Gt ? -infinity : infinity),
                        builder::ConstantR0(call.builder(), std::numeric_limits<std::int32_t>::max())};
    const Op pair = builder::Reduce(call.builder(), {input, offsets}, starts, call.graph().index_joint(better), axes);
    return Value(builder::Reshape(builder::GetTupleElement(pair, 1), reduced_extents(input, axes)));
}

} // namespace

void add_reductions(OperationTable& table) {
    const auto extremum = [](Joint joint, double start) {
        return [=](const OperationCall& call) {
            return Value(reduced(call, joint, builder::ScalarLike(call.tensor("input"), start)));
        };
    };
    const auto logical = [](Joint joint, bool start) {
        return [=](const OperationCall& call) {
            return Value(reduced(call, joint, builder::ConstantR0(call.builder(), start)));
        };
    };
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    table["sum_reduce"] = sum_reduce;
    table["max_reduce"] = extremum(Joint::Maximum, -kInfinity);
    table["min_reduce"] = extremum(Joint::Minimum, kInfinity);
    table["any_reduce"] = logical(Joint::Or, false);
    table["all_reduce"] = logical(Joint::And, true);
    table["argmax_reduce"] = [](const OperationCall& call) { return index_reduce(call, ComparisonDirection::Gt); };
    table["argmin_reduce"] = [](const OperationCall& call) { return index_reduce(call, ComparisonDirection::Lt); };
}

} // namespace hlo2cpp::nnef
