// Algebra, folding and common subexpressions.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

Opcode result_of(const std::string& instructions) {
    return result(lowered_entry(instructions)).opcode;
}

} // namespace

TEST_CASE("what moves nothing goes") {
    CHECK(result_of("ROOT r = f32[2,3] copy(x)") == Opcode::Parameter);
    CHECK(result_of("ROOT r = f32[2,3] reshape(x)") == Opcode::Parameter);
    CHECK(result_of("a = f32[6] reshape(x)  ROOT r = f32[2,3] reshape(a)") == Opcode::Parameter);
    CHECK(result_of("a = f32[3,2] transpose(x), dimensions={1,0}  ROOT r = f32[2,3] transpose(a), dimensions={1,0}") ==
          Opcode::Parameter);
    CHECK(result_of("ROOT r = f32[2,3] slice(x), slice={[0:2], [0:3]}") == Opcode::Parameter);
    CHECK(result_of("z = f32[] constant(7)  ROOT r = f32[2,3] pad(x, z), padding=0_0x0_0") == Opcode::Parameter);
    CHECK(result_of("ROOT r = f32[2,3] broadcast(x), dimensions={0,1}") == Opcode::Parameter);
    CHECK(result_of("ROOT r = f32[2,3] concatenate(x), dimensions={0}") == Opcode::Parameter);
    const std::string five = "z = s32[] constant(5)  ";
    CHECK(result_of(five + "ROOT r = f32[2,3] dynamic-slice(x, z, z), dynamic_slice_sizes={2,3}") == Opcode::Parameter);
    CHECK(result_of(five + "ROOT r = f32[1,2] dynamic-slice(x, z, z), dynamic_slice_sizes={1,2}") == Opcode::Slice);
    CHECK(result_of(five + "ROOT r = f32[2,3] dynamic-update-slice(x, y, z, z)") == Opcode::Parameter);
}

TEST_CASE("moves of moves become one") {
    const std::string both = "c = f32[2,6] concatenate(x, y), dimensions={1}  ";
    CHECK(result_of(both + "ROOT r = f32[2,3] slice(c), slice={[0:2], [3:6]}") == Opcode::Parameter);
    CHECK(count(lowered_entry(both + "ROOT r = f32[1,2] slice(c), slice={[1:2], [4:6]}"), Opcode::Concatenate) == 0);
    CHECK(count(lowered_entry(both + "ROOT r = f32[2,3] slice(c), slice={[0:2], [2:5]}"), Opcode::Concatenate) == 1);
    CHECK(count(lowered_entry("a = f32[2,2] slice(x), slice={[0:2], [0:3:2]}"
                              "  ROOT r = f32[1,1] slice(a), slice={[1:2], [1:2]}"),
                Opcode::Slice) == 1);
    CHECK(count(lowered_entry("a = f32[5,2,3] broadcast(x), dimensions={1,2}  b = f32[5,2,3] copy(a)"
                              "  ROOT r = f32[5,3,7,2] broadcast(b), dimensions={0,3,1}"),
                Opcode::Broadcast) == 1);
    CHECK(result_of(
              "a = f32[4,2,3] broadcast(x), dimensions={1,2}  ROOT r = f32[3,4,2] transpose(a), dimensions={2,0,1}") ==
          Opcode::Broadcast);
    CHECK(result_of("a = f32[1,2,3] reshape(x)  ROOT r = f32[2,1,3] transpose(a), dimensions={1,0,2}") ==
          Opcode::Reshape);
}

TEST_CASE("a division by a power of two is a product, where its reciprocal is a normal number") {
    const auto divided_by = [](const std::string& type, const std::string& number) {
        const Module module = lowered("HloModule m\nENTRY e {\n x = " + type + "[5] parameter(0)\n c = " + type +
                                      "[] constant(" + number + ")\n b = " + type +
                                      "[5] broadcast(c), dimensions={}\n ROOT r = " + type + "[5] divide(x, b)\n}");
        return result(module).opcode;
    };
    for (const std::string number : {"8", "-0.25", "8.507059e+37", "1.1754944e-38"})
        CHECK(divided_by("f32", number) == Opcode::Multiply);
    for (const std::string number : {"3", "0", "inf", "nan", "1.7014118e+38", "5.877472e-39"})
        CHECK(divided_by("f32", number) == Opcode::Divide);
    CHECK(divided_by("f64", "1.7014118346046923e+38") == Opcode::Multiply);
    CHECK(divided_by("s32", "8") == Opcode::Divide);
    CHECK(divided_by("f16", "8") == Opcode::Divide);
}

