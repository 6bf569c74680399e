#include "program/program_bounds.h"

#include <algorithm>

#include "program/call_bounds.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;

// Walks through the statements with the facts that hold at each of them.
class BoundsVerifier {
public:
    explicit BoundsVerifier(const Program& program) : program_(program), calls_(program, accesses_) {
        for (const NamedConstant& array : program.constants)
            declare_array(array.name, array.element(), static_cast<std::int64_t>(array.literal->bytes.size()));
        for (const Argument& array : program.state())
            values_.declare_state({.name = array.name,
                                   .bytes = elements_in_memory(array) * byte_size(part_type(array.shape.type)),
                                   .element = tree::memory_type(part_type(array.shape.type))});
    }

    void run() {
        for (const tree::Function& step : program_.steps)
            if (!step.any_size) function(step, {});
        if (program_.reset) function(*program_.reset, {});
        function(program_.run, {});
        for (const auto& [step, given] : calls_.sizes()) function(*step, given);
    }

private:
    static std::int64_t elements_in_memory(const Argument& array) {
        return std::max<std::int64_t>(caller_shape(array.shape).elements(), 1);
    }

    // ---- declarations
    void declare_array(const std::string& name, const tree::Type& element, std::int64_t bytes) {
        values_.declare(name, {.type = element, .memory = Pointed{.name = name, .bytes = bytes, .element = element}});
    }

    // `given`: arguments of a function of any size.
    void function(const tree::Function& function, const SizeArguments& given) {
        accesses_.function = function.name;
        facts_.clear();
        calls_.leave_function();
        const ValuesScope scope(values_);
        for (std::size_t i = 0; i < function.parameters.size(); ++i)
            declare(function.parameters[i], given.empty() ? std::nullopt : std::optional(given[i]));
        body(function.body);
    }

    void declare(const tree::Parameter& parameter, std::optional<std::int64_t> given) {
        tree::Type element = parameter.type;
        element.pointer = false;
        if (parameter.type.pointer)
            return declare_array(parameter.name, element, given.value_or(parameter.elements * bytes_of(element)));
        const bool known = parameter.range.size() > 0;
        const Index number =
            given && !known ? Index(*given) : facts_.unknown(known ? parameter.range : values_of(parameter.type));
        values_.declare(parameter.name, {.type = parameter.type, .number = number});
    }

    void declare(const tree::Declare& declare) {
        Variable variable{.type = declare.type};
        if (!declare.sizes.empty())
            variable.memory = local_array(declare);
        else if (declare.type.pointer && declare.type.fixed_pointer)
            variable.memory = pointer_variable(declare);
        else if (declare.type.constant && !declare.type.pointer && declare.value.valid())
            add_value(declare, variable);
        values_.declare(declare.name, std::move(variable));
    }

    static Pointed local_array(const tree::Declare& declare) {
        std::int64_t bytes = bytes_of(declare.type);
        for (const std::int64_t size : declare.sizes) bytes *= size;
        return {.name = declare.name, .bytes = bytes, .element = declare.type, .sizes = declare.sizes};
    }

    std::optional<Pointed> pointer_variable(const tree::Declare& declare) {
        std::optional<Pointed> memory = values_.pointer(declare.value);
        if (memory) accesses_.inside(*memory, 0, 0); // else the variable is no pointer
        if (!memory || declare.elements == 0) return memory;
        const std::int64_t bytes = declare.elements * bytes_of(memory->element);
        accesses_.inside(*memory, 0, bytes);
        return Pointed{.name = declare.name, .bytes = bytes, .element = memory->element};
    }

    void add_value(const tree::Declare& declare, Variable& variable) {
        const ElementType type = declare.type.element;
        if (declare.type.kind != tree::TypeKind::Value) return;
        if (is_pred(type)) variable.definition = declare.value;
        if (type != ElementType::S32 && type != ElementType::S64) return;
        const Index number = values_.number(declare.value);
        const Range values = values_of(declare.type);
        variable.number = contains(values, facts_.range(number)) ? number : facts_.unknown(values);
    }

    // ---- statements
    void body(const tree::Statements& statements) {
        const ValuesScope scope(values_);
        for (const tree::Statement& statement : statements) add(statement);
    }

    void add(const tree::Statement& statement) {
        tree::for_each_expression(statement, [&](const Expression& a) { walk(a); });
        if (const auto* declaration = std::get_if<tree::Declare>(&statement.node)) return declare(*declaration);
        if (const auto* loop = std::get_if<tree::For>(&statement.node)) return rounds(*loop);
        if (const auto* record = std::get_if<tree::Record>(&statement.node)) return members(*record);
        if (const auto* choice = std::get_if<tree::If>(&statement.node)) {
            branch(choice->test, true, choice->body);
            return branch(choice->test, false, choice->otherwise);
        }
        tree::for_each_body(statement, [&](const tree::Statements& statements) { body(statements); });
    }

    void rounds(const tree::For& loop) {
        const ValuesScope scope(values_);
        values_.declare(loop.name, {.type = loop.type, .number = values_.loop_variable(loop)});
        body(loop.body);
    }

    void branch(const Expression& test, bool truth, const tree::Statements& statements) {
        const ValuesScope scope(values_);
        values_.assume(test, truth);
        body(statements);
    }

    void members(const tree::Record& record) {
        std::vector<Range>& needed = calls_.declare(record);
        for (const tree::Function& function : record.functions) {
            const ValuesScope scope(values_);
            for (std::size_t i = 0; i < record.members.size(); ++i) {
                const tree::Declare& member = record.members[i];
                Variable variable{.type = member.type};
                tree::Type element = member.type;
                element.pointer = false;
                if (member.type.pointer)
                    variable.memory = Pointed{.name = member.name, .element = element, .needed = &needed[i]};
                values_.declare(member.name, std::move(variable));
            }
            for (const tree::Parameter& parameter : function.parameters) declare(parameter, std::nullopt);
            body(function.body);
        }
    }

    // ---- expressions
    void walk(const Expression& a) {
        const bool both = a->kind == ExpressionKind::Binary && a->op == Operator::LogicalAnd;
        const bool either = a->kind == ExpressionKind::Binary && a->op == Operator::LogicalOr;
        if (both || either) {
            walk(a->operands[0]);
            return walk_where(a->operands[0], both, a->operands[1]);
        }
        if (a->kind == ExpressionKind::Conditional) {
            walk(a->operands[0]);
            walk_where(a->operands[0], true, a->operands[1]);
            return walk_where(a->operands[0], false, a->operands[2]);
        }
        for (const Expression& operand : a->operands) walk(operand);
        if (a->kind == ExpressionKind::Subscript || a->kind == ExpressionKind::VectorAt) accesses_.subscript(a);
        calls_(a);
    }

    void walk_where(const Expression& test, bool truth, const Expression& a) {
        const ValuesScope scope(values_);
        values_.assume(test, truth);
        walk(a);
    }

    const Program& program_;
    AccessBounds accesses_;
    ProgramValues& values_ = accesses_.values;
    IndexFacts& facts_ = values_.facts;
    CallBounds calls_;
};

} // namespace

void verify_bounds(const Program& program) {
    BoundsVerifier(program).run();
}

} // namespace hlo2cpp
