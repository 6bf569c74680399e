#include "estimate/function_instructions.h"

#include <algorithm>
#include <cmath>

namespace hlo2cpp {
namespace {

bool is_sort(const std::string& name) {
    return name == "sort_line" || name == "insert_in_order" || name == "first_in_order";
}

} // namespace

InstructionCounts FunctionCounter::count(const tree::Function& function, KnownIntegers known) {
    for (const tree::Parameter& parameter : function.parameters)
        expressions_.declare(parameter.name, parameter.type, {});
    expressions_.known() = std::move(known);
    visit(function.body);
    return expressions_.counts();
}

void FunctionCounter::visit(const tree::Statements& body) {
    for (const tree::Statement& statement : body) std::visit(*this, statement.node);
}

void FunctionCounter::operator()(const tree::Declare& declare) {
    if (declare.sizes.empty())
        expressions_.declare(declare.name, declare.type, declare.value);
    else
        expressions_.declare_array(declare);
}

void FunctionCounter::operator()(const tree::Assign& assign) {
    expressions_.store(assign.target, assign.assignment, assign.value);
}

void FunctionCounter::operator()(const tree::Evaluate& evaluate) {
    if (is_sort(evaluate.expression->name))
        sort(evaluate.expression);
    else
        expressions_.use(evaluate.expression);
}

void FunctionCounter::operator()(const tree::For& loop) {
    KnownIntegers& known = expressions_.known();
    const std::optional<double> begin = value_of(loop.begin, known), end = value_of(loop.end, known);
    const auto step = static_cast<double>(loop.step);
    open_ = open_ || !begin || !end;
    const double rounds = begin && end ? std::max(std::ceil((*end - *begin) / step), 0.0) : 1;
    const bool unrolled = loop.unroll > 1 && static_cast<double>(loop.unroll) >= rounds;
    if (rounds == 0) return;
    expressions_.add(InstructionKind::Integer, unrolled ? 0 : 2);
    expressions_.enter(rounds, unrolled, loop.name, loop.body);
    if (begin && end) known[loop.name] = std::floor(*begin + (rounds - 1) / 2 * step);
    const double copies = std::max(static_cast<double>(loop.unroll), 1.0);
    if (!unrolled) {
        expressions_.add(InstructionKind::Integer, 2 / copies);
        expressions_.add(InstructionKind::Branch, 1 / copies);
    }
    visit(loop.body);
    expressions_.leave();
    known.erase(loop.name);
}

void FunctionCounter::operator()(const tree::While& loop) {
    open_ = true;
    expressions_.enter(1, false, "", loop.body);
    expressions_.use(loop.test);
    expressions_.add(InstructionKind::Branch);
    visit(loop.body);
    expressions_.leave();
}

// Two branches count as a half each; one alone counts as taken.
void FunctionCounter::operator()(const tree::If& choice) {
    if (!expressions_.is_constant(choice.test)) {
        expressions_.use(choice.test);
        expressions_.add(InstructionKind::Branch);
    }
    if (const std::optional<double> test = value_of(choice.test, expressions_.known()))
        return visit(*test != 0 ? choice.body : choice.otherwise);
    const double branches = choice.otherwise.empty() ? 1 : 2;
    expressions_.scale(1 / branches);
    visit(choice.body);
    visit(choice.otherwise);
    expressions_.scale(branches);
}

// A case is taken as often as another, but where the choice says how often.
void FunctionCounter::operator()(const tree::Switch& choice) {
    if (const std::optional<double> selected = value_of(choice.selector, expressions_.known())) {
        const double last = static_cast<double>(choice.cases.size()) - 1;
        return visit(choice.cases[static_cast<std::size_t>(*selected < 0 || *selected > last ? last : *selected)]);
    }
    expressions_.use(choice.selector);
    expressions_.add(InstructionKind::Branch, 2);
    for (std::size_t i = 0; i < choice.cases.size(); ++i) {
        const double times = choice.rounds.empty() ? 1 / static_cast<double>(choice.cases.size())
                                                   : static_cast<double>(choice.rounds[i]);
        expressions_.scale(times);
        visit(choice.cases[i]);
        expressions_.scale(1 / times);
    }
}

void FunctionCounter::operator()(const tree::Record& record) {
    for (const tree::Declare& member : record.members) expressions_.declare("." + member.name, member.type, {});
    const InstructionCounts before = expressions_.counts();
    expressions_.set_counts({});
    for (const tree::Function& function : record.functions) {
        for (const tree::Parameter& parameter : function.parameters)
            expressions_.declare(parameter.name, parameter.type, {});
        visit(function.body);
    }
    step_of_sort_ = expressions_.counts();
    expressions_.set_counts(before);
}

// Insertion takes a quarter of the square of elements in steps; merging takes as many as there are elements, for each
// time that their runs are doubled.
void FunctionCounter::sort(const tree::Expression& call) {
    constexpr double kUnknown = 16, kRun = 10, kAround = 4;
    const auto number = [&](std::size_t operand) {
        const bool there = operand < call->operands.size();
        return there ? value_of(call->operands[operand], expressions_.known()) : std::nullopt;
    };
    const bool merges = call->name == "sort_line";
    const double size = number(merges ? 1 : 2).value_or(kUnknown), first = number(merges ? 2 : 1).value_or(kRun);
    const double inserted = call->name == "insert_in_order" ? size : std::min(first, size);
    double steps = size * inserted / 4 + size;
    if (merges) steps += size * std::ceil(std::log2(std::max(size / first, 1.0)));
    InstructionCounts step = step_of_sort_;
    step[InstructionKind::Integer] += kAround;
    step[InstructionKind::Branch] += 1;
    expressions_.add(step * steps);
}

} // namespace hlo2cpp
