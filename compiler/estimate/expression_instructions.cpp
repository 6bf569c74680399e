#include "estimate/expression_instructions.h"

#include <algorithm>

#include "estimate/helper_instructions.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;
using tree::Type;

constexpr std::int64_t kMostInRegisters = 64; // elements of a local array

bool is_vector(const Type& type) {
    return type.kind == tree::TypeKind::Vector && !type.pointer;
}

// A complex number is two.
double numbers_of(const Type& type) {
    return type.kind != tree::TypeKind::Named && is_complex(type.element) ? 2 : 1;
}

bool is_real(ElementType type) {
    return type == ElementType::F32 || type == ElementType::F64;
}

bool compares(Operator op) {
    return op >= Operator::Less && op <= Operator::NotEqual;
}

bool is_product(const Expression& expression) {
    return expression->kind == ExpressionKind::Binary && expression->op == Operator::Multiply;
}

// As the kind of the float's operation, for f64.
InstructionKind of_type(InstructionKind kind, ElementType type) {
    constexpr int kDoubles = static_cast<int>(InstructionKind::Double) - static_cast<int>(InstructionKind::Float);
    return type == ElementType::F64 ? static_cast<InstructionKind>(static_cast<int>(kind) + kDoubles) : kind;
}

// The variable that a place in memory begins with.
const Expression& base_of(const Expression& place) {
    const bool leaf = place->operands.empty() || place->kind == ExpressionKind::Call;
    return leaf ? place : base_of(place->operands[0]);
}

// Names of variables that statements change.
void add_changed(const tree::Statements& body, std::vector<std::string>& names) {
    for (const tree::Statement& statement : body) {
        if (const auto* assign = std::get_if<tree::Assign>(&statement.node))
            if (const Expression& base = base_of(assign->target); base->kind == ExpressionKind::Name)
                names.push_back(base->name);
        tree::for_each_body(statement, [&](const tree::Statements& inside) { add_changed(inside, names); });
    }
}

} // namespace

double ExpressionCounter::times(std::uint64_t loops, bool load) const {
    double product = share_;
    for (std::size_t i = 0; i < loops_.size(); ++i) {
        const bool depends = i >= 64 || (loops >> i & 1) != 0;
        if (depends || (load && !loops_[i].unrolled)) product *= loops_[i].rounds;
    }
    return product;
}

void ExpressionCounter::add(InstructionKind kind, double number, std::uint64_t loops, bool load) {
    counts_[kind] += number * times(loops, load);
}

std::uint64_t ExpressionCounter::loops_of(const Expression& expression) const {
    std::uint64_t loops = 0;
    tree::for_each_part(expression, [&](const Expression& part) {
        if (part->kind == ExpressionKind::Call || part->kind == ExpressionKind::CallMember) loops |= all_loops();
        if (part->kind != ExpressionKind::Name) return;
        const auto found = variables_.find(part->name);
        if (found != variables_.end()) loops |= found->second.loops;
    });
    return loops & all_loops();
}

void ExpressionCounter::enter(double rounds, bool unrolled, const std::string& variable, const tree::Statements& body) {
    loops_.push_back({.rounds = rounds, .unrolled = unrolled});
    const std::uint64_t loop = all_loops() & ~(all_loops() >> 1);
    if (!variable.empty())
        variables_[variable] = {.type = tree::value_type(ElementType::S32), .loops = loop, .in_registers = true};
    std::vector<std::string> changed;
    add_changed(body, changed);
    for (const std::string& name : changed)
        if (const auto found = variables_.find(name); found != variables_.end()) found->second.loops |= loop;
}

void ExpressionCounter::leave() {
    loops_.pop_back();
}

void ExpressionCounter::declare(const std::string& name, const Type& type, const Expression& value) {
    const bool changes = !type.constant && !type.pointer;
    const std::uint64_t loops = changes ? all_loops() : value.valid() ? loops_of(value) : 0;
    variables_[name] = {.type = type, .loops = loops, .in_registers = !type.pointer};
    known_.erase(name);
    if (!value.valid()) return;
    use(value);
    if (const std::optional<double> known = value_of(value, known_)) known_[name] = *known;
}

void ExpressionCounter::declare_array(const tree::Declare& array) {
    std::int64_t elements = 1;
    for (const std::int64_t size : array.sizes) elements = std::min(elements * size, kMostInRegisters + 1);
    Type pointer = array.type;
    pointer.pointer = true;
    variables_[array.name] = {.type = pointer, .loops = all_loops(), .in_registers = elements <= kMostInRegisters};
}

