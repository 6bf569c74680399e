// Products of bytes less their zero points multiply the bytes.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

// `rows` of numbers from `first` on, by `step`.
std::string matrix(int rows, int columns, int first, int step) {
    std::string text;
    for (int i = 0; i < rows * columns; ++i)
        text += (i == 0 ? "{{" : i % columns == 0 ? "}, {" : ", ") + std::to_string(first + step * (i % 50));
    return text + "}}";
}

// convert(x) of 4 x 20 bytes, combined with a zero point, times `w`, which `weights` makes of 20 x 9 numbers.
std::string dot_of(const std::string& type, const std::string& centred, const std::string& weights,
                   const std::string& more = "") {
    return "HloModule m\nENTRY e {\n x = " + type + "[4,20] parameter(0)\n c = s32[4,20] convert(x)\n " + centred +
           "\n " + weights + "\n d = s32[4,9] dot(y, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n " +
           (more.empty() ? "ROOT r = (s32[4,9]) tuple(d)" : more) + "\n}\n";
}

std::string less(const std::string& number, const std::string& opcode = "subtract") {
    return "z = s32[] constant(" + number + ")\n b = s32[4,20] broadcast(z), dimensions={}\n y = s32[4,20] " + opcode +
           "(c, b)";
}

std::string constant_weights(int first = -128, int step = 5) {
    return "w = s32[20,9] constant(" + matrix(20, 9, first, step) + ")";
}

const std::string kBytes = "v = s8[20,9] parameter(1)\n w = s32[20,9] convert(v)";

// The only product of the module.
const Instruction& product(const Module& module) {
    for (const Instruction& i : module.entry_computation().instructions)
        if (i.opcode == Opcode::Dot || i.opcode == Opcode::Convolution) return i;
    throw std::logic_error("there is no product");
}

bool multiplies_bytes(const Module& module) {
    const Instruction& sums = product(module);
    for (std::size_t i = 0; i < 2; ++i)
        if (byte_size(operand(module, sums, i).shape.type) != 1) return false;
    return true;
}

std::string convolution_of(const std::string& type, const std::string& zero, const std::string& window,
                           const std::string& result, const std::string& more = "") {
    return "HloModule m\nENTRY e {\n x = " + type +
           "[1,5,4,2] parameter(0)\n c = s32[1,5,4,2] convert(x)\n z = s32[] constant(" + zero +
           ")\n b = s32[1,5,4,2] broadcast(z), dimensions={}\n y = s32[1,5,4,2] subtract(c, b)\n"
           " v = s8[3,3,2,4] parameter(1)\n w = s32[3,3,2,4] convert(v)\n ROOT d = s32[" +
           result + "] convolution(y, w), window={" + window + "}, dim_labels=b01f_01io->b01f" + more + "\n}\n";
}

} // namespace

TEST_CASE("a zero point in front of a product with constants is a constant behind it") {
    for (const char* type : {"s8", "u8"})
        for (const char* zero : {"-128", "127", "255", "-13", "1000", "2147483647", "-2147483647"})
            for (const char* opcode : {"subtract", "add"}) {
                const Module module = lowered(dot_of(type, less(zero, opcode), constant_weights()));
                CHECK(multiplies_bytes(module));
                CHECK(count(module, Opcode::Subtract) == 0);
                CHECK(count(module, Opcode::Add) == 1);
                CHECK(count(module, Opcode::Multiply) == 0);
            }
}

TEST_CASE("a correction that wraps to zeros is gone") {
    const Module module =
        lowered(dot_of("s8", less("-2147483648"), "w = s32[20,9] constant(" + matrix(20, 9, 0, 2) + ")"));
    CHECK(multiplies_bytes(module));
    CHECK(count(module, Opcode::Add) == 0);
}

TEST_CASE("the correction and a bias behind it are one constant") {
    for (const char* combined : {"add(d, k)", "add(k, d)", "subtract(d, k)"}) {
        const Module module = lowered(dot_of("s8", less("7"), constant_weights(),
                                             "bias = s32[1,9] constant({{1, -2, 3, 4, 5, 6, 7, 8, 2147483647}})\n"
                                             " flat = s32[9] reshape(bias)\n k = s32[4,9] broadcast(flat), "
                                             "dimensions={1}\n ROOT r = s32[4,9] " +
                                                 std::string(combined)));
        CHECK(multiplies_bytes(module));
        CHECK(count(module, Opcode::Add) + count(module, Opcode::Subtract) == 1);
    }
}

TEST_CASE("a constant less a number that others read stays as it is") {
    const Module module =
        lowered("HloModule m\nENTRY e {\n x = s32[4] parameter(0)\n c = s32[4] constant({1, 2, 3, 4})\n"
                " k = s32[4] constant({5, 6, 7, 8})\n a = s32[4] add(x, c)\n b = s32[4] add(a, k)\n"
                " ROOT t = (s32[4], s32[4]) tuple(a, b)\n}\n");
    CHECK(count(module, Opcode::Add) == 2);
}

TEST_CASE("numbers less their zero point that others read as well stay for them") {
    const Module module = lowered(dot_of("s8", less("7"), constant_weights(),
                                         "n = s32[4,20] negate(y)\n ROOT t = (s32[4,9], s32[4,20]) tuple(d, n)"));
    CHECK(multiplies_bytes(module));
    CHECK(count(module, Opcode::Subtract) == 1);
}

