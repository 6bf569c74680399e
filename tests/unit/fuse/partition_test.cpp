// What is stored and what is computed where it is used.
#include "unit/fuse/fused.h"

#include "kernel/loads.h"
#include "unit/generate/generated.h"

using namespace hlo2cpp;

namespace {

using NameList = std::vector<std::string>;

const std::string kAdd = "add { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\n";
const std::string kMax = "max { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] maximum(a, b) }\n";

std::string module_text(const std::string& entry, const std::string& computations = "") {
    return "HloModule m\n" + computations + "ENTRY e {\n" + entry + "\n}\n";
}

} // namespace

TEST_CASE("bias and relu are computed in the convolution's kernel") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[1,8,8,3] parameter(0)
  w = f32[3,3,3,4] parameter(1)
  b = f32[4] parameter(2)
  c = f32[1,8,8,4] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f
  bb = f32[1,8,8,4] broadcast(b), dimensions={3}
  s = f32[1,8,8,4] add(c, bb)
  z = f32[] constant(0)
  zz = f32[1,8,8,4] broadcast(z), dimensions={}
  ROOT relu = f32[1,8,8,4] maximum(s, zz))"));
    REQUIRE(names_of(kernels) == NameList{"relu"});
    const Kernel& kernel = kernels.kernels[0];
    REQUIRE(kernel.reduction);
    CHECK(kernel.reduction->term);
    CHECK(kernel.reduction->combiner == Opcode::Add);
    CHECK(count(kernel, Opcode::Maximum) == 1);
    const Call& call = *calls_of(kernels)[0];
    CHECK(call.multiply_adds == 8 * 8 * 4 * 27);
    CHECK(loaded_arguments(kernel).size() == 3);
    for (const std::string origin : {"c", "s", "relu"})
        CHECK(std::count(call.origins.begin(), call.origins.end(), origin) == 1);
}

TEST_CASE("a residual is added where the second convolution ends, the first is stored") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[1,8,8,4] parameter(0)
  w = f32[3,3,4,4] parameter(1)
  first = f32[1,8,8,4] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f
  second = f32[1,8,8,4] convolution(first, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f
  ROOT sum = f32[1,8,8,4] add(second, first))"));
    CHECK(names_of(kernels) == NameList{"first", "sum"});
}

TEST_CASE("what a sum reads behind a convolution is computed in the convolution's kernel, and stored as bytes") {
    const auto names = [](int sums) { // in front of the bounds, whose numbers have this convolution alone as their user
        std::string entry = "  x = s8[1,8,8,4] parameter(0)\n  w = s8[1,1,4,4] parameter(1)\n"
                            "  c = s32[1,8,8,4] convolution(x, w), window={size=1x1}, dim_labels=b01f_01io->b01f\n"
                            "  s0 = s32[1,8,8,4] negate(c)\n";
        for (int i = 1; i <= sums; ++i)
            entry += "  s" + std::to_string(i) + " = s32[1,8,8,4] negate(s" + std::to_string(i - 1) + ")\n";
        entry += "  low = s32[1,8,8,4] broadcast(s32[] constant(-128)), dimensions={}\n"
                 "  high = s32[1,8,8,4] broadcast(s32[] constant(127)), dimensions={}\n"
                 "  m = s32[1,8,8,4] maximum(low, s" +
                 std::to_string(sums) +
                 ")\n"
                 "  n = s32[1,8,8,4] minimum(high, m)\n  bytes = s8[1,8,8,4] convert(n)\n"
                 "  f = f32[1,8,8,4] convert(bytes)\n  z = f32[] constant(0)\n"
                 "  ROOT mean = f32[1,4] reduce(f, z), dimensions={1,2}, to_apply=add";
        return names_of(fused(module_text(entry, kAdd)));
    };
    CHECK(names(0) == NameList{"bytes", "mean"});
    CHECK(names(20) == NameList{"bytes", "mean"});
}

TEST_CASE("two reductions are two kernels, also where an addition joins them") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[8,16] parameter(0)
  v = f32[16,4] parameter(1)
  w = f32[16,4] parameter(2)
  a = f32[8,4] dot(x, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  b = f32[8,4] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT sum = f32[8,4] add(a, b))"));
    REQUIRE(kernels.kernels.size() == 2);
    CHECK(names_of(kernels).back() == "sum");
    CHECK(kernels.kernels[0].reduction);
    CHECK(kernels.kernels[1].reduction);
}

