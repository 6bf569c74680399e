#include "generate/expression.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "generate/elements.h"
#include "generate/numbers.h"
#include "ops/op.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

Emitter::Emitter(const Kernel& kernel, const std::vector<Value>& values, std::vector<Range> ranges,
                 std::vector<ExprId> roots, bool wide_index, bool canonical_nans, PointerName pointer, Names& names,
                 Blocks& blocks)
    : kernel_(kernel), values_(values), ranges_(ranges), roots_(std::move(roots)),
      facts_(std::in_place, kernel, std::move(ranges)), uses_(kernel, *facts_, roots_), wide_index_(wide_index),
      canonical_nans_(canonical_nans), pointer_(std::move(pointer)), names_(names), blocks_(blocks),
      base_(blocks.top()), dimensions_(ranges_.size()) {}

void Emitter::set_range(std::int64_t dim, Range range) {
    ranges_[static_cast<std::size_t>(dim)] = range;
    facts_.emplace(kernel_, ranges_);
    uses_ = Uses(kernel_, *facts_, roots_);
}

void Emitter::bind_accumulators(std::vector<std::string> names) {
    accumulators_ = std::move(names);
    accumulator_depth_ = blocks_.top();
}

std::size_t Emitter::place(const Dependence& dependence, bool shared) const {
    std::size_t depth = dependence.accumulator ? std::max(base_, accumulator_depth_) : base_;
    for (std::size_t d = 0; d < dimensions_.size(); ++d)
        if ((dependence.dims & dimension_bit(static_cast<std::int64_t>(d))) != 0)
            depth = std::max(depth, dimensions_[d].depth);
    for (std::size_t i = blocks_.top(); dependence.unsafe && i > depth; --i)
        if (blocks_[i].guard) depth = i;
    if (shared) return depth;
    // What one guard alone needs stays inside it, unless a loop would compute it again and again.
    for (std::size_t i = depth + 1; i <= blocks_.top(); ++i)
        if (blocks_[i].loop) return i - 1;
    return blocks_.top();
}

std::string Emitter::atom(ExprId expr) {
    return emit(expr, Form::Atom);
}

std::string Emitter::expression(ExprId expr) {
    return emit(expr, Form::Text);
}

std::string Emitter::variable(ExprId expr) {
    return emit(expr, Form::Variable);
}

void Emitter::store(const Output& output, const std::string& text) {
    const ElementType type = kernel_.exprs[output.expr].type;
    const bool is_variable = values_[output.argument.index()].kind == ValueKind::Decision;
    if (is_variable) return blocks_.line(pointer_(output.argument, true) + " = " + text + ";");
    const std::string element = pointer_(output.argument, true) + "[" + index(output.index) + "]";
    const char* canonical = type == ElementType::F64 ? "canonical_f64(" : "canonical_f32(";
    blocks_.line(element + " = " +
                 memory_from_value(type, needs_canonical_nan(output) ? canonical + text + ")" : text) + ";");
}

bool Emitter::needs_canonical_nan(const Output& output) const {
    if (!canonical_nans_ || !is_float(kernel_.exprs[output.expr].type)) return false;
    std::vector<ExprId> pending = {output.expr};
    std::unordered_set<ExprId> seen;
    while (!pending.empty()) {
        const ExprId id = facts_->resolve(pending.back());
        pending.pop_back();
        const Expr& expr = kernel_.exprs[id];
        if (expr.kind == ExprKind::Apply || expr.kind == ExprKind::Accumulator) return true;
        if (expr.kind == ExprKind::Guard && seen.insert(id).second)
            pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
    }
    return false;
}

// An element that is only moved keeps its bits; a pred may be any number but 0 in the caller's memory, and is not
// moved.
void Emitter::store(const Output& output) {
    const Expr& expr = kernel_.exprs[facts_->resolve(output.expr)];
    bool moved =
        expr.kind == ExprKind::Load && is_narrow_float(expr.type) && expr.type == values_[output.argument.index()].type;
    for_each_dynamic(kernel_.space, expr.index, [&](ExprId) { moved = false; });
    if (!moved) return store(output, expression(output.expr));
    const std::string to = pointer_(output.argument, true) + "[" + index(output.index) + "]";
    blocks_.line(to + " = " + pointer_(expr.argument, false) + "[" + index(expr.index) + "];");
}

bool Emitter::known(ExprId id) const {
    const ExprKind kind = kernel_.exprs[id].kind;
    if (kind == ExprKind::Constant || kind == ExprKind::Accumulator) return true;
    for (std::size_t i = blocks_.top() + 1; i-- > 0;)
        if (blocks_[i].exprs.contains(id)) return true;
    return false;
}

std::string Emitter::text_of(ExprId id) const {
    id = facts_->resolve(id);
    const Expr& expr = kernel_.exprs[id];
    if (expr.kind == ExprKind::Constant) return value_literal(expr.type, expr.bits.data());
    if (expr.kind == ExprKind::Accumulator) {
        check_internal(static_cast<std::size_t>(expr.slot) < accumulators_.size(),
                       "an accumulator is used outside its reduction");
        return accumulators_[static_cast<std::size_t>(expr.slot)];
    }
    for (std::size_t i = blocks_.top() + 1; i-- > 0;)
        if (const auto it = blocks_[i].exprs.find(id); it != blocks_[i].exprs.end()) return it->second;
    throw InternalError("generate uses an expression that it has not printed");
}

