#include "scalarize/run_time_subscript.h"

#include <algorithm>
#include <map>
#include <set>

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostValues = 8;

// A choice between integers by another one's value, as two that changed places have it; or by any test between two
// numbers, or two that were chosen. (A chain of tests whose last one to hold gives the number of a pivot is none: it is
// compared with each number, as where the rows change places.)
bool is_choice_of_places(const ExprGraph& exprs, const Expr& expr) {
    if (!is_choice(expr)) return false;
    const auto is_constant = [&](ExprId id) { return exprs[id].kind == ExprKind::Constant; };
    if (is_constant(expr.operands[1]) == is_constant(expr.operands[2])) return true;
    const Expr& test = exprs[expr.operands[0]];
    return test.kind == ExprKind::Apply && test.opcode == Opcode::Compare && is_integer(exprs[test.operands[0]].type) &&
           is_constant(test.operands[1]);
}

// The integer, and what it is chosen from, operands first.
std::set<ExprId> with_choices(const ExprGraph& exprs, ExprId integer) {
    std::set<ExprId> found;
    std::vector<ExprId> pending = {integer};
    while (!pending.empty()) {
        const ExprId id = pending.back();
        pending.pop_back();
        const Expr& expr = exprs[id];
        if (found.insert(id).second && is_choice_of_places(exprs, expr))
            pending.insert(pending.end(), expr.operands.begin() + 1, expr.operands.end());
    }
    return found;
}

} // namespace

std::optional<RunTimeSubscript> run_time_subscript(ScalarGraph& graph, const Subscripts& index,
                                                   const std::vector<std::int64_t>& dims) {
    std::optional<RunTimeSubscript> found;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        if (index[d].is_constant()) continue;
        const Index::Product& product = index[d].products[0];
        const Term& term = graph.space()[product.term];
        if (found || index[d].products.size() > 1 || product.coefficient != 1 || term.kind != TermKind::Dynamic)
            return {};
        const Range values = graph.values_of(term.value);
        const Range subscripts = sum(values, only(index[d].constant));
        if (!contains(term.range, values) || values.size() > kMostValues || !contains({0, dims[d]}, subscripts))
            return {};
        found = {.dim = d, .value = term.value, .offset = index[d].constant, .values = values};
    }
    return found;
}

bool is_chosen(ScalarGraph& graph, const RunTimeSubscript& subscript) {
    return is_choice_of_places(graph.exprs(), graph.exprs()[subscript.value]);
}

ExprId equals(ScalarGraph& graph, ExprId integer, std::int64_t number) {
    const ElementType type = graph.exprs()[integer].type;
    return graph.add({.kind = ExprKind::Apply,
                      .type = ElementType::Pred,
                      .operands = {integer, graph.constant(type, static_cast<double>(number))},
                      .opcode = Opcode::Compare,
                      .direction = ComparisonDirection::Eq});
}

Subscripts with_number(const Subscripts& index, const RunTimeSubscript& subscript, std::int64_t number) {
    std::vector<Index> subscripts(index.begin(), index.end());
    subscripts[subscript.dim] = subscript.offset + number;
    return subscripts;
}

// Tests that choose the integer choose the element, too: those of two rows that change places, and then of an index of
// rows.
ExprId chosen_element(ScalarGraph& graph, const RunTimeSubscript& subscript, const ElementsByNumber& element) {
    std::map<ExprId, ExprId> chosen;
    for (const ExprId id : with_choices(graph.exprs(), subscript.value)) {
        const Expr expr = graph.exprs()[id];
        if (is_choice_of_places(graph.exprs(), expr)) {
            chosen[id] = graph.choice(expr.operands[0], chosen.at(expr.operands[1]), chosen.at(expr.operands[2]));
            continue;
        }
        const Range values = graph.values_of(id);
        ExprId& result = chosen[id];
        result = element(values.begin);
        for (std::int64_t number = values.begin + 1; number < values.end; ++number)
            result = graph.choice(equals(graph, id, number), element(number), result);
    }
    return chosen.at(subscript.value);
}

} // namespace hlo2cpp
