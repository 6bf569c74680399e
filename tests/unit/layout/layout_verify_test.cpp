// The validator of layouts: what is right passes, and every kind of damage is found.
#include "layout/layout_verify.h"

#include <functional>

#include "tile/best_cycles.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// A module before and after it is laid out.
struct Both {
    Kernels given;
    LaidOut laid_out;

    Kernels& now() { return laid_out.kernels; }
    // The kernels of the steps with this name or label, in order.
    Kernel& kernel_of(const std::string& step, std::size_t number = 0) {
        std::vector<KernelId> found;
        for_each_call(now().regions, [&](const Call& call) {
            if (call.name == step || call.label == step) found.push_back(call.kernel);
        });
        INFO(print(now()));
        REQUIRE(number < found.size());
        return now().kernels[found[number].index()];
    }
    Value& moved_value(ValueKind kind) {
        for (Value& value : now().values)
            if (value.moved && value.kind == kind) return value;
        FAIL("nothing moved");
        throw 0; // FAIL has thrown
    }
};

Both before_and_after(const std::string& body, const char* target) {
    const Target machine = *find_target(target);
    Both both{.given = fused("HloModule m\n" + body), .laid_out = {}};
    both.laid_out = lay_out(both.given, kernel_cycles(machine, {}), machine, {});
    INFO(print(both.now()));
    verify_kernels(both.now());
    const LayoutChecks checks = verify_layouts(both.given, both.laid_out);
    CHECK(checks.checked > 0);
    CHECK(checks.unknown.empty());
    return both;
}

std::string found(const Both& both) {
    INFO(print(both.laid_out.kernels));
    try {
        verify_layouts(both.given, both.laid_out);
    } catch (const InternalError& error) {
        return error.what();
    }
    return "nothing";
}

void change_exprs(Kernel& kernel, const std::function<void(Expr&)>& change) {
    ExprGraph exprs;
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        Expr expr = kernel.exprs[ExprId(i)];
        change(expr);
        exprs.add(expr);
    }
    REQUIRE(exprs.size() == kernel.exprs.size());
    kernel.exprs = exprs;
}

// The subscripts of all loads of an argument, changed.
void change_loads(Kernel& kernel, ArgumentId argument, const std::function<void(std::vector<Index>&)>& change) {
    change_exprs(kernel, [&](Expr& expr) {
        if (expr.kind != ExprKind::Load || expr.argument != argument) return;
        std::vector<Index> index(expr.index.begin(), expr.index.end());
        change(index);
        expr.index = std::move(index);
    });
}

ArgumentId argument_with_dims(const Kernel& kernel, const std::vector<std::int64_t>& dims) {
    for (std::size_t a = 0; a < kernel.arguments.size(); ++a)
        if (!kernel.arguments[a].written && kernel.arguments[a].dims == dims) return ArgumentId(a);
    FAIL("no such argument");
    throw 0; // FAIL has thrown
}

// Two convolutions on images of so many features and pixels.
std::string convolutions(const std::string& features, const std::string& size) {
    const std::string image = "f32[1," + features + "," + size + "," + size + "]",
                      weights = "f32[" + features + "," + features + ",3,3]",
                      window = "), window={size=3x3 pad=1_1x1_1}, dim_labels=bf01_oi01->bf01\n";
    return "ENTRY e { x = " + image + " parameter(0)\n v = " + weights + " parameter(1)\n w = " + weights +
           " parameter(2)\n a = " + image + " convolution(x, v" + window + " b = " + image + " convolution(a, w" +
           window + " c = " + image + " tanh(b)\n ROOT d = " + image + " add(c, a) }";
}

// The first convolution's image has its features last; or it lies in lines, 16 elements apart, and its operand is
// copied into such.
Both with_features_last() {
    return before_and_after(convolutions("16", "10"), "generic");
}
Both in_lines() {
    return before_and_after(convolutions("3", "15"), "x86-64-v3");
}

const std::string kTransposed =
    "ENTRY e { x = f32[1,5,6,8] parameter(0)\n w = f32[4,4,8,16] parameter(1)\n"
    " ROOT y = f32[1,10,12,16] convolution(x, w), window={size=4x4 pad=2_2x2_2 lhs_dilate=2x2}, "
    "dim_labels=b01f_01io->b01f }";
const std::string kExtreme =
    "max { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT m = f32[] maximum(a, b) }\n"
    "ENTRY e { x = f32[1,13,14,16] parameter(0)\n l = f32[] constant(-inf)\n"
    " ROOT y = f32[1,13,14,16] reduce-window(x, l), window={size=1x5x5x1 pad=0_0x2_2x2_2x0_0}, to_apply=max }";

