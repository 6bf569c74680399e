#include "ops/collective.h"

#include "ops/infer_checks.h"

namespace hlo2cpp {

void require_one_replica(const InferContext& context) {
    const std::vector<std::vector<std::int64_t>>& groups = context.attributes().replica_groups;
    const bool alone = groups.empty() || (groups.size() == 1 && groups[0].empty()) ||
                       groups == std::vector<std::vector<std::int64_t>>{{0}};
    if (!alone) context.fail("its replica_groups must name each device once, and of one device there is number 0");
}

Shape infer_collective(const InferContext& context) {
    require_one_replica(context);
    return infer_all(context);
}

Shape infer_along_dimension(const InferContext& context, const Shape& declared) {
    const Shape result = infer_collective(context);
    const std::vector<std::int64_t>& dimensions = context.attributes().dimensions;
    if (dimensions.size() != 1) context.fail("it works along one dimension, found dimensions=" + list_of(dimensions));
    for (std::size_t i = 0; i < context.operand_count(); ++i)
        require_dimension(context, "dimensions", dimensions[0], context.operand(i));
    const Shape& operand = context.operand(0);
    const Shape& first = declared.tuple.empty() ? declared : declared.tuple[0];
    if (first.rank() != operand.rank()) return result;
    const auto d = static_cast<std::size_t>(dimensions[0]);
    const auto [part, whole] = std::minmax(first.dims[d], operand.dims[d]);
    if (part > 0 && part < whole && whole % part == 0)
        context.fail("it joins or splits the parts of " + std::to_string(whole / part) +
                     " devices, but the generated code is for one: export the function for one device");
    return result;
}

} // namespace hlo2cpp
