#include "tile/peel.h"

#include <algorithm>
#include <set>

#include "kernel/analysis.h"

namespace hlo2cpp {
namespace {

// Adds the points of dimension d at which the condition begins and ceases to hold; none if it depends on more than d.
void add_cuts(const Kernel& kernel, const Condition& condition, std::vector<std::set<std::int64_t>>& cuts) {
    if (condition.index.products.size() != 1) return;
    const Index::Product& product = condition.index.products[0];
    const Term& term = kernel.space[product.term];
    if (term.kind != TermKind::Dimension || static_cast<std::size_t>(term.dimension) >= kernel.dims.size()) return;
    if (product.coefficient != 1) return;
    const std::int64_t size = kernel.dims[static_cast<std::size_t>(term.dimension)];
    for (const std::int64_t bound : {condition.low, condition.high}) {
        const std::int64_t cut = bound - condition.index.constant;
        if (cut > 0 && cut < size) cuts[static_cast<std::size_t>(term.dimension)].insert(cut);
    }
}

} // namespace

std::vector<std::vector<Range>> peeled_boxes(const Kernel& kernel, std::size_t most) {
    std::vector<std::set<std::int64_t>> cuts(kernel.dims.size());
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
        for (const Condition& condition : kernel.exprs[ExprId(i)].conditions) add_cuts(kernel, condition, cuts);
    if (kernel.scan) cuts[static_cast<std::size_t>(kernel.scan->dim)].clear(); // its state goes on
    std::vector<std::vector<Range>> boxes = {{}};
    for (std::size_t d = 0; d < kernel.dims.size(); ++d) {
        std::vector<Range> sides;
        std::int64_t begin = 0;
        if (boxes.size() * (cuts[d].size() + 1) <= most)
            for (const std::int64_t cut : cuts[d]) {
                sides.push_back({begin, cut});
                begin = cut;
            }
        sides.push_back({begin, kernel.dims[d]});
        std::vector<std::vector<Range>> product;
        for (const std::vector<Range>& box : boxes)
            for (const Range& side : sides) {
                product.push_back(box);
                product.back().push_back(side);
            }
        boxes = std::move(product);
    }
    return boxes;
}

} // namespace hlo2cpp
