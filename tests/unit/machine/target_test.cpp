// The table of targets.
#include <catch2/catch.hpp>

#include "machine/target.h"

using namespace hlo2cpp;

TEST_CASE("native is the best target that runs on this machine", "[target]") {
    const Target native = *find_target("native");
    CHECK(native.runs_here);
    std::int64_t widest = 0;
    for (const std::string& name : target_names()) {
        const Target target = *find_target(name);
        if (target.runs_here) widest = std::max(widest, target.vector_bytes);
    }
    CHECK(native.vector_bytes == widest);
    CHECK(find_target("generic")->runs_here);
    CHECK_FALSE(find_target("cortex-m7")->runs_here);
}

TEST_CASE("a compiler of the host gets flags of targets with vectors alone", "[target]") {
    CHECK(find_target("generic")->host_flags().empty());
    CHECK(find_target("cortex-m7")->host_flags().empty());
    CHECK(find_target("x86-64-v3")->host_flags() == "-march=x86-64-v3");
}
