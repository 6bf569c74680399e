// Convolutions by minimal filtering: where they are chosen, and the kernels of a strip.
#include "arrange/arrange.h"
#include "arrange/winograd_choice.h"
#include "fuse/kernels_verify.h"
#include "tile/best_cycles.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

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

Kernels arranged(const std::string& module, const char* target, const Goal& goal) {
    const Target machine = *find_target(target);
    Kernels kernels = arrange(fused(module), machine, goal, {}, best_cycles(machine, goal));
    verify_kernels(kernels);
    return kernels;
}

// Results along a line of a tile; 0: sums as they are.
std::int64_t filter_of(const std::string& module, const char* target, const Goal& goal) {
    std::int64_t filter = 0;
    for_each_call(arranged(module, target, goal).regions,
                  [&](const Call& call) { filter = std::max(filter, call.winograd); });
    return filter;
}
std::int64_t filter_at_speed(const std::string& module, const char* target = "x86-64-v3") {
    return filter_of(module, target, {.optimize = Optimize::Speed});
}

std::optional<WinogradPlan> plan_of(const std::string& module, const char* target) {
    const Target machine = *find_target(target);
    return winograd_plan(addressed(module).kernels.back(), machine,
                         best_cycles(machine, {.optimize = Optimize::Speed}));
}

} // namespace

TEST_CASE("convolutions of 3 x 3 taps take few products with --optimize speed alone", "[arrange]") {
    const std::string module = same(16, 16, 16);
    CHECK(filter_at_speed(module) == 4);
    CHECK(filter_of(module, "x86-64-v3", {.optimize = Optimize::Balanced}) == 0);
    CHECK(filter_of(module, "x86-64-v3", {.optimize = Optimize::Size}) == 0);
    CHECK(filter_of(module, "x86-64-v3", {.in_order = true, .optimize = Optimize::Speed}) == 0);
}

TEST_CASE("large tiles are for weights that stay small", "[arrange]") {
    const std::string module = same(16, 16, 16);
    CHECK(filter_at_speed(module, "cortex-m7") == 2); // where flash is scarce: never
    CHECK(filter_at_speed(module, "cortex-a") == 4);
    CHECK(filter_at_speed(same(14, 64, 65)) == 4); // 144 bytes for each pair of features
    CHECK(filter_at_speed(same(14, 64, 66)) == 2);
}

TEST_CASE("convolutions with few channels, strides, holes, groups or weights that change run as they are",
          "[arrange]") {
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

TEST_CASE("the arrays of a strip have the size that the target allows", "[arrange]") {
    for (const char* target : {"generic", "cortex-m7", "cortex-a", "x86-64-v3", "x86-64-v4"})
        for (const std::int64_t features : {8, 16, 24, 64}) {
            INFO(target << ", " << features);
            const std::optional<WinogradPlan> plan = plan_of(same(28, features, features), target);
            if (plan)
                CHECK((plan->transformed_elements() + plan->products_elements()) * 4 <=
                      find_target(target)->winograd_scratch);
        }
}

TEST_CASE("strips cover the tiles, and the tiles the results", "[arrange]") {
    for (const std::int64_t size : {7, 12, 15, 16, 21, 33}) {
        const std::optional<WinogradPlan> plan = plan_of(same(size, 16, 16), "x86-64-v3");
        INFO(size);
        REQUIRE(plan);
        const std::int64_t m = plan->filter.outputs;
        CHECK(plan->tile_rows == (size + m - 1) / m);
        CHECK(plan->tile_columns == plan->tile_rows);
        CHECK(plan->strips() * plan->strip() == plan->tile_rows * plan->tile_columns);
        CHECK(plan->tile_rows % plan->strip_rows == 0);
        CHECK(plan->tile_columns % plan->strip_columns == 0);
    }
}

TEST_CASE("weights are transformed when the kernels are arranged", "[arrange]") {
    const std::string module = same(16, 8, 16);
    const Kernels kernels = addressed(module);
    const std::optional<WinogradPlan> plan = plan_of(module, "x86-64-v3");
    REQUIRE(plan);
    const Kernel& kernel = kernels.kernels.back();
    LiteralPtr source;
    for_each_call(kernels.regions,
                  [&](const Call& call) { source = kernels[call[kernel.exprs[plan->dims.weights].argument]].literal; });
    const LiteralPtr transformed = winograd_weights(kernel, *plan, source);
    CHECK(transformed->shape.elements() == plan->points() * 8 * plan->features);
    // The first point is 0: there G is 1 at the first tap. The last one is infinity: the last tap alone.
    CHECK(transformed->at<float>(0) == Approx(source->at<float>(0)));
    CHECK(transformed->at<float>(transformed->shape.elements() - 1) ==
          Approx(source->at<float>(source->shape.elements() - 1)));
}

TEST_CASE("a convolution keeps its name and its products on one of the calls of a strip", "[arrange]") {
    const std::string module = same(16, 16, 16);
    const Kernels kernels = arranged(module, "x86-64-v3", {.optimize = Optimize::Speed});
    std::int64_t products = 0, wanted = 0;
    int named = 0;
    for_each_call(kernels.regions, [&](const Call& call) {
        products += call.multiply_adds;
        named += call.name == "y" ? 1 : 0;
        CHECK((call.winograd > 0) == (call.name == "y"));
    });
    CHECK(named == 1);
    for_each_call(fused(module).regions, [&](const Call& call) { wanted += call.multiply_adds; });
    CHECK(products == wanted);
}

TEST_CASE("a result takes the place of an operand that nobody needs afterwards", "[arrange]") {
    // A product is stored, so it is an array of its own.
    const auto in_place = [](const std::string& root) {
        std::int64_t next = 0;
        const std::string image = "f32[1,16,16,16]";
        const std::string module =
            "HloModule m\nENTRY e {\n x = " + image + " parameter(0)\n a = f32[256,7] parameter(1)\n" +
            " b = f32[7,16] parameter(2)\n w = f32[3,3,16,16] constant(" + numbered_literal({3, 3, 16, 16}, 0, next) +
            ")\n d = f32[256,16] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n r = " + image +
            " reshape(d)\n c = " + image +
            " convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f\n y = " + image +
            " add(c, r)\n " + root + "\n}\n";
        int loops = 0, found = 0;
        for (const Region& region : arranged(module, "x86-64-v3", {.optimize = Optimize::Speed}).regions)
            for (const StepNode& step : region.steps)
                if (const While* const loop = std::get_if<While>(&step)) {
                    ++loops;
                    for (const While::Carried& carried : loop->carried) found += carried.initial.valid() ? 1 : 0;
                }
        CHECK(loops == 1);
        return found == 1;
    };
    CHECK(in_place("ROOT z = f32[1,16,16,16] negate(y)"));
    CHECK_FALSE(in_place("ROOT z = (f32[1,16,16,16], f32[1,16,16,16]) tuple(y, r)"));
}
