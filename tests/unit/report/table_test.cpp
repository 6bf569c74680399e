#include <catch2/catch.hpp>

#include "report/table.h"

namespace hlo2cpp {
namespace {

TEST_CASE("thousands are parted") {
    CHECK(with_thousands(0) == "0");
    CHECK(with_thousands(999) == "999");
    CHECK(with_thousands(1000) == "1,000");
    CHECK(with_thousands(-1234567) == "-1,234,567");
    CHECK(with_thousands(-999) == "-999");
    CHECK(with_thousands(INT64_MIN) == "-9,223,372,036,854,775,808");
}

TEST_CASE("columns are aligned") {
    Table table({{"step", Table::Align::Right}, {"name"}, {"bytes", Table::Align::Right}});
    table.add({"0", "hidden", "1,024"});
    table.add({"10", "softmax", "8"});
    CHECK(table.text(2) == "  step  name     bytes\n"
                           "     0  hidden   1,024\n"
                           "    10  softmax      8\n");
    Table bare({{""}, {""}});
    bare.add({"a", ""});
    CHECK(bare.text(0) == "a\n");
}

} // namespace
} // namespace hlo2cpp
