// Blocks and the size of register tiles.
#include "tile/register_tile.h"

#include <catch2/catch.hpp>

using namespace hlo2cpp;

TEST_CASE("even blocks add up, none is too large, sizes differ by one at most") {
    for (std::int64_t total = 0; total <= 60; ++total) {
        for (std::int64_t most = 1; most <= 20; ++most) {
            std::int64_t sum = 0, count = 0;
            const std::vector<Blocks> list = even_blocks(total, most);
            for (const Blocks& blocks : list) {
                REQUIRE(blocks.count > 0);
                REQUIRE((blocks.size >= 1 && blocks.size <= most));
                sum += blocks.size * blocks.count;
                count += blocks.count;
            }
            REQUIRE(sum == total);
            REQUIRE(count == (total + most - 1) / most); // as few as possible
            REQUIRE(list.size() <= 2);
            if (list.size() == 2) REQUIRE(list[0].size == list[1].size + 1);
        }
    }
}

TEST_CASE("the best tile stays within rows, columns and registers, and its chains divide the depth") {
    for (const std::string& name : target_names()) {
        const Target target = *find_target(name);
        for (const TermLoads& loads :
             {TermLoads{.lane = 1, .row = 1}, TermLoads{.both = 1, .lane = 1}, TermLoads{.both = 1},
              TermLoads{.lane = 1, .none = 1}, TermLoads{.lane = 2, .row = 1}}) {
            for (const std::int64_t rows : {1, 2, 7, 64})
                for (const std::int64_t columns : {1, 3, 16})
                    for (const std::int64_t depth : {1, 6, 27, 512})
                        for (const bool one_chain : {false, true}) {
                            const bool scalar = target.vector_bytes == 0;
                            const TileSize tile = best_tile(target, loads, rows, columns, {.steps = depth}, scalar,
                                                            one_chain ? Chains{1} : chains_of_any_order(depth));
                            REQUIRE((tile.rows >= 1 && tile.rows <= rows));
                            REQUIRE((tile.vectors >= 1 && tile.vectors <= columns));
                            REQUIRE(depth % tile.chains == 0);
                            const std::int64_t accumulators = tile.rows * tile.vectors * tile.chains;
                            const std::int64_t held =
                                loads.lane > 0 && tile.rows > 1 ? tile.vectors + 1 : 1; // shared by the rows
                            REQUIRE((accumulators == 1 || accumulators + held <= target.registers));
                            if (one_chain) REQUIRE(tile.chains == 1);
                        }
        }
    }
}

TEST_CASE("a large product fills the registers, a single sum is cut into chains") {
    const Target target = *find_target("x86-64-v3");
    const auto tile = [&](const TermLoads& loads, std::int64_t rows, std::int64_t columns, std::int64_t steps) {
        return best_tile(target, loads, rows, columns, {.steps = steps}, false, chains_of_any_order(steps));
    };
    const TileSize large = tile({.lane = 1, .row = 1}, 64, 16, 512);
    CHECK(large.rows * large.vectors >= 8); // latency times throughput of the multiply-adds
    CHECK(tile({.both = 1}, 1, 1, 512).chains > 1);
    CHECK(tile({.both = 1}, 1, 1, 511).chains == 1);
    CHECK(best_tile(target, {.both = 1}, 1, 1, {.steps = 512}, false, {1}).chains == 1);
    CHECK(best_tile(target, {.both = 1}, 64, 1, {.steps = 512}, false, {2}).chains == 2);
}
