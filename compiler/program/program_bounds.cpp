#include "program/program_bounds.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "program/call_accesses.h"
#include "program/program_values.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;

// Bytes that the functions of a Record need in the arrays that its members point to.
struct Line {
    const tree::Record* record = nullptr;
    std::vector<Range> needed; // by member
};

class BoundsVerifier {
public:
    explicit BoundsVerifier(const Program& program) : program_(program) {
        for (const NamedConstant& array : program.constants) {
            declare_array(array.name, array.element(), static_cast<std::int64_t>(array.literal->bytes.size()));
        }
        for (const Argument& array : program.state())
            values_.declare_state({.name = array.name,
                                   .bytes = elements_in_memory(array) * byte_size(part_type(array.shape.type)),
                                   .element = tree::memory_type(part_type(array.shape.type))});
        for (const tree::Function& step : program.steps) functions_[step.name] = &step;
    }

    void run() {
        for (const tree::Function& step : program_.steps)
            if (!step.any_size) function(step);
        if (program_.reset) function(*program_.reset);
        function(program_.run);
        for (const auto& [step, given] : std::exchange(instances_, {})) function(*step, given);
    }

    void operator()(const tree::Declare& declare) {
        if (declare.value.valid()) walk(declare.value);
        Variable variable{.type = declare.type};
        if (!declare.sizes.empty())
            variable.memory = local_array(declare);
        else if (declare.type.pointer && declare.type.fixed_pointer)
            variable.memory = pointer_variable(declare);
        else if (declare.type.constant && !declare.type.pointer && declare.value.valid())
            add_value(declare, variable);
        values_.declare(declare.name, std::move(variable));
    }
    void operator()(const tree::Assign& assign) {
        walk(assign.value);
        walk(assign.target);
    }
    void operator()(const tree::Evaluate& evaluate) { walk(evaluate.expression); }
    void operator()(const tree::For& loop) {
        walk(loop.begin);
        walk(loop.end);
        const ValuesScope scope(values_);
        const Linear begin = values_.number(loop.begin), end = values_.number(loop.end);
        values_.declare(loop.name, {.type = loop.type, .number = values_.loop_variable(loop, begin, end)});
        if (loop.step > 0) facts().reach(end, facts().range(begin).begin);
        if (facts().range(values_.number(tree::name(loop.name))).size() <= 0) facts().assume(-1); // it never runs
        body(loop.body);
    }
    void operator()(const tree::While& loop) {
        if (loop.test.valid()) walk(loop.test);
        body(loop.body);
    }
    void operator()(const tree::If& choice) {
        walk(choice.test);
        branch(choice.test, true, choice.body);
        branch(choice.test, false, choice.otherwise);
    }
    void operator()(const tree::Switch& choice) {
        walk(choice.selector);
        for (const tree::Statements& statements : choice.cases) body(statements);
    }
    void operator()(const tree::Block& block) { body(block.body); }
    void operator()(const tree::Return& result) {
        if (result.value.valid()) walk(result.value);
    }
    void operator()(const tree::Record& record) {
        Line& line = lines_[record.name];
        line.record = &record;
        line.needed.assign(record.members.size(), Range{0, 0});
        for (const tree::Function& member : record.functions) {
            const ValuesScope scope(values_);
            for (std::size_t i = 0; i < record.members.size(); ++i) add_member(record.members[i], line.needed[i]);
            parameters(member);
            body(member.body);
        }
    }
    void operator()(const tree::Comment&) {}
    void operator()(const tree::Break&) {}

private:
    LinearFacts& facts() { return values_.facts; }

    static std::int64_t elements_in_memory(const Argument& array) {
        return std::max<std::int64_t>(caller_shape(array.shape).elements(), 1);
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw InternalError("hlo2cpp has a bug: the program is wrong: function " + function_ + ": " + what);
    }

    // ---- declarations
    void declare_array(const std::string& name, const tree::Type& element, std::int64_t bytes) {
        values_.declare(name, {.type = element, .memory = Pointed{.name = name, .bytes = bytes, .element = element}});
    }

