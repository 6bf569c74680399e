// `check` finds miscompiles: mistakes are put into generated code by hand, and each must be named with its step.
#include <algorithm>

#include <catch2/catch.hpp>

#include "check/check.h"
#include "check/inputs.h"
#include "driver/check_text.h"
#include "driver/files.h"
#include "driver/run.h"
#include "evaluate/tensor.h"
#include "read/reader.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

Compilation compiled(const std::string& name, bool deterministic = false, const char* target = "generic") {
    CompileOptions options;
    options.target = *find_target(target);
    options.generate.name = name;
    options.generate.trace = true;
    options.generate.goal.in_order = deterministic;
    Diagnostics diagnostics;
    Compilation c =
        compile(read_module(std::string(HLO2CPP_SOURCE_DIR) + "/tests/check/" + name + ".hlo"), options, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    return c;
}

CheckResult checked_with(const Compilation& c, const std::string& name, const Arguments& arguments,
                         bool deterministic = false) {
    const GeneratedRun run = run_compiled(c, name, *find_target("generic"), arguments, "-O0");
    return check({c.module, c.lowered, c.kernels, c.schedule, c.program, deterministic}, arguments.leaves, run);
}

CheckResult checked(const Compilation& c, const std::string& name, bool deterministic = false) {
    return checked_with(c, name, {.leaves = sample_arguments(c.module, false)}, deterministic);
}

// Of tests/check/residual.hlo: `a` of large numbers, any x, and as b what the evaluator has of their product.
Arguments nearly_solved(const Module& residual) {
    Arguments arguments{.leaves = sample_arguments(residual, false)};
    std::vector<Tensor> tensors;
    for (const Literal& leaf : arguments.leaves) tensors.push_back(to_tensor(leaf));
    for (double& element : tensors[0].reals()) element = round_to(ElementType::F32, element * 100);
    std::ranges::fill(tensors[2].reals(), 0);
    arguments.leaves = {
        to_literal(tensors[0]), arguments.leaves[1],
        run_evaluator(residual, {to_literal(tensors[0]), arguments.leaves[1], to_literal(tensors[2])})[0]};
    return arguments;
}

struct Mistake {
    const char* what;
    const char* module; // tests/check/<module>.hlo
    const char* right;  // its first occurrence in the generated file ...
    const char* wrong;  // ... becomes this
    const char* step;   // that is to be named
    const char* target = "generic";
};

constexpr Mistake kMistakes[] = {
    {"weights read transposed", "network", "x_element * w[k * 3 + v]", "x_element * w[v * 7 + k]", "active"},
    {"no bias", "network", "acc[r][v] = bias[v]", "acc[r][v] = 0.0f", "active"},
    {"bias of the other dimension", "network", "acc[r][v] = bias[v]", "acc[r][v] = bias[r]", "active"},
    {"no maximum with 0", "network", "acc[r][v] <= 0.0f ? 0.0f : acc[r][v]", "acc[r][v]", "active"},
    {"a sum that ends early", "network", "k < 7; ++k", "k < 6; ++k", "active"},
    {"a border that starts a row early", "network", "x[(r + 3) * 7 + k]", "x[(r + 2) * 7 + k]", "active"},
    {"a maximum that starts too high", "network", "float acc = -__builtin_inff();", "float acc = 5.0f;", "pooled"},
    {"a window that does not move", "network", "(i1 * 2 + k) * 3", "k * 3", "pooled"},
    {"padded from the wrong end", "network", "pooled[(i0 - 1) * 2 + i1 + 1]", "pooled[i0 * 2 + 2 - i1]", "padded"},
    {"another padding value", "network", "out[i0 * 4 + 3] = 0.0f", "out[i0 * 4 + 3] = 1.0f", "padded"},
    {"a sum without its initial value", "network", "float acc = 0.375f", "float acc = 0.0f", "total"},
    {"a sum that starts late", "network", "int32_t k = 0; k < 4", "int32_t k = 2; k < 4", "total"},
    {"another buffer as operand", "network", "total(out0, out1)", "total(b_active, out1)", "total"},
    {"two buffers that overlap", "network", "arena + 60", "arena + 40", "pooled"},
    {"no clamp of a slice", "tables", "clamp_index_s32(position, 0, 6)", "position", "chosen"},
    {"operands exchanged", "tables", "subtract_s32(2, table_element)", "subtract_s32(table_element, 2)", "chosen"},
    {"branches of a select exchanged", "tables", "mask_element ? shifted : other", "mask_element ? other : shifted",
     "chosen"},
    {"shifted by less", "tables", "shift_left_s32(table_element, 2)", "shift_left_s32(table_element, 1)", "chosen"},
    {"an update that is too short", "tables", "< 3 ? update", "< 1 ? update", "changed"},
    {"not reversed", "tables", "table[9 - i_2]", "table[i_2]", "changed"},
    {"a gather clamped too low", "tables", "clamp_index_s32(indices_element, 0, 8)",
     "clamp_index_s32(indices_element, 0, 7)", "picked"},
    {"a round too few", "loops", "trip < 5", "trip < 4", "moved"},
    {"a round too many", "loops", "trip < 5", "trip < 6", "turned"},
    {"another initial value of a loop", "loops", "search = 3.0f", "search = 2.0f", "copy to search"},
    {"half of a carried array handed on", "loops", "memcpy(b_step, b_turned, 16)", "memcpy(b_step, b_turned, 8)",
     "copy to step"},
    {"another factor in a loop", "loops", "search * 0.5f", "search * 0.25f", "next_y"},
    {"an eigenvector whose first element has another sign", "decompositions", "out0[trip * 3 + trip_2] * eigh_17_3",
     "out0[trip * 3 + trip_2] * (trip_2 == 0 ? -eigh_17_3 : eigh_17_3)", "eigh_21"},
    {"eigenvalues in falling order", "decompositions", "out1[trip_2] < out1[start]", "out1[trip_2] > out1[start]",
     "eigh_20"},
    {"another limit of a loop", "loops", "search > 0.01f", "search > 0.1f", "more"},
    {"a sign in a loop", "loops", "out[i] + shrunk", "out[i] - shrunk", "moved"},
    {"another result of a branch", "branches", "memcpy(b_sine, out1, 16)", "memcpy(b_sine, out2, 16)",
     "copy to picked"},
    {"rows of an image left out", "images", "later_s32(0, 1 - i0 * 2)", "later_s32(1, 1 - i0 * 2)", "features"},
    {"another tap of a kernel", "images", "kernel_tile[(k + 2) * 3 + v]", "kernel_tile[(k + 1) * 3 + v]", "features"},
    {"a piece of a concatenation elsewhere", "images", "i1 * 6 - 18", "i1 * 3 - 9", "weighted"},
    {"counted in other rows", "images", "static_cast<float>(i0 * 5 + i1)", "static_cast<float>(i0 * 3 + i1)",
     "weighted"},
    {"a conversion that is off by one", "images", "s8_from_f32(b_weighted[i])", "s8_from_f32(b_weighted[i] + 1.0f)",
     "bytes"},
    {"the first elements of a sort in another order", "medians", "a.value < b.value", "b.value < a.value", "sorted"},
    {"no function behind a convolution in a band", "bands", "tanh_f32(sums[r_2][v])", "sums[r_2][v]", "t", "cortex-m7"},
    {"other rows kept for the next round of a band", "bands", "out[i + 512]", "out[i + 384]", "d", "cortex-m7"},
    {"the largest of other columns of a band", "heads", "b_scores[v * 48 + k]", "b_scores[k]", "most", "cortex-m7"},
    {"a tap of the last step of a band", "bands", "k_tile = k + k0 * 192 + i2", "k_tile = k + i2", "r", "cortex-m7"},
};

} // namespace

