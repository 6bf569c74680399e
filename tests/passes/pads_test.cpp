// Pads in front of convolutions and reduce-windows become padding of their windows. Each module that is lowered here is
// evaluated before and after, bit for bit (lowering.h).
#include <algorithm>

#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

Module pad_module(const std::string& body) {
    std::string text = "HloModule m\n";
    for (const std::string type : {"f32", "s32", "pred"})
        for (const std::string op : {"add", "multiply", "maximum", "minimum", "and", "or"})
            if (type != "f32" || (op != "and" && op != "or"))
                text += op + "_" + type + " { a = " + type + "[] parameter(0)  b = " + type +
                        "[] parameter(1)  ROOT r = " + type + "[] " + op + "(a, b) }\n";
    return lowered(text + "ENTRY e {\n" + body + "\n}\n");
}

const Instruction& only(const Module& module, Opcode opcode) {
    REQUIRE(count(module, opcode) == 1);
    const std::vector<Instruction>& all = module.entry_computation().instructions;
    return *std::ranges::find(all, opcode, &Instruction::opcode);
}

// A convolution of one dimension over pad(x), x = f32[1,6,2], with three taps.
Module line(const std::string& padded, const std::string& padding, const std::string& result,
            const std::string& window) {
    return pad_module("x = f32[1,6,2] parameter(0)  w = f32[3,2,4] parameter(1)  zero = f32[] constant(0)\n"
                      "p = f32[1," +
                      padded + ",2] pad(x, zero), padding=0_0x" + padding +
                      "x0_0\n"
                      "ROOT c = f32[1," +
                      result + ",4] convolution(p, w), window={size=3 " + window + "}, dim_labels=b0f_0io->b0f");
}

struct Line {
    const char *padded, *padding, *result, *window;
    std::int64_t low, high, dilation;
};

// reduce-window of three elements over pad(x, value), x = type[6], padded by 2_1.
Module fold(const std::string& type, const std::string& combiner, const std::string& value, const std::string& initial,
            const std::string& before = "x = parameter(0)") {
    const std::string argument = "x = " + type + "[6] ";
    return pad_module((before == "x = parameter(0)" ? argument + "parameter(0)" : before) + "\nvalue = " + type +
                      "[] constant(" + value + ")  initial = " + type + "[] " + initial + "\np = " + type +
                      "[9] pad(x, value), padding=2_1\nROOT r = " + type +
                      "[7] reduce-window(p, initial), window={size=3}, to_apply=" + combiner + "_" + type);
}

bool takes(const Module& module) {
    return count(module, Opcode::Pad) == 0 && only(module, Opcode::ReduceWindow).attributes.window ==
                                                  Window{{.size = 3, .padding_low = 2, .padding_high = 1}};
}

bool leaves(const Module& module) {
    return count(module, Opcode::Pad) == 1 &&
           only(module, Opcode::ReduceWindow).attributes.window == Window{{.size = 3}};
}

} // namespace

TEST_CASE("a convolution's window takes what a pad of zeros adds, cuts off and puts between elements") {
    const Line lines[] = {
        {"9", "2_1", "7", "", 2, 1, 1},
        {"9", "2_1", "4", "stride=2 pad=1_0", 3, 1, 1},
        {"5", "1_-2", "3", "", 1, -2, 1},
        {"4", "-1_-1", "2", "", -1, -1, 1},
        {"16", "0_0_2", "14", "", 0, 0, 3},
        {"13", "-1_3_1", "11", "", -1, 3, 2},
        {"9", "2_1", "14", "pad=-1_0 lhs_dilate=2", 3, 2, 2},
        {"12", "1_0_1", "31", "lhs_dilate=3 pad=0_-1", 3, -1, 6},
        {"9", "2_1", "5", "rhs_dilate=2 rhs_reversal=1", 2, 1, 1},
    };
    for (const Line& l : lines) {
        INFO(l.padding << " " << l.window);
        const Module module = line(l.padded, l.padding, l.result, l.window);
        CHECK(count(module, Opcode::Pad) == 0);
        const WindowDimension& window = only(module, Opcode::Convolution).attributes.window[0];
        CHECK(window.padding_low == l.low);
        CHECK(window.padding_high == l.high);
        CHECK(window.base_dilation == l.dilation);
    }
}

TEST_CASE("elements that a pad cuts off are not seen again where the window adds padding") {
    CHECK(count(line("4", "-1_-1", "4", "pad=1_1"), Opcode::Pad) == 1);
    const Module module = line("8", "-1_-2_1", "8", "pad=1_1");
    CHECK(only(module, Opcode::Pad).shape.dims == std::vector<std::int64_t>{1, 4, 2});
    const WindowDimension& window = only(module, Opcode::Convolution).attributes.window[0];
    CHECK(window.padding_low == 2);
    CHECK(window.padding_high == 1);
    CHECK(window.base_dilation == 2);
}