// Images with their features last that are added to some of others, and running sums of their rows.
const std::string kScattered =
    "add { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\n"
    "ENTRY e { x = f32[2,16,10,10] parameter(0)\n w = f32[16,16,3,3] parameter(1)\n y = f32[4,16,10,10] parameter(2)\n"
    " i = s32[2] parameter(3)\n z = f32[] constant(0)\n"
    " a = f32[2,16,10,10] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=bf01_oi01->bf01\n"
    " b = f32[4,16,10,10] scatter(y, i, a), update_window_dims={1,2,3}, inserted_window_dims={0}, "
    "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add\n"
    " c = f32[2,16,10,10] convolution(a, w), window={size=3x3 pad=1_1x1_1}, dim_labels=bf01_oi01->bf01\n"
    " d = f32[2,16,10,10] reduce-window(c, z), window={size=1x1x10x1 pad=0_0x0_0x9_0x0_0}, to_apply=add\n"
    " ROOT t = (f32[4,16,10,10], f32[2,16,10,10]) tuple(b, d) }";

} // namespace

TEST_CASE("layouts of all kinds pass the validator and leave nothing unchecked", "[layout]") {
    for (const char* target : {"generic", "cortex-m7", "x86-64-v3", "x86-64-v4"})
        for (const std::string& module : {convolutions("16", "10"), convolutions("3", "15"), kTransposed, kScattered})
            before_and_after(module, target);
    before_and_after(kExtreme, "x86-64-v3");
}