TEST_CASE("an epilogue that uses the dot three times, as gelu does, is one kernel") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[8,16] parameter(0)
  w = f32[16,4] parameter(1)
  h = f32[8,4] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  c = f32[] constant(0.7071)
  cc = f32[8,4] broadcast(c), dimensions={}
  t = f32[8,4] multiply(h, cc)
  e = f32[8,4] tanh(t)
  he = f32[8,4] multiply(h, e)
  ROOT gelu = f32[8,4] add(he, h))"));
    REQUIRE(names_of(kernels) == NameList{"gelu"});
    CHECK(kernels.kernels[0].reduction);
    CHECK(count(kernels.kernels[0], Opcode::Tanh) == 1);
}

TEST_CASE("softmax: maximum, exponential, sum and quotient; the exponential is computed once an element") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[8,16] parameter(0)
  least = f32[] constant(-inf)
  zero = f32[] constant(0)
  m = f32[8] reduce(x, least), dimensions={1}, to_apply=max
  mm = f32[8,16] broadcast(m), dimensions={0}
  d = f32[8,16] subtract(x, mm)
  e = f32[8,16] exponential(d)
  s = f32[8] reduce(e, zero), dimensions={1}, to_apply=add
  ss = f32[8,16] broadcast(s), dimensions={0}
  ROOT softmax = f32[8,16] divide(e, ss))",
                                              kAdd + kMax));
    CHECK(names_of(kernels) == NameList{"m", "e", "s", "softmax"});
    std::size_t exponentials = 0;
    for (const Kernel& kernel : kernels.kernels) exponentials += count(kernel, Opcode::Exponential);
    CHECK(exponentials == 1);
}

TEST_CASE("what a dot reads many times is stored, a conversion is not") {
    for (const std::string op : {"exponential", "negate"}) {
        const Kernels kernels =
            fused(module_text("x = f32[8,16] parameter(0)\n w = f32[16,4] parameter(1)\n p = f32[8,16] " + op +
                              "(x)\n ROOT y = f32[8,4] dot(p, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}"));
        CHECK(names_of(kernels) == NameList{"p", "y"});
    }
    const Kernels kernels = fused(module_text(R"(
  x = s8[8,16] parameter(0)
  w = f32[16,4] parameter(1)
  p = f32[8,16] convert(x)
  ROOT y = f32[8,4] dot(p, w), lhs_contracting_dims={1}, rhs_contracting_dims={0})"));
    CHECK(names_of(kernels) == NameList{"y"});
}

TEST_CASE("a plain sum computes its terms on the spot, also expensive ones") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[8,16] parameter(0)
  zero = f32[] constant(0)
  p = f32[8,16] exponential(x)
  ROOT y = f32[8] reduce(p, zero), dimensions={1}, to_apply=add)",
                                              kAdd));
    CHECK(names_of(kernels) == NameList{"y"});
}

TEST_CASE("what is cheap is computed again in each kernel, what is expensive is stored") {
    const auto two_uses = [](const std::string& op) {
        return fused(
            module_text("x = f32[8,16] parameter(0)\n zero = f32[] constant(0)\n least = f32[] constant(-inf)\n"
                        "p = f32[8,16] " +
                            op +
                            "(x)\n"
                            "s = f32[8] reduce(p, zero), dimensions={1}, to_apply=add\n"
                            "m = f32[16] reduce(p, least), dimensions={0}, to_apply=max\n"
                            "ROOT t = (f32[8], f32[16]) tuple(s, m)",
                        kAdd + kMax));
    };
    CHECK(names_of(two_uses("negate")) == NameList{"s", "m"});
    CHECK(names_of(two_uses("exponential")) == NameList{"p", "s", "m"});
}

