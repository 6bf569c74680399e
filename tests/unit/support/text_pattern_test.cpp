// Texts with gaps.
#include "support/text_pattern.h"

#include <catch2/catch.hpp>

using namespace hlo2cpp;

namespace {

std::string pattern_of(std::string text) {
    for (char& c : text)
        if (c == '*') c = kAnyText;
    return text;
}

} // namespace

TEST_CASE("a pattern says what a text has around its gaps, to its end", "[support]") {
    const auto mismatch = [](const char* pattern, const char* text) {
        return first_mismatch(pattern_of(pattern), text);
    };
    CHECK_FALSE(mismatch("", ""));
    CHECK_FALSE(mismatch("one", "one"));
    CHECK(mismatch("one", "on") == 2);
    CHECK(mismatch("one", "ones") == 3);
    CHECK(mismatch("one", "oNe") == 1);
    CHECK_FALSE(mismatch("a = *;", "a = 5;"));
    CHECK_FALSE(mismatch("a = *;", "a = ;"));
    CHECK(mismatch("a = *;", "b = 5;") == 0);
    CHECK(mismatch("a = *;", "a = 5") == 4);
    CHECK(mismatch("a = *; b", "a = 5; c") == 4);
    CHECK(mismatch("*a*", "b") == 0);
    CHECK_FALSE(mismatch("*a*", "bab"));
    CHECK(mismatch("ab*ba", "aba") == 2); // the gap has no fewer characters than none
}

TEST_CASE("a gap that is a line is any lines or none", "[support]") {
    const auto matches = [](const char* text) { return !first_mismatch(pattern_of("one\n*\ntwo\n"), text); };
    CHECK(matches("one\ntwo\n"));
    CHECK(matches("one\n1\ntwo\n"));
    CHECK(matches("one\n1\n2\ntwo\n"));
    CHECK_FALSE(matches("one\n1\n"));
    CHECK_FALSE(matches("two\n"));
}
