#include "arrange/byte_functions.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "arrange/library_floats.h"
#include "evaluate/round_float.h"
#include "evaluate/tensor.h"
#include "kernel/integer_values.h"
#include "kernel/loads.h"
#include "ops/op.h"
#include "rewrite/folding.h"

namespace hlo2cpp {
namespace {

bool is_byte(ElementType type) {
    return type == ElementType::S8 || type == ElementType::U8;
}

// The type of 8 bits that has all these numbers.
std::optional<ElementType> byte_of(const Range& range) {
    for (const ElementType type : {ElementType::S8, ElementType::U8})
        if (range.size() > 0 && contains(values_of(type), range)) return type;
    return std::nullopt;
}

bool is_constant(const Expr& expr) {
    return expr.kind == ExprKind::Constant;
}

// The instruction that computes the expression for all bytes.
Instruction instruction_of(const Expr& expr) {
    Instruction instruction;
    instruction.opcode = expr.opcode;
    instruction.shape = Shape::array(expr.type, {kByteValues});
    instruction.operands.resize(expr.operands.size());
    if (expr.opcode == Opcode::Compare) {
        instruction.attributes.direction = expr.direction;
        instruction.attributes.total_order = expr.total_order;
    }
    return instruction;
}

double cycles_of(const Expr& expr) {
    constexpr double kConversion = 2, kNearest = 5, kDivision = 14, kFunction = 25;
    if (expr.nearest) return kNearest;
    switch (definition_of(expr.opcode)->cost) {
    case Cost::Free: return 0;
    case Cost::Conversion: return kConversion;
    case Cost::Cheap: return 1;
    case Cost::Division: return kDivision;
    case Cost::Expensive: return kFunction;
    }
    return 0;
}

Tensor all_bytes(ElementType number, ElementType byte) {
    Tensor bytes(Shape::array(number, {kByteValues}));
    const std::int64_t least = values_of(byte).begin;
    for (std::int64_t i = 0; i < kByteValues; ++i) bytes.integers()(i) = least + i;
    return bytes;
}

Tensor in_all(const Expr& constant) {
    Literal literal = Literal::zeros(Shape::array(constant.type, {kByteValues}));
    for (std::size_t i = 0; i < literal.bytes.size(); ++i) literal.bytes[i] = constant.bits[i % constant.bits.size()];
    return to_tensor(literal);
}

Tensor nearest(const Expr& expr, const Tensor& operand) {
    Tensor result(Shape::array(expr.type, {kByteValues}));
    const double least = static_cast<double>(expr.nearest->begin), most = static_cast<double>(expr.nearest->last());
    for (std::int64_t i = 0; i < kByteValues; ++i) {
        const double number = operand.reals()(i);
        result.integers()(i) =
            std::isnan(number) ? 0 : static_cast<std::int64_t>(nearest_even(std::clamp(number, least, most)));
    }
    return result;
}

} // namespace

ByteFunctions::ByteFunctions(const Kernel& kernel, const Target& target, bool in_order)
    : kernel_(kernel), target_(target), ranges_(kernel), in_order_(in_order), bytes_(kernel.exprs.size()) {
    const std::vector<bool> needed = needed_expressions(kernel);
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        if (!needed[i] || is_constant(expr)) continue;
        bytes_[i] = is_function(expr) ? common_byte(expr) : ExprId();
        const bool integer = is_integer(expr.type) && !is_narrow_integer(expr.type);
        if (!bytes_[i].valid() && integer && byte_of(ranges_.of(ExprId(i)))) bytes_[i] = ExprId(i);
    }
    find_largest();
}

bool ByteFunctions::is_function(const Expr& expr) const {
    if (expr.kind != ExprKind::Apply || expr.opcode == Opcode::ReducePrecision) return false;
    if (expr.nearest && expr.operands.size() > 1) return false; // it has no instruction
    if (in_order_ && expr.not_positive) return false;           // a function of its own, with other bits
    return can_fold(instruction_of(expr));
}

