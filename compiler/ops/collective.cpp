#include "ops/collective.h"

#include "ops/infer_checks.h"

namespace hlo2cpp {

void require_one_replica(const InferContext& context) {
    const std::vector<std::vector<std::int64_t>>& groups = context.attributes().replica_groups;
    const bool alone = groups.empty() || (groups.size() == 1 && groups[0].empty()) ||
                       groups == std::vector<std::vector<std::int64_t>>{{0}};
    if (!alone) context.fail("its replica_groups name other devices than number 0: export the function for one device");
}

Shape infer_collective(const InferContext& context) {
    require_one_replica(context);
    return infer_all(context);
}

Shape infer_along_dimension(const InferContext& context) {
    const Shape result = infer_collective(context);
    const std::vector<std::int64_t>& dimensions = context.attributes().dimensions;
    if (dimensions.size() != 1) context.fail("it works along one dimension, found dimensions=" + list_of(dimensions));
    for (std::size_t i = 0; i < context.operand_count(); ++i)
        require_dimension(context, "dimensions", dimensions[0], context.operand(i));
    return result;
}

} // namespace hlo2cpp
