// Convolutions by minimal filtering: where they are chosen, and what the validator finds.
#include "tile/winograd.h"

#include <functional>

#include "support/diagnostics.h"
#include "tile/nests_verify.h"
#include "tile/tile.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// Weights that are a constant.
std::string convolution(const Operation& shapes, bool constant = true) {
    Operation op = shapes;
    op.opcode = "convolution";
    return module_of(op, constant);
}
std::string same(std::int64_t size, std::int64_t channels, std::int64_t features, bool constant = true) {
    return convolution({{1, size, size, channels},
                        {3, 3, channels, features},
                        {1, size, size, features},
                        "",
                        "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f"},
                       constant);
}

LoopNests tiled(const Kernels& kernels, const char* target, const Goal& options) {
    LoopNests nests = tile(kernels, *find_target(target), options);
    verify_nests(kernels, nests);
    return nests;
}

// Results along a line of a tile; 0: sums as they are.
std::int64_t filter_of(const std::string& module, const char* target, const Goal& options) {
    const LoopNest nest = tiled(addressed(module), target, options).nests.back();
    return nest.winograd ? nest.winograd->filter.outputs : 0;
}
std::int64_t filter_at_speed(const std::string& module, const char* target = "x86-64-v3") {
    return filter_of(module, target, {.optimize = Optimize::Speed});
}

} // namespace

TEST_CASE("convolutions of 3 x 3 taps take few products with --optimize speed alone", "[tile]") {
    const std::string module = same(16, 16, 16);
    CHECK(filter_at_speed(module) == 4);
    CHECK(filter_of(module, "x86-64-v3", {.optimize = Optimize::Balanced}) == 0);
    CHECK(filter_of(module, "x86-64-v3", {.optimize = Optimize::Size}) == 0);
    CHECK(filter_of(module, "x86-64-v3", {.in_order = true, .optimize = Optimize::Speed}) == 0);
}

TEST_CASE("large tiles are for weights that stay small", "[tile]") {
    const std::string module = same(16, 16, 16);
    CHECK(filter_at_speed(module, "cortex-m7") == 2); // where flash is scarce: never
    CHECK(filter_at_speed(module, "cortex-a") == 4);
    CHECK(filter_at_speed(same(14, 64, 65)) == 4); // 144 bytes for each pair of features
    CHECK(filter_at_speed(same(14, 64, 66)) == 2);
}

TEST_CASE("what has few channels, strides, holes, groups or weights that change runs as it is", "[tile]") {
    CHECK(filter_at_speed(same(32, 7, 16)) == 0);
    CHECK(filter_at_speed(same(32, 16, 7)) == 0);
    CHECK(filter_at_speed(same(16, 16, 16, false)) == 0);
    const std::string labels = ", dim_labels=b01f_01io->b01f";
    const std::vector<std::int64_t> x = {1, 16, 16, 16}, w = {3, 3, 16, 16};
    CHECK(filter_at_speed(
              convolution({x, w, {1, 8, 8, 16}, "", "window={size=3x3 stride=2x2 pad=0_1x0_1}" + labels})) == 0);
    CHECK(filter_at_speed(
              convolution({x, w, {1, 16, 16, 16}, "", "window={size=3x3 pad=2_2x2_2 rhs_dilate=2x2}" + labels})) == 0);
    CHECK(filter_at_speed(convolution({x,
                                       {3, 3, 8, 16},
                                       {1, 16, 16, 16},
                                       "",
                                       "window={size=3x3 pad=1_1x1_1}" + labels + ", feature_group_count=2"})) == 0);
    CHECK(filter_at_speed(
              convolution({x, {5, 5, 16, 16}, {1, 16, 16, 16}, "", "window={size=5x5 pad=2_2x2_2}" + labels})) == 0);
}

TEST_CASE("the scratch of a strip has the size that the target allows", "[tile]") {
    for (const char* target : {"generic", "cortex-m7", "cortex-a", "x86-64-v3", "x86-64-v4"})
        for (const std::int64_t features : {8, 16, 24, 64}) {
            const Kernels kernels = addressed(same(28, features, features));
            const LoopNests nests = tiled(kernels, target, {.optimize = Optimize::Speed});
            INFO(target << ", " << features);
            CHECK(nests.nests.back().scratch_bytes <= nests.target.winograd_scratch);
        }
}

TEST_CASE("weights are transformed and packed in the order of the product", "[tile]") {
    const Kernels kernels = addressed(same(16, 8, 16));
    const LoopNest nest = tiled(kernels, "x86-64-v3", {.optimize = Optimize::Speed}).nests.back();
    REQUIRE(nest.winograd != nullptr);
    const Winograd& w = *nest.winograd;
    LiteralPtr source;
    for_each_call(kernels.regions, [&](const Call& call) {
        source = kernels[call[kernels[call.kernel].exprs[w.dims.weights].argument]].literal;
    });
    const LiteralPtr packed = winograd_weights(kernels[nest.kernel], w, source);
    CHECK(packed->shape.elements() == w.points() * 8 * w.features);
    // The first point is 0: there G is 1 at the first tap. The last one is infinity: the last tap alone.
    CHECK(packed->at<float>(0) == Approx(source->at<float>(0)));
    CHECK(packed->at<float>(packed->shape.elements() - 1) == Approx(source->at<float>(source->shape.elements() - 1)));
}

TEST_CASE("damage to a minimal filter is found and named", "[tile]") {
    const Kernels kernels = addressed(same(16, 16, 16));
    const LoopNests right = tiled(kernels, "x86-64-v3", {.optimize = Optimize::Speed});
    const auto found = [&](const std::function<void(LoopNest&, Winograd&)>& damage) -> std::string {
        LoopNests nests = right;
        LoopNest& nest = nests.nests.back();
        Winograd w = *nest.winograd;
        damage(nest, w);
        nest.winograd = std::make_shared<const Winograd>(std::move(w));
        try {
            verify_nests(kernels, nests);
        } catch (const InternalError& error) {
            return error.what();
        }
        return "nothing";
    };
    CHECK(found([](LoopNest&, Winograd&) {}) == "nothing");
    CHECK_THAT(found([](LoopNest&, Winograd& w) { w.filter.filter[1][2] *= 1.01; }), Contains("something else"));
    CHECK_THAT(found([](LoopNest&, Winograd& w) { std::swap(w.dims.tap_rows, w.dims.tap_columns); }),
               Contains("do not slide"));
    CHECK_THAT(found([](LoopNest&, Winograd& w) { --w.tile_rows; }), Contains("do not cover it"));
    CHECK_THAT(found([](LoopNest&, Winograd& w) { w.strip_columns = 3; }), Contains("do not cover its tiles"));
    CHECK_THAT(found([](LoopNest&, Winograd& w) { w.point_stride = 8; }), Contains("overlap"));
    CHECK_THAT(found([](LoopNest& nest, Winograd&) { nest.scratch_bytes -= 64; }), Contains("scratch"));
    CHECK_THAT(found([](LoopNest& nest, Winograd&) { nest.packings.clear(); }), Contains("weights"));
    CHECK_THAT(found([](LoopNest&, Winograd& w) { w.product_nest.bodies.pop_back(); }), Contains("bodies"));
}