Type ExpressionCounter::type_of(const Expression& expression) const {
    switch (expression->kind) {
    case ExpressionKind::Literal:
    case ExpressionKind::Cast:
    case ExpressionKind::VectorAt:
    case ExpressionKind::VectorZero:
    case ExpressionKind::Construct: return expression->type;
    case ExpressionKind::Name:
    case ExpressionKind::Field: {
        const bool is_field = expression->kind == ExpressionKind::Field;
        const auto found = variables_.find((is_field ? "." : "") + expression->name);
        return found == variables_.end() ? tree::value_type(ElementType::S32) : found->second.type;
    }
    case ExpressionKind::Unary: return type_of(expression->operands[0]);
    case ExpressionKind::Subscript: {
        Type type = type_of(expression->operands[0]);
        type.pointer = expression->operands[0]->kind == ExpressionKind::Subscript && type.pointer;
        return type;
    }
    case ExpressionKind::Binary: {
        if (compares(expression->op)) return tree::value_type(ElementType::Pred);
        const Type left = type_of(expression->operands[0]);
        const bool integer = left.kind != tree::TypeKind::Vector && !is_real(left.element);
        return integer ? type_of(expression->operands[1]) : left;
    }
    case ExpressionKind::Conditional: return type_of(expression->operands[1]);
    case ExpressionKind::Intrinsic:
        return is_scalar(expression->intrinsic.id)
                   ? tree::value_type(ElementType::S32)
                   : tree::vector_type(expression->intrinsic.vector.element, expression->intrinsic.vector.lanes);
    case ExpressionKind::Call: return tree::value_type(type_of_helper(expression->name).value_or(ElementType::S32));
    default: return tree::value_type(ElementType::S32);
    }
}

bool ExpressionCounter::all_unrolled(std::uint64_t loops) const {
    for (std::size_t i = 0; i < loops_.size(); ++i)
        if ((i >= 64 || (loops >> i & 1) != 0) && !loops_[i].unrolled) return false;
    return true;
}

bool ExpressionCounter::is_constant(const Expression& expression) const {
    return value_of(expression, known_) && all_unrolled(loops_of(expression));
}

// Elements of small local arrays are in registers where their numbers are constants, once loops are unrolled.
bool ExpressionCounter::is_in_registers(const Expression& element) const {
    const Expression& base = base_of(element);
    if (base->kind != ExpressionKind::Name) return false;
    const auto found = variables_.find(base->name);
    if (found == variables_.end() || !found->second.in_registers) return false;
    std::uint64_t loops = 0;
    for (Expression part = element; part->kind == ExpressionKind::Subscript; part = part->operands[0])
        loops |= loops_of(part->operands[1]);
    return all_unrolled(loops);
}

void ExpressionCounter::use(const Expression& expression) {
    if (!expression.valid()) return;
    const std::vector<Expression>& parts = expression->operands;
    switch (expression->kind) {
    case ExpressionKind::Unary:
    case ExpressionKind::Binary:
    case ExpressionKind::Cast:
    case ExpressionKind::Conditional: return use_operator(expression);
    case ExpressionKind::Call:
    case ExpressionKind::CallMember:
    case ExpressionKind::Intrinsic: return use_call(expression);
    case ExpressionKind::Subscript:
    case ExpressionKind::VectorAt: {
        if (!is_in_registers(expression))
            add(is_vector(type_of(expression)) ? InstructionKind::Vector : InstructionKind::Load,
                numbers_of(type_of(expression)), loops_of(expression), true);
        use_address(parts[0]);
        return use_address(parts[1]);
    }
    case ExpressionKind::Member: return add(InstructionKind::Load, 1, loops_of(expression), true);
    case ExpressionKind::Construct:
    case ExpressionKind::Field:
        for (const Expression& part : parts) use(part);
        return;
    default: return;
    }
}

// Sums and products of integers that addresses are made of are counted in the loops' steps, or are parts of a load.
void ExpressionCounter::use_address(const Expression& index) {
    const bool is_sum = index->kind == ExpressionKind::Binary &&
                        (index->op == Operator::Add || index->op == Operator::Subtract || is_product(index));
    if (index->kind == ExpressionKind::Cast) return use_address(index->operands[0]);
    if (!is_sum) return use(index);
    for (const Expression& part : index->operands) use_address(part);
}

void ExpressionCounter::add_sum(ElementType type, const Expression& product, std::uint64_t loops) {
    const bool fuses = is_product(product) && target_.fused_bits >= 8 * byte_size(type);
    if (fuses) {
        add(of_type(InstructionKind::FusedFloat, type), 1, loops, false);
        for (const Expression& factor : product->operands) use(factor);
        return;
    }
    add(of_type(InstructionKind::Float, type), 1, loops, false);
    use(product);
}