TEST_CASE("check agrees with code that is right", "[check]") {
    for (const char* name : {"network", "tables", "loops", "branches", "images", "updates", "half_sums", "filled",
                             "decompositions", "residual", "medians"})
        for (const bool deterministic : {false, true}) {
            const CheckResult result = checked(compiled(name, deterministic), name, deterministic);
            INFO(check_text(name, result, true));
            CHECK(result.differences.empty());
            CHECK(result.reports > 0);
        }
}

TEST_CASE("check compares the arrays of a band whole, as its rounds have computed their rows", "[check]") {
    const CheckResult result = checked(compiled("bands", false, "cortex-m7"), "bands");
    INFO(check_text("bands", result, true));
    CHECK(result.differences.empty());
    CHECK(result.reports == 3);
    CHECK(result.elements == 3 * 32 * 16 * 8);
}

TEST_CASE("check compares the arrays of a band of columns, which lie elsewhere than in the module", "[check]") {
    const CheckResult result = checked(compiled("heads", false, "cortex-m7"), "heads");
    INFO(check_text("heads", result, true));
    CHECK(result.differences.empty());
    CHECK(result.elements == 2 * 4 * 48 * 8 + 3 * 4 * 48 * 48 + 2 * 4 * 48);
}

TEST_CASE("check finds mistakes in generated code and names the step", "[check]") {
    for (const Mistake& mistake : kMistakes) {
        Compilation c = compiled(mistake.module, false, mistake.target);
        const std::size_t at = c.code.source.find(mistake.right);
        INFO(mistake.what << ": " << mistake.right << "\n" << c.code.source);
        REQUIRE(at != std::string::npos);
        c.code.source.replace(at, std::string(mistake.right).size(), mistake.wrong);
        const CheckResult result = checked(c, mistake.module);
        REQUIRE_FALSE(result.differences.empty());
        CHECK(result.differences[0].step == mistake.step);
    }
}

