// Expressions of straight-line code: which are computed at once, which are left out, and for which floats.
#include "scalarize/scalar_graph.h"

#include "scalarize/run_time_subscript.h"

#include <catch2/catch.hpp>

#include <cstring>
#include <limits>

using namespace hlo2cpp;

namespace {

class Graph {
public:
    explicit Graph(bool finite = false, ElementType type = ElementType::F32)
        : graph_(kernel_, {.finite = finite}), type_(type) {
        kernel_.arguments.push_back({.type = type, .dims = {8}});
    }

    ExprId x(std::int64_t element = 0) {
        return graph_.add(
            {.kind = ExprKind::Load, .type = type_, .argument = ArgumentId(std::size_t{0}), .index = {Index(element)}});
    }
    ExprId number(double value) { return graph_.constant(type_, value); }
    ExprId apply(Opcode opcode, std::vector<ExprId> operands) {
        return graph_.add({.kind = ExprKind::Apply, .type = type_, .operands = std::move(operands), .opcode = opcode});
    }
    bool is_number(ExprId id, float value) const {
        const Expr& expr = kernel_.exprs[id];
        return expr.kind == ExprKind::Constant && expr.bits.size() == sizeof value &&
               std::memcmp(expr.bits.data(), &value, sizeof value) == 0;
    }
    Opcode opcode(ExprId id) const { return kernel_.exprs[id].opcode; }
    ExprId compare(ExprId a, ExprId b, ComparisonDirection direction) {
        return graph_.add({.kind = ExprKind::Apply,
                           .type = ElementType::Pred,
                           .operands = {a, b},
                           .opcode = Opcode::Compare,
                           .direction = direction});
    }
    ExprId junction(Opcode opcode, ExprId p, ExprId q) {
        return graph_.add({.kind = ExprKind::Apply, .type = ElementType::Pred, .operands = {p, q}, .opcode = opcode});
    }
    ExprId choice(ExprId predicate, ExprId yes, ExprId no) { return graph_.choice(predicate, yes, no); }
    bool is_true(ExprId id) const { return kernel_.exprs[id].kind == ExprKind::Constant && graph_.integer(id) != 0; }

private:
    Kernel kernel_;
    ScalarGraph graph_;
    ElementType type_;
};

} // namespace

TEST_CASE("operations on constants are computed, with the bits of their type") {
    Graph graph;
    CHECK(graph.is_number(graph.apply(Opcode::Add, {graph.number(0.1), graph.number(0.2)}), 0.1f + 0.2f));
    CHECK(graph.is_number(graph.apply(Opcode::Negate, {graph.number(0)}), -0.0f));
}

TEST_CASE("equal expressions are one, whatever the order of their operands") {
    Graph graph;
    CHECK(graph.apply(Opcode::Multiply, {graph.x(0), graph.x(1)}) ==
          graph.apply(Opcode::Multiply, {graph.x(1), graph.x(0)}));
    CHECK(graph.apply(Opcode::Subtract, {graph.x(0), graph.x(1)}) !=
          graph.apply(Opcode::Subtract, {graph.x(1), graph.x(0)}));
}

TEST_CASE("what changes no bit of any float is left out") {
    Graph graph;
    const ExprId x = graph.x();
    CHECK(graph.apply(Opcode::Multiply, {x, graph.number(1)}) == x);
    CHECK(graph.apply(Opcode::Divide, {x, graph.number(1)}) == x);
    CHECK(graph.apply(Opcode::Add, {x, graph.number(-0.0)}) == x);
    CHECK(graph.apply(Opcode::Subtract, {x, graph.number(0)}) == x);
    CHECK(graph.apply(Opcode::Negate, {graph.apply(Opcode::Negate, {x})}) == x);
    CHECK(graph.opcode(graph.apply(Opcode::Multiply, {x, graph.number(-1)})) == Opcode::Negate);
}

