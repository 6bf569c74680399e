#include "generate/tiled_printer.h"

#include <algorithm>

#include "generate/affine_text.h"
#include "ops/op.h"
#include "support/diagnostics.h"
#include "tile/analysis.h"

namespace hlo2cpp {

void TiledPrinter::reduce(std::size_t level) {
    if (rows_of_taps().size() <= 0) return; // padding alone
    const ReductionLoop& loop = piece_.reduction[level];
    if (loop.unrolled) return reduce_taps(level);
    if (level + 1 == piece_.reduction.size()) return print_run({.rows = rows_of_taps()}, -1);
    const std::string name = open_reduction_loop(loop);
    reduce(level + 1);
    if (!name.empty()) blocks_.close();
}

std::string TiledPrinter::open_reduction_loop(const ReductionLoop& loop) {
    const std::int64_t dim = loop.dims.back();
    std::int64_t steps = 1;
    for (const std::int64_t d : loop.dims) {
        steps *= size_of_dim(kernel_, d);
        if (d != dim) emitter_.bind(d, {.depth = blocks_.top()});
    }
    const LoopBounds bounds = clipped_bounds(
        emitter_, loop.dims.size() == 1 ? open_conditions(dim) : std::vector<Condition>{}, dim, {0, steps});
    const std::string name = emitter_.names().unique("k" + std::to_string(dim - parallel_));
    open_for(name, bounds, 1);
    if (tile_.lanes == 1) blocks_[blocks_.top()].pragma = kRolled; // a tile of scalars leaves few registers
    emitter_.bind(dim, {.name = name, .depth = blocks_.top()});
    return name;
}

std::vector<Condition> TiledPrinter::conditions_of_the_point() const {
    std::vector<Condition> open;
    for (const Condition& condition : reduction_.conditions) {
        bool inside = tile_.row_dim >= 0 && kernel_.space.depends_on(condition.index, tile_.row_dim);
        for (std::int64_t d = parallel_; d < kernel_.space.dimensions(); ++d)
            inside = inside || kernel_.space.depends_on(condition.index, d);
        if (!inside && !always_holds(kernel_, piece_.box, condition)) open.push_back(condition);
    }
    return open;
}

std::vector<Condition> TiledPrinter::open_conditions(std::int64_t dim) const {
    std::vector<Condition> open;
    for (const Condition& condition : reduction_.conditions) {
        if (always_holds(kernel_, piece_.box, condition) || !kernel_.space.depends_on(condition.index, dim)) continue;
        bool later = false;
        for (std::int64_t d = dim + 1; d < kernel_.space.dimensions(); ++d)
            later = later || kernel_.space.depends_on(condition.index, d);
        if (!later) open.push_back(condition);
    }
    return open;
}

void TiledPrinter::reduce_taps(std::size_t level) {
    const ReductionLoop& loop = piece_.reduction[level];
    const std::int64_t dim = loop.dims[0], size = size_of_dim(kernel_, dim);
    std::vector<Run> runs;
    for (std::int64_t tap = 0; tap < size; ++tap) {
        taps_[dim] = tap;
        const Range rows = rows_of_taps();
        if (rows.size() <= 0) continue;
        const bool joins = !runs.empty() && runs.back().rows == rows &&
                           runs.back().first_tap + runs.back().taps == tap && taps_join(level);
        if (joins)
            ++runs.back().taps;
        else
            runs.push_back({rows, tap, 1});
    }
    for (const Run& run : runs) {
        taps_[dim] = run.first_tap;
        blocks_.open_plain();
        emitter_.bind(dim, {.offset = run.first_tap, .depth = blocks_.top()});
        if (level + 1 == piece_.reduction.size())
            print_tap_loop(run, dim);
        else if (level + 2 == piece_.reduction.size())
            print_run(run, dim);
        else
            reduce(level + 1);
        blocks_.close();
    }
    taps_.erase(dim);
}

void TiledPrinter::print_tap_loop(const Run& run, std::int64_t dim) {
    if (run.taps == 1) return update(run.rows, "0");
    const std::string& name = step_;
    open_for(name, {integer_literal(run.first_tap), integer_literal(run.first_tap + run.taps)}, 1, run.taps);
    emitter_.bind(dim, {.name = name, .depth = blocks_.top()});
    update(run.rows, "0");
    blocks_.close();
}

Range TiledPrinter::rows_of_taps() const {
    if (tile_.row_dim < 0) return {0, 1};
    Range rows{0, 0};
    for (std::int64_t r = 0; r < tile_.rows; ++r) {
        const std::int64_t point = range(tile_.row_dim).begin + r;
        const bool valid = std::all_of(reduction_.conditions.begin(), reduction_.conditions.end(),
                                       [&](const Condition& condition) { return holds(condition, point); });
        if (!valid) continue;
        if (rows.size() == 0) rows.begin = r;
        rows.end = r + 1;
    }
    return rows;
}

bool TiledPrinter::holds(const Condition& condition, std::int64_t row) const {
    const IndexSpace& space = kernel_.space;
    if (space.coefficient(condition.index, tile_.row_dim) == 0) return true;
    std::int64_t value = condition.index.constant + space.coefficient(condition.index, tile_.row_dim) * row;
    for (const Index::Product& product : condition.index.products) {
        const Term& term = space[product.term];
        if (term.dimension == tile_.row_dim) continue;
        const auto tap = taps_.find(term.dimension);
        if (tap == taps_.end()) return true; // decided further inside
        value += product.coefficient * tap->second;
    }
    return value >= condition.low && value < condition.high;
}

bool TiledPrinter::taps_join(std::size_t level) const {
    if (level + 1 == piece_.reduction.size()) return true;
    if (level + 2 != piece_.reduction.size() || piece_.reduction[level + 1].dims.size() != 1) return false;
    const std::int64_t tap = piece_.reduction[level].dims[0], inner = piece_.reduction[level + 1].dims[0];
    if (!open_conditions(inner).empty()) return false;
    const std::vector<ExprId> loads = loads_of(kernel_, *reduction_.term);
    return std::all_of(loads.begin(), loads.end(), [&](ExprId load) {
        const Index& index = kernel_.exprs[load].index;
        return packing_of(load) != nullptr || kernel_.space.coefficient(index, tap) ==
                                                  size_of_dim(kernel_, inner) * kernel_.space.coefficient(index, inner);
    });
}

void TiledPrinter::print_run(const Run& run, std::int64_t tap_dim) {
    const ReductionLoop& loop = piece_.reduction.back();
    const std::int64_t dim = loop.dims.back();
    std::int64_t steps = tap_dim >= 0 ? run.taps : 1;
    for (const std::int64_t d : loop.dims) {
        steps *= size_of_dim(kernel_, d);
        if (d != dim) emitter_.bind(d, {.depth = blocks_.top()});
    }
    if (tile_.lane_reduces) return print_lane_run(dim, steps);
    const LoopBounds bounds = clipped_bounds(
        emitter_, loop.dims.size() == 1 && run.taps == 1 ? open_conditions(dim) : std::vector<Condition>{}, dim,
        {0, steps});
    const std::string& name = step_;
    // A tile of scalars has enough to do in one step; Clang would make many of it, and find no registers.
    const bool enough = tile_.lanes == 1 && tile_.rows * tile_.vectors >= kFullTile;
    if (bounds.numbers) steps = bounds.numbers->size();
    const std::int64_t unroll = steps <= kUnrolledSteps && (!bounds.clipped || bounds.numbers) ? steps : enough ? 1 : 0;
    const std::string step = tile_.chains == 1 ? "++" + name : name + " += " + std::to_string(tile_.chains);
    blocks_.open_loop("for (" + emitter_.index_type() + " " + name + " = " + bounds.begin + "; " + name + " < " +
                          bounds.end + "; " + step + ") {",
                      bounds.clipped, unroll);
    emitter_.bind(dim, {.name = name, .depth = blocks_.top()});
    if (tile_.chains == 1) {
        update(run.rows, "0");
    } else {
        for_chains(0, [&](const std::string& c) {
            const std::string point = emitter_.names().unique("kc");
            blocks_.line("const " + emitter_.index_type() + " " + point + " = " + name + " + " + c + ";");
            emitter_.bind(dim, {.name = point, .depth = blocks_.top()});
            update(run.rows, c);
        });
    }
    blocks_.close();
}

void TiledPrinter::update(const Range& rows, const std::string& chain) {
    for_rows(rows, [&](const std::string& r) {
        for_vectors([&](const std::string& v) {
            blocks_.open_plain();
            combine(accumulator(chain, r, v), v);
            blocks_.close();
        });
    });
}

void TiledPrinter::combine(const std::string& target, const std::string& v) {
    vectors_.clear();
    const Expr& term = kernel_.exprs[*reduction_.term];
    if (reduction_.combiner == Opcode::Add) {
        if (term.kind == ExprKind::Apply && term.opcode == Opcode::Multiply) {
            const std::string a = vector_text(term.operands[0], v), b = vector_text(term.operands[1], v);
            blocks_.line(target + " += " + in_parentheses(a) + " * " + in_parentheses(b) + ";");
        } else {
            blocks_.line(target + " += " + vector_text(*reduction_.term, v) + ";");
        }
        return;
    }
    const std::string text = vector_variable(*reduction_.term, v);
    Expr combined{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_.combiner};
    blocks_.line(target + " = " + apply_text(combined, {type_, type_}, {target, text}) + ";");
}

std::string TiledPrinter::apply_text(const Expr& expr, const std::vector<ElementType>& types,
                                     const std::vector<std::string>& operands) const {
    const PrintContext context{.expr = expr, .types = types, .operands = operands};
    return (tile_.lanes > 1 ? vector_print_of(expr.opcode) : print_of(expr.opcode))(context);
}

} // namespace hlo2cpp