    // `given`: for each parameter the number, or the bytes behind the pointer, that a call gives; empty: the declared
    // ones.
    void function(const tree::Function& function, const std::vector<std::int64_t>& given = {}) {
        function_ = function.name;
        facts() = {};
        lines_.clear();
        const ValuesScope scope(values_);
        parameters(function, given);
        body(function.body);
    }

    void parameters(const tree::Function& function, const std::vector<std::int64_t>& given = {}) {
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            const tree::Parameter& parameter = function.parameters[i];
            tree::Type element = parameter.type;
            element.pointer = false;
            if (!given.empty() && parameter.type.pointer) {
                declare_array(parameter.name, element, given[i]);
            } else if (!given.empty() && parameter.range.size() == 0) {
                values_.declare(parameter.name, {.type = parameter.type, .number = Linear(given[i])});
            } else if (parameter.type.pointer) {
                declare_array(parameter.name, element, parameter.elements * bytes_of(element));
            } else {
                const bool known = parameter.range.size() > 0;
                const Linear number = facts().unknown(known ? parameter.range : values_of(parameter.type));
                values_.declare(parameter.name, {.type = parameter.type, .number = number});
            }
        }
    }

    static Pointed local_array(const tree::Declare& declare) {
        std::int64_t bytes = bytes_of(declare.type);
        for (const std::int64_t size : declare.sizes) bytes *= size;
        return {.name = declare.name, .bytes = bytes, .element = declare.type, .sizes = declare.sizes};
    }

    std::optional<Pointed> pointer_variable(const tree::Declare& declare) {
        std::optional<Pointed> memory = values_.pointer(declare.value);
        if (memory) inside(*memory, 0, 0); // else the variable is no pointer
        if (!memory || declare.elements == 0) return memory;
        const std::int64_t bytes = declare.elements * bytes_of(memory->element);
        inside(*memory, 0, bytes);
        return Pointed{.name = declare.name, .bytes = bytes, .element = memory->element};
    }

    void add_value(const tree::Declare& declare, Variable& variable) {
        const ElementType type = declare.type.element;
        if (declare.type.kind != tree::TypeKind::Value) return;
        if (is_pred(type)) variable.definition = declare.value;
        if (type != ElementType::S32 && type != ElementType::S64) return;
        const Linear number = values_.number(declare.value);
        const Range values = values_of(declare.type);
        const bool fits = contains(values, facts().range(number));
        variable.number = fits ? number : facts().unknown(values);
    }

    void add_member(const tree::Declare& member, Range& needed) {
        Variable variable{.type = member.type};
        tree::Type element = member.type;
        element.pointer = false;
        if (member.type.pointer) variable.memory = Pointed{.name = member.name, .element = element, .needed = &needed};
        values_.declare(member.name, std::move(variable));
    }

    // ---- statements
    void body(const tree::Statements& statements) {
        const ValuesScope scope(values_);
        for (const tree::Statement& statement : statements) std::visit(*this, statement.node);
    }

    void branch(const Expression& test, bool truth, const tree::Statements& statements) {
        const ValuesScope scope(values_);
        values_.assume(test, truth);
        body(statements);
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
        if (a->kind == ExpressionKind::Subscript || a->kind == ExpressionKind::VectorAt) access(a);
        if (a->kind == ExpressionKind::Call) call(a);
        if (a->kind == ExpressionKind::Intrinsic) intrinsic(a);
        if (a->kind == ExpressionKind::CallMember) exchange(a);
        if (a->kind == ExpressionKind::Construct) construct(a);
    }

    void walk_where(const Expression& test, bool truth, const Expression& a) {
        const std::size_t assumed = facts().assumed();
        values_.assume(test, truth);
        walk(a);
        facts().forget(assumed);
    }

    // array[index], or a vector.
    void access(const Expression& a) {
        std::optional<Pointed> memory = values_.pointer(a->operands[0]);
        if (!memory) memory = values_.lanes(a->operands[0]);
        if (!memory) fail("a subscript of what is no array that is known");
        const Linear index = values_.number(a->operands[1]);
        if (a->kind == ExpressionKind::VectorAt) {
            const std::int64_t bytes = bytes_of(a->type);
            return inside(*memory, index * bytes, bytes);
        }
        if (!memory->sizes.empty() &&
            (!facts().not_negative(index) || !facts().not_negative(Linear(memory->sizes.front() - 1) - index)))
            fail_outside(memory->name, facts().range(index), 1, memory->sizes.front(), "elements");
        if (memory->sizes.size() > 1 || memory->element.pointer) return;
        const std::int64_t bytes = bytes_of(memory->element);
        if (bytes == 0) fail("a subscript of " + memory->name + ", whose elements have no size");
        inside(*memory, index * bytes, bytes);
    }

    // Bytes [first, first + size) from where the pointer points lie in its array.
    void inside(const Pointed& memory, const Linear& first, std::int64_t size) {
        const Linear begin = memory.offset + first;
        if (memory.needed != nullptr) {
            const Range range = facts().range(begin);
            if (range.begin <= -kFar || range.end >= kFar) fail("no limit is known for a subscript of " + memory.name);
            const Range bytes = {range.begin, range.end - 1 + size};
            *memory.needed = memory.needed->size() == 0 ? bytes : hull(*memory.needed, bytes);
        } else if (!facts().not_negative(begin) || !facts().not_negative(Linear(memory.bytes - size) - begin)) {
            fail_outside(memory.name, facts().range(begin), size, memory.bytes, "bytes");
        }
    }

    [[noreturn]] void fail_outside(const std::string& array, const Range& first, std::int64_t size, std::int64_t limit,
                                   const char* unit) const {
        const auto text = [](std::int64_t number) {
            return number <= -kFar || number >= kFar ? "unknown" : std::to_string(number);
        };
        const std::int64_t end = first.end >= kFar ? kFar : first.end - 1 + size;
        fail(std::string(unit) + " [" + text(first.begin) + ", " + text(end) + ") of " + array + ", which has " +
             std::to_string(limit) + ", are not shown to be inside");
    }

    // `name`: name of the function, for messages.
    void touch(const Expression& a, const CallAccesses& accesses, const std::string& name) {
        if (!accesses.fault.empty()) fail("a call of " + name + " with " + accesses.fault);
        for (const auto& [operand, bytes, element] : accesses.list) {
            const std::optional<Pointed> memory = values_.pointer(a->operands[operand]);
            if (!memory || (element && byte_type(memory->element.element) != *element))
                fail("a call of " + name + " with any memory");
            inside(*memory, 0, bytes);
        }
    }

    void exchange(const Expression& a) {
        const CallAccesses nowhere{{}, "no other devices"};
        touch(a, program_.devices ? exchange_accesses(a, *program_.devices) : nowhere, a->name);
    }

    void call(const Expression& a) {
        if (const auto step = functions_.find(a->name); step != functions_.end()) return step_call(a, *step->second);
        if (a->name == "insert_in_order" || a->name == "first_in_order" || a->name == "sort_line") return sort_call(a);
        if (a->name == program_.prefix + "_TRACE") return trace_call(a);
        if (a->name == "host_operand" || a->name.starts_with("::")) return; // accesses of the host are not checked
        if (const auto accesses = helper_accesses(a, values_)) return touch(a, *accesses, a->name);
        no_pointers(a, a->name);
    }

    void no_pointers(const Expression& a, const std::string& name) {
        for (const Expression& operand : a->operands)
            if (values_.pointer(operand)) fail("a call of " + name + " with a pointer: nobody knows how far it goes");
    }

    void intrinsic(const Expression& a) {
        const std::string name = name_of(a->intrinsic);
        if (const auto accesses = intrinsic_accesses(a, values_)) return touch(a, *accesses, name);
        no_pointers(a, name);
    }

    // Records the sizes that a call gives to a function of any size, which is checked once for each such call.
    void any_size_call(const Expression& a, const tree::Function& step) {
        std::vector<std::int64_t> given;
        for (std::size_t i = 0; i < a->operands.size(); ++i) {
            const tree::Parameter& parameter = step.parameters[i];
            const Linear number = parameter.type.pointer ? Linear(0) : values_.number(a->operands[i]);
            const std::optional<Pointed> memory = values_.pointer(a->operands[i]);
            if (parameter.type.pointer && (!memory || !memory->offset.is_number()))
                fail("a call of " + a->name + " without an array for " + parameter.name);
            if (!parameter.type.pointer && parameter.range.size() > 0)
                require_in_range(number, parameter);
            else if (!number.is_number())
                fail("a call of " + a->name + " with a size that is not known");
            given.push_back(parameter.type.pointer ? memory->bytes - memory->offset.constant : number.constant);
        }
        instances_.emplace(&step, std::move(given));
    }

    void step_call(const Expression& a, const tree::Function& step) {
        if (step.any_size) return any_size_call(a, step);
        for (std::size_t i = 0; i < a->operands.size(); ++i) {
            const tree::Parameter& parameter = step.parameters[i];
            tree::Type element = parameter.type;
            element.pointer = false;
            if (parameter.type.pointer) {
                const std::optional<Pointed> memory = values_.pointer(a->operands[i]);
                if (!memory) fail("a call of " + a->name + " without an array for " + parameter.name);
                inside(*memory, 0, parameter.elements * bytes_of(element));
            } else if (parameter.range.size() > 0) {
                require_in_range(values_.number(a->operands[i]), parameter);
            }
        }
    }

    void require_in_range(const Linear& value, const tree::Parameter& parameter) {
        const Linear last = Linear(parameter.range.end - 1);
        if (!facts().not_negative(value - parameter.range.begin) || !facts().not_negative(last - value))
            fail("an argument may be outside the range of parameter " + parameter.name);
    }

    // PREFIX_TRACE(number, step, type, memory, elements)
    void trace_call(const Expression& a) {
        const std::optional<Pointed> memory = values_.pointer(a->operands[3]);
        if (!memory) fail("a trace of what is no array");
        inside(*memory, 0, a->operands[4]->number * bytes_of(memory->element));
    }

    void sort_call(const Expression& a) {
        const auto line = lines_.find(a->operands[0]->type.name);
        if (a->operands[0]->kind != ExpressionKind::Construct || line == lines_.end()) fail("a sort without a line");
        const SortReach reach = sort_reach(a, values_);
        if (!reach.fault.empty()) fail("a sort of " + reach.fault);
        for (const tree::Function& member : line->second.record->functions) {
            if (member.parameters.empty() || member.name == "before") continue;
            const bool to_aside = member.name == "get_aside" || member.name == "put_aside";
            for (const std::int64_t k : {std::int64_t{0}, (to_aside ? reach.aside : reach.line) - 1})
                require_in_range(k, member.parameters[0]);
        }
    }

    void construct(const Expression& a) {
        const auto line = lines_.find(a->type.name);
        if (a->type.kind != tree::TypeKind::Named || line == lines_.end()) return;
        if (a->operands.size() != line->second.needed.size()) fail("a " + a->type.name + " of other members");
        for (std::size_t i = 0; i < a->operands.size(); ++i) {
            const Range& needed = line->second.needed[i];
            if (needed.size() == 0) continue;
            const std::optional<Pointed> memory = values_.pointer(a->operands[i]);
            if (!memory) fail("a " + a->type.name + " without an array");
            inside(*memory, needed.begin, needed.size());
        }
    }

    const Program& program_;
    ProgramValues values_;
    std::string function_; // for messages
    std::unordered_map<std::string, const tree::Function*> functions_;
    std::map<std::string, Line> lines_;                                               // by the name of the record
    std::set<std::pair<const tree::Function*, std::vector<std::int64_t>>> instances_; // of functions of any size
};

} // namespace

void verify_bounds(const Program& program) {
    BoundsVerifier(program).run();
}

} // namespace hlo2cpp