TEST_CASE("what an infinity, a NaN or a zero's sign would show stays, but for finite floats") {
    Graph any, finite(true);
    CHECK(any.opcode(any.apply(Opcode::Multiply, {any.x(), any.number(0)})) == Opcode::Multiply);
    CHECK(any.opcode(any.apply(Opcode::Add, {any.x(), any.number(0)})) == Opcode::Add); // -0 + 0 = 0
    CHECK(any.opcode(any.apply(Opcode::Divide, {any.number(0), any.x()})) == Opcode::Divide);
    CHECK(finite.is_number(finite.apply(Opcode::Multiply, {finite.x(), finite.number(0)}), 0));
    CHECK(finite.apply(Opcode::Add, {finite.x(), finite.number(0)}) == finite.x());
    CHECK(finite.is_number(finite.apply(Opcode::Divide, {finite.number(0), finite.x()}), 0));
}

TEST_CASE("signs move out of sums and products") {
    Graph graph;
    const ExprId x = graph.x(0), y = graph.x(1), minus = graph.apply(Opcode::Negate, {y});
    CHECK(graph.apply(Opcode::Add, {x, minus}) == graph.apply(Opcode::Subtract, {x, y}));
    CHECK(graph.apply(Opcode::Subtract, {x, minus}) == graph.apply(Opcode::Add, {x, y}));
    CHECK(graph.apply(Opcode::Multiply, {minus, graph.apply(Opcode::Negate, {x})}) ==
          graph.apply(Opcode::Multiply, {x, y}));
}

TEST_CASE("a product of integers with zero is zero, of any integers") {
    Graph graph(false, ElementType::S32);
    const ExprId zero = graph.number(0);
    CHECK(graph.apply(Opcode::Multiply, {graph.x(), zero}) == zero);
    CHECK(graph.apply(Opcode::Add, {graph.x(), zero}) == graph.x());
}

TEST_CASE("a number that is added and taken away again is left out of integers, not of floats") {
    Graph integers(false, ElementType::S32), floats;
    const auto back = [](Graph& graph) {
        return graph.apply(Opcode::Subtract, {graph.apply(Opcode::Add, {graph.x(), graph.number(3)}), graph.number(3)});
    };
    CHECK(back(integers) == integers.x());
    CHECK(back(floats) != floats.x());
}

TEST_CASE("a comparison whose result the values of its integers show is that result") {
    Kernel kernel;
    ScalarGraph graph(kernel, {});
    kernel.arguments.push_back({.type = ElementType::Pred, .dims = {}});
    const ExprId test =
        graph.add({.kind = ExprKind::Load, .type = ElementType::Pred, .argument = ArgumentId(std::size_t{0})});
    const ExprId two_or_five =
        graph.choice(test, graph.constant(ElementType::S32, 2), graph.constant(ElementType::S32, 5));
    CHECK(graph.values_of(two_or_five) == Range{2, 6});
    CHECK(kernel.exprs[equals(graph, two_or_five, 6)].kind == ExprKind::Constant);
    CHECK(graph.integer(equals(graph, two_or_five, 1)) == 0);
    CHECK(kernel.exprs[equals(graph, two_or_five, 5)].kind == ExprKind::Apply);
}

TEST_CASE("products that differ in their signs are one, and so are sums of finite floats") {
    Graph any, finite(true);
    const auto minus = [](Graph& graph, ExprId x) { return graph.apply(Opcode::Negate, {x}); };
    for (Graph* graph : {&any, &finite}) {
        const ExprId x = graph->x(0), y = graph->x(1), product = graph->apply(Opcode::Multiply, {x, y});
        CHECK(graph->apply(Opcode::Multiply, {minus(*graph, x), y}) == minus(*graph, product));
        CHECK(graph->apply(Opcode::Multiply, {x, minus(*graph, y)}) == minus(*graph, product));
        const ExprId quotient = graph->apply(Opcode::Divide, {minus(*graph, x), y});
        CHECK(graph->apply(Opcode::Divide, {x, y}) == minus(*graph, quotient));
        const ExprId sum = graph->apply(Opcode::Add, {x, y}), difference = graph->apply(Opcode::Subtract, {x, y});
        const bool is_finite = graph == &finite; // 0 - 0 and -(0 - 0) differ
        CHECK((graph->apply(Opcode::Subtract, {y, x}) == minus(*graph, difference)) == is_finite);
        CHECK((graph->apply(Opcode::Subtract, {minus(*graph, x), y}) == minus(*graph, sum)) == is_finite);
    }
}

