// The sums that IndexFacts proves, against all values of the unknowns.
#include "program/index_facts.h"

#include <catch2/catch.hpp>
#include <random>

using namespace hlo2cpp;

TEST_CASE("numbers that do not fit make nothing true") {
    IndexFacts facts;
    const Index x = facts.unknown({0, 10});
    CHECK_FALSE(facts.not_negative(facts.sum(0, facts.sum(0, x, kFar - 1), 8)));
}

TEST_CASE("what is assumed is forgotten behind the block") {
    IndexFacts facts;
    const Index x = facts.unknown({-kFar, kFar});
    const std::size_t before = facts.assumed();
    facts.assume(x - 3);
    CHECK(facts.not_negative(x - 2));
    CHECK_FALSE(facts.not_negative(x - 4));
    facts.assume(x * -1 + 2); // 3 <= x <= 2: nothing gets here
    CHECK(facts.not_negative(Index(-1)));
    facts.forget(before);
    CHECK_FALSE(facts.not_negative(Index(-1)));
    CHECK_FALSE(facts.not_negative(x - 2));
}

TEST_CASE("what is assumed of a quotient limits what is divided, and what is made of it") {
    IndexFacts facts;
    const Index i = facts.unknown({0, 127}), q = facts.floor_quotient(i, 8);
    facts.assume(q - 2);
    CHECK(facts.not_negative(i - 16));
    CHECK(facts.range(i) == Range{16, 127});
    const Index rows = facts.floor_quotient(i + 4, 10);
    CHECK(facts.range(rows) == Range{2, 14});
    facts.forget(0);
    CHECK(facts.range(i) == Range{0, 127});
    CHECK(facts.range(rows) == Range{0, 14});
}

TEST_CASE("a quotient is not negative where conditions and ranges together say that what is divided is not") {
    IndexFacts facts;
    const Index i = facts.unknown({0, 6}), k = facts.unknown({0, 28}), start = facts.unknown({0, 3});
    const Index q = facts.floor_quotient(i * 28 + k - start, 8);
    facts.assume(k - start);
    CHECK(facts.not_negative(q));
}

TEST_CASE("facts together limit a quotient that no one of them limits") {
    IndexFacts facts;
    const Index i = facts.unknown({0, 85}), k = facts.unknown({0, 3});
    const Index end = facts.minimum(3, (i * -1 + 85) * 2);
    facts.assume(end - k - 1); // 2 i + k < 170
    CHECK(facts.not_negative(Index(4) - facts.floor_quotient(i * 2 + k, 34)));
}

TEST_CASE("sums of quotients are rounded, each for itself, in a sum of all of them") {
    IndexFacts facts;
    Index rows; // of an image twice as large: 0 <= (2 * i + k - 1) / 2 < 5, times 7
    for (const std::int64_t stride : {7, 1}) {
        const Index i = facts.unknown({0, 5}), begin = facts.maximum(0, i * -2 + 1);
        const Index end = facts.minimum(3, i * -2 + 11), k = facts.unknown({0, 3});
        facts.assume(k - begin);
        facts.assume(end - k - 1);
        rows = rows + (i + facts.floor_quotient(k + 1, 2) - 1) * stride;
    }
    CHECK(facts.not_negative(rows));
    CHECK(facts.not_negative(Index(39) - rows));
    CHECK_FALSE(facts.not_negative(rows - 1));
}

TEST_CASE("no sum is proved that has a negative value, and most that have none are") {
    std::mt19937 random(1);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    int never_negative = 0, proved = 0;
    for (int round = 0; round < 4000; ++round) {
        IndexFacts facts;
        const Index x = facts.unknown({-4, 5}), y = facts.unknown({0, 6});
        const std::int64_t divisor = pick(1, 4);
        const auto part = [&] { return x * pick(-3, 3) + y * pick(-2, 2) + pick(-5, 5); };
        const Index a = part(), b = part(), condition = part(), of_made = part();
        // Each unknown beside what C++ makes of the values.
        const int form = pick(0, 5);
        const Index made = form == 0   ? facts.floor_quotient(a, divisor)
                           : form == 1 ? facts.quotient(a, divisor)
                           : form == 2 ? facts.floor_remainder(a, divisor)
                           : form == 3 ? facts.remainder(a, divisor)
                           : form == 4 ? facts.maximum(a, b)
                                       : facts.minimum(a, b);
        const std::int64_t m = pick(-3, 3), c = pick(-4, 20), k = pick(-1, 1);
        const Index rest = part();
        facts.assume(condition);
        facts.assume(made * k + of_made);
        const bool shown = facts.not_negative(made * m + rest + c);
        bool negative = false;
        for (std::int64_t i = -4; i < 5; ++i)
            for (std::int64_t j = 0; j < 6; ++j) {
                const auto value = [&](const Index& sum) {
                    std::int64_t all = sum.constant;
                    for (const Index::Product& product : sum.products)
                        all += product.coefficient * (product.term == x.products[0].term ? i : j);
                    return all;
                };
                if (value(condition) < 0) continue;
                const std::int64_t u = value(a), v = value(b);
                const std::int64_t remainder = u % divisor, floor = remainder < 0 ? remainder + divisor : remainder;
                const std::int64_t results[] = {(u - floor) / divisor, u / divisor,   floor, remainder,
                                                std::max(u, v),        std::min(u, v)};
                if (results[form] * k + value(of_made) < 0) continue;
                negative = negative || results[form] * m + value(rest) + c < 0;
            }
        CHECK_FALSE((shown && negative));
        never_negative += negative ? 0 : 1;
        proved += shown ? 1 : 0;
    }
    CHECK(never_negative > 2000);
    CHECK(proved * 20 > never_negative * 19);
}
