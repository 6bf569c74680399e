// Which constants are read as they lie, though packing would be faster.
#include "tile/shared_constants.h"

#include <limits>

#include "tile/tilings.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

constexpr double kAlways = std::numeric_limits<double>::infinity();

// Rows of a table, and the product of rows with all of it.
std::string tied(std::int64_t rows, bool looked_up = true) {
    const std::string n = std::to_string(rows);
    std::int64_t next = 0;
    return "HloModule m\nENTRY e {\n table = f32[48,24] constant(" + numbered_literal({48, 24}, 0, next) + ")\n" +
           (looked_up ? " i = s32[" + n + ",1] parameter(0)\n x = f32[" + n +
                            ",24] gather(table, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
                            "index_vector_dim=1, slice_sizes={1,24}\n"
                      : " x = f32[" + n + ",24] parameter(0)\n") +
           " y = f32[" + n + ",24] tanh(x)\n ROOT z = f32[" + n +
           ",48] dot(y, table), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n}\n";
}

// Arguments that kernels keep as they lie.
std::size_t kept(const Kernels& kernels, const Target& target, double byte_cycles) {
    std::size_t count = 0;
    for (const std::vector<ArgumentId>& arguments : constants_as_they_lie(kernels, target, {}, byte_cycles))
        count += arguments.size();
    return count;
}

std::size_t packings(const Kernels& kernels, const std::string& target, Optimize optimize) {
    std::size_t count = 0;
    for (const Tiling& nest : tilings(kernels, *find_target(target), {.optimize = optimize}))
        count += nest.packings.size();
    return count;
}

} // namespace

TEST_CASE("a table that is looked up and multiplied by is one array where flash is all that counts") {
    for (const std::int64_t rows : {1, 16})
        for (const std::string& target : target_names()) {
            INFO(target << ", " << rows << " rows");
            CHECK(kept(fused(tied(rows)), *find_target(target), kAlways) == 1);
            CHECK(packings(fused(tied(rows)), target, Optimize::Size) == 0);
        }
}

TEST_CASE("what nobody else reads is packed, whatever flash is worth") {
    for (const char* target : {"generic", "cortex-m7", "x86-64-v3"}) {
        const Kernels kernels = fused(tied(16, false));
        CHECK(kept(kernels, *find_target(target), kAlways) == 0);
        CHECK(packings(kernels, target, Optimize::Size) == 1);
    }
}

TEST_CASE("packing that saves more than its flash is worth stays") {
    const Kernels kernels = fused(tied(16));
    CHECK(kept(kernels, *find_target("x86-64-v3"), 0) == 0);
    CHECK(packings(kernels, "x86-64-v3", Optimize::Speed) == 1);
}
