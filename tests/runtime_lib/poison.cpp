#include <catch2/catch.hpp>

#include "runtime_lib/poison.h"

TEST_CASE("poisoned bytes are seen as untouched until one is written", "[runtime_lib]") {
    unsigned char bytes[5] = {1, 2, 3, 4, 5};
    poison_bytes(bytes + 1, 3);
    CHECK(bytes[0] == 1);
    CHECK(bytes[4] == 5);
    CHECK(still_poisoned(bytes + 1, 3));
    bytes[3] = 0;
    CHECK_FALSE(still_poisoned(bytes + 1, 3));
    CHECK(still_poisoned(bytes + 1, 2));
}