TEST_CASE("a wrong subscript in a kernel on a moved array is found", "[layout]") {
    Both both = with_features_last();
    Kernel& kernel = both.kernel_of("d");
    change_loads(kernel, argument_with_dims(kernel, {1, 10, 10, 16}),
                 [](std::vector<Index>& index) { std::swap(index[1], index[2]); });
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("a result that is stored elsewhere is found", "[layout]") {
    Both both = with_features_last();
    Kernel& kernel = both.kernel_of("a");
    std::vector<Index> index(kernel.outputs[0].index.begin(), kernel.outputs[0].index.end());
    std::swap(index[1], index[2]);
    kernel.outputs[0].index = index;
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("a wrong pitch is found", "[layout]") {
    for (const std::int64_t more : {-1, 1}) {
        Both both = in_lines();
        both.moved_value(ValueKind::Temporary).moved->layout.pitch += more;
        CHECK_THAT(found(both), Contains("the layouts are wrong"));
    }
}

TEST_CASE("a copy that writes another element is found", "[layout]") {
    Both both = in_lines();
    Kernel& copy = both.kernel_of("lines", 1);
    std::vector<Index> index(copy.outputs[0].index.begin(), copy.outputs[0].index.end());
    index.back() = index.back() + Index(1);
    copy.outputs[0].index = index;
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("a copy that reads another element is found", "[layout]") {
    Both both = in_lines();
    change_loads(both.kernel_of("lines", 1), ArgumentId(1),
                 [](std::vector<Index>& index) { std::swap(index[2], index[3]); });
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("a reader that reads one row further is found", "[layout]") {
    Both both = in_lines();
    Kernel& kernel = both.kernel_of("a");
    change_loads(kernel, argument_with_dims(kernel, {1, 3, 18 * 16}),
                 [](std::vector<Index>& index) { index.back() = index.back() + Index(16); });
    CHECK_THAT(found(both), Contains("computed from"));
}

TEST_CASE("a reader that reads between rows is found", "[layout]") {
    Both both = in_lines();
    for (Condition& condition : both.kernel_of("d").reduction->conditions) ++condition.high; // of 15 columns, 16 apart
    CHECK_THAT(found(both), Contains("nothing has written"));
}

TEST_CASE("a reader that takes elements outside of an array for padding is found", "[layout]") {
    Both both = with_features_last();
    both.kernel_of("d").reduction->conditions.clear();
    CHECK_THAT(found(both), Contains("nothing has written"));
}

TEST_CASE("padding that is no zero is found", "[layout]") {
    Both both = in_lines();
    change_exprs(both.kernel_of("lines"), [](Expr& expr) { expr.bits.back() = std::byte{0x40}; });
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("padding that is copied over is found", "[layout]") {
    Both both = in_lines();
    Kernel& copy = both.kernel_of("lines", 1);
    std::vector<Index> index(copy.outputs[0].index.begin(), copy.outputs[0].index.end());
    index.back() = index.back() - Index(16); // the rows above
    copy.outputs[0].index = index;
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("an extreme of a window that leaves out elements is found", "[layout]") {
    Both both = before_and_after(kExtreme, "x86-64-v3");
    Kernel& kernel = both.kernel_of("extremes");
    REQUIRE(kernel.reduction);
    kernel.reduction->conditions.push_back({kernel.space.dimension(kernel.space.dimensions() - 1), 1, 5});
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("a phase that sees other taps is found", "[layout]") {
    Both both = before_and_after(kTransposed, "x86-64-v3");
    Kernel& kernel = both.kernel_of("y");
    REQUIRE(kernel.reduction);
    change_loads(kernel, argument_with_dims(kernel, {4, 4, 8, 16}),
                 [](std::vector<Index>& index) { std::swap(index[0], index[1]); });
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("a wrong subscript where points follow each other is found", "[layout]") {
    Both both = before_and_after(kScattered, "generic");
    Kernel& kernel = both.kernel_of("b");
    REQUIRE(kernel.in_order);
    change_loads(kernel, argument_with_dims(kernel, {2, 10, 10, 16}),
                 [](std::vector<Index>& index) { std::swap(index[1], index[2]); });
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("a call that reads another array of the same shape is found", "[layout]") {
    Both both = with_features_last();
    for (StepNode& step : both.now().regions[0].steps) {
        Call* const call = std::get_if<Call>(&step);
        if (call == nullptr || call->name != "a") continue;
        for (ValueId& value : call->values) // the weights of the other convolution
            if (value == both.now().entries[0].parameters[1]) value = both.now().entries[0].parameters[2];
    }
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("a constant whose elements have not moved is found", "[layout]") {
    const std::string image = "f32[1,8,6,6]";
    std::string numbers;
    for (int i = 0; i < 8 * 6 * 6; ++i)
        numbers += (i == 0 ? "{{{{" : i % 36 == 0 ? "}}, {{" : i % 6 == 0 ? "}, {" : ", ") + std::to_string(i) + ".5";
    Both both = before_and_after(
        "ENTRY e { x = " + image + " parameter(0)\n w = f32[8,8,3,3] parameter(1)\n k = " + image + " constant(" +
            numbers + "}}}})\n a = " + image +
            " convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=bf01_oi01->bf01\n s = " + image +
            " add(a, k)\n b = " + image +
            " convolution(s, w), window={size=3x3 pad=1_1x1_1}, dim_labels=bf01_oi01->bf01\n ROOT r = " + image +
            " add(b, s) }",
        "x86-64-v3");
    Value& constant = both.moved_value(ValueKind::Constant);
    Literal literal = *constant.literal;
    for (std::int64_t i = 0; i < constant.elements(); ++i) literal.set(i, static_cast<float>(i) + 0.5f);
    constant.literal = std::make_shared<Literal>(literal);
    CHECK_THAT(found(both), Contains("has another value"));
}

TEST_CASE("a constant with other integers than the module's is found", "[layout]") {
    std::string numbers;
    for (int i = 0; i < 16 * 16; ++i) numbers += (i == 0 ? "" : ", ") + std::to_string(i % 99);
    Both both = before_and_after("ENTRY e { x = s32[16,16] parameter(0)\n c = s32[256] constant({" + numbers +
                                     "})\n w = s32[16,16] reshape(c)\n ROOT d = s32[16,16] add(x, w) }",
                                 "cortex-m7");
    Value& constant = *std::ranges::find(both.now().values, ValueKind::Constant, &Value::kind);
    REQUIRE(constant.type == ElementType::S8);
    Literal literal = *constant.literal;
    for (std::int64_t i = 0; i < constant.elements(); ++i) literal.set(i, static_cast<std::int8_t>(i % 98));
    constant.literal = std::make_shared<Literal>(literal);
    CHECK_THAT(found(both), Contains("has another value"));
}

TEST_CASE("a constant with other scales than the module's is found", "[layout]") {
    std::string numbers;
    for (int i = 0; i < 32 * 32; ++i) numbers += (i == 0 ? "" : ", ") + std::to_string(0.25 * (i % 99 - 50));
    Both both = before_and_after("ENTRY e { x = f32[32,32] parameter(0)\n c = f32[1024] constant({" + numbers +
                                     "})\n w = f32[32,32] reshape(c)\n ROOT d = f32[32,32] add(x, w) }",
                                 "cortex-m7");
    REQUIRE(both.laid_out.computed.size() == 1);
    Value& scales = both.now().values.back();
    REQUIRE(scales.kind == ValueKind::Constant);
    Literal literal = *scales.literal;
    for (std::int64_t i = 0; i < scales.elements(); ++i) literal.set(i, 0.5f);
    scales.literal = std::make_shared<Literal>(literal);
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("a constant with other bits in its bytes than the module's elements is found", "[layout]") {
    std::string numbers;
    for (int i = 0; i < 32 * 32; ++i) numbers += (i == 0 ? "" : ", ") + std::to_string(i * 7 % 16 - 8);
    Both both = before_and_after("ENTRY e { x = f32[32,32] parameter(0)\n c = s4[1024] constant({" + numbers +
                                     "})\n w = s4[32,32] reshape(c)\n f = f32[32,32] convert(w)\n"
                                     " ROOT d = f32[32,32] add(x, f) }",
                                 "cortex-m7");
    REQUIRE(both.laid_out.computed.size() == 1);
    Value& constant = both.now().values[both.laid_out.computed.begin()->index()];
    REQUIRE(constant.bytes() == 512);
    Literal literal = *constant.literal;
    for (std::byte& byte : literal.bytes) byte ^= std::byte(0x11);
    constant.literal = std::make_shared<Literal>(literal);
    CHECK_THAT(found(both), Contains("computed from other elements"));
}

TEST_CASE("a moved array that a loop carries is found", "[layout]") {
    Both both = with_features_last();
    While loop;
    loop.carried.push_back({});
    for (std::size_t v = 0; v < both.given.values.size(); ++v)
        if (both.now().values[v].moved) loop.carried[0].value = ValueId(v);
    REQUIRE(loop.carried[0].value.valid());
    both.now().regions[0].steps.emplace_back(loop);
    CHECK_THAT(found(both), Contains("where no kernel uses it"));
}