void ExpressionCounter::use_operator(const Expression& operation) {
    const std::uint64_t loops = loops_of(operation);
    const std::vector<Expression>& parts = operation->operands;
    if (is_constant(operation)) return;
    const Type type = type_of(operation), operand = type_of(parts[0]);
    const auto use_parts = [&] {
        for (const Expression& part : parts) use(part);
    };
    if (operation->kind == ExpressionKind::Conditional) {
        if (is_constant(parts[0])) return use(parts[*value_of(parts[0], known_) != 0 ? 1 : 2]);
        add(is_vector(type) ? InstructionKind::Vector : InstructionKind::Integer, 2, loops, false);
        return use_parts();
    }
    if (is_vector(type) || is_vector(operand)) {
        if (operation->kind != ExpressionKind::Cast) add(InstructionKind::Vector, 1, loops, false);
        return use_parts();
    }
    if (type.pointer || operand.pointer) {
        for (const Expression& part : parts) use_address(part);
        return;
    }
    if (operation->kind == ExpressionKind::Cast) {
        const bool from = is_real(operand.element), to = is_real(type.element);
        const bool is_double = type.element == ElementType::F64 || operand.element == ElementType::F64;
        if (from != to) add(InstructionKind::Integer, 1, loops, false); // between kinds of registers
        if ((from || to) && type.element != operand.element)
            add(is_double ? InstructionKind::Double : InstructionKind::Float, 1, loops, false);
        return use_parts();
    }
    if (operation->kind == ExpressionKind::Unary) {
        const bool real = is_real(type.element);
        if (operation->op != Operator::Not)
            add(real ? of_type(InstructionKind::Float, type.element) : InstructionKind::Integer, 1, loops, false);
        return use_parts();
    }
    const ElementType element = is_real(operand.element) ? operand.element : type_of(parts[1]).element;
    if (is_real(element)) {
        if (operation->op == Operator::Divide)
            add(of_type(InstructionKind::FloatDivision, element), 1, loops, false);
        else if (operation->op == Operator::Add || operation->op == Operator::Subtract) {
            const bool left = is_product(parts[0]);
            use(parts[left ? 1 : 0]);
            return add_sum(element, parts[left ? 0 : 1], loops);
        } else
            add(of_type(InstructionKind::Float, element), 1, loops, false);
        if (compares(operation->op)) add(InstructionKind::Integer, 1, loops, false); // its flags
        return use_parts();
    }
    const double words = byte_size(element) > 4 ? 2 : 1;
    if (operation->op == Operator::Multiply)
        add(InstructionKind::IntegerProduct, words, loops, false);
    else if (operation->op == Operator::Divide || operation->op == Operator::Remainder)
        add(InstructionKind::IntegerDivision, words, loops, false);
    else
        add(InstructionKind::Integer, words, loops, false);
    use_parts();
}

void ExpressionCounter::use_call(const Expression& call) {
    for (const Expression& argument : call->operands) use_address(argument);
    if (call->kind == ExpressionKind::Intrinsic) {
        const std::string scalar = scalar_name(call->intrinsic);
        const bool is_word = is_scalar(call->intrinsic.id);
        const double each = scalar.empty() ? 1 : instructions_of_helper(scalar).sum();
        return add(is_word ? InstructionKind::Integer : InstructionKind::Vector, each, loops_of(call), false);
    }
    if (call->kind == ExpressionKind::CallMember || own_.contains(call->name)) {
        if (own_.contains(call->name)) called_(call, times(all_loops(), false), known_);
        add(InstructionKind::Branch, 2);
        return add(InstructionKind::Integer, 2 + static_cast<double>(call->operands.size()));
    }
    if (call->name == "memcpy" || call->name == "memmove" || call->name == "memset") return move_bytes(call);
    std::uint64_t loops = 0;
    for (const Expression& argument : call->operands) loops |= loops_of(argument);
    constexpr double kShift = 0.5; // by a constant: half of them are parts of other instructions
    const bool by_constant = call->name.starts_with("shift_") && value_of(call->operands[1], known_);
    if (by_constant) return add(InstructionKind::Integer, kShift, loops, false);
    counts_ += instructions_of_helper(call->name) * times(loops, false);
}

void ExpressionCounter::move_bytes(const Expression& call) {
    constexpr double kWord = 4, kInLine = 32; // bytes
    const double bytes = value_of(call->operands[2], known_).value_or(kInLine);
    if (call->name != "memset") add(InstructionKind::Load, bytes / kWord);
    add(InstructionKind::Store, bytes / kWord);
    if (bytes <= kInLine) return;
    add(InstructionKind::Branch, 2 + bytes / 64);
    add(InstructionKind::Integer, 12 + bytes / 64);
}

void ExpressionCounter::store(const Expression& target, tree::Assignment assignment, const Expression& value) {
    const Type type = type_of(target);
    const std::uint64_t loops = all_loops();
    if (target->kind == ExpressionKind::Name) known_.erase(target->name);
    const bool memory = target->kind == ExpressionKind::Subscript || target->kind == ExpressionKind::VectorAt;
    if (assignment == tree::Assignment::Set) {
        use(value);
    } else {
        if (is_vector(type)) {
            add(InstructionKind::Vector, 1, loops, false);
            use(value);
        } else if (!is_real(type.element)) {
            add(assignment == tree::Assignment::Multiply ? InstructionKind::IntegerProduct : InstructionKind::Integer,
                1, loops, false);
            use(value);
        } else if (assignment == tree::Assignment::Add) {
            add_sum(type.element, value, loops);
        } else {
            add(of_type(InstructionKind::Float, type.element), 1, loops, false);
            use(value);
        }
        if (memory && !is_in_registers(target)) use(target);
    }
    if (!memory || is_in_registers(target)) return;
    add(is_vector(type) ? InstructionKind::Vector : InstructionKind::Store, numbers_of(type), loops, false);
    use_address(target->operands[0]);
    use_address(target->operands[1]);
}

} // namespace hlo2cpp