TEST_CASE("where nothing but holes is left between what is cut off, the pad stays") {
    const Module module =
        pad_module("x = f32[1,2,1] parameter(0)  w = f32[2,1,1] parameter(1)  zero = f32[] constant(0)\n"
                   "p = f32[1,3,1] pad(x, zero), padding=0_0x-1_-1_3x0_0\n"
                   "ROOT c = f32[1,4,1] convolution(p, w), window={size=2 pad=1_1}, "
                   "dim_labels=b0f_0io->b0f");
    CHECK(only(module, Opcode::Pad).shape.dims[1] == 3);
}

TEST_CASE("padding of batch and features stays in front of the window, that of pixels goes into it") {
    const Module module = pad_module("x = f32[3,6,5,1] parameter(0)  w = f32[4,4,3,3] parameter(1)\n"
                                     "zero = f32[] constant(-0)\n"
                                     "p = f32[4,8,6,2] pad(x, zero), padding=1_0x1_1x0_1x0_1\n"
                                     "ROOT c = f32[2,6,4,4] convolution(p, w), window={size=3x3}, "
                                     "dim_labels=f01b_oi01->b01f");
    CHECK(only(module, Opcode::Pad).shape.dims == std::vector<std::int64_t>{4, 6, 5, 2});
    CHECK(only(module, Opcode::Convolution).attributes.window ==
          Window{{.size = 3, .padding_low = 1, .padding_high = 1}, {.size = 3, .padding_low = 0, .padding_high = 1}});
}

TEST_CASE("a pad moves down through elementwise ops, transposes and reshapes to the window that takes it") {
    const Module module = pad_module(
        "x = s8[2,6,5] parameter(0)  w = s32[3,3,2,4] parameter(1)  point = s8[] constant(3)\n"
        "p = s8[2,8,6] pad(x, point), padding=0_0x1_1x0_1\n"
        "wide = s32[2,8,6] convert(p)  three = s32[] constant(3)  threes = s32[2,8,6] broadcast(three), dimensions={}\n"
        "centred = s32[2,8,6] subtract(wide, threes)\n"
        "moved = s32[8,6,2] transpose(centred), dimensions={1,2,0}\n"
        "image = s32[1,8,6,2] reshape(moved)\n"
        "squares = s32[1,8,6,2] multiply(image, image)\n"
        "ROOT c = s32[1,6,4,4] convolution(squares, w), window={size=3x3}, dim_labels=b01f_01io->b01f");
    CHECK(count(module, Opcode::Pad) == 0);
    CHECK(only(module, Opcode::Multiply).shape.dims == std::vector<std::int64_t>{1, 6, 5, 2});
    CHECK(only(module, Opcode::Convolution).attributes.window[0].padding_low == 1);
}

TEST_CASE("a reshape that mixes padded elements with others keeps the pad in front of it") {
    const Module module =
        pad_module("x = f32[2,3,2] parameter(0)  w = f32[3,2,1] parameter(1)  zero = f32[] constant(0)\n"
                   "p = f32[2,4,2] pad(x, zero), padding=0_0x0_1x0_0\n"
                   "all = f32[1,8,2] reshape(p)\n"
                   "ROOT c = f32[1,6,1] convolution(all, w), window={size=3}, dim_labels=b0f_0io->b0f");
    CHECK(count(module, Opcode::Pad) == 1);
}

TEST_CASE("zeros that are joined to an array are a pad of it") {
    const auto joined = [](const std::string& behind) {
        return pad_module("x = f32[1,6,2] parameter(0)  w = f32[3,2,2] parameter(1)  zero = f32[] constant(0)\n"
                          "before = f32[1,4,2] broadcast(zero), dimensions={}  last = f32[] constant(" +
                          behind +
                          ")\n"
                          "after = f32[1,1,2] broadcast(last), dimensions={}\n"
                          "all = f32[1,11,2] concatenate(before, x, after), dimensions={1}\n"
                          "n = f32[1,11,2] abs(all)\n"
                          "ROOT c = f32[1,7,2] convolution(n, w), window={size=3 rhs_dilate=2}, "
                          "dim_labels=b0f_0io->b0f");
    };
    const Module module = joined("0");
    CHECK(count(module, Opcode::Concatenate) == 0);
    CHECK(only(module, Opcode::Abs).shape.dims[1] == 6);
    CHECK(only(module, Opcode::Convolution).attributes.window[0].padding_low == 4);
    CHECK(only(module, Opcode::Convolution).attributes.window[0].padding_high == 1);
    CHECK(count(joined("1"), Opcode::Concatenate) == 1);
}

