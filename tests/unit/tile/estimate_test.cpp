// The estimate that tile compares candidates by.
#include "tile/estimate.h"

#include "kernel/analysis.h"
#include "tile/candidate.h"
#include "tile/tilings.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

double chosen_cycles(const char* body, const char* target, Goal options = {}) {
    const Kernels kernels = addressed(std::string("HloModule m\nENTRY e {\n") + body + "\n}\n");
    const std::vector<Tiling> nests = tilings(kernels, *find_target(target), options);
    double sum = 0;
    for (const Tiling& nest : nests)
        if (kernels[nest.kernel].reduction && kernels[nest.kernel].reduction->term)
            sum += estimate(kernels[nest.kernel], nest, *find_target(target)).cycles;
    return sum;
}

std::string product(int rows, int columns, int depth) {
    const std::string m = std::to_string(rows), n = std::to_string(columns), k = std::to_string(depth);
    return "x = f32[" + m + "," + k + "] parameter(0)\n w = f32[" + k + "," + n + "] parameter(1)\n ROOT d = f32[" + m +
           "," + n + "] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}";
}

std::string sum_of_arrays(const std::string& size) {
    return "HloModule m\nENTRY e {\n x = f32[3," + size + "] parameter(0)\n y = f32[3," + size +
           "] parameter(1)\n ROOT s = f32[3," + size + "] add(x, y)\n}\n";
}

} // namespace

TEST_CASE("twice the rows of a product cost about twice as much, on every target") {
    for (const char* target : {"generic", "cortex-m7", "cortex-a", "x86-64-v3", "x86-64-v4"}) {
        const double one = chosen_cycles(product(64, 64, 64).c_str(), target);
        const double two = chosen_cycles(product(128, 64, 64).c_str(), target);
        CHECK(two > 1.8 * one);
        CHECK(two < 2.2 * one);
    }
}

TEST_CASE("vectors make a product cheaper") {
    const std::string large = product(64, 64, 64);
    const double scalar = chosen_cycles(large.c_str(), "generic"), narrow = chosen_cycles(large.c_str(), "cortex-a"),
                 wide = chosen_cycles(large.c_str(), "x86-64-v3");
    CHECK(narrow < scalar / 3);
    CHECK(wide < narrow);
}

TEST_CASE("no nest that is chosen costs more than one point at a time") {
    std::vector<FusedModule> modules = all_fused();
    for (const char* size : {"8", "9", "33", "1000"})
        modules.push_back({sum_of_arrays(size), addressed(sum_of_arrays(size))});
    for (const auto& [text, kernels] : modules)
        for (const char* target : {"cortex-m7", "x86-64-v3"}) {
            const std::vector<Tiling> nests = tilings(kernels, *find_target(target));
            for (const Tiling& nest : nests) {
                const Kernel& kernel = kernels[nest.kernel];
                if (nest.pieces.empty() || nest.pieces[0].tile.lane_dim < 0 || kernel.scan) continue; // it has an order
                Piece plain{.box = whole_box(kernel)};
                for (std::size_t d = 0; d < kernel.dims.size(); ++d)
                    plain.loops.push_back({.dim = static_cast<std::int64_t>(d)});
                for (std::size_t r = 0; kernel.reduction && r < kernel.reduction->dims.size(); ++r)
                    plain.reduction.push_back({.dims = {static_cast<std::int64_t>(kernel.dims.size() + r)},
                                               .range = {0, kernel.reduction->dims[r]}});
                INFO(text.substr(0, 1000) << "\n" << target);
                Tiling one_by_one;
                one_by_one.pieces = {plain};
                const Target machine = *find_target(target);
                REQUIRE(estimate(kernel, nest, machine).cycles <= estimate(kernel, one_by_one, machine).cycles);
            }
        }
}

