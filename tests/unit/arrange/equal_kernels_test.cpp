// Equal kernels are one: what counts as equal, what does not, and that the calls stay what they were.
#include "arrange/equal_kernels.h"

#include "arrange/arrange.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

Kernels arranged_dots(const std::string& body) {
    return arrange(fused("HloModule m\nENTRY e {\n" + body + "\n}\n"), *find_target("generic"));
}

// Two dots in a row, with these weights.
std::string dots(const std::string& first, const std::string& second) {
    return "x = f32[2,2] parameter(0)\n v = " + first + "\n w = " + second +
           "\n a = f32[2,2] dot(x, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
           " ROOT b = f32[2,2] dot(a, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}";
}

const std::string kOne = "f32[2,2] constant({{1, 2}, {3, 4}})", kOther = "f32[2,2] constant({{5, 6}, {7, 8}})";

} // namespace

TEST_CASE("layers of one shape are calls of one kernel, each with its own weights and name") {
    const Kernels kernels = arranged_dots(dots(kOne, kOther));
    REQUIRE(kernels.kernels.size() == 1);
    const std::vector<const Call*> calls = calls_of(kernels);
    REQUIRE(calls.size() == 2);
    CHECK(calls[0]->kernel == calls[1]->kernel);
    CHECK(calls[0]->name == "a");
    CHECK(calls[1]->name == "b");
    CHECK(calls[0]->values != calls[1]->values);
    std::size_t constants = 0;
    for (const KernelArgument& argument : kernels.kernels[0].arguments) constants += argument.constant ? 1 : 0;
    CHECK(constants == 1);
}

TEST_CASE("weights that are given and weights that are constant do not mix") {
    const Kernels kernels = arranged_dots(dots(kOne, "f32[2,2] parameter(1)"));
    CHECK(kernels.kernels.size() == 2);
}

TEST_CASE("a constant inside an expression is part of the function") {
    const auto scaled = [](const std::string& second) {
        return arranged_dots("x = f32[8] parameter(0)\n c = f32[] constant(2)\n d = f32[] constant(" + second +
                             ")\n cc = f32[8] broadcast(c), dimensions={}\n dd = f32[8] broadcast(d), dimensions={}\n"
                             " y = f32[8] multiply(x, cc)\n r = f32[8] reverse(x), dimensions={0}\n"
                             " z = f32[8] multiply(x, dd)\n ROOT t = (f32[8], f32[8]) tuple(y, z)")
            .kernels.size();
    };
    CHECK(scaled("3") == 2);
    CHECK(scaled("2") == 1);
}

TEST_CASE("the order of arguments, the dimensions and the index count") {
    CHECK(arranged_dots("x = f32[8] parameter(0)\n y = f32[8] parameter(1)\n a = f32[8] subtract(x, y)\n"
                        " b = f32[8] subtract(y, x)\n ROOT t = (f32[8], f32[8]) tuple(a, b)")
              .kernels.size() == 1); // the same function, called the other way round
    CHECK(arranged_dots(
              "x = f32[8] parameter(0)\n y = f32[4] parameter(1)\n a = f32[8] negate(x)\n b = f32[4] negate(y)\n"
              " ROOT t = (f32[8], f32[4]) tuple(a, b)")
              .kernels.size() == 2);
    CHECK(arranged_dots("x = f32[8] parameter(0)\n a = f32[8] negate(x)\n r = f32[8] reverse(x), dimensions={0}\n"
                        " b = f32[8] negate(r)\n ROOT t = (f32[8], f32[8]) tuple(a, b)")
              .kernels.size() == 2);
}
