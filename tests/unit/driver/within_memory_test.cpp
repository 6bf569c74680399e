// Memories of the command line that have no room for whole arrays.
#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

// Two convolutions, whose result is written over an argument once it is read.
constexpr const char* kConvolutions =
    "HloModule m, input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {}, may-alias) }\n"
    "ENTRY e { y = s8[8,36,1] parameter(1)\n i = s8[1,8,36,1] reshape(y)\n"
    " w = s8[1,3,1,1] constant({{{{-1}},{{0}},{{-1}}}})\n"
    " c = s8[1,8,36,1] convolution(i, w), window={size=1x3 pad=0_0x1_1}, dim_labels=b01f_01io->b01f\n"
    " z = s8[2,1,1,1] constant({{{{2}}},{{{1}}}})\n"
    " d = s8[1,8,36,1] convolution(c, z), window={size=2x1 pad=1_1x0_0 rhs_dilate=2x1}, dim_labels=b01f_01io->b01f\n"
    " s = s8[8,36,1] reshape(d)\n x = s8[8,36,1] parameter(0)\n"
    " ROOT t = (s8[8,36,1], s8[8,36,1]) tuple(s, x) }";

// Bytes of the arena for a memory of this size; nothing if it does not fit.
std::int64_t arena_within(std::int64_t bytes, bool& fits) {
    CompileOptions options;
    options.target = *find_target("generic");
    options.memory = {{.name = "ram", .budget = bytes}};
    Diagnostics diagnostics;
    const Compilation c = compile(read_module_bytes(kConvolutions), options, diagnostics);
    fits = !diagnostics.has_errors();
    return c.plan.regions.back().arena_bytes;
}

} // namespace

TEST_CASE("an arena has room in a memory of the size that the message names") {
    bool fits = true;
    const std::int64_t enough = arena_within(16, fits);
    CHECK_FALSE(fits);
    CHECK(arena_within(enough, fits) <= enough);
    CHECK(fits);
}

TEST_CASE("a larger memory keeps whole arrays") {
    bool fits = false;
    CHECK(arena_within(1 << 20, fits) == 576);
    CHECK(fits);
}
