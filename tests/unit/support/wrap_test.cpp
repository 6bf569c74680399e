#include <catch2/catch.hpp>

#include "support/wrap.h"

namespace hlo2cpp {
namespace {

TEST_CASE("words are wrapped where the next one does not fit") {
    CHECK(wrap_words("one two three", 7) == "one two\nthree\n"); // seven columns are enough for two words
    CHECK(wrap_words("one two three", 6) == "one\ntwo\nthree\n");
    CHECK(wrap_words("one two", 6, 2) == "  one\n  two\n");
    CHECK(wrap_words("incomprehensible", 4) == "incomprehensible\n");
    CHECK(wrap_words("one\n  two", 80) == "one two\n");
}

} // namespace
} // namespace hlo2cpp