TEST_CASE("an operand that lies badly is copied only where it is read often") {
    const auto copies = [](int rows) {
        const std::string m = std::to_string(rows);
        const Kernels kernels = addressed("HloModule m\nENTRY e {\n x = f32[64," + m + "] parameter(0)\n" +
                                          " w = f32[40,64] parameter(1)\n ROOT d = f32[" + m +
                                          ",40] dot(x, w), lhs_contracting_dims={0}, rhs_contracting_dims={1}\n}\n");
        return !tilings(kernels, *find_target("x86-64-v3"))[0].packings.empty();
    };
    CHECK(copies(64));
    CHECK(!copies(1));
}

TEST_CASE("rows along the innermost dimension of a depthwise convolution share the loads of neighbouring taps") {
    const Kernels kernels = addressed(R"(HloModule m
ENTRY e {
  x = f32[1,12,12,64] parameter(0)
  w = f32[3,3,1,64] parameter(1)
  ROOT c = f32[1,12,12,64] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=64
})");
    for (const char* target : {"cortex-m7", "x86-64-v3"}) {
        const std::vector<Tiling> nests = tilings(kernels, *find_target(target));
        for (const Piece& piece : nests[0].pieces) CHECK(piece.tile.row_dim == 1);
    }
}

TEST_CASE("a sum of arrays costs about as much less as the target has lanes") {
    const auto cycles = [](const char* target, const std::string& size) {
        const Kernels kernels = addressed(sum_of_arrays(size));
        const std::vector<Tiling> nests = tilings(kernels, *find_target(target));
        return estimate(kernels.kernels[0], nests[0], *find_target(target)).cycles;
    };
    CHECK(cycles("cortex-a", "4096") < cycles("generic", "4096") / 4);
    CHECK(cycles("x86-64-v3", "4096") < cycles("cortex-a", "4096") / 1.8);
    CHECK(cycles("x86-64-v3", "4096") > 1.8 * cycles("x86-64-v3", "2048"));
}

TEST_CASE("terms that a border leaves out take no time") {
    const auto cycles = [](const std::string& rows, const std::string& pad) {
        const Kernels kernels = addressed("HloModule m\nENTRY e {\n x = f32[1," + rows + "," + rows +
                                          ",8] parameter(0)\n w = f32[3,3,8,16] parameter(1)\n ROOT c = f32[1,6,6,16] "
                                          "convolution(x, w), window={size=3x3 pad=" +
                                          pad + "}, dim_labels=b01f_01io->b01f\n}\n");
        Tiling plain;
        Piece piece{.box = whole_box(kernels.kernels[0])};
        for (std::size_t d = 0; d < piece.box.size(); ++d) piece.loops.push_back({.dim = static_cast<std::int64_t>(d)});
        for (std::size_t r = 0; r < kernels.kernels[0].reduction->dims.size(); ++r)
            piece.reduction.push_back({.dims = {static_cast<std::int64_t>(piece.box.size() + r)},
                                       .range = {0, kernels.kernels[0].reduction->dims[r]}});
        plain.pieces = {piece};
        Target target = *find_target("generic"); // terms alone
        target.loop_overhead = target.tile_overhead = target.clip_overhead = target.test_overhead = 0;
        return estimate(kernels.kernels[0], plain, target).cycles;
    };
    // 36 results, of 3 x 3 taps each; padded, a row and a column see 2 taps of 3 at both ends.
    const double whole = cycles("8", "0_0x0_0") - 36 * 16, padded = cycles("6", "1_1x1_1") - 36 * 16;
    CHECK(padded / whole == Approx(16.0 * 16.0 / (18.0 * 18.0)));
}

TEST_CASE("code that is written out has its bytes, a loop the bytes of one round") {
    const auto bytes = [](const char* target, int size) {
        const Kernels kernels = addressed(sum_of_arrays(std::to_string(size)));
        return estimate(kernels.kernels[0], tilings(kernels, *find_target(target))[0], *find_target(target)).bytes;
    };
    CHECK(bytes("generic", 1000) == bytes("generic", 2000));
    CHECK(bytes("x86-64-v3", 1024) > bytes("generic", 1024)); // eight vectors a round
}
