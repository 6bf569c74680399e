#include "generate/tiled_printer.h"

#include <set>

#include "generate/affine_text.h"
#include "ops/op.h"
#include "tile/analysis.h"

namespace hlo2cpp {

void TiledPrinter::add_chains() {
    for_chains(1, [&](const std::string& c) {
        for_rows({0, tile_.rows}, [&](const std::string& r) {
            for_vectors([&](const std::string& v) {
                const std::string sum = accumulator("0", r, v), part = accumulator(c, r, v);
                Expr combined{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_.combiner};
                blocks_.line(sum + " = " + apply_text(combined, {type_, type_}, {sum, part}) + ";");
            });
        });
    });
}

bool TiledPrinter::epilogue_is_vector() const {
    if (tile_.lanes == 1) return true;
    const Output& output = kernel_.outputs[0];
    if (kernel_.exprs[output.expr].type != type_) return false;
    std::vector<ExprId> pending = {output.expr};
    for (std::size_t i = 0; i < pending.size(); ++i) {
        const ExprId id = emitter_.facts().resolve(pending[i]);
        if (pending.size() > 200) return false;
        if (!has_lanes(id)) continue;
        const Expr& expr = kernel_.exprs[id];
        if (expr.type != type_) return false;
        if (expr.kind == ExprKind::Accumulator) continue;
        if (expr.kind == ExprKind::Load) {
            if (!affine_in(kernel_.space, expr.index, tile_.lane_dim) ||
                kernel_.space.coefficient(expr.index, tile_.lane_dim) != 1)
                return false;
            continue;
        }
        if (expr.kind != ExprKind::Apply || definition_of(expr.opcode)->print_vector == nullptr) return false;
        pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
    }
    return true;
}

void TiledPrinter::store() {
    if (epilogue_is_vector()) return tile_.lanes > 1 ? store_vectors() : store_scalars();
    store_lane_by_lane();
}

void TiledPrinter::store_vectors() {
    const Output& output = kernel_.outputs[0];
    for_rows({0, tile_.rows}, [&](const std::string& r) {
        for_vectors([&](const std::string& v) {
            blocks_.open_plain();
            vectors_.clear();
            current_ = accumulator("0", r, v);
            const std::string at = vector_type_ + "_to(" +
                                   plus(pointer_(output.argument, true), emitter_.index(output.index)) + ")[" + v + "]";
            std::string text = vector_text(output.expr, v);
            if (!has_lanes(output.expr)) text = splat(text);
            if (emitter_.needs_canonical_nan(output)) {
                const std::string value = is_atom(text) ? text : define(output.expr, text);
                text = value + " == " + value + " ? " + value + " : " +
                       (type_ == ElementType::F64 ? "__builtin_nan(\"\")" : "__builtin_nanf(\"\")");
            }
            blocks_.line(at + " = " + text + ";");
            vectors_.clear();
            blocks_.close();
        });
    });
}

bool TiledPrinter::epilogue_is_long() const {
    std::vector<ExprId> pending = {kernel_.outputs[0].expr};
    std::set<ExprId> seen;
    while (!pending.empty()) {
        const ExprId id = emitter_.facts().resolve(pending.back());
        pending.pop_back();
        if (!emitter_.facts().of(id).accumulator || !seen.insert(id).second) continue;
        const Expr& expr = kernel_.exprs[id];
        if (expr.kind == ExprKind::Apply && definition_of(expr.opcode)->cost == Cost::Expensive &&
            definition_of(expr.opcode)->print_vector == nullptr)
            return true;
        pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
    }
    return false;
}

void TiledPrinter::store_one_by_one() {
    const std::string sums = emitter_.names().unique("sums");
    const auto element = [&](const std::string& r, const std::string& v) {
        return sums + (tile_.rows > 1 ? "[" + r + "]" : "") + (tile_.vectors > 1 ? "[" + v + "]" : "");
    };
    blocks_.line(scalar_type_ + " " + element(std::to_string(tile_.rows), std::to_string(tile_.vectors)) + ";");
    for_rows({0, tile_.rows}, [&](const std::string& r) {
        for_vectors([&](const std::string& v) { blocks_.line(element(r, v) + " = " + accumulator("0", r, v) + ";"); });
    });
    rolled_ = true;
    for_rows({0, tile_.rows}, [&](const std::string& r) {
        for_vectors([&](const std::string& v) {
            emitter_.bind_accumulators({element(r, v)});
            emitter_.store(kernel_.outputs[0], emitter_.expression(kernel_.outputs[0].expr));
        });
    });
    rolled_ = false;
}

void TiledPrinter::store_scalars() {
    if (tile_.rows * tile_.vectors > 1 && epilogue_is_long()) return store_one_by_one();
    for_rows({0, tile_.rows}, [&](const std::string& r) {
        for_vectors([&](const std::string& v) {
            if (tile_.vectors == 1 && tile_.row_dim < 0) blocks_.open_plain();
            emitter_.bind_accumulators({accumulator("0", r, v)});
            emitter_.store(kernel_.outputs[0], emitter_.expression(kernel_.outputs[0].expr));
            if (tile_.vectors == 1 && tile_.row_dim < 0) blocks_.close();
        });
    });
}

void TiledPrinter::store_lane_by_lane() {
    const std::int64_t width = tile_.lanes * tile_.vectors;
    for_rows({0, tile_.rows}, [&](const std::string& r) {
        const std::string lanes = emitter_.names().unique("lanes");
        blocks_.line(scalar_type_ + " " + lanes + "[" + std::to_string(width) + "];");
        for_vectors([&](const std::string& v) {
            blocks_.line(vector_type_ + "_to(" + lanes + ")[" + v + "] = " + accumulator("0", r, v) + ";");
        });
        const std::string& lane = lane_;
        open_for(lane, {"0", std::to_string(width)}, 1);
        bind_offset(tile_.lane_dim, lane);
        emitter_.bind_accumulators({lanes + "[" + lane + "]"});
        emitter_.store(kernel_.outputs[0], emitter_.expression(kernel_.outputs[0].expr));
        blocks_.close();
        rebind_base(tile_.lane_dim);
    });
}

void TiledPrinter::print_lane_run(std::int64_t dim, std::int64_t steps) {
    const std::int64_t width = tile_.lanes * tile_.chains, whole = steps / width * width;
    const std::string& name = step_;
    open_for(name, {"0", integer_literal(whole)}, width);
    emitter_.bind(dim, {.name = name, .depth = blocks_.top()});
    for_chains(0, [&](const std::string& c) {
        if (tile_.chains > 1) {
            const std::string point = emitter_.names().unique("kc");
            blocks_.line("const " + emitter_.index_type() + " " + point + " = " + name + " + " + c + " * " +
                         std::to_string(tile_.lanes) + ";");
            emitter_.bind(dim, {.name = point, .depth = blocks_.top()});
        }
        update({0, tile_.rows}, c);
    });
    blocks_.close();
    tail_ = {whole, steps};
}

void TiledPrinter::combine_lanes() {
    Expr combined{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_.combiner};
    const OpDefinition* op = definition_of(reduction_.combiner);
    const std::vector<ElementType> types = {type_, type_};
    for_rows({0, tile_.rows}, [&](const std::string& r) {
        const std::string lanes = emitter_.names().unique("lanes");
        blocks_.line(scalar_type_ + " " + lanes + "[" + std::to_string(tile_.lanes) + "];");
        blocks_.line(vector_type_ + "_to(" + lanes + ")[0] = " + accumulator("0", r, "0") + ";");
        for (std::int64_t half = tile_.lanes / 2; half > 0; half /= 2) {
            const std::string& lane = open_unrolled(lane_, 0, half);
            const std::string low = lanes + "[" + lane + "]",
                              high = lanes + "[" + lane + " + " + std::to_string(half) + "]";
            const std::vector<std::string> operands = {low, high};
            blocks_.line(low + " = " + op->print({.expr = combined, .types = types, .operands = operands}) + ";");
            blocks_.close();
        }
        const std::string result = lanes + "[0]";
        if (tail_.size() > 0) print_tail(result);
        blocks_.open_plain();
        emitter_.bind_accumulators({result});
        emitter_.store(kernel_.outputs[0], emitter_.expression(kernel_.outputs[0].expr));
        blocks_.close();
    });
}

void TiledPrinter::print_tail(const std::string& result) {
    Expr combined{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_.combiner};
    const std::vector<ElementType> types = {type_, type_};
    const std::string& name = step_;
    open_for(name, {integer_literal(tail_.begin), integer_literal(tail_.end)}, 1);
    emitter_.bind(tile_.lane_dim, {.name = name, .depth = blocks_.top()});
    const std::vector<std::string> operands = {result, emitter_.atom(*reduction_.term)};
    blocks_.line(result + " = " +
                 definition_of(reduction_.combiner)->print({.expr = combined, .types = types, .operands = operands}) +
                 ";");
    blocks_.close();
}

} // namespace hlo2cpp
