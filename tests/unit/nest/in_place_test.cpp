// Which steps may write over an operand because of the order in which they run.
#include "nest/in_place.h"

#include "buffers/overwrite_verify.h"
#include "tile/tile.h"
#include "unit/fuse/fused.h"
#include "unit/nest/turned_round.h"

using namespace hlo2cpp;

namespace {

// r, of x and of what else there is; x is parameter 0.
std::string window_module(const std::string& lines) {
    return "HloModule m\nENTRY e {\n" + lines + "\n}\n";
}

std::string shifted(const std::string& kept, const std::string& order, std::int64_t size = 20) {
    const std::string of = std::to_string(size);
    return window_module("x = f32[" + of + "] parameter(0)\n y = f32[3] parameter(1)\n k = f32[" +
                         std::to_string(size - 3) + "] slice(x), slice={" + kept + "}\n ROOT r = f32[" + of +
                         "] concatenate(" + order + "), dimensions={0}");
}

// The kernel that loads x, with its nest.
struct Step {
    Kernel kernel;
    LoopNest nest;
    ArgumentId x;
};

Step step_of(const std::string& text, const Target& target, Optimize optimize) {
    const Kernels kernels = addressed(text);
    const LoopNests nests = tile(kernels, target, {.optimize = optimize});
    const ValueId x = kernels.entries[0].parameters[0];
    Step step;
    for_each_call(kernels.regions, [&](const Call& call) {
        const auto at = std::ranges::find(call.values, x);
        if (at == call.values.end() || step.x.valid()) return;
        step = {kernels[call.kernel], *nests.of(call.kernel),
                ArgumentId(static_cast<std::size_t>(at - call.values.begin()))};
    });
    REQUIRE(step.x.valid());
    return step;
}

// On all targets, for size and not.
template <typename Check>
void for_all_steps(const std::string& text, Check&& check) {
    for (const std::string& name : target_names())
        for (const Optimize optimize : {Optimize::Size, Optimize::Balanced}) {
            INFO(name << "\n" << text);
            check(step_of(text, *find_target(name), optimize));
        }
}

bool runs_in_place(const Step& step) {
    return runs_in_place(step.kernel, &step.nest, used_loads(step.kernel), step.x, 0);
}
bool is_read_first(const Step& step) {
    return reads_before_it_writes(step.kernel, step.nest, step.x, 0);
}
bool descends(const Step& step) {
    bool down = false;
    nest::for_each<nest::For>(step.nest.bodies[0].statements, [&](const nest::For& loop) { down |= loop.step < 0; });
    return down;
}

const std::string kLeft = shifted("[3:20]", "k, y"), kRight = shifted("[0:17]", "y, k");

} // namespace

TEST_CASE("what moves to the front is read before it is overwritten") {
    for_all_steps(kLeft, [](const Step& step) {
        CHECK(runs_in_place(step));
        CHECK(is_read_first(step));
        CHECK_FALSE(descends(step));
    });
}

TEST_CASE("what moves to the back is so from the last point to the first, and only so") {
    for_all_steps(kRight, [](Step step) {
        CHECK(descends(step));
        CHECK(runs_in_place(step));
        CHECK(is_read_first(step));
        for (nest::Body& body : step.nest.bodies) nest::turn_round(body.statements);
        CHECK_FALSE(runs_in_place(step));
        CHECK_FALSE(is_read_first(step));
    });
}

TEST_CASE("windows of two dimensions move along either of them") {
    const std::string x = "x = f32[6,8] parameter(0)\n ";
    const std::string rows = x + "y = f32[2,8] parameter(1)\n ", columns = x + "y = f32[6,2] parameter(1)\n ";
    const std::string of_rows = "f32[6,8] concatenate(", of_columns = of_rows;
    const std::string modules[] = {
        rows + "k = f32[4,8] slice(x), slice={[2:6],[0:8]}\n ROOT r = " + of_rows + "k, y), dimensions={0}",
        rows + "k = f32[4,8] slice(x), slice={[0:4],[0:8]}\n ROOT r = " + of_rows + "y, k), dimensions={0}",
        columns + "k = f32[6,6] slice(x), slice={[0:6],[2:8]}\n ROOT r = " + of_columns + "k, y), dimensions={1}",
        columns + "k = f32[6,6] slice(x), slice={[0:6],[0:6]}\n ROOT r = " + of_columns + "y, k), dimensions={1}"};
    for (const std::string& module : modules)
        for_all_steps(window_module(module), [](const Step& step) {
            CHECK(runs_in_place(step));
            CHECK(is_read_first(step));
        });
}