TEST_CASE("zero points may be one a row and one a column of the product or of what is summed") {
    const std::string rows = "z = s32[4] constant({1, -20, 300, 2147483647})\n b = s32[4,20] broadcast(z), "
                             "dimensions={0}\n y = s32[4,20] subtract(c, b)";
    const Module by_row = lowered(dot_of("u8", rows, constant_weights()));
    CHECK(multiplies_bytes(by_row));
    std::string points = "{1";
    for (int i = 1; i < 20; ++i) points += ", " + std::to_string(i * 99);
    const Module in_sums = lowered(dot_of(
        "u8",
        "z = s32[20] constant(" + points + "})\n b = s32[4,20] broadcast(z), dimensions={1}\n y = s32[4,20] add(c, b)",
        constant_weights()));
    CHECK(multiplies_bytes(in_sums));
    CHECK(count(in_sums, Opcode::Multiply) == 0);
}

TEST_CASE("a zero point that is known at run time only is multiplied by sums of the constants") {
    const std::string point = "p = s8[1,1] parameter(1)\n q = s32[1,1] convert(p)\n z = s32[] reshape(q)\n"
                              " b = s32[4,20] broadcast(z), dimensions={}\n y = s32[4,20] subtract(c, b)";
    CHECK(multiplies_bytes(lowered(dot_of("s8", point, constant_weights()))));
    const std::string points = "z = s32[20] parameter(1)\n b = s32[4,20] broadcast(z), dimensions={1}\n"
                               " y = s32[4,20] subtract(c, b)";
    CHECK_FALSE(multiplies_bytes(lowered(dot_of("s8", points, constant_weights()))));
}

TEST_CASE("sums that are not constant are worth it where many products share them") {
    const auto text = [](const std::string& rows) {
        return "HloModule m\nENTRY e {\n x = u8[" + rows + ",20] parameter(0)\n c = s32[" + rows +
               ",20] convert(x)\n z = s32[] constant(128)\n b = s32[" + rows +
               ",20] broadcast(z), dimensions={}\n y = s32[" + rows + ",20] subtract(c, b)\n " + kBytes +
               "\n ROOT d = s32[" + rows + ",9] dot(y, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    };
    CHECK(multiplies_bytes(lowered(text("8"))));
    CHECK(count(lowered(text("8")), Opcode::Reduce) == 1);
    CHECK_FALSE(multiplies_bytes(lowered(text("7"))));
}

TEST_CASE("both operands lose their zero points") {
    const Module module = lowered(
        "HloModule m\nENTRY e {\n x = u8[9,20] parameter(0)\n c = s32[9,20] convert(x)\n z = s32[] constant(128)\n"
        " b = s32[9,20] broadcast(z), dimensions={}\n y = s32[9,20] subtract(c, b)\n v = u8[20,8] parameter(1)\n"
        " u = s32[20,8] convert(v)\n k = s32[8] constant({1, 2, 3, 4, 5, 6, 7, 255})\n"
        " l = s32[20,8] broadcast(k), dimensions={1}\n w = s32[20,8] subtract(u, l)\n"
        " ROOT d = s32[9,8] dot(y, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n");
    CHECK(multiplies_bytes(module));
    CHECK(count(module, Opcode::Reduce) == 2);
}

TEST_CASE("constants of words whose numbers lie within 256 are bytes and a zero point") {
    CHECK(multiplies_bytes(lowered(dot_of("u8", less("131"), constant_weights(-120, 5)))));    // -120 to 125
    CHECK(multiplies_bytes(lowered(dot_of("u8", less("131"), constant_weights(-100, 5)))));    // -100 to 145
    CHECK(multiplies_bytes(lowered(dot_of("u8", less("131"), constant_weights(1000, 5)))));    // 1000 to 1245
    CHECK_FALSE(multiplies_bytes(lowered(dot_of("u8", less("131"), constant_weights(0, 6))))); // 0 to 294
}

TEST_CASE("a convolution's padding is the zero point") {
    for (const char* window : {"size=3x3 pad=1_1x1_1", "size=3x3 pad=2_0x0_2 rhs_reversal=1x0",
                               "size=3x3 pad=2_2x2_1 rhs_dilate=2x1", "size=3x3 pad=1_1x1_-1"}) {
        const std::string dilated = std::string(window).find("dilate") != std::string::npos ? "1,5,5,4" : "1,5,4,4";
        const std::string result = std::string(window).find("1_-1") != std::string::npos ? "1,5,2,4" : dilated;
        const Module module = lowered(convolution_of("s8", "-128", window, result));
        CHECK(multiplies_bytes(module));
        CHECK(count(module, Opcode::Pad) == 1);
    }
    const Module strided = lowered(convolution_of("u8", "255", "size=3x3 stride=1x2 pad=1_1x1_1", "1,5,2,4"));
    CHECK(multiplies_bytes(strided));
}

TEST_CASE("a zero point that is no byte stays where there is padding") {
    CHECK_FALSE(multiplies_bytes(lowered(convolution_of("s8", "128", "size=3x3 pad=1_1x1_1", "1,5,4,4"))));
    CHECK_FALSE(multiplies_bytes(lowered(convolution_of("u8", "-1", "size=3x3 pad=1_1x1_1", "1,5,4,4"))));
    CHECK_FALSE(multiplies_bytes(lowered(convolution_of("s8", "3", "size=3x3 lhs_dilate=2x1", "1,7,2,4"))));
}

TEST_CASE("factors of products in s32 are stored in the type that has their values") {
    const auto type_of = [](const std::string& weights) {
        const Module module = lowered(dot_of("s8", "y = s32[4,20] negate(c)", weights));
        return operand(module, product(module), 1).shape.type;
    };
    CHECK(type_of(constant_weights(-128, 5)) == ElementType::S8); // to 117
    CHECK(type_of(constant_weights(0, 5)) == ElementType::U8);    // to 245
    CHECK(type_of(constant_weights(0, 600)) == ElementType::S16);
    CHECK(type_of(constant_weights(-1, 700)) == ElementType::S32);
}