TEST_CASE("check says which element differs, and in which run of the step", "[check]") {
    Compilation c = compiled("loops");
    const std::string right = "b_start[3 - i]";
    c.code.source.replace(c.code.source.find(right), right.size(), "b_start[i == 2 && b_start[0] > 0 ? 0 : 3 - i]");
    const CheckResult result = checked(c, "loops");
    REQUIRE(result.differences.size() == 1); // what comes after it is right for what it was given
    CHECK(result.differences[0].step == "turned");
    CHECK_THAT(result.differences[0].message,
               Contains("element [2] of f32[4]: ") && Contains(" instead of ") && Contains("; the step's run number "));
    CHECK_THAT(result.differences[0].instruction, Contains("turned = f32[4]{0} reverse("));
}

TEST_CASE("check finds mistakes of the lowering", "[check]") {
    Compilation c = compiled("network");
    for (Instruction& instruction : c.lowered.computations.back().instructions)
        if (instruction.name == "padded") instruction.attributes.padding[1] = {.low = 2, .high = 0, .interior = 0};
    const CheckResult result = checked(c, "network");
    REQUIRE(result.differences.size() >= 2); // the code, which was made before, is not what is lowered now
    CHECK(result.differences.back().step == "lower");
    CHECK_THAT(result.differences.back().instruction, Contains("padded = "));
}

TEST_CASE("check allows what is left of a sum that cancels as much as its terms, and no more", "[check]") {
    Compilation c = compiled("residual");
    const Arguments arguments = nearly_solved(c.module);
    CHECK(check_text("residual", checked_with(c, "residual", arguments), true).find("differs") == std::string::npos);
    const std::string right = "k < 24; ++k";
    REQUIRE(c.code.source.find(right) != std::string::npos);
    c.code.source.replace(c.code.source.find(right), right.size(), "k < 23; ++k");
    const CheckResult result = checked_with(c, "residual", arguments);
    REQUIRE_FALSE(result.differences.empty());
    CHECK_THAT(result.differences[0].instruction, Contains("left = "));
}

TEST_CASE("check names no instruction of the lowering that stands for a part of another one", "[check]") {
    Compilation c = compiled("network");
    for (Instruction& instruction : c.lowered.computations.back().instructions) {
        if (instruction.name == "shifted") instruction.origins = {"hidden"}; // with a bias that `hidden` has not
        if (instruction.name == "padded") instruction.attributes.padding[1] = {.low = 2, .high = 0, .interior = 0};
    }
    const CheckResult result = checked(c, "network");
    REQUIRE_FALSE(result.differences.empty());
    CHECK_THAT(result.differences.back().instruction, Contains("padded = "));
}
