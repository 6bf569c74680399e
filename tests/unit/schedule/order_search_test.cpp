#include "schedule/order_search.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <random>

using namespace hlo2cpp;

namespace {

OrderProblem random_problem(std::mt19937& random, std::int32_t nodes) {
    const auto below = [&](std::int32_t n) {
        return static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(n));
    };
    OrderProblem problem;
    for (std::int32_t n = 0; n < nodes; ++n) {
        OrderProblem::Node node{.transient = below(4) == 0 ? below(5) : 0};
        for (std::int32_t i = 0; i < 2 && n > 0; ++i) {
            const std::int32_t value = below(n);
            if (std::find(node.reads.begin(), node.reads.end(), value) == node.reads.end()) node.reads.push_back(value);
        }
        node.writes = {n};
        problem.values.push_back({.size = 1 + below(9), .live_out = below(6) == 0});
        for (const std::int32_t value : node.reads)
            if (problem.values[static_cast<std::size_t>(value)].size == problem.values.back().size)
                node.reuses.push_back({value, n});
        problem.nodes.push_back(node);
    }
    return problem;
}

std::int64_t best_of_all(const OrderProblem& problem) {
    std::vector<std::int32_t> order;
    for (std::size_t n = 0; n < problem.nodes.size(); ++n) order.push_back(static_cast<std::int32_t>(n));
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    do {
        if (is_order(problem, order)) best = std::min(best, peak_of(problem, order));
    } while (std::next_permutation(order.begin(), order.end()));
    return best;
}

} // namespace

TEST_CASE("the exact search finds the best order") {
    std::mt19937 random(1);
    for (int round = 0; round < 40; ++round) {
        const OrderProblem problem = random_problem(random, 6);
        const OrderResult result = search_order(problem);
        REQUIRE(is_order(problem, result.order));
        CHECK(result.peak == peak_of(problem, result.order));
        CHECK(result.peak == best_of_all(problem));
        CHECK(result.bound == result.peak);
    }
}

TEST_CASE("without the exact search, the order is legal and the bound holds") {
    std::mt19937 random(2);
    for (int round = 0; round < 40; ++round) {
        const OrderProblem problem = random_problem(random, 60);
        const OrderResult simple = search_order(problem, {.exact_nodes = 0});
        const OrderResult exact = search_order(problem, {.exact_states = 2'000});
        REQUIRE(is_order(problem, simple.order));
        REQUIRE(is_order(problem, exact.order));
        CHECK(simple.bound <= exact.bound);
        CHECK(exact.bound <= exact.peak);
        CHECK(exact.peak <= simple.peak);
        CHECK(search_order(problem, {.exact_states = 2'000}).order == exact.order);
    }
}

TEST_CASE("large regions take a moment only") {
    std::mt19937 random(3);
    const OrderProblem problem = random_problem(random, 100'000);
    const OrderResult result = search_order(problem);
    CHECK(result.order.size() == 100'000);
    CHECK(result.bound <= result.peak);
}

TEST_CASE("each of the simple orders is legal") {
    std::mt19937 random(4);
    const OrderProblem problem = random_problem(random, 50);
    const OrderGraph graph(problem);
    CHECK(is_order(problem, graph.given));
    CHECK(is_order(problem, list_order(graph)));
    CHECK(is_order(problem, depth_first_order(graph)));
    CHECK(is_order(problem, breadth_first_order(graph)));
}
