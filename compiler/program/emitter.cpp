#include "program/emitter.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ops/op.h"
#include "program/elements.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

// True if the value is computed, not only moved: its NaNs depend on the machine.
bool is_computed(const Kernel& kernel, const Dependences& dependences, ExprId root) {
    std::vector<ExprId> pending = {root};
    std::unordered_set<ExprId> seen;
    while (!pending.empty()) {
        const ExprId id = dependences.resolve(pending.back());
        pending.pop_back();
        const Expr& expr = kernel.exprs[id];
        if (!is_float(part_type(expr.type)) || !seen.insert(id).second) continue;
        const bool applies = expr.kind == ExprKind::Apply;
        if (applies && !moves_bits(expr.opcode)) return true;
        if (expr.kind == ExprKind::Accumulator && !kernel.sort) return true;
        pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
    }
    return false;
}

// `exact`: an integer cannot wrap.
Expression applied(const Kernel& kernel, const Expr& expr, const std::vector<Expression>& operands, bool exact) {
    std::vector<ElementType> types;
    for (const ExprId operand : expr.operands) types.push_back(kernel.exprs[operand].type);
    const PrintFunction print = print_of(expr.opcode);
    check_internal(print != nullptr, "an op in an expression cannot be printed");
    return print(PrintContext{.expr = expr, .types = types, .operands = operands, .exact = exact});
}

std::string wanted_name(const std::vector<Value>& values, const Expr& expr) {
    if (expr.kind == ExprKind::Load) return identifier(values[expr.argument.index()].name) + "_element";
    return expr.name.empty() ? "v" : expr.name;
}

// Pairs of a sine and the cosine of the same angle, from each to the other one, where both are used.
std::unordered_map<ExprId, ExprId> waves_of(const Kernel& kernel, const Dependences& dependences, const Uses& uses) {
    std::unordered_map<ExprId, ExprId> sines, cosines; // by angle
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        const bool wave = expr.opcode == Opcode::Sine || expr.opcode == Opcode::Cosine;
        if (expr.kind != ExprKind::Apply || !wave || uses.count(ExprId(i)) == 0) continue;
        if (expr.type != ElementType::F32 && expr.type != ElementType::F64) continue;
        (expr.opcode == Opcode::Sine ? sines : cosines).emplace(dependences.resolve(expr.operands[0]), i);
    }
    std::unordered_map<ExprId, ExprId> waves;
    for (const auto& [angle, sine] : sines) {
        const auto cosine = cosines.find(angle);
        if (cosine == cosines.end()) continue;
        waves.emplace(sine, cosine->second);
        waves.emplace(cosine->second, sine);
    }
    return waves;
}

bool is_choice(const Expr& expr) {
    return expr.kind == ExprKind::Apply && expr.opcode == Opcode::Select;
}

// Choices by their predicates, in straight-line code.
std::unordered_map<ExprId, std::vector<ExprId>> choices_of(const Kernel& kernel, const Dependences& dependences,
                                                           const Uses& uses) {
    std::unordered_map<ExprId, std::vector<ExprId>> choices;
    if (!has_one_point(kernel)) return choices;
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        if (is_choice(expr) && uses.count(ExprId(i)) > 0)
            choices[dependences.resolve(expr.operands[0])].emplace_back(i);
    }
    return choices;
}

} // namespace

const Target& Arithmetic::machine() const {
    static const Target kScalar; // target of code for no machine
    return target != nullptr ? *target : kScalar;
}

Expression Arithmetic::fused(ElementType type, const Expression& a, const Expression& b, const Expression& c) const {
    const bool built_in = info(type).bits <= machine().fused_bits;
    if (built_in) return tree::call(type == ElementType::F64 ? "__builtin_fma" : "__builtin_fmaf", {a, b, c});
    return tree::call("fma", type, {a, b, c});
}

Emitter::Emitter(const Kernel& kernel, const std::vector<Value>& values, std::vector<Range> ranges,
                 std::vector<ExprId> roots, bool wide_index, const Arithmetic& arithmetic, Pointer pointer,
                 Names& names, Blocks& blocks)
    : IndexEmitter(kernel, values, std::move(ranges), std::move(roots), wide_index, std::move(pointer), names, blocks),
      arithmetic_(arithmetic), integers_(kernel), waves_(waves_of(kernel_, *dependences_, uses_)),
      choices_(choices_of(kernel_, *dependences_, uses_)) {}