TEST_CASE("an integer compared with itself is known, a float is not") {
    const std::string scalars = "one = s32[1] slice(n), slice={[0:1]}  k = s32[] reshape(one)  "
                                "some = f32[1,1] slice(x), slice={[0:1], [0:1]}  z = f32[] reshape(some)  ";
    for (const char* direction : {"EQ", "NE", "LT", "LE", "GT", "GE"}) {
        INFO(direction);
        const std::string compare = scalars + "ROOT r = pred[] compare(";
        const Module known = lowered_entry(compare + "k, k), direction=" + direction);
        REQUIRE(result(known).opcode == Opcode::Constant);
        const std::string_view name = direction;
        CHECK(result(known).literal->at<std::uint8_t>(0) == (name == "EQ" || name == "LE" || name == "GE" ? 1 : 0));
        CHECK(result_of(compare + "z, z), direction=" + direction) == Opcode::Compare);
    }
}

TEST_CASE("a quotient that rounds down compares its dividend, not the sign of it") {
    const auto signs = [](const std::string& dividend, int divisor, int sign) {
        const Module module = lowered_entry("d = s32[] constant(" + std::to_string(divisor) + ")  o = s32[] constant(" +
                                            std::to_string(sign) +
                                            ")  z = s32[] constant(0)\n"
                                            "dd = s32[4] broadcast(d), dimensions={}  oo = s32[4] broadcast(o), "
                                            "dimensions={}  zz = s32[4] broadcast(z), dimensions={}\n"
                                            "s = s32[4] sign(" +
                                            dividend +
                                            ")  u = pred[4] compare(s, oo), direction=NE\n"
                                            "r = s32[4] remainder(n, dd)  v = pred[4] compare(r, zz), direction=NE\n"
                                            "ROOT a = pred[4] and(u, v)");
        return count(module, Opcode::Sign);
    };
    CHECK(signs("n", 7, 1) == 0);
    CHECK(signs("n", 7, -1) == 1);
    CHECK(signs("n", -7, 1) == 1);
    CHECK(signs("dd", 7, 1) == 0); // it is known
}

TEST_CASE("an element that is taken out and put back is not moved") {
    const std::string one =
        "a = f32[1,1] slice(x), slice={[0:1], [0:1]}  b = f32[1,1] negate(a)  s = f32[] reshape(b)  ";
    CHECK(result_of(one + "ROOT r = f32[1,1] broadcast(s), dimensions={}") == Opcode::Negate);
    CHECK(result_of(one + "ROOT r = f32[1] broadcast(s), dimensions={}") == Opcode::Reshape);
    CHECK(result_of(one + "ROOT r = f32[2] broadcast(s), dimensions={}") == Opcode::Broadcast);
}

TEST_CASE("dimensions of size 1 are added by reshapes, to scalars by broadcasts") {
    CHECK(result_of("ROOT r = f32[2,1,3] broadcast(x), dimensions={0,2}") == Opcode::Reshape);
    CHECK(result_of("a = f32[2,3,1] broadcast(x), dimensions={0,1}  ROOT r = f32[2,3] reshape(a)") ==
          Opcode::Parameter);
    CHECK(result_of("a = f32[1,1] slice(x), slice={[0:1], [0:1]}  b = f32[] reshape(a)  c = f32[] negate(b)"
                    "  ROOT r = f32[1] reshape(c)") == Opcode::Broadcast);
}

TEST_CASE("an iota of one element adds nothing") {
    CHECK(result_of(
              "a = s32[1] slice(n), slice={[0:1]}  i = s32[1] iota(), iota_dimension=0  ROOT r = s32[1] add(a, i)") ==
          Opcode::Slice);
}

TEST_CASE("a choice between true and false is the predicate") {
    const std::string both = "p = pred[2,3] compare(x, y), direction=LT  t = pred[] constant(true)  f = pred[] "
                             "constant(false)  tt = pred[2,3] broadcast(t)  ff = pred[2,3] broadcast(f)  ";
    CHECK(result_of(both + "ROOT r = pred[2,3] select(p, tt, ff)") == Opcode::Compare);
    CHECK(result_of(both + "ROOT r = pred[2,3] select(p, ff, tt)") == Opcode::Select);
}

