#include <catch2/catch.hpp>

#include "support/dependency_order.h"

using namespace hlo2cpp;
using Indices = std::vector<std::size_t>;

TEST_CASE("an order that is right already is kept") {
    CHECK(dependency_order({{}, {0}, {}, {1, 2}}).order == Indices{0, 1, 2, 3});
}

TEST_CASE("dependencies move in front of what needs them") {
    CHECK(dependency_order({{2}, {}, {1}}).order == Indices{1, 2, 0});
}

TEST_CASE("the preferred ones and their dependencies come first") {
    CHECK(dependency_order({{}, {}, {1}, {}}, {2, 3}).order == Indices{1, 2, 3, 0});
}

TEST_CASE("a cycle is spelled out") {
    CHECK(dependency_order({{}, {3}, {1}, {2}}).cycle == Indices{1, 3, 2});
    CHECK(dependency_order({{0}}).cycle == Indices{0});
}

TEST_CASE("a chain of a million needs no stack") {
    std::vector<Indices> chain(1000000);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) chain[i] = {i + 1};
    CHECK(dependency_order(chain).order.front() == chain.size() - 1);
}
