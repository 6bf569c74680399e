// Maxima and minima whose NaNs and signs of zeros are accumulators of their own, see tile/extremum_parts.h.
#include "program/tiled_builder.h"

#include "ops/op.h"

namespace hlo2cpp {

using tree::Expression;

ExtremumParts TiledBuilder::parts(const Expression& chain, const Expression& r, const Expression& v) const {
    return {.number = accumulator(accumulators_, chain, r, v),
            .signs = accumulator(signs_, chain, r, v),
            .nan = accumulator(nans_, chain, r, v)};
}

void TiledBuilder::combine_parts(const ExtremumParts& parts, const Expression& element) {
    const Expr expr{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_->combiner};
    const ExtremumParts next =
        with_element({.expr = expr, .types = {}, .operands = {}, .lanes = tile_.lanes}, parts, element);
    blocks_.add(tree::Assign{.target = parts.number, .value = next.number});
    blocks_.add(tree::Assign{.target = parts.signs, .value = next.signs});
    blocks_.add(tree::Assign{.target = parts.nan, .value = next.nan});
}

void TiledBuilder::join_parts() {
    const Expr expr{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_->combiner};
    const PrintContext context{.expr = expr, .types = {}, .operands = {}, .lanes = tile_.lanes};
    for_accumulators([&](const Expression& c, const Expression& r, const Expression& v) {
        const ExtremumParts all = parts(c, r, v);
        blocks_.add(tree::Assign{.target = all.number, .value = joined_parts(context, all)});
    });
}

} // namespace hlo2cpp
