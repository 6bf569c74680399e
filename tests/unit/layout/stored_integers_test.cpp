// Constants that hold small integers: which type has all their values, and when they are stored as such.
#include "layout/stored_integers.h"

#include <bit>
#include <cmath>
#include <sstream>

#include "layout/layout.h"
#include "layout/layout_verify.h"
#include "layout/stored_form.h"
#include "tile/best_cycles.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

template <typename T>
std::optional<ElementType> stored_type(ElementType type, const std::vector<T>& elements) {
    Literal literal = Literal::zeros(Shape::array(type, {static_cast<std::int64_t>(elements.size())}));
    for (std::size_t i = 0; i < elements.size(); ++i) literal.set(static_cast<std::int64_t>(i), elements[i]);
    const std::vector<StoredForm> forms = stored_forms(literal);
    const bool plain = !forms.empty() && !forms[0].elements.packed_along && forms[0].scales == nullptr;
    return plain ? std::optional(forms[0].elements.type) : std::nullopt;
}
std::optional<ElementType> stored_type(const std::vector<float>& elements) {
    return stored_type(ElementType::F32, elements);
}

// Integers from -127 to 127 times a scale for each of six columns, of which one is zero.
Literal multiplied_out() {
    Literal literal = Literal::zeros(Shape::array(ElementType::F32, {20, 6}));
    for (std::int64_t i = 0; i < 20 * 6; ++i) {
        const float scale = 0.0123f / static_cast<float>(i % 6 + 1);
        literal.set(i, i % 6 == 4 ? 0 : static_cast<float>(i * 37 % 255 - 127) * scale);
    }
    return literal;
}

// x[4,64] times w[64,64] of these numbers.
std::string product_with(const std::string& number, const std::string& type = "f32") {
    std::string numbers;
    for (int i = 0; i < 64 * 64; ++i)
        numbers += (i == 0 ? "" : ", ") + (i == 100 ? number : std::to_string(i * 37 % 255 - 127));
    return "HloModule m\nENTRY e {\n x = " + type + "[4,64] parameter(0)\n c = " + type + "[4096] constant({" +
           numbers + "})\n w = " + type + "[64,64] reshape(c)\n d = " + type +
           "[4,64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
}

// Types of the constants of a module, laid out for a target.
std::vector<ElementType> constants_of(const std::string& text, const char* target, Optimize optimize,
                                      bool in_order = false) {
    const Kernels given = fused(text);
    const Target machine = *find_target(target);
    const Goal goal = {.in_order = in_order, .optimize = optimize};
    const LaidOut laid_out = lay_out(given, kernel_cycles(machine, goal), machine, goal);
    verify_kernels(laid_out.kernels);
    verify_layouts(given, laid_out);
    std::vector<ElementType> types;
    for (const Value& value : laid_out.kernels.values)
        if (value.kind == ValueKind::Constant) types.push_back(value.type);
    return types;
}
std::vector<ElementType> of_product(const std::string& number, Optimize optimize = Optimize::Size) {
    return constants_of(product_with(number) + " ROOT r = f32[4,64] negate(d)\n}\n", "cortex-m7", optimize);
}

} // namespace

TEST_CASE("the narrowest type with all values of a constant is found") {
    using Type = ElementType;
    CHECK(stored_type({-128, 0, 127}) == Type::S8);
    CHECK(stored_type({0, 255}) == Type::U8);
    CHECK(stored_type({-1, 128}) == Type::S16);
    CHECK(stored_type({-129, 0}) == Type::S16);
    CHECK(stored_type({0, 65535}) == Type::U16);
    CHECK(stored_type(Type::F64, std::vector<double>{-128, 127}) == Type::S8);
    CHECK(stored_type(Type::F16, std::vector<std::uint16_t>{0x3c00, 0xd800}) == Type::S8);  // 1, -128
    CHECK(stored_type(Type::BF16, std::vector<std::uint16_t>{0x3f80, 0x437f}) == Type::U8); // 1, 255
    CHECK(stored_type(Type::S32, std::vector<std::int32_t>{-128, 127}) == Type::S8);
    CHECK(stored_type(Type::S64, std::vector<std::int64_t>{-32768, 32767}) == Type::S16);
    CHECK(stored_type(Type::U64, std::vector<std::uint64_t>{0, 255}) == Type::U8);
}

TEST_CASE("a constant with a value that no narrow integer has stays as it is") {
    using Type = ElementType;
    CHECK(!stored_type({1, 0.1f}));
    CHECK(!stored_type({1, -0.0f}));
    CHECK(!stored_type({1, std::numeric_limits<float>::quiet_NaN()}));
    CHECK(!stored_type({1, std::numeric_limits<float>::infinity()}));
    CHECK(!stored_type({1, -std::numeric_limits<float>::infinity()}));
    CHECK(!stored_type({-1, 32768}));
    CHECK(!stored_type({0, 65536}));
    CHECK(!stored_type({1, 3e38f}));
    CHECK(!stored_type(Type::F16, std::vector<std::uint16_t>{0x3c00, 0x5c04})); // 257 takes as many bytes
    CHECK(!stored_type(Type::S16, std::vector<std::int16_t>{-129, 0}));
    CHECK(!stored_type(Type::S64, std::vector<std::int64_t>{0, std::numeric_limits<std::int64_t>::max()}));
    CHECK(!stored_type(Type::U64, std::vector<std::uint64_t>{0, std::numeric_limits<std::uint64_t>::max()}));
    CHECK(!stored_type(Type::S8, std::vector<std::int8_t>{0, 1}));
    CHECK(!stored_type(std::vector<float>{}));
}