TEST_CASE("a comparison that is known is the same constant each time") {
    Kernel kernel;
    ScalarGraph graph(kernel, {});
    kernel.arguments.push_back({.type = ElementType::Pred, .dims = {}});
    const ExprId test =
        graph.add({.kind = ExprKind::Load, .type = ElementType::Pred, .argument = ArgumentId(std::size_t{0})});
    const ExprId two_or_five =
        graph.choice(test, graph.constant(ElementType::S32, 2), graph.constant(ElementType::S32, 5));
    const ExprId first = equals(graph, two_or_five, 7);
    CHECK(kernel.exprs[first].kind == ExprKind::Constant);
    CHECK(equals(graph, two_or_five, 7) == first);
}

TEST_CASE("a zero added to what is no -0 is left out for all floats, and the neutral number of an extremum") {
    Graph graph;
    const ExprId x = graph.x(), exponential = graph.apply(Opcode::Exponential, {x});
    CHECK(graph.apply(Opcode::Add, {exponential, graph.number(0)}) == exponential);
    CHECK(graph.apply(Opcode::Add, {x, graph.number(0)}) != x);
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(graph.apply(Opcode::Maximum, {graph.number(-infinity), x}) == x);
    CHECK(graph.apply(Opcode::Minimum, {x, graph.number(infinity)}) == x);
    CHECK(graph.apply(Opcode::Maximum, {graph.number(infinity), x}) != x);
}

TEST_CASE("a test of what a predicate chose is the predicate, and its choices are one") {
    Graph graph;
    const ExprId x = graph.x(), y = graph.x(1), z = graph.x(2);
    const ExprId larger = graph.compare(x, y, ComparisonDirection::Gt);
    const ExprId chosen = graph.choice(larger, graph.number(1), graph.number(0));
    CHECK(graph.compare(chosen, graph.number(1), ComparisonDirection::Eq) == larger);
    const ExprId other = graph.compare(chosen, graph.number(0), ComparisonDirection::Eq);
    CHECK(graph.choice(other, x, y) == graph.choice(larger, y, x));
    CHECK(graph.is_true(graph.compare(chosen, graph.number(2), ComparisonDirection::Lt)));
    CHECK(graph.choice(larger, graph.choice(larger, x, y), z) == graph.choice(larger, x, z));
    CHECK(graph.choice(larger, x, graph.choice(larger, y, z)) == graph.choice(larger, x, z));
}

TEST_CASE("logic with a known operand goes, and the larger of -inf and a number is the number") {
    Graph graph;
    const ExprId x = graph.x(), least = graph.number(-std::numeric_limits<double>::infinity());
    const ExprId p = graph.compare(x, graph.x(1), ComparisonDirection::Lt);
    const ExprId yes = graph.compare(graph.number(1), graph.number(2), ComparisonDirection::Lt);
    const ExprId no = graph.compare(graph.number(2), graph.number(1), ComparisonDirection::Lt);
    CHECK(graph.junction(Opcode::And, p, yes) == p);
    CHECK(graph.junction(Opcode::And, no, p) == no);
    CHECK(graph.junction(Opcode::Or, no, p) == p);
    CHECK(graph.junction(Opcode::Or, p, yes) == yes);
    CHECK(graph.choice(graph.compare(least, x, ComparisonDirection::Ge), least, x) == x);
    CHECK(graph.choice(graph.compare(graph.number(0), x, ComparisonDirection::Ge), graph.number(0), x) != x);
}