TEST_CASE("reshapes, transposes, slices, reversals and broadcasts are indices, never kernels of their own") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[4,6] parameter(0)
  t = f32[6,4] transpose(x), dimensions={1,0}
  r = f32[2,12] reshape(t)
  v = f32[2,12] reverse(r), dimensions={1}
  s = f32[2,5] slice(v), slice={[0:2], [1:11:2]}
  b = f32[2,3,5] broadcast(s), dimensions={0,2}
  ROOT n = f32[2,3,5] negate(b))"));
    REQUIRE(names_of(kernels) == NameList{"n"});
    // Element [i, j, k] is x transposed, at 12 i + (11 - (1 + 2 k)).
    const Kernel& kernel = kernels.kernels[0];
    const std::vector<UsedLoad> loads = used_loads(kernel);
    REQUIRE(loads.size() == 1);
    bool same = true;
    for_all_points(kernel.dims, [&](const Point& point) {
        const std::int64_t out = element_at(kernel, kernel.outputs[0].argument, kernel.outputs[0].index, point);
        const std::int64_t at = out / 15 * 12 + 10 - 2 * (out % 5);
        const Expr& load = kernel.exprs[loads[0].expr];
        same = same && element_at(kernel, load.argument, load.index, point) == at % 4 * 6 + at / 4;
    });
    CHECK(same);
}

TEST_CASE("a result that only reshapes a parameter needs no kernel") {
    const Kernels kernels = fused(module_text("x = f32[4,6] parameter(0)\n ROOT r = f32[2,12] reshape(x)"));
    CHECK(kernels.kernels.empty());
    CHECK(kernels.entries[0].results == kernels.entries[0].parameters);
}

TEST_CASE("what nobody needs is not computed, what two results need is computed once") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[4] parameter(0)
  dead = f32[4] exponential(x)
  y = f32[4] sine(x)
  ROOT t = (f32[4], f32[4]) tuple(y, y))"));
    CHECK(names_of(kernels) == NameList{"y"});
    REQUIRE(kernels.entries[0].results.size() == 2);
    CHECK(kernels.entries[0].results[0] == kernels.entries[0].results[1]);
}

TEST_CASE("a kernel stops growing at some hundred instructions") {
    std::string text = "x = f32[4] parameter(0)\n y0 = f32[4] add(x, x)\n";
    constexpr int kLength = 500;
    for (int i = 1; i < kLength; ++i)
        text += "y" + std::to_string(i) + " = f32[4] " + (i % 2 == 0 ? "add" : "multiply") + "(y" +
                std::to_string(i - 1) + ", x)\n";
    const Kernels kernels = fused(module_text(text + "ROOT r = f32[4] negate(y" + std::to_string(kLength - 1) + ")"));
    CHECK(kernels.kernels.size() >= 4);
    CHECK(kernels.kernels.size() <= 8);
    for (const Call* call : calls_of(kernels)) CHECK(call->origins.size() <= 125);
}

namespace {

// Bits of many operations, from 1 to 2 as a float, and a function of it.
std::string function_of_bits(int operations, const std::string& function) {
    std::string text = "x0 = u32[64] parameter(0)\n c = u32[] constant(1065353216)\n"
                       " ones = u32[64] broadcast(c), dimensions={}\n";
    for (int i = 1; i <= operations; ++i) {
        const std::string last = "x" + std::to_string(i - 1);
        text += "x" + std::to_string(i) + " = u32[64] xor(" + last + ", ones)\n";
    }
    return module_text(text + "f = f32[64] bitcast-convert(x" + std::to_string(operations) + ")\n ROOT r = f32[64] " +
                       function + "(f)");
}

} // namespace

TEST_CASE("floats of many operations on integers are stored in front of a function") {
    CHECK(names_of(fused(function_of_bits(40, "log"))) == NameList{"f", "r"});
    CHECK(names_of(fused(function_of_bits(40, "negate"))) == NameList{"r"});
    CHECK(names_of(fused(function_of_bits(8, "log"))) == NameList{"r"});
}

TEST_CASE("shifts do not count as lines of a kernel, so that rotations of random numbers stay together") {
    std::string text =
        "x0 = u32[64] parameter(0)\n c = u32[] constant(5)  fives = u32[64] broadcast(c), dimensions={}\n";
    for (int i = 1; i <= 40; ++i) {
        const std::string n = std::to_string(i), last = "x" + std::to_string(i - 1);
        text += "a" + n + " = u32[64] shift-left(" + last + ", fives)  b" + n + " = u32[64] shift-right-logical(" +
                last + ", fives)\n o" + n + " = u32[64] or(a" + n + ", b" + n + ")  x" + n + " = u32[64] add(o" + n +
                ", " + last + ")\n";
    }
    CHECK(names_of(fused(module_text(text + "ROOT r = u32[64] not(x40)"))) == NameList{"r"});
}