// Sine and cosine of one angle are computed together, for what takes time is common to both.
void Emitter::emit_waves(ExprId id, std::size_t depth) {
    const Expr& expr = kernel_.exprs[id];
    const bool is_sine = expr.opcode == Opcode::Sine;
    const ElementType pair = expr.type == ElementType::F32 ? ElementType::C64 : ElementType::C128;
    const bool wide = expr.type == ElementType::F32 && !arithmetic_.same_bits && arithmetic_.machine().fused_bits >= 64;
    const Expression angle = rounded_operand(expr, expr.operands[0]);
    const Expression both =
        define(depth, tree::value_type(pair), "cis", tree::call(wide ? "cis_wide" : "cis", expr.type, {angle}));
    blocks_[depth].exprs[id] = tree::field(both, is_sine ? "im" : "re");
    blocks_[depth].exprs[waves_.at(id)] = tree::field(both, is_sine ? "re" : "im");
}

// Choices by one predicate stand together, so that compilers branch once: those are made now whose operands are known.
void Emitter::emit_choices(ExprId predicate) {
    const auto choices = choices_.extract(dependences_->resolve(predicate));
    if (choices.empty()) return;
    for (const ExprId id : choices.mapped()) {
        const std::size_t depth = place(dependences_->of(id), true);
        const auto is_known = [&](ExprId operand) { return known(dependences_->resolve(operand), depth); };
        if (!known(id) && !blocks_[depth].guard && std::ranges::all_of(kernel_.exprs[id].operands, is_known))
            emit_one(id, id, Form::Variable, depth, depth);
    }
}

bool adds_term(const Kernel& kernel) {
    const Accumulation& fold = *accumulation_of(kernel);
    if (!fold.term || fold.combiner != Opcode::Add || fold.initial.size() != 1) return false;
    const ElementType type = kernel.exprs[fold.initial[0]].type;
    return type == ElementType::F32 || type == ElementType::F64 ||
           (is_integer(type) && IntegerRanges(kernel).sum_is_exact());
}

Expression Emitter::atom(ExprId expr) {
    return emit(expr, Form::Atom);
}

Expression Emitter::expression(ExprId expr) {
    return emit(expr, Form::Any);
}

Expression Emitter::variable(ExprId expr) {
    return emit(expr, Form::Variable);
}

Expression Emitter::run_time_value(ExprId expr) {
    return emit(expr, Form::Atom);
}

void Emitter::store(const Output& output, const Expression& value) {
    const ElementType type = kernel_.exprs[output.expr].type;
    const Expression pointer = pointer_(output.argument, true);
    const bool is_variable = values_[output.argument.index()].kind == ValueKind::Decision;
    if (is_variable) return blocks_.add(tree::Assign{.target = pointer, .value = value});
    const bool canonical = needs_canonical_nan(output);
    const Expression element = tree::subscript(pointer, index(output.index));
    blocks_.add(tree::Assign{.target = element,
                             .value = memory_from_value(type, canonical ? canonical_nan(type, value) : value)});
}

bool Emitter::fuses_products() const {
    if (!arithmetic_.same_bits || !kernel_.reduction || !kernel_.reduction->of_products || !adds_term(kernel_))
        return false;
    const Expr& term = kernel_.exprs[*kernel_.reduction->term];
    return is_float(term.type) && term.kind == ExprKind::Apply && term.opcode == Opcode::Multiply;
}

bool Emitter::needs_canonical_nan(const Output& output) const {
    if (!arithmetic_.same_bits || !(*arithmetic_.shown)[output.argument.index()]) return false;
    return is_computed(kernel_, *dependences_, output.expr);
}

// A moved element keeps its bits. A pred is not moved: in the caller's memory, true may be any nonzero number.
void Emitter::store(const Output& output) {
    const Expr& expr = kernel_.exprs[dependences_->resolve(output.expr)];
    bool moved =
        expr.kind == ExprKind::Load && is_narrow_float(expr.type) && expr.type == values_[output.argument.index()].type;
    for_each_dynamic(kernel_.space, expr.index, [&](ExprId) { moved = false; });
    if (!moved) return store(output, expression(output.expr));
    const Expression to = tree::subscript(pointer_(output.argument, true), index(output.index));
    blocks_.add(
        tree::Assign{.target = to, .value = tree::subscript(pointer_(expr.argument, false), index(expr.index))});
}