TEST_CASE("what else reads a padded array finds it as before") {
    const Module module =
        pad_module("x = f32[1,6,6,2] parameter(0)  w = f32[3,3,2,2] parameter(1)  zero = f32[] constant(0)\n"
                   "p = f32[1,8,8,2] pad(x, zero), padding=0_0x1_1x1_1x0_0\n"
                   "n = f32[1,8,8,2] negate(p)\n"
                   "c = f32[1,6,6,2] convolution(n, w), window={size=3x3}, dim_labels=b01f_01io->b01f\n"
                   "d = f32[1,3,3,2] convolution(p, w), window={size=3x3 stride=2x2}, dim_labels=b01f_01io->b01f\n"
                   "ROOT t = (f32[1,6,6,2], f32[1,3,3,2], f32[1,8,8,2]) tuple(c, d, n)");
    CHECK(count(module, Opcode::Pad) == 1);
    CHECK(result(module, 0).attributes.window[0].padding_low == 1);
    CHECK(result(module, 1).attributes.window[0].padding_low == 1);
    CHECK(result(module, 2).opcode == Opcode::Pad);
    CHECK(count(module, Opcode::Negate) == 1);
}

TEST_CASE("a pad behind another one goes into the window after it") {
    const Module module = pad_module(
        "x = f32[1,6,2] parameter(0)  w = f32[3,2,2] parameter(1)  zero = f32[] constant(0)  one = f32[] constant(1)\n"
        "p = f32[1,8,2] pad(x, one), padding=0_0x1_1x0_0\n"
        "ones = f32[1,8,2] broadcast(one), dimensions={}  s = f32[1,8,2] subtract(p, ones)\n"
        "q = f32[1,10,2] pad(s, zero), padding=0_0x2_0x0_0\n"
        "ROOT c = f32[1,8,2] convolution(q, w), window={size=3}, dim_labels=b0f_0io->b0f");
    CHECK(count(module, Opcode::Pad) == 0);
    CHECK(only(module, Opcode::Convolution).attributes.window[0].padding_low == 3);
}

TEST_CASE("a pad of what a convolution sees stays") {
    const auto convolution = [](const std::string& value, const std::string& weights) {
        return pad_module("x = f32[1,6,1] parameter(0)  value = f32[] " + value + "  w = f32[2,1,1] " + weights +
                          "\np = f32[1,8,1] pad(x, value), padding=0_0x1_1x0_0\n"
                          "ROOT c = f32[1,7,1] convolution(p, w), window={size=2}, dim_labels=b0f_0io->b0f");
    };
    CHECK(count(convolution("constant(0)", "constant({{{1}},{{2}}})"), Opcode::Pad) == 0);
    CHECK(count(convolution("constant(1)", "constant({{{1}},{{2}}})"), Opcode::Pad) == 1);
    CHECK(count(convolution("parameter(1)", "constant({{{1}},{{2}}})"), Opcode::Pad) == 1);
    CHECK(count(convolution("constant(0)", "constant({{{inf}},{{2}}})"), Opcode::Pad) == 1); // 0 * inf is NaN
}

TEST_CASE("a reduce-window takes a pad of what is neutral to its combiner") {
    CHECK(takes(fold("f32", "add", "0", "constant(0)")));
    CHECK(takes(fold("f32", "add", "-0", "parameter(1)")));
    CHECK(takes(fold("s32", "add", "0", "parameter(1)")));
    CHECK(takes(fold("f32", "multiply", "1", "parameter(1)")));
    CHECK(takes(fold("f32", "maximum", "-inf", "parameter(1)")));
    CHECK(takes(fold("s32", "maximum", "-2147483648", "parameter(1)")));
    CHECK(takes(fold("f32", "minimum", "inf", "parameter(1)")));
    CHECK(takes(fold("s32", "minimum", "2147483647", "parameter(1)")));
    CHECK(takes(fold("s32", "and", "-1", "parameter(1)")));
    CHECK(takes(fold("pred", "or", "false", "parameter(1)")));
}

TEST_CASE("a pad that changes what a reduce-window gives stays") {
    CHECK(leaves(fold("f32", "add", "1", "constant(0)")));
    CHECK(leaves(fold("f32", "add", "0", "constant(-0)"))); // the sum of nothing but -0 is -0
    CHECK(leaves(fold("f32", "add", "0", "parameter(1)")));
    CHECK(leaves(fold("f32", "multiply", "0", "constant(1)")));
    CHECK(leaves(fold("f32", "maximum", "0", "constant(-inf)")));
    CHECK(leaves(fold("f32", "maximum", "0", "parameter(1)")));
    CHECK(leaves(fold("s32", "minimum", "0", "constant(7)")));
}

