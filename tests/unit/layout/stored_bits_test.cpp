// Constants of which several elements lie in a byte: their bytes, their scales, and what reads them.
#include <bit>

#include "kernel/bit_field.h"
#include "layout/layout.h"
#include "layout/layout_verify.h"
#include "layout/stored_form.h"
#include "ops/integer_ranges.h"
#include "tile/best_cycles.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

Literal integers(ElementType type, std::vector<std::int64_t> dims, const std::vector<int>& elements) {
    Literal literal = Literal::zeros(Shape::array(type, std::move(dims)));
    for (std::size_t i = 0; i < elements.size(); ++i)
        literal.set(static_cast<std::int64_t>(i), static_cast<std::int8_t>(elements[i]));
    return literal;
}

// The bytes of the form that is packed along a dimension.
std::vector<int> bytes_along(const Literal& literal, std::int64_t dim) {
    std::vector<int> bytes;
    for (const StoredForm& form : stored_forms(literal)) {
        if (form.elements.packed_along != dim) continue;
        const LiteralPtr lies = form.in_memory();
        for (const std::byte byte : lies->bytes) bytes.push_back(std::to_integer<int>(byte));
        CHECK(form.bytes() == static_cast<std::int64_t>(bytes.size()));
    }
    return bytes;
}

// Numbers a * i % b - c as the text of a constant of these dimensions.
std::string stored_numbers(int count, int factor, int modulus, int least) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + std::to_string(i * factor % modulus + least);
    return text;
}

struct StoredBits {
    Kernels kernels;
    std::int64_t bytes = 0; // of constants
};

StoredBits with_stored_bits(const std::string& body, const char* target, const Goal& goal = {}) {
    const Kernels given = fused("HloModule m\nENTRY e {\n" + body + "}\n");
    const Target machine = *find_target(target);
    const LaidOut laid = lay_out(given, kernel_cycles(machine, goal), machine, goal);
    INFO(print(laid));
    verify_kernels(laid.kernels);
    const LayoutChecks checks = verify_layouts(given, laid);
    CHECK(checks.unknown.empty());
    StoredBits made{.kernels = laid.kernels};
    for (const Value& value : laid.kernels.values)
        if (value.kind == ValueKind::Constant) made.bytes += value.bytes();
    return made;
}

// A product with weights of four bits.
std::string product_of_bits(const std::string& more = "") {
    return " x = f32[1,64] parameter(0)\n c = s4[4096] constant({" + stored_numbers(4096, 7, 16, -8) +
           "})\n w = s4[64,64] reshape(c)\n f = f32[64,64] convert(w)\n d = f32[1,64] dot(x, f), "
           "lhs_contracting_dims={1}, rhs_contracting_dims={0}\n" +
           (more.empty() ? " ROOT r = f32[1,64] negate(d)\n" : more);
}

} // namespace

TEST_CASE("halves of a dimension lie in the same bytes") {
    const Literal literal = integers(ElementType::S4, {2, 4}, {1, 2, 3, -1, -8, 7, 0, 5});
    CHECK(bytes_along(literal, 1) == std::vector{0x31, 0xf2, 0x08, 0x57});
    CHECK(bytes_along(literal, 0) == std::vector{0x81, 0x72, 0x03, 0x5f});
}

TEST_CASE("quarters of a dimension lie in the same bytes and the last of them may be short") {
    CHECK(bytes_along(integers(ElementType::U2, {6}, {0, 1, 2, 3, 3, 1}), 0) == std::vector{0x38, 0x1d});
    CHECK(bytes_along(integers(ElementType::S2, {3}, {-2, 1, -1}), 0) == std::vector{0x36});
}

TEST_CASE("wider constants have the bits that all their values need") {
    const auto bits = [](const std::vector<int>& elements) {
        const std::vector<StoredForm> forms = stored_forms(integers(ElementType::S8, {4}, elements));
        return forms.empty() ? 8 : info(forms.back().elements.type).bits;
    };
    CHECK(bits({-2, 1, 0, 0}) == 2);
    CHECK(bits({0, 3, 0, 0}) == 2);
    CHECK(bits({-3, 1, 0, 0}) == 4);
    CHECK(bits({0, 15, 0, 0}) == 4);
    CHECK(bits({-8, 7, 0, 0}) == 4);
    CHECK(bits({-8, 8, 0, 0}) == 8);
    CHECK(bits({0, 16, 0, 0}) == 8);
}