Expression Emitter::emit(ExprId root, Form form) {
    root = dependences_->resolve(root);
    const std::vector<ExprId> found = missing(root);
    // An operand is never placed further inside than its user; users come after operands.
    std::unordered_map<ExprId, std::size_t> depths;
    const auto user_depth = [&](ExprId id) {
        const auto user = id == root ? depths.end() : depths.find(uses_.user(id));
        return user == depths.end() ? blocks_.top() : user->second;
    };
    for (auto id = found.rbegin(); id != found.rend(); ++id) {
        const bool shared = is_shared(*id);
        const std::size_t depth = place(dependences_->of(*id), shared);
        depths[*id] = shared ? depth : std::min(depth, user_depth(*id));
    }
    for (const ExprId id : found)
        if (!known(id)) emit_one(id, root, form, depths[id], user_depth(id));
    return known_as(root);
}

void Emitter::emit_one(ExprId id, ExprId root, Form form, std::size_t depth, std::size_t user_depth) {
    const Expr& expr = kernel_.exprs[id];
    if (expr.kind == ExprKind::Guard && dependences_->choice(id) == Choice::Branch) return emit_branches(id, depth);
    if (waves_.contains(id)) return emit_waves(id, depth);
    const Expression value = computed(id);
    const bool is_variable = expr.kind == ExprKind::IndexValue && (tree::is_name(value) || tree::number_of(value) >= 0);
    // An expression that already has a name needs no other, except for an accumulator, whose value changes.
    const bool renames = expr.kind == ExprKind::Apply && expr.operands.size() == 1 && tree::is_name(value) &&
                         kernel_.exprs[dependences_->resolve(expr.operands[0])].kind != ExprKind::Accumulator;
    const bool in_line = is_variable || renames || (depth == user_depth && stays_in_line(id, root, form, value));
    blocks_[depth].exprs[id] =
        in_line ? value : define(depth, tree::value_type(expr.type), wanted_name(values_, expr), value);
    if (is_choice(expr) && !in_line) emit_choices(expr.operands[0]);
}

// True if the expression is written inside its only user, which is built now and in the same block.
bool Emitter::stays_in_line(ExprId id, ExprId root, Form form, const Expression& value) const {
    if (is_shared(id)) return false;
    if (id == root) return form == Form::Any || (form == Form::Atom && tree::is_atom(value));
    const ExprId user = uses_.user(id);
    const Expr& expr = kernel_.exprs[id];
    // What a comparison asks second is not computed where the first answer is enough.
    const bool asks = kernel_.sort && expr.kind == ExprKind::Apply && is_pred(expr.type);
    if (user.valid() && asks) return used_once_by(user, id);
    if (user.valid() && is_short_sum(expr, value)) return used_once_by(user, id);
    if (!user.valid() || !tree::is_atom(value)) return false;
    if (expr.kind == ExprKind::Apply && definition_of(expr.opcode)->cost != Cost::Free) return false;
    return kernel_.exprs[user].kind == ExprKind::Apply && used_once_by(user, id);
}

// True for a sum or product of floats that is part of a line of straight code: "a * b + c * d" is read at once.
bool Emitter::is_short_sum(const Expr& expr, const Expression& value) const {
    constexpr std::size_t kShort = 44; // characters of its names
    const bool infix = value->kind == tree::ExpressionKind::Binary || value->kind == tree::ExpressionKind::Unary;
    if (arithmetic_.same_bits || !has_one_point(kernel_) || !infix || expr.rounded || !is_float(expr.type))
        return false;
    std::size_t width = 0;
    tree::for_each_part(value, [&](const Expression& part) {
        width += part->kind == tree::ExpressionKind::Name ? part->name.size() : 1;
    });
    return width <= kShort;
}

// True if the user contains the operand once. The user is built with a name in the operand's place, and the name's
// occurrences are counted.
bool Emitter::used_once_by(ExprId user, ExprId operand) const {
    const Expr& expr = kernel_.exprs[user];
    const Expression mark = tree::name("operand"), other = tree::name("other");
    std::vector<Expression> operands;
    for (const ExprId id : expr.operands) {
        const ExprId resolved = dependences_->resolve(id);
        operands.push_back(resolved == operand                                  ? mark
                           : kernel_.exprs[resolved].kind == ExprKind::Constant ? known_as(resolved)
                                                                                : other);
    }
    return tree::count(applied(kernel_, expr, operands, integers_.is_exact(user)), mark) == 1;
}

