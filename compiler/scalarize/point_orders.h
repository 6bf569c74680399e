// Orders of evaluation at each point of a kernel.
#pragma once

#include "kernel/evaluation_order.h"

namespace hlo2cpp {

struct PointOrders {
    EvaluationOrder initial, terms, results; // in front of the sum, for each of its terms, behind it
};

PointOrders point_orders(const Kernel& kernel);

} // namespace hlo2cpp