TEST_CASE("weights that were quantised in groups and multiplied out are integers and scales again") {
    Literal weights = Literal::zeros(Shape::array(ElementType::F32, {64, 6}));
    const auto scale = [](std::int64_t row, std::int64_t column) {
        return 0.0123f / static_cast<float>(1 + row / 16 + 5 * column);
    };
    for (std::int64_t i = 0; i < 64 * 6; ++i)
        weights.set(i, static_cast<float>(i * 37 % 16 - 8) * scale(i / 6, i % 6) + 0.0f);
    const std::vector<StoredForm> forms = stored_forms(weights);
    REQUIRE(forms.size() == 3); // a byte each, and two a byte along each dimension
    CHECK(forms[0].elements == StoredElements{.type = ElementType::S8, .scale_blocks = {16, 1}});
    CHECK(forms[0].bytes() == 64 * 6 + 4 * 6 * 4);
    CHECK(forms[1].elements.type == ElementType::S4);
    CHECK(forms[1].bytes() == 32 * 6 + 4 * 6 * 4);
    CHECK(forms[0].scales->shape.dims == std::vector<std::int64_t>{4, 6});
    for (std::int64_t i = 0; i < 64 * 6; ++i) {
        const float product = static_cast<float>(forms[0].integers->at<std::int8_t>(i)) *
                              forms[0].scales->at<float>(i / 6 / 16 * 6 + i % 6);
        CHECK(std::bit_cast<std::uint32_t>(product) == weights.at<std::uint32_t>(i));
    }
}

TEST_CASE("groups have scales for each place along two dimensions") {
    Literal weights = Literal::zeros(Shape::array(ElementType::F32, {4, 16, 5}));
    for (std::int64_t i = 0; i < 4 * 16 * 5; ++i)
        weights.set(i, static_cast<float>(i * 37 % 255 - 127) * (0.01f / static_cast<float>(1 + i / 80 + 7 * (i % 5))));
    const std::vector<StoredForm> forms = stored_forms(weights);
    REQUIRE(forms.size() == 1);
    CHECK(forms[0].elements.scale_blocks == std::vector<std::int64_t>{1, 16, 1});
}

TEST_CASE("weights of four bits take half a byte each") {
    for (const char* target : {"cortex-m7", "x86-64-v3", "x86-64-v4", "cortex-a", "generic"})
        for (const Optimize optimize : {Optimize::Size, Optimize::Balanced})
            for (const bool in_order : {false, true}) {
                const bool flash_is_cheap = std::string(target) == "generic" && optimize == Optimize::Balanced;
                const StoredBits laid =
                    with_stored_bits(product_of_bits(), target, {.in_order = in_order, .optimize = optimize});
                CHECK((laid.bytes == 2048 || (flash_is_cheap && laid.bytes == 4096)));
            }
}

TEST_CASE("sums over weights of four bits have as many dimensions as before") {
    const StoredBits laid =
        with_stored_bits(product_of_bits(), "cortex-m7", {.in_order = true, .optimize = Optimize::Size});
    for (const Kernel& kernel : laid.kernels.kernels)
        if (kernel.reduction) CHECK(kernel.reduction->dims == std::vector<std::int64_t>{64});
}

TEST_CASE("elements of four bits that a result or a loop reads stay a byte each") {
    CHECK(with_stored_bits(product_of_bits(" ROOT r = (f32[1,64], s4[64,64]) tuple(d, w)\n"), "cortex-m7").bytes ==
          4096);
}

TEST_CASE("elements of four bits are found at a place that is known only at run time") {
    const std::string text = " i = s32[] parameter(0)\n zero = s32[] constant(0)\n c = s4[4095] constant({" +
                             stored_numbers(4095, 7, 16, -8) +
                             "})\n w = s4[65,63] reshape(c)\n row = s4[1,63] dynamic-slice(w, i, zero), "
                             "dynamic_slice_sizes={1,63}\n ROOT f = f32[1,63] convert(row)\n";
    CHECK(with_stored_bits(text, "cortex-m7", {.optimize = Optimize::Size}).bytes < 4095 * 6 / 10);
}

TEST_CASE("some bits of a byte are recognised and have few values") {
    for (const bool sign : {false, true}) {
        Kernel kernel;
        kernel.space.add_dimension(8);
        kernel.dims = {8};
        kernel.arguments.push_back({.type = sign ? ElementType::S8 : ElementType::U8, .dims = {4}});
        const Index half = kernel.space.floor_divide(kernel.space.dimension(0), 4);
        const Expr load{.kind = ExprKind::Load,
                        .type = kernel.arguments[0].type,
                        .argument = ArgumentId(0),
                        .index = {kernel.space.modulo(kernel.space.dimension(0), 4)}};
        const ExprId number = add_bit_field(kernel.exprs, load, half * 4, 4);
        const std::optional<BitField> field = bit_field(kernel, number);
        REQUIRE(field);
        CHECK(field->bits == 4);
        CHECK(kernel.exprs[field->load].kind == ExprKind::Load);
        CHECK(!bit_field(kernel, field->load));
        CHECK(IntegerRanges(kernel).of(number) == (sign ? Range{-8, 8} : Range{0, 16}));
    }
}