Expression Emitter::computed(ExprId id) {
    const Expr& expr = kernel_.exprs[id];
    switch (expr.kind) {
    case ExprKind::Load: return loaded(expr);
    case ExprKind::IndexValue: return index_value(expr);
    case ExprKind::Guard: return select(expr);
    case ExprKind::Apply: {
        std::vector<Expression> operands;
        for (const ExprId operand : expr.operands) operands.push_back(rounded_operand(expr, operand));
        return applied(kernel_, expr, operands, integers_.is_exact(id));
    }
    case ExprKind::Constant:
    case ExprKind::Accumulator: break;
    }
    return known_as(id);
}

// An operand. If the user shows its bits, a computed value gets the canonical NaN, which is equal on every machine.
Expression Emitter::rounded_operand(const Expr& user, ExprId operand) const {
    const Expression value = known_as(operand);
    const Expr& expr = kernel_.exprs[dependences_->resolve(operand)];
    const bool shows = user.total_order || definition_of(user.opcode)->rounds_operands;
    return arithmetic_.same_bits && shows && is_computed(kernel_, *dependences_, operand)
               ? canonical_nan(expr.type, value)
               : value;
}

Expression Emitter::loaded(const Expr& expr) {
    const Expression pointer = pointer_(expr.argument, false);
    return value_from_memory(expr.type, tree::subscript(pointer, index(expr.index)));
}

Expression Emitter::index_value(const Expr& expr) {
    const Expression value = index(expr.index);
    if (is_pred(expr.type)) return tree::not_equal(value, tree::integer(0));
    if (info(expr.type).value_type == info(index_element()).value_type) return value;
    if (is_complex(expr.type))
        return tree::construct(tree::value_type(expr.type),
                               {tree::cast(part_type(expr.type), value), tree::zero(part_type(expr.type))});
    const Expression number = tree::cast(expr.type, value);
    if (is_narrow_integer(expr.type)) return tree::call("wrap", expr.type, {number});
    return is_narrow_float(expr.type) ? tree::call("round", expr.type, {number}) : number;
}

Expression Emitter::select(const Expr& expr) {
    // An operand may not be computed unless it is chosen, so it has no statement of its own.
    const auto in_line = [&](ExprId operand) {
        operand = dependences_->resolve(operand);
        return known(operand) ? known_as(operand) : computed(operand);
    };
    const Expression test = condition(expr.conditions);
    const Expression inside = in_line(expr.operands[0]);
    return tree::conditional(test, inside, in_line(expr.operands[1]));
}

// Statements of one branch. They are not yet part of the surrounding block, so statements can still be added in front
// of them.
tree::Statements Emitter::arm(const std::string& name, ExprId value) {
    const std::size_t around = blocks_.top();
    blocks_.open({.guard = true});
    const Expression result = expression(value);
    blocks_.add(tree::Assign{.target = tree::name(name), .value = result});
    return std::move(blocks_.suspend(around).front().statements);
}

// T name; if (...) { name = a; } else { name = b; }. If b is itself a choice, it becomes an `else if`.
void Emitter::emit_branches(ExprId id, std::size_t depth) {
    std::vector<OpenBlock> inner = blocks_.suspend(depth);
    const Expr* expr = &kernel_.exprs[id];
    const std::string name = names_.unique(wanted_name(values_, *expr));
    const auto plain = [&](const Condition& condition) {
        return std::ranges::all_of(condition.index.products, [&](const Index::Product& product) {
            const TermKind kind = kernel_.space[product.term].kind;
            return kind == TermKind::Dimension || kind == TermKind::Variable;
        });
    };
    std::vector<tree::If> arms;
    tree::Statements last;
    for (;;) {
        Expression test = condition(expr->conditions);
        arms.push_back({.test = std::move(test), .body = arm(name, expr->operands[0])});
        const ExprId outside = dependences_->resolve(expr->operands[1]);
        const Expr& next = kernel_.exprs[outside];
        const bool chain = next.kind == ExprKind::Guard && uses_.count(outside) == 1 && !known(outside) &&
                           std::ranges::all_of(next.conditions, plain);
        if (!chain) {
            last = arm(name, outside);
            break;
        }
        expr = &next;
    }
    for (auto it = arms.rbegin(); it != arms.rend(); ++it) {
        it->otherwise = std::move(last);
        last.clear();
        last.push_back(std::move(*it));
    }
    blocks_.add(tree::Declare{.type = tree::value_type(expr->type), .name = name});
    blocks_.add(std::move(last));
    blocks_[depth].exprs[id] = tree::name(name);
    blocks_.resume(std::move(inner));
}

} // namespace hlo2cpp