TEST_CASE("dimensions of 1 have one form, whether a broadcast or a reshape adds them") {
    CHECK(result_of("ROOT r = f32[1,2,1,3] broadcast(x), dimensions={1,3}") == Opcode::Reshape);
    CHECK(result_of("ROOT r = f32[1,3,2] broadcast(x), dimensions={2,1}") == Opcode::Broadcast); // it transposes
    const Module below = lowered_entry("a = f32[2,1,3] reshape(x)  ROOT r = f32[2,1,5,3] broadcast(a), "
                                       "dimensions={0,1,3}");
    CHECK(count(below, Opcode::Reshape) == 0);
    CHECK(result(below).attributes.dimensions == std::vector<std::int64_t>{0, 3});
    const Module above = lowered_entry("a = f32[3,1,5,2] broadcast(x), dimensions={3,0}"
                                       "  ROOT r = f32[1,3,5,1,2] reshape(a)");
    CHECK(count(above, Opcode::Reshape) == 0);
    CHECK(result(above).attributes.dimensions == std::vector<std::int64_t>{4, 1});
    CHECK(result_of("a = f32[5,2,3] broadcast(x), dimensions={1,2}  ROOT r = f32[10,3] reshape(a)") == Opcode::Reshape);
    CHECK(result_of("a = f32[6] reshape(x)  ROOT r = f32[6,4] broadcast(a), dimensions={0}") == Opcode::Broadcast);
}

TEST_CASE("a moved iota is an iota") {
    const Module spread = lowered_entry("i = s32[100] iota(), iota_dimension=0"
                                        "  ROOT r = s32[7,100] broadcast(i), dimensions={1}");
    CHECK(result(spread).opcode == Opcode::Iota);
    CHECK(result(spread).attributes.dimensions == std::vector<std::int64_t>{1});
    const Module lifted = lowered_entry("i = s32[100] iota(), iota_dimension=0  ROOT r = s32[1,100,1] reshape(i)");
    CHECK(result(lifted).opcode == Opcode::Iota);
    CHECK(result(lifted).attributes.dimensions == std::vector<std::int64_t>{1});
    CHECK(result_of("i = s32[1] iota(), iota_dimension=0  z = s32[] reshape(i)  b = s32[4] broadcast(z), dimensions={}"
                    "  ROOT r = s32[4] add(n, b)") == Opcode::Parameter);
}

TEST_CASE("sums and products with a constant on either side are one value") {
    for (const std::string op : {"add", "multiply"}) {
        const Module module =
            lowered_entry("c = f32[] constant(3)  b = f32[2,3] broadcast(c), dimensions={}"
                          "  p = f32[2,3] " +
                          op + "(b, x)  q = f32[2,3] " + op + "(x, b)  ROOT r = f32[2,3] divide(p, q)");
        CHECK(count(module, op == "add" ? Opcode::Add : Opcode::Multiply) == 1);
    }
}

TEST_CASE("a constant matrix and its transpose are one array") {
    const auto matrix = [](std::size_t rows, std::size_t columns, std::size_t by_row, std::size_t by_column) {
        std::string text = "constant({";
        for (std::size_t i = 0; i < rows; ++i) {
            text += i == 0 ? "{" : ", {";
            for (std::size_t k = 0; k < columns; ++k)
                text += (k == 0 ? "" : ", ") + std::to_string(i * by_row + k * by_column);
            text += "}";
        }
        return text + "})";
    };
    const auto matrices_of = [&](const std::string& second) {
        const Module module = lowered("HloModule m\nENTRY e {\n v = f32[10] parameter(0)\n a = f32[10,9] " +
                                      matrix(10, 9, 9, 1) + "\n b = f32[9,10] " + second +
                                      "\n p = f32[9] dot(v, a), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
                                      " ROOT q = f32[10] dot(p, b), lhs_contracting_dims={0}, "
                                      "rhs_contracting_dims={0}\n}");
        return count(module, Opcode::Constant);
    };
    CHECK(matrices_of(matrix(9, 10, 1, 9)) == 1);
    CHECK(matrices_of(matrix(9, 10, 10, 1)) == 2); // the same numbers in another order
}

TEST_CASE("constants become one that takes no more flash than they do") {
    const auto numbers = [](int count) {
        std::string text;
        for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + std::to_string(i);
        return "s32[" + std::to_string(count) + "] constant({" + text + "})  ";
    };
    const std::string parts = "a = " + numbers(70) + "b = " + numbers(90);
    const auto concatenations = [&](const std::string& text) {
        return count(lowered_entry(parts + text), Opcode::Concatenate);
    };
    const std::string joined = "c = s32[160] concatenate(a, b), dimensions={0}  ";
    CHECK(concatenations(joined + "ROOT r = s32[160] negate(c)") == 0);
    CHECK(concatenations("c = s32[180] concatenate(b, b), dimensions={0}  ROOT r = s32[180] negate(c)") == 1);
    CHECK(concatenations(joined + "ROOT r = (s32[160], s32[70]) tuple(c, a)") == 1); // a is needed as well
    CHECK(concatenations(joined + "d = s32[160] concatenate(b, a), dimensions={0}"
                                  "  ROOT r = (s32[160], s32[160]) tuple(c, d)") == 2);
}

