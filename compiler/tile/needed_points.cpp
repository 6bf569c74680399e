#include "tile/needed_points.h"

#include <algorithm>

#include "tile/unswitching.h"

namespace hlo2cpp {
namespace {

// True if the index is one dimension, and variables of loops around the kernel.
bool is_along(const IndexSpace& space, const Index& index, std::int64_t dim) {
    return space.coefficient(index, dim) > 0 && std::ranges::all_of(index.products, [&](const Index::Product& product) {
               const Term& term = space[product.term];
               return term.kind == TermKind::Variable || (term.kind == TermKind::Dimension && term.dimension == dim);
           });
}

} // namespace

std::vector<Condition> tests_of_need(const Kernel& kernel, const Piece& piece, const Bounds& bounds, std::size_t loop) {
    const std::int64_t dim = piece.loops[loop].dim, step = piece.loops[loop].step;
    if (dim == piece.jammed || (!kernel.reduction && innermost_loop(piece) == loop)) return {};
    std::vector<Condition> tests;
    for (Condition condition : kernel.needed) {
        if (!is_along(kernel.space, condition.index, dim)) continue;
        condition.low -= kernel.space.coefficient(condition.index, dim) * (step - 1); // for the last point of a tile
        tests.push_back(std::move(condition));
    }
    return to_be_tested(bounds, std::move(tests));
}

} // namespace hlo2cpp
