// Runs the statements of steps in the corners of their loops, with what is known before run time.
#include <algorithm>
#include <map>
#include <optional>

#include "unit/program/mutants.h"

namespace hlo2cpp::testing {
namespace {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;
using Number = std::optional<std::int64_t>; // none: only known at run time

// A pointer: `elements` of so many bytes, from element `first` on.
struct Memory {
    std::int64_t elements = 0, bytes = 0, first = 0;
    std::vector<std::int64_t> inner = {}; // sizes of the arrays that the elements are
};

std::int64_t size_of(const tree::Type& type) {
    if (type.kind == tree::TypeKind::Value && is_narrow_float(type.element)) return 4;
    return type.kind == tree::TypeKind::Vector ? type.lanes * byte_size(type.element) : byte_size(type.element);
}

class CornerRun {
public:
    bool left = false; // some array

    explicit CornerRun(const Program& program) {
        for (const NamedConstant& array : program.constants) {
            const std::int64_t bytes = size_of(tree::memory_type(array.literal->shape.type));
            memory_[array.name] = {static_cast<std::int64_t>(array.literal->bytes.size()) / bytes, bytes};
        }
    }

    void run(const tree::Function& step) {
        numbers_.clear();
        for (const tree::Parameter& parameter : step.parameters)
            if (parameter.type.pointer) memory_[parameter.name] = {parameter.elements, size_of(parameter.type)};
        run(step.body);
    }

    void operator()(const tree::Declare& declare) {
        if (declare.value.valid()) numbers_[declare.name] = number(declare.value);
        if (!declare.type.constant) numbers_[declare.name] = {}; // it may change
        if (!declare.sizes.empty())
            memory_[declare.name] = {
                declare.sizes[0], size_of(declare.type), 0, {declare.sizes.begin() + 1, declare.sizes.end()}};
        if (declare.type.pointer)
            if (const auto memory = pointer(declare.value)) memory_[declare.name] = *memory;
    }
    void operator()(const tree::Assign& assign) {
        number(assign.target);
        number(assign.value);
    }
    void operator()(const tree::Evaluate& evaluate) { number(evaluate.expression); }
    void operator()(const tree::For& loop) {
        const Number begin = number(loop.begin), end = number(loop.end);
        if (!begin || !end || *begin >= *end || loop.step < 0) return;
        const std::int64_t last = *begin + (*end - 1 - *begin) / loop.step * loop.step;
        for (const std::int64_t round : {*begin, last}) {
            numbers_[loop.name] = round;
            run(loop.body);
            if (left || *begin == last) return;
        }
    }
    void operator()(const tree::If& choice) {
        const Number test = number(choice.test);
        if (test && *test != 0) run(choice.body);
        if (test && *test == 0) run(choice.otherwise);
    }
    void operator()(const tree::Block& block) { run(block.body); }
    void operator()(const tree::Return& result) {
        if (result.value.valid()) number(result.value);
    }
    template <typename Other>
    void operator()(const Other&) {} // what steps of this test have not, or needs no run

private:
    void run(const tree::Statements& statements) {
        for (const tree::Statement& statement : statements)
            if (!left) std::visit(*this, statement.node);
    }

    Number number(const Expression& a) {
        switch (a->kind) {
        case ExpressionKind::Integer: return a->number;
        case ExpressionKind::Name: {
            const auto found = numbers_.find(a->name);
            return found == numbers_.end() ? Number() : found->second;
        }
        case ExpressionKind::Unary: {
            const Number x = number(a->operands[0]);
            if (!x) return {};
            return a->op == Operator::Minus ? Number(-*x) : a->op == Operator::Not ? Number(*x == 0) : Number();
        }
        case ExpressionKind::Binary: return binary(a);
        case ExpressionKind::Conditional: {
            const Number test = number(a->operands[0]);
            return test ? number(a->operands[*test != 0 ? 1 : 2]) : Number();
        }
        case ExpressionKind::Call: return call(a);
        case ExpressionKind::Cast: return number(a->operands[0]);
        case ExpressionKind::Subscript: access(pointer(a->operands[0]), number(a->operands[1]), 1); return {};
        case ExpressionKind::VectorAt: {
            const Number index = number(a->operands[1]);
            access(pointer(a->operands[0]), index ? Number(*index * a->type.lanes) : index, a->type.lanes);
            return {};
        }
        default: return {};
        }
    }

    void access(const std::optional<Memory>& memory, const Number& index, std::int64_t count) {
        if (!memory || !index) return;
        const std::int64_t first = memory->first + *index;
        left = left || first < 0 || first + count > memory->elements;
    }

    Number binary(const Expression& a) {
        const Number x = number(a->operands[0]);
        if (a->op == Operator::LogicalAnd && x == 0) return 0;
        if (a->op == Operator::LogicalOr && x && *x != 0) return 1;
        const Number y = number(a->operands[1]);
        if (!x || !y) return {};
        switch (a->op) {
        case Operator::Add: return *x + *y;
        case Operator::Subtract: return *x - *y;
        case Operator::Multiply: return *x * *y;
        case Operator::Divide: return *y == 0 ? Number() : *x / *y;
        case Operator::Remainder: return *y == 0 ? Number() : *x % *y;
        case Operator::Less: return *x < *y;
        case Operator::LessEqual: return *x <= *y;
        case Operator::Greater: return *x > *y;
        case Operator::GreaterEqual: return *x >= *y;
        case Operator::Equal: return *x == *y;
        case Operator::NotEqual: return *x != *y;
        case Operator::LogicalAnd:
        case Operator::LogicalOr: return *y != 0;
        default: return {};
        }
    }

    Number call(const Expression& a) {
        std::vector<Number> values;
        for (const Expression& operand : a->operands) values.push_back(number(operand));
        if (values.size() != 2 || !values[0] || !values[1]) return {};
        const std::int64_t x = *values[0], y = *values[1];
        if (a->name.starts_with("later_")) return std::max(x, y);
        if (a->name.starts_with("earlier_")) return std::min(x, y);
        if (y <= 0) return {};
        const std::int64_t rest = (x % y + y) % y;
        if (a->name.starts_with("floor_divide_")) return (x - rest) / y;
        return a->name.starts_with("floor_modulo_") ? Number(rest) : Number();
    }

    std::optional<Memory> pointer(const Expression& a) {
        if (a->kind == ExpressionKind::Name) {
            const auto found = memory_.find(a->name);
            return found == memory_.end() ? std::nullopt : std::optional(found->second);
        }
        if (a->kind == ExpressionKind::Binary) {
            std::optional<Memory> memory = pointer(a->operands[0]);
            const Number by = number(a->operands[1]);
            if (!memory || !by) return std::nullopt;
            memory->first += a->op == Operator::Add ? *by : -*by;
            return memory;
        }
        if (a->kind == ExpressionKind::Subscript) {
            const std::optional<Memory> memory = pointer(a->operands[0]);
            if (!memory || memory->inner.empty()) return std::nullopt;
            access(memory, number(a->operands[1]), 1);
            return Memory{memory->inner[0], memory->bytes, 0, {memory->inner.begin() + 1, memory->inner.end()}};
        }
        return std::nullopt;
    }

    std::map<std::string, Number> numbers_;
    std::map<std::string, Memory> memory_;
};

} // namespace

bool leaves_arrays(const Program& program) {
    CornerRun run(program);
    for (const tree::Function& step : program.steps) run.run(step);
    return run.left;
}

} // namespace hlo2cpp::testing