TEST_CASE("a chain of pads is one, where they have one value and cut nothing off") {
    const auto pads = [](const std::string& inner, const std::string& size, const std::string& value) {
        return count(lowered_entry("v = f32[] constant(0)  w = f32[] constant(1)  a = f32[" + size +
                                   "] pad(x, v), padding=" + inner + "  ROOT r = f32[9,9] pad(a, " + value +
                                   "), padding=3_" + std::to_string(6 - (size[0] - '0')) + "_0x4_" +
                                   std::to_string(5 - (size[2] - '0')) + "_0"),
                     Opcode::Pad);
    };
    CHECK(pads("1_2_0x0_1_0", "5,4", "v") == 1);
    CHECK(pads("1_2_0x0_1_0", "5,4", "w") == 2);
    CHECK(pads("1_2_0x-1_1_0", "5,3", "v") == 2);
    CHECK(pads("1_1_1x0_1_0", "5,4", "v") == 2);
}

TEST_CASE("neutral elements go, but for x + 0") {
    const auto with = [](const std::string& number, const std::string& op) {
        return result_of("c = f32[] constant(" + number +
                         ")  b = f32[2,3] broadcast(c), dimensions={}\nROOT r = f32[2,3] " + op);
    };
    CHECK(with("0", "add(x, b)") == Opcode::Add);
    CHECK(with("-0", "add(b, x)") == Opcode::Parameter);
    CHECK(with("0", "subtract(x, b)") == Opcode::Parameter);
    CHECK(with("-0", "subtract(x, b)") == Opcode::Subtract);
    CHECK(with("0", "subtract(b, x)") == Opcode::Subtract);
    CHECK(with("1", "multiply(b, x)") == Opcode::Parameter);
    CHECK(with("1", "divide(x, b)") == Opcode::Parameter);
    CHECK(with("1", "divide(b, x)") == Opcode::Divide);
    CHECK(with("-inf", "maximum(b, x)") == Opcode::Parameter);
    CHECK(with("inf", "maximum(b, x)") != Opcode::Parameter);
    CHECK(with("inf", "minimum(x, b)") == Opcode::Parameter);
    CHECK(result_of("c = s32[4] constant({0,0,0,0})  ROOT r = s32[4] add(n, c)") == Opcode::Parameter);
    const auto higher = [](const std::string& number) {
        return result_of("c = s32[] constant(" + number +
                         ")  b = s32[4] broadcast(c), dimensions={}\nROOT r = s32[4] maximum(n, b)");
    };
    CHECK(higher("-2147483648") == Opcode::Parameter);
    CHECK(higher("0") == Opcode::Maximum);
}

TEST_CASE("a select whose choice is known goes") {
    const std::string predicate = "c = pred[] constant(false)  b = pred[2,3] broadcast(c), dimensions={}  ";
    const Module module = lowered_entry(predicate + "ROOT r = f32[2,3] select(b, x, y)");
    CHECK(result(module).attributes.parameter_number == 1);
    CHECK(result_of("b = pred[2,3] compare(x, y), direction=LT  ROOT r = f32[2,3] select(b, x, x)") ==
          Opcode::Parameter);
}

TEST_CASE("logic with a known operand goes, and so do comparisons of a pred with one") {
    const std::string predicate =
        "p = pred[2,3] compare(x, y), direction=LT  t = pred[] constant(true)  f = pred[] constant(false)\n"
        "b = pred[2,3] broadcast(t), dimensions={}  c = pred[2,3] broadcast(f), dimensions={}  ";
    CHECK(result_of(predicate + "ROOT r = pred[2,3] and(p, b)") == Opcode::Compare);
    CHECK(result_of(predicate + "ROOT r = pred[2,3] or(c, p)") == Opcode::Compare);
    CHECK(result_of(predicate + "ROOT r = pred[2,3] and(p, c)") == Opcode::Broadcast);
    CHECK(result_of(predicate + "ROOT r = pred[2,3] or(p, b)") == Opcode::Broadcast);
    CHECK(result_of("m = s32[] constant(-1)  b = s32[4] broadcast(m), dimensions={}  ROOT r = s32[4] and(n, b)") ==
          Opcode::Parameter);
    CHECK(result_of("m = s32[] constant(1)  b = s32[4] broadcast(m), dimensions={}  ROOT r = s32[4] and(n, b)") ==
          Opcode::And);
    CHECK(count(lowered_entry(predicate + "ROOT r = pred[2,3] compare(p, c), direction=NE"), Opcode::Compare) == 1);
    CHECK(count(lowered_entry(predicate + "ROOT r = pred[2,3] compare(b, p), direction=EQ"), Opcode::Compare) == 1);
    CHECK(result_of(predicate + "ROOT r = pred[2,3] compare(p, b), direction=NE") == Opcode::Not);
    CHECK(result_of(predicate + "ROOT r = pred[2,3] compare(p, b), direction=LT") == Opcode::Compare);
}

