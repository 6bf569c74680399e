// Which constants lie in flash, before anything is printed.
#include "buffers/constant_plan.h"

#include <cstring>

#include "arrange/arrange.h"
#include "tile/tile.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

ConstantPlan planned(const std::string& body, const std::string& target, const std::vector<StateArray>& state = {}) {
    const Module module = lower(read_module_bytes("HloModule m\nENTRY e {\n" + body + "\n}\n"));
    const Kernels kernels = arrange(fuse(module, state), *find_target("generic"));
    const LoopNests nests = tile(kernels, *find_target(target));
    const Schedule order = schedule(kernels, nests);
    return plan_constants(kernels, nests, order, assign_buffers(kernels, nests, order, 4));
}

const std::string kWeights = "f32[2,2] constant({{1, 2}, {3, 4}})";
const std::string kProduct = "lhs_contracting_dims={1}, rhs_contracting_dims={0}";

} // namespace

TEST_CASE("equal contents are one array, which knows the values that it stands for") {
    const ConstantPlan plan =
        planned("x = f32[2,2] parameter(0)\n v = " + kWeights + "\n w = f32[4] constant({1, 2, 3, 4})\n" +
                    " a = f32[2,2] dot(x, v), " + kProduct + "\n r = f32[4] reshape(a)\n ROOT b = f32[4] add(r, w)",
                "generic");
    REQUIRE(plan.arrays.size() == 1);
    CHECK(plan.bytes == 16);
    CHECK(plan.arrays[0].values.size() == 2);
}

TEST_CASE("a constant that no step reads is not planned, nor is one that becomes a number") {
    const ConstantPlan plan =
        planned("x = f32[4] parameter(0)\n c = f32[] constant(3)\n cc = f32[4] broadcast(c), dimensions={}\n"
                " d = f32[4] constant({1, 2, 3, 4})\n unused = f32[4] add(x, d)\n ROOT b = f32[4] multiply(x, cc)",
                "generic");
    CHECK(plan.arrays.empty());
    CHECK(plan.bytes == 0);
}

TEST_CASE("a packed form is an array of its own, one for each call of the kernel that packs it") {
    std::string body = "x = f32[8,16] parameter(0)\n";
    std::int64_t next = 0;
    for (const std::string name : {"v", "w"}) {
        body += name + " = f32[16,16] constant({";
        for (int i = 0; i < 16; ++i) {
            body += i == 0 ? "{" : "}, {";
            for (int j = 0; j < 16; ++j) body += (j == 0 ? "" : ", ") + std::to_string(next++);
        }
        body += "}})\n";
    }
    body += "a = f32[8,16] dot(x, v), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n"
            "ROOT b = f32[8,16] dot(a, w), lhs_contracting_dims={1}, rhs_contracting_dims={1}";
    const ConstantPlan plan = planned(body, "x86-64-v3");
    CHECK(plan.packed.size() == 2);
    CHECK(plan.arrays.size() == 2);
    CHECK(plan.bytes == 2 * 16 * 16 * 4);
    for (const auto& [key, id] : plan.packed) CHECK_FALSE(plan.of_value[std::get<ValueId>(key).index()].valid());
}

TEST_CASE("weights that several kernels pack alike are one array, and those behind them another") {
    const auto matrix = [](std::int64_t from) {
        std::string text = "f32[8,8] constant({";
        for (int i = 0; i < 8; ++i) {
            text += i == 0 ? "{" : "}, {";
            for (int j = 0; j < 8; ++j) text += (j == 0 ? "" : ", ") + std::to_string(from++);
        }
        return text + "}})\n";
    };
    const ConstantPlan plan = planned(
        "x = f32[9,8] parameter(0)\n z = f32[12,8] parameter(1)\n w = " + matrix(0) + " v = " + matrix(100) +
            " a = f32[9,8] dot(x, w), " + kProduct + "\n t = f32[9,8] tanh(a)\n b = f32[12,8] dot(z, w), " + kProduct +
            "\n c = f32[12,8] dot(b, v), " + kProduct + "\n ROOT r = (f32[9,8], f32[12,8]) tuple(t, c)",
        "cortex-m7");
    REQUIRE(plan.packed.size() == 3);
    REQUIRE(plan.arrays.size() == 2);
    for (const ConstantArray& array : plan.arrays) CHECK(array.values.size() == 1);
}

TEST_CASE("what a state starts as is planned, but for zeros") {
    const auto bytes = [](float first) {
        Literal initial = Literal::zeros(Shape::array(ElementType::F32, {4}));
        std::memcpy(initial.bytes.data(), &first, sizeof first);
        const StateArray state{.parameter_leaf = 0,
                               .result_leaf = 0,
                               .name = "s",
                               .initial = std::make_shared<const Literal>(std::move(initial))};
        return planned("s = f32[4] parameter(0)\n ROOT t = f32[4] add(s, s)", "generic", {state}).bytes;
    };
    CHECK(bytes(1.5F) == 16);
    CHECK(bytes(0) == 0);
}