TEST_CASE("instructions that double at each step are stored before the kernel explodes") {
    std::string text = "x0 = f32[64] parameter(0)\n";
    for (int i = 1; i <= 20; ++i) {
        const std::string n = std::to_string(i), before = "x" + std::to_string(i - 1);
        text += "a" + n + " = f32[64] reverse(" + before + "), dimensions={0}\n x" + n + " = f32[64] subtract(" +
                before + ", a" + n + ")\n";
    }
    const Kernels kernels = fused(module_text(text + "ROOT r = f32[64] negate(x20)"));
    for (const Kernel& kernel : kernels.kernels) CHECK(kernel.exprs.size() <= 200);
}

TEST_CASE("a concatenate is computed inside its only reader") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[4] parameter(0)
  y = f32[3] parameter(1)
  c = f32[7] concatenate(x, y), dimensions={0}
  ROOT n = f32[7] negate(c))"));
    REQUIRE(names_of(kernels) == NameList{"n"});
    CHECK(loaded_arguments(kernels.kernels[0]).size() == 2);
}

TEST_CASE("the places of single elements of a table are computed where these are looked up, those of rows are stored") {
    const auto kernels = [](const std::string& columns) {
        return names_of(fused(
            module_text("  table = f32[5,7] parameter(0)\n  i = s32[9] parameter(1)\n  j = s32[9] parameter(2)\n"
                        "  k = s32[9] add(j, i)\n  a = s32[9,1] reshape(i)\n  b = s32[9,1] reshape(k)\n"
                        "  places = s32[9,2] concatenate(a, b), dimensions={1}\n  ROOT r = f32[9," +
                        columns +
                        "] gather(table, places), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0,1}, "
                        "index_vector_dim=1, slice_sizes={1," +
                        columns + "}")));
    };
    CHECK(kernels("1") == NameList{"r"});
    CHECK(kernels("3") == NameList{"places", "r"});
}

TEST_CASE("a loop looks up the next place over the last one") {
    const std::string state = "(s32[], s32[20], s8[20,63])";
    const std::string text =
        "HloModule m\nbody {\n p = " + state +
        " parameter(0)\n n = s32[] get-tuple-element(p), index=0\n"
        " at = s32[20] get-tuple-element(p), index=1\n table = s8[20,63] get-tuple-element(p), index=2\n"
        " tree = s32[20] iota(), iota_dimension=0\n a = s32[20,1] reshape(tree)\n b = s32[20,1] reshape(at)\n"
        " places = s32[20,2] concatenate(a, b), dimensions={1}\n"
        " found = s8[20] gather(table, places), offset_dims={}, collapsed_slice_dims={0,1}, start_index_map={0,1}, "
        "index_vector_dim=1, slice_sizes={1,1}\n step = s32[20] convert(found)\n next = s32[20] add(at, step)\n"
        " one = s32[] constant(1)\n m = s32[] add(n, one)\n ROOT t = " +
        state +
        " tuple(m, next, table)\n}\n"
        "cond {\n p = " +
        state +
        " parameter(0)\n n = s32[] get-tuple-element(p), index=0\n"
        " six = s32[] constant(6)\n ROOT c = pred[] compare(n, six), direction=LT\n}\n"
        "ENTRY main {\n x = s32[20] parameter(0)\n table = s8[20,63] parameter(1)\n zero = s32[] constant(0)\n s = " +
        state + " tuple(zero, x, table)\n w = " + state +
        " while(s), condition=cond, body=body\n"
        " ROOT r = s32[20] get-tuple-element(w), index=1\n}";
    CHECK(testing::compiled(text, "cortex-m4").plan.arena_bytes() == 0);
}

TEST_CASE("equal constants are one value") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[3] parameter(0)
  a = f32[3] constant({1, 2, 3})
  b = f32[3] constant({1, 2, 3})
  s = f32[3] add(x, a)
  e = f32[3] exponential(s)
  m = f32[3] multiply(e, b)
  ROOT t = (f32[3], f32[3]) tuple(e, m))"));
    std::size_t constants = 0;
    for (const Value& value : kernels.values) constants += value.kind == ValueKind::Constant ? 1 : 0;
    CHECK(constants == 1);
}

