#include "scalarize/point_orders.h"

namespace hlo2cpp {

PointOrders point_orders(const Kernel& kernel) {
    PointOrders orders;
    if (kernel.reduction) {
        std::vector<Index> conditions;
        add_indices(conditions, kernel.reduction->conditions);
        orders.initial = evaluation_order(kernel, kernel.reduction->initial, {});
        orders.terms = evaluation_order(kernel, kernel.reduction->combined, conditions);
    }
    std::vector<ExprId> results;
    std::vector<Index> indices;
    add_indices(indices, kernel.conditions);
    for (const Output& output : kernel.outputs) {
        results.push_back(output.expr);
        indices.insert(indices.end(), output.index.begin(), output.index.end());
        add_indices(indices, output.conditions);
    }
    orders.results = evaluation_order(kernel, results, indices);
    return orders;
}

} // namespace hlo2cpp
