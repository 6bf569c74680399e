#include <catch2/catch.hpp>

#include "support/nearest.h"

namespace hlo2cpp {
namespace {

const std::vector<std::string> kOptions = {"--target", "--trace", "--optimize", "--output-dir"};

TEST_CASE("a word with a third of its letters wrong is still known") {
    CHECK(nearest("--targt", kOptions) == "--target");    // one letter is missing
    CHECK(nearest("--taarget", kOptions) == "--target");  // one is too many
    CHECK(nearest("--tarhet", kOptions) == "--target");   // one is another
    CHECK(nearest("--tagret", kOptions) == "--target");   // two are swapped
    CHECK(nearest("target", kOptions) == "--target");     // dashes do not count
    CHECK(nearest("--outdir", kOptions) == std::nullopt); // four letters of ten are missing
    CHECK(nearest("--out-dir", kOptions) == "--output-dir");
}

TEST_CASE("the beginning of a word is that word, the first one of several") {
    CHECK(nearest("--opt", kOptions) == "--optimize");
    CHECK(nearest("-t", kOptions) == "--target");
}

TEST_CASE("a part of a word is that word, unless it is a single letter") {
    CHECK(nearest("--dir", kOptions) == "--output-dir");
    CHECK(nearest("m7", {"generic", "cortex-m4", "cortex-m7"}) == "cortex-m7");
    CHECK(nearest("-g", kOptions) == std::nullopt);
}

TEST_CASE("the word with the fewest edits is meant") {
    CHECK(nearest("cortex-m8", {"cortex-m4", "cortex-m7", "cortex-m85"}) == "cortex-m85");
    CHECK(nearest("cortex-m9", {"cortex-a7", "cortex-m7"}) == "cortex-m7");
}

TEST_CASE("nothing is near a word of other letters, or of none") {
    CHECK(nearest("--frobnicate", kOptions) == std::nullopt);
    CHECK(nearest("--", kOptions) == std::nullopt);
    CHECK(nearest("", kOptions) == std::nullopt);
    CHECK(nearest("--target", {}) == std::nullopt);
}

} // namespace
} // namespace hlo2cpp