TEST_CASE("what turns round, or goes both ways, is not written over itself") {
    const std::string x = "x = f32[20] parameter(0)\n ";
    const std::string reversed = x + "ROOT r = f32[20] reverse(x), dimensions={0}";
    const std::string rolled = x + "a = f32[3] slice(x), slice={[0:3]}\n b = f32[17] slice(x), slice={[3:20]}\n "
                                   "ROOT r = f32[20] concatenate(b, a), dimensions={0}";
    const std::string apart = x + "a = f32[10] slice(x), slice={[10:20]}\n b = f32[10] slice(x), slice={[0:10]}\n "
                                  "ROOT r = f32[20] concatenate(a, b), dimensions={0}";
    const std::string transposed = "x = f32[5,5] parameter(0)\n ROOT r = f32[5,5] transpose(x), dimensions={1,0}";
    for (const std::string& module : {reversed, rolled, apart, transposed})
        for_all_steps(window_module(module), [](const Step& step) {
            CHECK_FALSE(runs_in_place(step));
            CHECK_FALSE(is_read_first(step));
        });
}

TEST_CASE("a part that is overwritten earlier is not read later") {
    const std::string start = "x = f32[20] parameter(0)\n a = f32[17] slice(x), slice={[3:20]}\n ";
    const std::string end = "ROOT r = f32[20] concatenate(a, b), dimensions={0}";
    const auto module = [&](const std::string& slice) {
        return window_module(start + "b = f32[3] slice(x), slice={" + slice + "}\n " + end);
    };
    for_all_steps(module("[0:3]"), [](const Step& step) { CHECK_FALSE(runs_in_place(step)); });
    for_all_steps(module("[17:20]"), [](const Step& step) { CHECK(runs_in_place(step) == is_read_first(step)); });
}

TEST_CASE("the proof says no more than a walk through all points") {
    std::int64_t proved = 0;
    for (const std::int64_t size : {4, 9, 40})
        for (std::int64_t low = 0; low <= 3; ++low)
            for (const bool first : {false, true})
                for (const char* change : {"k", "z"}) {
                    const std::string kept = "[" + std::to_string(low) + ":" + std::to_string(low + size - 3) + "]";
                    std::string text = shifted(kept, first ? "y, K" : "K, y", size);
                    text.insert(text.find(" ROOT"), " z = f32[" + std::to_string(size - 3) + "] negate(k)\n");
                    text.replace(text.find('K'), 1, change);
                    for_all_steps(text, [&](const Step& step) {
                        if (!runs_in_place(step)) return;
                        CHECK(is_read_first(step));
                        ++proved;
                    });
                }
    CHECK(proved > 100);
}

TEST_CASE("an operand may be overwritten if it is no constant and has an output's sizes", "[nest]") {
    const auto operands = [](const std::string& lines) {
        return operands_of_output_size(addressed(window_module(lines)).kernels.at(0)).size();
    };
    CHECK(operands("x = f32[4,5] parameter(0)\n ROOT r = f32[4,5] negate(x)") == 1);
    CHECK(operands("x = f32[4,5] parameter(0)\n y = f32[4,5] parameter(1)\n ROOT r = f32[4,5] add(x, y)") == 2);
    CHECK(operands("x = f32[4,5] parameter(0)\n ROOT r = f32[5,4] transpose(x), dimensions={1,0}") == 1);
    CHECK(operands("x = f32[5] parameter(0)\n ROOT r = f32[4,5] broadcast(x), dimensions={1}") == 0);
    CHECK(operands("x = f16[8] parameter(0)\n ROOT r = f32[8] convert(x)") == 0);
    CHECK(operands("x = s16[8] parameter(0)\n ROOT r = f16[8] convert(x)") == 1);
    CHECK(operands("x = f32[2] parameter(0)\n c = f32[2] constant({3, 4})\n ROOT r = f32[2] add(x, c)") == 1);
}
