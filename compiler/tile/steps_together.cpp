#include "tile/steps_together.h"

#include <utility>

#include "kernel/analysis.h"
#include "kernel/half_load.h"
#include "tile/vector_form.h"

namespace hlo2cpp {

namespace {

// The load of f16 that a factor is, if the neighbours in its lanes lie side by side.
ExprId half_in_lanes(const Kernel& kernel, const Dependences& dependences, const Tiling& nest, std::int64_t lane_dim,
                     ExprId factor, ElementType type) {
    const ExprId load = half_load(kernel, dependences, factor, type);
    if (!load.valid() || kernel.exprs[load].type != ElementType::F16) return {};
    const Packing* const packing = nest.packing_of(load);
    const bool lies = packing != nullptr ? packing->constant : reads_along(kernel, load, lane_dim);
    return lies ? load : ExprId();
}

} // namespace

std::optional<Factors> factors_of_steps(const Kernel& kernel, const Dependences& dependences, const Tiling& nest,
                                        const RegisterTile& tile, std::int64_t step_dim) {
    const Reduction& reduction = *kernel.reduction;
    const Expr& term = kernel.exprs[dependences.resolve(*reduction.term)];
    if (reduction.combiner != Opcode::Add || term.kind != ExprKind::Apply || term.opcode != Opcode::Multiply) return {};
    const auto depends = [&](ExprId expr, std::int64_t dim) {
        return (dependences.of(expr).dims & dimension_bit(dim)) != 0;
    };
    Factors factors = {.scalar = dependences.resolve(term.operands[0]),
                       .vector = dependences.resolve(term.operands[1])};
    if (depends(factors.scalar, tile.lane_dim)) std::swap(factors.scalar, factors.vector);
    const bool apart = !depends(factors.scalar, tile.lane_dim) && depends(factors.vector, tile.lane_dim);
    if (!apart || (tile.row_dim >= 0 && depends(factors.vector, tile.row_dim))) return {};
    // Vectors of 16-bit floats become f32 when they are loaded.
    if (const ExprId half = half_load(kernel, dependences, factors.scalar, term.type); half.valid())
        factors.scalar = half;
    const Expr& scalar = kernel.exprs[factors.scalar];
    const bool is_float = term.type == ElementType::F32 || term.type == ElementType::F64;
    const bool loads = scalar.kind == ExprKind::Load && makes_lanes(scalar.type, term.type);
    if (!loads || !is_float || nest.packing_of(factors.scalar)) return {};
    const bool neighbours =
        kernel.space.coefficient(scalar.index, step_dim) == 1 && affine_in(kernel, scalar.index, step_dim);
    if (!neighbours) return {};
    if (scalar.type == ElementType::F16)
        factors.half = half_in_lanes(kernel, dependences, nest, tile.lane_dim, factors.vector, term.type);
    return factors;
}

} // namespace hlo2cpp
