// Products of quantised floats become sums of integers with --optimize speed. The scales here are powers of two, so
// that the bits are the same.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

const Goal kSpeed = {.in_order = false, .optimize = Optimize::Speed};

Module quick(const std::string& text, const Goal& goal = kSpeed) {
    return precomputed(text, *find_target("cortex-m7"), goal);
}

// `rows` times 9 weights: whole numbers times a scale for each column.
std::string scaled_weights(int rows, double last = 0.25) {
    std::string text;
    for (int i = 0; i < rows * 9; ++i) {
        const double scale = i % 9 == 8 ? last : 0.25 * (1 << i % 9 % 3);
        text += (i == 0 ? "{{" : i % 9 == 0 ? "}, {" : ", ") + std::to_string((i * 7 % 255 - 127) * scale);
    }
    return "w = f32[" + std::to_string(rows) + ",9] constant(" + text + "}})\n ";
}

// (convert(x) - zero) * scale of 4 x 20 bytes, as y.
std::string quantised(const std::string& type, const std::string& zero, const std::string& scale = "0.5") {
    return "x = " + type + "[4,20] parameter(0)\n c = f32[4,20] convert(x)\n z = f32[] constant(" + zero +
           ")\n b = f32[4,20] broadcast(z), dimensions={}\n m = f32[4,20] subtract(c, b)\n s = f32[] constant(" +
           scale + ")\n t = f32[4,20] broadcast(s), dimensions={}\n y = f32[4,20] multiply(m, t)\n ";
}

std::string dot_of_floats(const std::string& lines, const std::string& y = "y") {
    return "HloModule m\nENTRY e {\n " + lines + "ROOT d = f32[4,9] dot(" + y +
           ", w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
}

const Instruction& product_of_floats(const Module& module) {
    for (const Instruction& i : module.entry_computation().instructions)
        if (i.opcode == Opcode::Dot || i.opcode == Opcode::Convolution) return i;
    throw std::logic_error("there is no product");
}

bool sums_integers(const Module& module) {
    const Instruction& sums = product_of_floats(module);
    const bool whole = sums.shape.type == ElementType::S32;
    CHECK(whole == (module.quantised_products.size() == 1));
    return whole && byte_size(operand(module, sums, 0).shape.type) == 1 &&
           operand(module, sums, 1).shape.type == ElementType::S8;
}

} // namespace

TEST_CASE("products of quantised floats are sums of integers with --optimize speed alone") {
    const std::string text = dot_of_floats(quantised("s8", "3") + scaled_weights(20));
    CHECK(sums_integers(quick(text)));
    CHECK_FALSE(sums_integers(quick(text, {.in_order = false, .optimize = Optimize::Balanced})));
    CHECK_FALSE(sums_integers(quick(text, {.in_order = false, .optimize = Optimize::Size})));
    CHECK_FALSE(sums_integers(quick(text, {.in_order = true, .optimize = Optimize::Speed})));
}

TEST_CASE("quantised floats may be moved before they are multiplied") {
    const std::string moved = "v = f32[20,4] transpose(y), dimensions={1,0}\n u = f32[4,5,4] reshape(v)\n"
                              " q = f32[4,20] reshape(u)\n ";
    CHECK(sums_integers(quick(dot_of_floats(quantised("u8", "128") + moved + scaled_weights(20), "q"))));
}

TEST_CASE("scales and zero points may be known at run time only") {
    const std::string lines = "x = s8[4,20] parameter(0)\n c = f32[4,20] convert(x)\n p = s8[1] parameter(1)\n"
                              " r = f32[1] convert(p)\n o = f32[] reshape(r)\n b = f32[4,20] broadcast(o), "
                              "dimensions={}\n m = f32[4,20] subtract(c, b)\n s = f32[4] parameter(2)\n"
                              " t = f32[4,20] broadcast(s), dimensions={0}\n y = f32[4,20] multiply(m, t)\n ";
    CHECK(sums_integers(quick(dot_of_floats(lines + scaled_weights(20)))));
}

TEST_CASE("products that are no sums of integers times scales stay") {
    CHECK_FALSE(sums_integers(quick(dot_of_floats(quantised("s8", "0.5") + scaled_weights(20)))));
    CHECK_FALSE(sums_integers(quick(dot_of_floats(quantised("s16", "3") + scaled_weights(20)))));
    std::string irregular = scaled_weights(20);
    irregular.replace(irregular.find("{{") + 2, 0, "0.333");
    irregular.erase(irregular.find("0.333") + 5,
                    irregular.find(',', irregular.find("0.333")) - irregular.find("0.333") - 5);
    CHECK_FALSE(sums_integers(quick(dot_of_floats(quantised("s8", "3") + irregular))));
    const std::string by_column = "x = s8[4,20] parameter(0)\n c = f32[4,20] convert(x)\n s = f32[20] parameter(1)\n"
                                  " t = f32[4,20] broadcast(s), dimensions={1}\n y = f32[4,20] multiply(c, t)\n ";
    CHECK_FALSE(sums_integers(quick(dot_of_floats(by_column + scaled_weights(20)))));
}

TEST_CASE("a convolution's padding is the zero point of its image") {
    const auto text = [](const std::string& zero) {
        std::string kernel;
        for (int i = 0; i < 3 * 3 * 2 * 4; ++i)
            kernel += (i % 24 == 0  ? (i == 0 ? "{{{{" : "}}}, {{{")
                       : i % 8 == 0 ? "}}, {{"
                       : i % 4 == 0 ? "}, {"
                                    : ", ") +
                      std::to_string((i * 5 % 200 - 100) * 0.5);
        return "HloModule m\nENTRY e {\n x = s8[1,5,4,2] parameter(0)\n c = f32[1,5,4,2] convert(x)\n z = f32[] "
               "constant(" +
               zero +
               ")\n b = f32[1,5,4,2] broadcast(z), dimensions={}\n m = f32[1,5,4,2] subtract(c, b)\n s = f32[] "
               "constant(0.25)\n t = f32[1,5,4,2] broadcast(s), dimensions={}\n y = f32[1,5,4,2] multiply(m, t)\n w = "
               "f32[3,3,2,4] constant(" +
               kernel +
               "}}}})\n ROOT d = f32[1,5,4,4] convolution(y, w), window={size=3x3 pad=1_1x1_1}, "
               "dim_labels=b01f_01io->b01f\n}\n";
    };
    CHECK(sums_integers(quick(text("-13"))));
    CHECK_FALSE(sums_integers(quick(text("200"))));
}