ExprId ByteFunctions::common_byte(const Expr& expr) const {
    ExprId common;
    for (const ExprId operand : expr.operands) {
        if (is_constant(kernel_.exprs[operand])) continue;
        const ExprId byte = bytes_[operand.index()];
        if (!byte.valid() || (common.valid() && byte != common)) return {};
        common = byte;
    }
    return common;
}

void ByteFunctions::find_largest() {
    std::vector<bool> used(bytes_.size(), false); // outside of functions of the same byte
    const auto use = [&](ExprId id) { used[id.index()] = true; };
    for (const Output& output : kernel_.outputs) use(output.expr);
    for (std::size_t i = 0; i < bytes_.size(); ++i)
        for (const ExprId operand : kernel_.exprs[ExprId(i)].operands)
            if (bytes_[i] == ExprId(i) || bytes_[i] != bytes_[operand.index()]) use(operand);
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
        if (used[i] && bytes_[i].valid() && bytes_[i] != ExprId(i)) largest_.push_back(function(ExprId(i)));
    }
}

ByteFunction ByteFunctions::function(ExprId result) const {
    ByteFunction function{.result = result, .byte = bytes_[result.index()]};
    function.type = *byte_of(ranges_.of(function.byte));
    return function;
}

double ByteFunctions::cycles(const ByteFunction& function, const std::vector<bool>& known) const {
    double cycles = 0;
    for (const ExprId id : expressions(function, known)) {
        const Expr& expr = kernel_.exprs[id];
        cycles += cycles_of(expr) + library_cycles(kernel_, expr, target_);
    }
    return cycles;
}

// Operands first.
std::vector<ExprId> ByteFunctions::expressions(const ByteFunction& function, const std::vector<bool>& known) const {
    std::vector<bool> inside(bytes_.size(), false);
    inside[function.result.index()] = true;
    std::vector<ExprId> found;
    for (std::size_t i = function.result.index(); i > function.byte.index(); --i) {
        if (!inside[i] || known[i]) continue;
        found.push_back(ExprId(i));
        for (const ExprId operand : kernel_.exprs[ExprId(i)].operands) inside[operand.index()] = true;
    }
    std::ranges::reverse(found);
    std::erase_if(found, [&](ExprId id) { return is_constant(kernel_.exprs[id]); });
    return found;
}

std::optional<ByteFunction> ByteFunctions::narrow_part(const ByteFunction& function) const {
    if (is_byte(kernel_.exprs[function.result].type)) return std::nullopt;
    constexpr int kFew = 3;
    ExprId id = function.result;
    for (int step = 0; step < kFew; ++step) {
        const Expr& expr = kernel_.exprs[id];
        ExprId next;
        for (const ExprId operand : expr.operands)
            if (!is_constant(kernel_.exprs[operand])) {
                if (next.valid() && next != operand) return std::nullopt;
                next = operand;
            }
        if (definition_of(expr.opcode)->cost > Cost::Cheap || next == function.byte) return std::nullopt;
        id = next;
        if (kernel_.exprs[id].nearest) return this->function(id);
    }
    return std::nullopt;
}

LiteralPtr ByteFunctions::values(const ByteFunction& function) const {
    const Module none;
    const Computation empty;
    std::map<ExprId, Tensor> known;
    known.emplace(function.byte, all_bytes(kernel_.exprs[function.byte].type, function.type));
    for (const ExprId id : expressions(function, std::vector<bool>(bytes_.size(), false))) {
        const Expr& expr = kernel_.exprs[id];
        std::vector<const Tensor*> operands;
        for (const ExprId operand : expr.operands) {
            const Expr& one = kernel_.exprs[operand];
            if (is_constant(one)) known.try_emplace(operand, in_all(one));
            operands.push_back(&known.at(operand));
        }
        known.emplace(id,
                      expr.nearest ? nearest(expr, *operands[0]) : folded(none, empty, instruction_of(expr), operands));
    }
    return std::make_shared<const Literal>(to_literal(known.at(function.result)));
}

} // namespace hlo2cpp