TEST_CASE("an element of an array that a loop changes is loaded before the loop, so that the array is not kept") {
    const std::string state = "(s32[], f32[64])";
    const std::string parts = "p = " + state +
                              " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
                              " x = f32[64] get-tuple-element(p), index=1\n ";
    const std::string text =
        "HloModule m\ncond { " + parts +
        "n = s32[] constant(64)\n ROOT c = pred[] compare(i, n), direction=LT }\nbody { " + parts +
        "one = s32[] constant(1)\n j = s32[] add(i, one)\n a = f32[1] dynamic-slice(x, i), dynamic_slice_sizes={1}\n"
        " b = f32[1] add(a, a)\n y = f32[64] dynamic-update-slice(x, b, i)\n ROOT r = " +
        state +
        " tuple(j, y) }\nENTRY e { g = f32[64] parameter(0)\n k = s32[] parameter(1)\n h = f32[64] negate(g)\n"
        " e = f32[1] dynamic-slice(h, k), dynamic_slice_sizes={1}\n zero = s32[] constant(0)\n s = " +
        state + " tuple(zero, h)\n w = " + state +
        " while(s), condition=cond, body=body\n y = f32[64] get-tuple-element(w), index=1\n"
        " q = f32[64] dynamic-update-slice(y, e, k)\n ROOT r = f32[64] negate(q) }";
    CHECK(testing::compiled(text, "cortex-m7").plan.arena_bytes() < 256 + 64);
}

TEST_CASE("a dot is computed in the order of a transposition that makes its lines longer") {
    const auto kernels = [](const std::string& sizes, const std::string& transposed) {
        return fused(module_text("x = f32[5," + sizes.substr(0, sizes.find(',')) + ",9] parameter(0)\n y = f32[5," +
                                 sizes.substr(sizes.find(',') + 1) + ",9] parameter(1)\n d = f32[5," + sizes +
                                 "] dot(x, y), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, "
                                 "rhs_contracting_dims={2}\n t = f32[5," +
                                 transposed + "] transpose(d), dimensions={0,2,1}\n ROOT n = f32[5," + transposed +
                                 "] negate(t)"))
            .kernels.size();
    };
    CHECK(kernels("40,3", "3,40") == 1);
    CHECK(kernels("3,40", "40,3") == 2);
    const Kernels two_orders = fused(module_text(R"(
  x = f32[6,6,9] parameter(0)
  y = f32[9,4] parameter(1)
  d = f32[6,6,4] dot(x, y), lhs_contracting_dims={2}, rhs_contracting_dims={0}
  a = f32[4,6,6] transpose(d), dimensions={2,0,1}
  b = f32[4,6,6] transpose(d), dimensions={2,1,0}
  ROOT s = f32[4,6,6] add(a, b))"));
    CHECK(names_of(two_orders) == NameList{"d", "s"});
}

TEST_CASE("a dot that a scatter adds up is stored first") {
    const Kernels kernels = fused(module_text(R"(
  x = f32[6,9] parameter(0)
  w = f32[9,4] parameter(1)
  i = s32[6,1] parameter(2)
  u = f32[6,4] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  z = f32[] constant(0)
  zeros = f32[3,4] broadcast(z), dimensions={}
  ROOT s = f32[3,4] scatter(zeros, i, u), update_window_dims={1}, inserted_window_dims={0},
    scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add)",
                                              kAdd));
    const NameList names = names_of(kernels);
    REQUIRE(names.size() == 3);
    CHECK(std::ranges::find(names, "u") != names.end());
}

TEST_CASE("what decodes constants is no array: products compute it where they load the weights") {
    std::string rows;
    for (int i = 0; i < 96; ++i) rows += (i % 32 == 0 ? (i == 0 ? "{" : "}, {") : ", ") + std::to_string(i - 50);
    const auto decoded = [](const std::string& w, const std::string& s) {
        return fused(module_text("x = f32[8,3] parameter(0)\n w = s8[3,32] " + w + "\n s = f32[32] " + s +
                                 "\n c = f32[3,32] convert(w)\n ss = f32[3,32] broadcast(s), dimensions={1}\n"
                                 " d = f32[3,32] multiply(c, ss)\n ROOT y = f32[8,32] dot(x, d), "
                                 "lhs_contracting_dims={1}, rhs_contracting_dims={0}"));
    };
    std::string scales = "1";
    for (int i = 2; i <= 32; ++i) scales += ", " + std::to_string(i);
    CHECK(names_of(decoded("constant({" + rows + "}})", "constant({" + scales + "})")) == NameList{"y"});
    CHECK(names_of(decoded("parameter(1)", "parameter(2)")) == NameList{"d", "y"});
}