TEST_CASE("a pad that the initial value covers goes into the window of a maximum") {
    CHECK(takes(fold("f32", "maximum", "-5", "constant(0)")));
    CHECK(takes(fold("s32", "minimum", "9", "constant(9)")));
    CHECK(leaves(fold("f32", "maximum", "0", "constant(-0)")));
}

TEST_CASE("a pad that no element is below goes into the window of a maximum, and into its initial value") {
    const std::string relu = "y = f32[6] parameter(0)  none = f32[] constant(0)  nones = f32[6] broadcast(none), "
                             "dimensions={}  x = f32[6] maximum(y, nones)";
    const Module module = fold("f32", "maximum", "0", "constant(-inf)", relu);
    CHECK(takes(module));
    CHECK(floats(*operand(module, only(module, Opcode::ReduceWindow), 1).literal) == std::vector<float>{0});
    CHECK(leaves(fold("f32", "maximum", "1", "constant(-inf)", relu)));
    CHECK(leaves(fold("f32", "minimum", "0", "constant(inf)", relu)));
    const std::string between = "y = f32[6] parameter(0)  least = f32[] constant(2)  most = f32[] constant(5)  "
                                "x = f32[6] clamp(least, y, most)";
    CHECK(takes(fold("f32", "maximum", "2", "constant(-inf)", between)));
    CHECK(takes(fold("f32", "minimum", "5", "constant(inf)", between)));
    CHECK(leaves(fold("f32", "maximum", "3", "constant(-inf)", between)));
}

TEST_CASE("a window that sees no element gives the initial value that it has") {
    const Module module =
        pad_module("y = f32[6] parameter(0)  zero = f32[] constant(0)  low = f32[] constant(-inf)\n"
                   "zeros = f32[6] broadcast(zero), dimensions={}  x = f32[6] maximum(y, zeros)\n"
                   "p = f32[8] pad(x, zero), padding=1_1\n"
                   "ROOT r = f32[11] reduce-window(p, low), window={size=2 pad=2_2}, to_apply=maximum_f32");
    CHECK(count(module, Opcode::Pad) == 1);
}

TEST_CASE("dimensions along which a reduce-window does not look keep their padding") {
    const Module module = pad_module("x = f32[2,6] parameter(0)  zero = f32[] constant(0)\n"
                                     "p = f32[3,9] pad(x, zero), padding=1_0x2_1\n"
                                     "ROOT r = f32[3,7] reduce-window(p, zero), window={size=1x3}, to_apply=add_f32");
    CHECK(only(module, Opcode::Pad).shape.dims == std::vector<std::int64_t>{3, 6});
    CHECK(only(module, Opcode::ReduceWindow).attributes.window[1].padding_low == 2);
}

TEST_CASE("pads inside a loop go into the windows there") {
    const Module module = pad_module(
        "x = f32[1,6,1] parameter(0)  w = f32[3,1,1] parameter(1)  n = s32[] constant(0)\n"
        "t = (f32[1,6,1], f32[3,1,1], s32[]) tuple(x, w, n)\n"
        "l = (f32[1,6,1], f32[3,1,1], s32[]) while(t), condition=goes_on, body=layer\n"
        "ROOT r = f32[1,6,1] get-tuple-element(l), index=0\n}\n"
        "goes_on { s = (f32[1,6,1], f32[3,1,1], s32[]) parameter(0)  i = s32[] get-tuple-element(s), index=2\n"
        "three = s32[] constant(3)  ROOT c = pred[] compare(i, three), direction=LT }\n"
        "layer { s = (f32[1,6,1], f32[3,1,1], s32[]) parameter(0)  i = s32[] get-tuple-element(s), index=2\n"
        "a = f32[1,6,1] get-tuple-element(s), index=0  v = f32[3,1,1] get-tuple-element(s), index=1\n"
        "zero = f32[] constant(0)  p = f32[1,8,1] pad(a, zero), padding=0_0x2_0x0_0\n"
        "y = f32[1,6,1] convolution(p, v), window={size=3}, dim_labels=b0f_0io->b0f\n"
        "one = s32[] constant(1)  next = s32[] add(i, one)\n"
        "ROOT u = (f32[1,6,1], f32[3,1,1], s32[]) tuple(y, v, next)");
    CHECK(count(module, Opcode::Pad) == 0);
}
