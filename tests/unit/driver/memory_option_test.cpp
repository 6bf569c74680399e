#include <catch2/catch.hpp>

#include "driver/memory_option.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

void check_refused(const std::string& text, const std::string& why) {
    INFO("'" << text << "'");
    CHECK_THROWS_WITH(parse_memory(text), Contains("--memory: ") && Contains(why));
}

} // namespace

TEST_CASE("regions have their names and bytes in the order of preference") {
    const std::vector<MemoryRegion> regions = parse_memory("dtcm=64k,Sram_2=1M,psram=1000,last=2K");
    REQUIRE(regions.size() == 4);
    CHECK(regions[0].name == "dtcm");
    CHECK(regions[0].budget == 65536);
    CHECK(regions[1].name == "Sram_2");
    CHECK(regions[1].budget == 1048576);
    CHECK(regions[2].budget == 1000);
    CHECK(regions[3].budget == 2048);
    CHECK(memory_text(regions) == "dtcm=64k,Sram_2=1024k,psram=1000,last=2k");
}

TEST_CASE("sizes that are no number of bytes are refused, and the message says what one is") {
    for (const char* size : {"", "0", "-1", "64kb", "64 k", "0x10", "1.5k", "k", "G", "1G", "99999999999999999999",
                             "2199023255552", "9223372036854775807k", "64k=1"})
        check_refused(std::string("dtcm=") + size, "is no size of region dtcm: a number of bytes from 1 to 2^40");
    CHECK(parse_memory("dtcm=1099511627776")[0].budget == std::int64_t{1} << 40);
}

TEST_CASE("regions without a size, and gaps between commas, are refused with the form of the option") {
    for (const char* text : {"", "dtcm", "dtcm=1k,", ",dtcm=1k", "a=1,,b=1"})
        check_refused(text, "write regions as NAME=SIZE with commas between, the fastest first");
}

TEST_CASE("names of regions are identifiers that give each macro one meaning") {
    for (const char* name : {"", "2nd", "_x", "x_", "a__b", "a-b", "a b", "ä", "a_name_that_has_thirty_one_char"})
        check_refused(std::string(name) + "=1k", "is no name of a region");
    for (const char* name : {"bytes", "x_BYTES", "alignment", "file", "x_elements", "x_dim0"})
        check_refused(std::string(name) + "=1k", "macros of the header end so");
    check_refused("a=1k,b=1k,A=1k", "regions 'a' and 'A' have one name in macros");
    check_refused("a=1k,a=2k", "regions 'a' and 'a' have one name");
}

TEST_CASE("there are at most eight regions") {
    std::string text = "r0=1";
    for (int i = 1; i < 8; ++i) text += ",r" + std::to_string(i) + "=1";
    CHECK(parse_memory(text).size() == 8);
    check_refused(text + ",r8=1", "more than 8 regions");
}