TEST_CASE("conversions that widen first are one, those that narrow stay") {
    CHECK(count(lowered_entry("a = f64[2,3] convert(x)  ROOT r = s32[2,3] convert(a)"), Opcode::Convert) == 1);
    CHECK(count(lowered_entry("a = bf16[2,3] convert(x)  ROOT r = f32[2,3] convert(a)"), Opcode::Convert) == 2);
    const std::string through_float = "a = s8[4] convert(n)  b = f32[4] convert(a)  ROOT r = u8[4] convert(b)";
    CHECK(count(lowered_entry(through_float), Opcode::Convert) == 3);
}

TEST_CASE("equal instructions become one") {
    const Module module = lowered_entry("a = f32[2,3] add(x, y)  b = f32[2,3] add(x, y)  c = f32[2,3] add(y, x)"
                                        "  d = f32[2,3] multiply(a, b)  ROOT r = f32[2,3] multiply(d, c)");
    CHECK(count(module, Opcode::Add) == 2);
    CHECK(operand(module, operand(module, result(module))).origins == std::vector<std::string>{"a", "b"});
    CHECK(count(lowered_entry("a = pred[2,3] compare(x, y), direction=LT  b = pred[2,3] compare(x, y), direction=GT"
                              "  ROOT r = pred[2,3] or(a, b)"),
                Opcode::Compare) == 2);
}

TEST_CASE("reductions with equal computations become one") {
    const std::string sums = "f { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }\n"
                             "g { c = f32[] parameter(0)  d = f32[] parameter(1)  ROOT t = f32[] add(c, d) }\n"
                             "h { c = f32[] parameter(0)  d = f32[] parameter(1)  ROOT t = f32[] maximum(c, d) }\n";
    const Module module = lowered(
        "HloModule m\n" + sums +
        "ENTRY e { x = f32[2,3] parameter(0)  z = f32[] constant(0)\n"
        "p = f32[2] reduce(x, z), dimensions={1}, to_apply=f  q = f32[2] reduce(x, z), dimensions={1}, to_apply=g\n"
        "m = f32[2] reduce(x, z), dimensions={1}, to_apply=h  s = f32[2] multiply(p, q)  ROOT r = f32[2] add(s, m) }");
    CHECK(count(module, Opcode::Reduce) == 2);
    CHECK(module.computations.size() == 3);
}

TEST_CASE("nothing crosses a barrier") {
    const Module twice = lowered_entry("a = f32[2,3] exponential(x)  p = f32[2,3] opt-barrier(a)\n"
                                       "q = f32[2,3] opt-barrier(a)  b = f32[2,3] exponential(x)\n"
                                       "s = f32[2,3] subtract(p, q)  ROOT r = f32[2,3] add(s, b)");
    CHECK(count(twice, Opcode::OptBarrier) == 2); // not shared
    CHECK(count(twice, Opcode::Exponential) == 1);
    const Module folded = lowered_entry("c = f32[2] constant({1, 2})  b = f32[2] opt-barrier(c)\n"
                                        "ROOT r = f32[2] add(b, b)");
    CHECK(count(folded, Opcode::Add) == 1); // not computed from the constant
    const Module tuple = lowered_entry("v = (f32[2,3], s32[4]) tuple(y, n)  u = (f32[2,3], (f32[2,3], s32[4])) "
                                       "tuple(x, v)\n t = (f32[2,3], (f32[2,3], s32[4])) opt-barrier(u)\n"
                                       " ROOT r = f32[2,3] get-tuple-element(t), index=0");
    CHECK(result(tuple).opcode == Opcode::OptBarrier);
    CHECK(count(tuple, Opcode::OptBarrier) == 1); // what nobody reads goes
}
