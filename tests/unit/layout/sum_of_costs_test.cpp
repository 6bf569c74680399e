// Minimum of a sum of costs.
#include "layout/sum_of_costs.h"

#include <random>

#include <catch2/catch.hpp>

using namespace hlo2cpp;

namespace {

struct Costs {
    std::vector<std::size_t> counts;
    std::vector<std::pair<std::vector<std::size_t>, std::vector<double>>> tables;

    double total(const std::vector<std::size_t>& values) const {
        double sum = 0;
        for (const auto& [variables, table] : tables) {
            std::size_t at = 0;
            for (const std::size_t variable : variables) at = at * counts[variable] + values[variable];
            sum += table[at];
        }
        return sum;
    }

    double least() const {
        std::vector<std::size_t> values(counts.size(), 0);
        double best = total(values);
        for (;;) {
            std::size_t d = values.size();
            while (d > 0 && ++values[d - 1] == counts[d - 1]) values[--d] = 0;
            if (d == 0) return best;
            best = std::min(best, total(values));
        }
    }

    std::vector<std::size_t> minimized() const {
        SumOfCosts sum;
        for (const std::size_t count : counts) sum.add_variable(count);
        for (const auto& [variables, table] : tables) sum.add(variables, table);
        return sum.minimize();
    }
};

Costs some_costs(std::mt19937& random) {
    const auto number = [&](std::size_t low, std::size_t high) {
        return std::uniform_int_distribution<std::size_t>(low, high)(random);
    };
    Costs costs;
    for (std::size_t v = number(1, 7); v > 0; --v) costs.counts.push_back(number(1, 3));
    for (std::size_t c = number(0, 9); c > 0; --c) {
        std::vector<std::size_t> variables;
        for (std::size_t v = 0; v < costs.counts.size(); ++v)
            if (number(0, 2) == 0) variables.push_back(v);
        std::ranges::shuffle(variables, random);
        std::size_t size = 1;
        for (const std::size_t variable : variables) size *= costs.counts[variable];
        std::vector<double> table;
        for (std::size_t i = 0; i < size; ++i) table.push_back(static_cast<double>(number(0, 50)));
        costs.tables.emplace_back(std::move(variables), std::move(table));
    }
    return costs;
}

} // namespace

TEST_CASE("the values that are found have the least sum of all", "[layout]") {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        const Costs costs = some_costs(random);
        CHECK(costs.total(costs.minimized()) == costs.least());
    }
}

TEST_CASE("a chain of ten thousand variables is minimized in time that is proportional to its length", "[layout]") {
    SumOfCosts sum;
    for (int v = 0; v < 10'000; ++v) sum.add_variable(3);
    for (std::size_t v = 0; v + 1 < 10'000; ++v) sum.add({v, v + 1}, {1, 1, 1, 1, 1, 0, 1, 0, 1});
    const std::vector<std::size_t> values = sum.minimize();
    CHECK(values[5'000] + values[5'001] == 3);
}

TEST_CASE("a variable that is tied to too many others keeps its first value", "[layout]") {
    SumOfCosts sum;
    for (int v = 0; v < 40; ++v) sum.add_variable(2);
    std::vector<std::size_t> expected(40, 0);
    for (std::size_t a = 0; a < 40; ++a)
        for (std::size_t b = a + 1; b < 40; ++b) sum.add({a, b}, {0, 1, 1, 1});
    CHECK(sum.minimize() == expected);
}