TEST_CASE("weights that were quantised and multiplied out are integers and scales again") {
    const Literal weights = multiplied_out();
    const std::vector<StoredForm> forms = stored_forms(weights);
    REQUIRE(forms.size() == 1);
    const StoredForm& form = forms[0];
    CHECK(form.elements == StoredElements{.type = ElementType::S8, .scale_blocks = {20, 1}});
    CHECK(form.bytes() == 20 * 6 + 6 * 4);
    for (std::int64_t i = 0; i < 20 * 6; ++i) {
        const float product = static_cast<float>(form.integers->at<std::int8_t>(i)) * form.scales->at<float>(i % 6);
        CHECK(std::bit_cast<std::uint32_t>(product) == weights.at<std::uint32_t>(i));
    }
}

TEST_CASE("numbers that are no multiples of a scale stay as they are") {
    for (const float other : {-0.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                              std::nextafter(multiplied_out().at<float>(7), 1.0f), 1e-42f, 3e38f}) {
        Literal weights = multiplied_out();
        weights.set(7, other);
        CHECK(stored_forms(weights).empty());
    }
    Literal tiny = multiplied_out();
    for (std::int64_t i = 0; i < 20 * 6; ++i) tiny.set(i, static_cast<float>(i % 100) * 1e-43f);
    CHECK(stored_forms(tiny).empty()); // a scale that some machines take for 0
}

TEST_CASE("an element has no more than a byte of steps") {
    const auto ends = [](float first, float last) {
        Literal literal = Literal::zeros(Shape::array(ElementType::F32, {16}));
        for (std::int64_t i = 0; i < 16; ++i) literal.set(i, 0.1f * static_cast<float>(i));
        literal.set(0, 0.1f * first);
        literal.set(15, 0.1f * last);
        literal.shape.dims = {16, 1};
        return !stored_forms(literal).empty();
    };
    CHECK(ends(-128, 127));
    CHECK(!ends(-129, 127));
    CHECK(!ends(-128, 128));
}

TEST_CASE("weights that are integers take a byte each where size counts") {
    CHECK(of_product("-128") == std::vector{ElementType::S8});
    CHECK(of_product("128") == std::vector{ElementType::S16});
    CHECK(of_product("-0.0") == std::vector{ElementType::F32});
    CHECK(of_product("nan") == std::vector{ElementType::F32});
}

TEST_CASE("weights that were multiplied out take a byte each where size counts") {
    std::ostringstream numbers;
    numbers.precision(9);
    for (int i = 0; i < 4096; ++i)
        numbers << (i == 0 ? "" : ", ")
                << static_cast<float>(i * 37 % 255 - 127) * (0.01f + 0.001f * static_cast<float>(i % 64));
    const std::string module = "HloModule m\nENTRY e {\n x = f32[4,64] parameter(0)\n c = f32[4096] constant({" +
                               numbers.str() +
                               "})\n w = f32[64,64] reshape(c)\n ROOT d = f32[4,64] dot(x, w), "
                               "lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    for (const char* target : {"cortex-m7", "x86-64-v4", "generic"})
        CHECK(constants_of(module, target, Optimize::Size) == std::vector{ElementType::S8, ElementType::F32});
    CHECK(constants_of(module, "x86-64-v3", Optimize::Speed) == std::vector{ElementType::F32});
}

TEST_CASE("weights stay floats where time alone counts and conversions take some") {
    CHECK(of_product("1", Optimize::Speed) == std::vector{ElementType::F32});
}

TEST_CASE("weights of an integer product are a byte each on all machines") {
    for (const char* target : {"cortex-m7", "x86-64-v3", "generic"})
        CHECK(constants_of(product_with("1", "s32") + " ROOT r = s32[4,64] negate(d)\n}\n", target,
                           Optimize::Balanced) == std::vector{ElementType::S8});
}

TEST_CASE("a constant that is also a result stays as it is") {
    CHECK(constants_of(product_with("1") + " ROOT r = (f32[4,64], f32[64,64]) tuple(d, w)\n}\n", "cortex-m7",
                       Optimize::Size) == std::vector{ElementType::F32});
}

TEST_CASE("sums add up in the same order whatever the type of the weights") {
    for (const bool in_order : {false, true})
        for (const char* target : {"cortex-m7", "x86-64-v4", "generic"})
            CHECK(constants_of(product_with("1") + " ROOT r = f32[4,64] negate(d)\n}\n", target, Optimize::Size,
                               in_order) == std::vector{ElementType::S8});
}
