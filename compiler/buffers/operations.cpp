#include "buffers/operations.h"

#include <algorithm>
#include <bit>

#include "kernel/loads.h"
#include "kernel/work.h"
#include "ops/op.h"
#include "support/checked.h"

namespace hlo2cpp {
namespace {

std::int64_t product_of(const std::vector<std::int64_t>& sizes) {
    std::int64_t product = 1;
    for (const std::int64_t size : sizes) product = saturating_multiply(product, size);
    return product;
}

// Comparisons of each element that a sort by merging takes.
std::int64_t comparisons(const Sort& sort) {
    const auto last = static_cast<std::uint64_t>(std::max<std::int64_t>(sort.size, 1) - 1);
    return static_cast<std::int64_t>(std::bit_width(last));
}

} // namespace

std::int64_t Operations::all() const {
    return saturating_add(saturating_add(multiply_adds, others), functions);
}

Operations Operations::operator*(std::int64_t runs) const {
    return {saturating_multiply(multiply_adds, runs), saturating_multiply(others, runs),
            saturating_multiply(functions, runs)};
}

Operations& Operations::operator+=(const Operations& more) {
    *this = {saturating_add(multiply_adds, more.multiply_adds), saturating_add(others, more.others),
             saturating_add(functions, more.functions)};
    return *this;
}

Operations operations_of(const Kernel& kernel) {
    const std::vector<bool> needed = needed_expressions(kernel), reduced = reduced_expressions(kernel);
    const std::int64_t points =
        saturating_multiply(product_of(kernel.dims), kernel.sort ? comparisons(*kernel.sort) : 1);
    const std::int64_t terms = kernel.reduction ? saturating_multiply(points, product_of(kernel.reduction->dims)) : 0;
    const bool multiplies_and_adds = multiply_adds_of(kernel) > 0;
    Operations sum;
    for (std::size_t i = 0; i < needed.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        if (!needed[i] || expr.kind != ExprKind::Apply) continue;
        const bool counted = multiplies_and_adds && (ExprId(i) == *kernel.reduction->term ||
                                                     std::ranges::count(kernel.reduction->combined, ExprId(i)) > 0);
        if (counted) continue;
        const std::int64_t runs = reduced[i] ? terms : points;
        const Cost cost = definition_of(expr.opcode)->cost;
        if (cost == Cost::Conversion || cost == Cost::Cheap) sum.others = saturating_add(sum.others, runs);
        if (cost == Cost::Division || cost == Cost::Expensive) sum.functions = saturating_add(sum.functions, runs);
    }
    return sum;
}

} // namespace hlo2cpp
