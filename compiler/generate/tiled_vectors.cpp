#include "generate/tiled_printer.h"

#include "generate/affine_text.h"
#include "generate/packing.h"
#include "ops/op.h"
#include "support/diagnostics.h"
#include "tile/analysis.h"

namespace hlo2cpp {

const Packing* TiledPrinter::packing_of(ExprId load) const {
    for (const Packing& packing : nest_.packings)
        if (packing.load == load) return &packing;
    return nullptr;
}

bool TiledPrinter::has_lanes(ExprId id) const {
    if (tile_.lanes == 1) return false;
    const Dependence& dependence = emitter_.facts().of(emitter_.facts().resolve(id));
    return dependence.accumulator || (dependence.dims & dimension_bit(tile_.lane_dim)) != 0;
}

std::string TiledPrinter::vector_text(ExprId id, const std::string& v) {
    id = emitter_.facts().resolve(id);
    const Expr& expr = kernel_.exprs[id];
    if (expr.kind == ExprKind::Load && packing_of(id) != nullptr) return packed_text(*packing_of(id), v);
    if (!has_lanes(id)) {
        know_packed_loads(id, v);
        return emitter_.atom(id);
    }
    if (expr.kind == ExprKind::Accumulator) return current_;
    if (expr.kind == ExprKind::Load) return vector_load(expr, v);
    check_internal(expr.kind == ExprKind::Apply, "an expression without a vector form is printed as one");
    std::vector<std::string> operands;
    std::vector<ElementType> types;
    for (const ExprId operand : expr.operands) {
        operands.push_back(needs_vector_operands(expr.opcode) ? vector_variable(operand, v) : atom_of(operand, v));
        types.push_back(kernel_.exprs[operand].type);
    }
    return apply_text(expr, types, operands);
}

bool TiledPrinter::needs_vector_operands(Opcode opcode) {
    return opcode != Opcode::Add && opcode != Opcode::Subtract && opcode != Opcode::Multiply &&
           opcode != Opcode::Divide;
}

std::string TiledPrinter::atom_of(ExprId id, const std::string& v) {
    const std::string text = vector_text(id, v);
    const bool scalar = tile_.lanes > 1 && !has_lanes(id); // "-0.5f" is no atom, nor a vector
    return scalar || is_atom(text) ? text : define(id, text);
}

std::string TiledPrinter::vector_variable(ExprId id, const std::string& v) {
    id = emitter_.facts().resolve(id);
    if (tile_.lanes > 1 && kernel_.exprs[id].kind == ExprKind::Constant) return emitter_.atom(id);
    const auto known = vectors_.find(id);
    if (known != vectors_.end()) return known->second;
    std::string text = vector_text(id, v);
    if (tile_.lanes > 1 && !has_lanes(id))
        text = splat(text);
    else if (kernel_.exprs[id].kind == ExprKind::Accumulator)
        return text;
    return define(id, text);
}

std::string TiledPrinter::define(ExprId id, const std::string& text) {
    const std::string& wanted = kernel_.exprs[id].name;
    const std::string name = emitter_.names().unique(wanted.empty() ? "v" : wanted);
    blocks_.line("const " + vector_type_ + " " + name + " = " + text + ";");
    return vectors_[id] = name;
}

std::string TiledPrinter::plus(const std::string& pointer, const std::string& offset) {
    return offset == "0" ? pointer : pointer + " + " + offset;
}

std::string TiledPrinter::vector_load(const Expr& load, const std::string& v) {
    return vector_type_ + "_at(" + plus(pointer_(load.argument, false), emitter_.index(load.index)) + ")" +
           (tile_.vectors > 1 ? "[" + v + "]" : "[0]");
}

std::string TiledPrinter::packed_text(const Packing& packing, const std::string& v) {
    const std::int64_t width = tile_.lanes * tile_.vectors;
    const Index offset = kernel_.space.dimension(tile_.lane_dim) * packing.depth +
                         packed_offset(kernel_, packing, tile_.lane_dim, width);
    const bool rebound = tile_.lanes == 1 && tile_.vectors > 1; // the lane dimension stands for one column now
    if (rebound) rebind_base(tile_.lane_dim);
    const std::string text = emitter_.index(offset);
    if (rebound) bind_offset(tile_.lane_dim, v);
    const std::string name = packed_(packing);
    if (tile_.lanes > 1) return vector_type_ + "_at(" + plus(name, text) + ")[" + v + "]";
    return name + "[" + (text == "0" ? v : text + (v == "0" ? "" : " + " + v)) + "]";
}

void TiledPrinter::know_packed_loads(ExprId root, const std::string& v) {
    if (nest_.packings.empty()) return;
    for (const ExprId load : loads_of(kernel_, root))
        if (const Packing* packing = packing_of(load)) blocks_[blocks_.top()].exprs[load] = packed_text(*packing, v);
}

} // namespace hlo2cpp