// Everything that must be computed for `root` and is not yet, but for what guards compute themselves; operands first.
std::vector<ExprId> Emitter::needed(ExprId root) {
    std::vector<ExprId> found, pending = {root};
    std::unordered_set<ExprId> seen;
    while (!pending.empty()) {
        const ExprId id = facts_->resolve(pending.back());
        pending.pop_back();
        if (known(id) || !seen.insert(id).second) continue;
        found.push_back(id);
        const Expr& expr = kernel_.exprs[id];
        const auto add = [&](ExprId value) { pending.push_back(value); };
        for_each_dynamic(kernel_.space, expr.index, add);
        for (const Condition& condition : expr.conditions) for_each_dynamic(kernel_.space, condition.index, add);
        if (expr.kind == ExprKind::Apply) pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
        if (expr.kind != ExprKind::Guard || facts_->choice(id) != Choice::Select) continue;
        // The operands of a choice are printed inside it, but not the run-time indices of theirs.
        std::vector<ExprId> inner(expr.operands);
        while (!inner.empty()) {
            const Expr& operand = kernel_.exprs[facts_->resolve(inner.back())];
            inner.pop_back();
            for_each_dynamic(kernel_.space, operand.index, add);
            for (const Condition& condition : operand.conditions) for_each_dynamic(kernel_.space, condition.index, add);
            if (operand.kind == ExprKind::Guard)
                inner.insert(inner.end(), operand.operands.begin(), operand.operands.end());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::string Emitter::emit(ExprId root, Form form) {
    root = facts_->resolve(root);
    const std::vector<ExprId> found = needed(root);
    // An operand is never placed further inside than its user; users come after operands.
    std::unordered_map<ExprId, std::size_t> depths;
    const auto user_depth = [&](ExprId id) {
        const auto user = id == root ? depths.end() : depths.find(uses_.user(id));
        return user == depths.end() ? blocks_.top() : user->second;
    };
    for (auto id = found.rbegin(); id != found.rend(); ++id) {
        const bool shared = uses_.count(*id) > 1;
        const std::size_t depth = place(facts_->of(*id), shared);
        depths[*id] = shared ? depth : std::min(depth, user_depth(*id));
    }
    for (const ExprId id : found) emit_one(id, root, form, depths[id], user_depth(id));
    return text_of(root);
}

void Emitter::emit_one(ExprId id, ExprId root, Form form, std::size_t depth, std::size_t user_depth) {
    const Expr& expr = kernel_.exprs[id];
    if (expr.kind == ExprKind::Guard && facts_->choice(id) == Choice::Branch) return emit_branches(id, depth);
    const std::string text = printed(id);
    const bool is_name = expr.kind == ExprKind::IndexValue && is_atom(text) && !text.ends_with(')');
    if (is_name || (depth == user_depth && stays_in_line(id, root, form, text))) {
        blocks_[depth].exprs[id] = text;
        return;
    }
    const std::string name = define(depth, std::string(info(expr.type).value_type), wanted_name(expr), text);
    blocks_[depth].exprs[id] = name;
}

// Whether the text stands for the expression in its only user, which is printed in the same block, now.
bool Emitter::stays_in_line(ExprId id, ExprId root, Form form, const std::string& text) const {
    if (uses_.count(id) > 1) return false;
    if (id == root) return form == Form::Text || (form == Form::Atom && is_atom(text));
    const ExprId user = uses_.user(id);
    const Expr& expr = kernel_.exprs[id];
    if (!user.valid() || !is_atom(text)) return false;
    if (expr.kind == ExprKind::Apply && definition_of(expr.opcode)->cost != Cost::Free) return false;
    return kernel_.exprs[user].kind == ExprKind::Apply && used_once_by(user, id);
}

// Whether the user's text holds the operand's once: each operand stands for itself, then it is counted.
bool Emitter::used_once_by(ExprId user, ExprId operand) const {
    const Expr& expr = kernel_.exprs[user];
    std::vector<std::string> operands;
    for (const ExprId id : expr.operands) {
        const ExprId resolved = facts_->resolve(id);
        operands.push_back(resolved == operand                                  ? "operand_"
                           : kernel_.exprs[resolved].kind == ExprKind::Constant ? text_of(resolved)
                                                                                : "x");
    }
    const std::string text = printed_apply(expr, operands);
    const std::size_t first = text.find("operand_");
    return first == text.npos || text.find("operand_", first + 1) == text.npos;
}

std::string Emitter::printed(ExprId id) {
    const Expr& expr = kernel_.exprs[id];
    switch (expr.kind) {
    case ExprKind::Load:
        return printed_load(expr);
    case ExprKind::IndexValue:
        return printed_index_value(expr);
    case ExprKind::Guard:
        return printed_select(expr);
    case ExprKind::Apply: {
        std::vector<std::string> operands;
        for (const ExprId operand : expr.operands) operands.push_back(shown_bits(expr, operand));
        return printed_apply(expr, operands);
    }
    case ExprKind::Constant:
    case ExprKind::Accumulator:
        break;
    }
    return text_of(id);
}

// An operand. What is computed and whose bits show must have those of every machine.
std::string Emitter::shown_bits(const Expr& user, ExprId operand) const {
    const std::string text = text_of(operand);
    const Expr& expr = kernel_.exprs[facts_->resolve(operand)];
    const bool shows = user.total_order || definition_of(user.opcode)->shows_bits;
    const bool moved = expr.kind == ExprKind::Load || expr.kind == ExprKind::Constant ||
                       (expr.kind == ExprKind::Accumulator && kernel_.sort);
    const bool computed = !moved && is_float(expr.type);
    if (!canonical_nans_ || !shows || !computed) return text;
    return (expr.type == ElementType::F64 ? "canonical_f64(" : "canonical_f32(") + text + ")";
}

std::string Emitter::printed_apply(const Expr& expr, const std::vector<std::string>& operands) const {
    std::vector<ElementType> types;
    for (const ExprId operand : expr.operands) types.push_back(kernel_.exprs[operand].type);
    const OpDefinition* definition = definition_of(expr.opcode);
    check_internal(definition != nullptr && definition->print != nullptr, "an op in an expression cannot be printed");
    return definition->print(PrintContext{.expr = expr, .types = types, .operands = operands});
}

std::string Emitter::printed_load(const Expr& expr) {
    return value_from_memory(expr.type, pointer_(expr.argument, false) + "[" + index(expr.index) + "]");
}

std::string Emitter::printed_index_value(const Expr& expr) {
    const std::string text = index(expr.index);
    if (is_pred(expr.type)) return in_parentheses(text) + " != 0";
    const std::string_view type = info(expr.type).value_type;
    if (type == index_type()) return text;
    const std::string cast = "static_cast<" + std::string(type) + ">(" + text + ")";
    return is_narrow_float(expr.type) ? "round_" + std::string(info(expr.type).name) + "(" + cast + ")" : cast;
}

// An operand of a choice: it may not be computed unless it is chosen, so it has no statement of its own.
std::string Emitter::in_line(ExprId operand) {
    operand = facts_->resolve(operand);
    return in_parentheses(known(operand) ? text_of(operand) : printed(operand));
}

std::string Emitter::printed_select(const Expr& expr) {
    const std::string test = condition(expr.conditions);
    const std::string inside = in_line(expr.operands[0]);
    return test + " ? " + inside + " : " + in_line(expr.operands[1]);
}

// The text of one branch; it is no part of the block around it yet, to which what comes in front may still be added.
Block Emitter::arm(std::string header, const std::string& name, ExprId value) {
    const std::size_t around = blocks_.top();
    blocks_.open(Block{.header = std::move(header), .guard = true});
    const std::string text = expression(value);
    blocks_.line(name + " = " + text + ";");
    return std::move(blocks_.suspend(around).front());
}

// T name; if (...) { name = a; } else { name = b; }, where `else if` goes on with the choice that is b.
void Emitter::emit_branches(ExprId id, std::size_t depth) {
    std::vector<Block> inner = blocks_.suspend(depth);
    const Expr* expr = &kernel_.exprs[id];
    const std::string name = names_.unique(wanted_name(*expr));
    const auto plain = [&](const Condition& condition) {
        return std::ranges::all_of(condition.index.products, [&](const Index::Product& product) {
            const TermKind kind = kernel_.space[product.term].kind;
            return kind == TermKind::Dimension || kind == TermKind::Variable;
        });
    };
    std::vector<Block> arms = {arm("if (" + condition(expr->conditions) + ") {", name, expr->operands[0])};
    for (;;) {
        const ExprId outside = facts_->resolve(expr->operands[1]);
        const Expr& next = kernel_.exprs[outside];
        const bool chain = next.kind == ExprKind::Guard && uses_.count(outside) == 1 && !known(outside) &&
                           std::ranges::all_of(next.conditions, plain);
        if (!chain) {
            arms.push_back(arm("} else {", name, outside));
            break;
        }
        arms.push_back(arm("} else if (" + condition(next.conditions) + ") {", name, next.operands[0]));
        expr = &next;
    }
    arms.back().footer = "}";
    blocks_.line(std::string(info(expr->type).value_type) + " " + name + ";");
    for (Block& block : arms) {
        blocks_.open(std::move(block));
        blocks_.close();
    }
    blocks_[depth].exprs[id] = name;
    blocks_.resume(std::move(inner));
}

std::string Emitter::wanted_name(const Expr& expr) const {
    if (expr.kind == ExprKind::Load) return identifier(values_[expr.argument.index()].name) + "_element";
    return expr.name.empty() ? "v" : expr.name;
}

std::string Emitter::define(std::size_t depth, const std::string& type, std::string_view wanted,
                            const std::string& text) {
    std::string name = names_.unique(wanted);
    blocks_[depth].lines.push_back("const " + type + " " + name + " = " + text + ";");
    return name;
}

} // namespace hlo2cpp
