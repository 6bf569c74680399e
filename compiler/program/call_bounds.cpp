#include "program/call_bounds.h"

namespace hlo2cpp {

using tree::Expression;
using tree::ExpressionKind;

CallBounds::CallBounds(const Program& program, AccessBounds& accesses) : program_(program), accesses_(accesses) {
    for (const tree::Function& step : program.steps) steps_[step.name] = &step;
}

std::vector<Range>& CallBounds::declare(const tree::Record& record) {
    lines_[record.name] = {&record, std::vector<Range>(record.members.size(), Range{0, 0})};
    return lines_[record.name].needed;
}

void CallBounds::operator()(const Expression& a) {
    switch (a->kind) {
    case ExpressionKind::Call: return call(a);
    case ExpressionKind::Construct: return construct(a);
    case ExpressionKind::Intrinsic:
        if (const auto accesses = intrinsic_accesses(a, accesses_.values))
            return touch(a, *accesses, name_of(a->intrinsic));
        return accesses_.no_pointers(a, name_of(a->intrinsic));
    case ExpressionKind::CallMember: {
        const CallAccesses nowhere{{}, "no other devices"};
        return touch(a, program_.devices ? exchange_accesses(a, *program_.devices) : nowhere, a->name);
    }
    default: return;
    }
}

void CallBounds::call(const Expression& a) {
    if (const auto step = steps_.find(a->name); step != steps_.end()) return step_call(a, *step->second);
    if (a->name == "insert_in_order" || a->name == "first_in_order" || a->name == "sort_line") return sort_call(a);
    if (a->name == program_.prefix + "_TRACE") { // (number, step, type, memory, elements)
        const Pointed memory = accesses_.memory(a->operands[3], "a trace of what is no array");
        return accesses_.inside(memory, 0, a->operands[4]->number * bytes_of(memory.element));
    }
    if (a->name == "host_operand" || a->name.starts_with("::")) return; // accesses of the host are not checked
    if (const auto accesses = helper_accesses(a, accesses_.values)) return touch(a, *accesses, a->name);
    accesses_.no_pointers(a, a->name);
}

void CallBounds::touch(const Expression& a, const CallAccesses& accesses, const std::string& name) {
    const std::string call = "a call of " + name + " with ";
    if (!accesses.fault.empty()) accesses_.fail(call + accesses.fault);
    for (const auto& [operand, bytes, element] : accesses.list) {
        const Pointed memory = accesses_.memory(a->operands[operand], call + "any memory");
        if (element && byte_type(memory.element.element) != *element) accesses_.fail(call + "any memory");
        accesses_.inside(memory, 0, bytes);
    }
}

void CallBounds::step_call(const Expression& a, const tree::Function& step) {
    if (step.any_size) return any_size_call(a, step);
    for (std::size_t i = 0; i < a->operands.size(); ++i) {
        const tree::Parameter& parameter = step.parameters[i];
        tree::Type element = parameter.type;
        element.pointer = false;
        if (parameter.type.pointer) {
            const std::string otherwise = "a call of " + a->name + " without an array for " + parameter.name;
            accesses_.inside(accesses_.memory(a->operands[i], otherwise), 0, parameter.elements * bytes_of(element));
        } else if (parameter.range.size() > 0) {
            accesses_.in_range(accesses_.values.number(a->operands[i]), parameter);
        }
    }
}

void CallBounds::any_size_call(const Expression& a, const tree::Function& step) {
    SizeArguments given;
    for (std::size_t i = 0; i < a->operands.size(); ++i) {
        const tree::Parameter& parameter = step.parameters[i];
        if (parameter.type.pointer) {
            const std::string otherwise = "a call of " + a->name + " without an array for " + parameter.name;
            const Pointed memory = accesses_.memory(a->operands[i], otherwise);
            if (!memory.offset.is_constant()) accesses_.fail(otherwise);
            given.push_back(memory.bytes - memory.offset.constant);
            continue;
        }
        const Index number = accesses_.values.number(a->operands[i]);
        if (parameter.range.size() > 0)
            accesses_.in_range(number, parameter);
        else if (!number.is_constant())
            accesses_.fail("a call of " + a->name + " with a size that is not known");
        given.push_back(number.constant);
    }
    sizes_.emplace(&step, std::move(given));
}

void CallBounds::sort_call(const Expression& a) {
    const auto line = lines_.find(a->operands[0]->type.name);
    if (a->operands[0]->kind != ExpressionKind::Construct || line == lines_.end())
        accesses_.fail("a sort without a line");
    const SortReach reach = sort_reach(a, accesses_.values);
    if (!reach.fault.empty()) accesses_.fail("a sort of " + reach.fault);
    for (const tree::Function& member : line->second.record->functions) {
        if (member.parameters.empty() || member.name == "before") continue;
        const bool to_aside = member.name == "get_aside" || member.name == "put_aside";
        for (const std::int64_t k : {std::int64_t{0}, (to_aside ? reach.aside : reach.line) - 1})
            accesses_.in_range(k, member.parameters[0]);
    }
}

void CallBounds::construct(const Expression& a) {
    const auto line = lines_.find(a->type.name);
    if (a->type.kind != tree::TypeKind::Named || line == lines_.end()) return;
    const std::vector<Range>& needed = line->second.needed;
    if (a->operands.size() != needed.size()) accesses_.fail("a " + a->type.name + " of other members");
    for (std::size_t i = 0; i < a->operands.size(); ++i) {
        if (needed[i].size() == 0) continue;
        const Pointed memory = accesses_.memory(a->operands[i], "a " + a->type.name + " without an array");
        accesses_.inside(memory, needed[i].begin, needed[i].size());
    }
}

} // namespace hlo2cpp
