// How arrays lie, chosen for whole modules.
#include "layout/layout.h"

#include <array>

#include "arrange/addresses.h"
#include "tile/best_cycles.h"
#include "tile/fixed_lanes.h"
#include "unit/fuse/fused.h"
#include "unit/layout/run_kernels.h"

using namespace hlo2cpp;

namespace {

// A network of convolutions.
class Network {
public:
    Network(std::int64_t features, std::int64_t size) : features_(features), size_(size) {
        text_ = "x = " + image() + " parameter(0)\n";
    }

    std::string image() const {
        const std::string pixels = std::to_string(size_);
        return "f32[1," + std::to_string(features_) + "," + pixels + "," + pixels + "]";
    }
    Network& convolution(const std::string& name, const std::string& from, std::int64_t outputs,
                         std::int64_t stride = 1) {
        const std::string w = "w" + std::to_string(++parameters_);
        text_ += w + " = f32[" + std::to_string(outputs) + "," + std::to_string(features_) + ",3,3] constant(" +
                 weights({outputs, features_, 3, 3}) + ")\n";
        features_ = outputs;
        size_ = (size_ + stride - 1) / stride;
        const std::string step = std::to_string(stride);
        text_ += name + " = " + image() + " convolution(" + from + ", " + w + "), window={size=3x3 stride=" + step +
                 "x" + step + " pad=1_1x1_1}, dim_labels=bf01_oi01->bf01\n";
        return *this;
    }
    // An image of numbers.
    Network& constant(const std::string& name) {
        return line(name + " = " + image() + " constant(" + weights({1, features_, size_, size_}) + ")");
    }
    Network& line(const std::string& text) {
        text_ += text + "\n";
        return *this;
    }
    std::string module(const std::string& root) const {
        return "HloModule m\nadd { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }\nENTRY e "
               "{\n" +
               text_ + "ROOT result = " + root + "\n}\n";
    }

private:
    // Numbers that are no bytes times a scale, so that they are stored as floats.
    std::string weights(const std::vector<std::int64_t>& dims, std::size_t from = 0) {
        if (from == dims.size())
            return std::array{"-100.25", "-0.25", "0", "0.5", "1", "3", "5"}.at(static_cast<std::size_t>(next_++ % 7));
        std::string text;
        for (std::int64_t i = 0; i < dims[from]; ++i) text += (i == 0 ? "{" : ", ") + weights(dims, from + 1);
        return text + "}";
    }

    std::int64_t features_, size_, next_ = 0;
    int parameters_ = 0;
    std::string text_;
};

Kernels laid_out(const std::string& text, const char* target, const Goal& goal = {}) {
    const Target machine = *find_target(target);
    const Kernels given = fused(text);
    Kernels kernels = lay_out(given, kernel_cycles(machine, goal), machine, goal).kernels;
    INFO(print(kernels));
    verify_kernels(kernels);
    CHECK(results_of(kernels) == results_of(given));
    return kernels;
}

// Orders and pitches of the arrays that moved: "0231 0123/17".
std::string moved(const Kernels& kernels) {
    std::string text;
    for (const Value& value : kernels.values) {
        if (!value.moved) continue;
        text += text.empty() ? "" : " ";
        for (const std::int64_t d : value.moved->layout.order) text += std::to_string(d);
        if (value.moved->layout.pitch > 0) text += "/" + std::to_string(value.moved->layout.pitch);
    }
    return text;
}

std::string chain(std::int64_t features, std::int64_t size) {
    return Network(features, size)
        .convolution("a", "x", features)
        .convolution("b", "a", features)
        .convolution("c", "b", features)
        .module(Network(features, size).image() + " add(c, c)");
}

} // namespace

TEST_CASE("modules compute the same on every machine however their arrays lie", "[sweep][layout]") {
    Network network(3, 8);
    network.convolution("a", "x", 8).convolution("b", "a", 8).line("s = " + network.image() + " add(a, b)");
    network.convolution("c", "s", 5, 2).convolution("d", "c", 3);
    const std::string module = network.module(network.image() + " maximum(d, d)");
    for (const char* target : {"x86-64-v4", "x86-64-v2", "cortex-a", "cortex-m7", "generic"}) {
        INFO(target);
        laid_out(module, target);
    }
    for (const Optimize optimize : {Optimize::Balanced, Optimize::Size, Optimize::Speed})
        for (const bool in_order : {false, true})
            laid_out(module, "x86-64-v3", {.in_order = in_order, .optimize = optimize});
}

TEST_CASE("images whose features fill vectors have these last between convolutions in NCHW", "[sweep][layout]") {
    CHECK(moved(laid_out(chain(16, 10), "x86-64-v3")) == "0231 0231 0231");
}

TEST_CASE("images of few features have their pixels in lines with a pitch", "[sweep][layout]") {
    CHECK(moved(laid_out(chain(3, 15), "x86-64-v3")).find("0123/16") != std::string::npos);
}

TEST_CASE("a parameter and a result lie as the module says", "[sweep][layout]") {
    for (const std::int64_t features : {3, 8}) {
        const Kernels kernels = laid_out(chain(features, 9), "x86-64-v3");
        for (const Value& value : kernels.values) CHECK((value.kind == ValueKind::Temporary || !value.moved));
        for (const ValueId result : kernels.entries[0].results) CHECK_FALSE(kernels[result].moved);
    }
}

TEST_CASE("without vectors nothing is copied to lie in another way", "[sweep][layout]") {
    const std::string module = chain(4, 8);
    const Kernels kernels = laid_out(module, "cortex-m7");
    CHECK(moved(kernels) == "0231 0231");
    CHECK(kernels[kernels.entries[0].region].steps.size() == 3);
}

TEST_CASE("for little code and for sums in the module's order no operand is copied into lines", "[sweep][layout]") {
    for (const Goal& goal : {Goal{.in_order = true}, Goal{.optimize = Optimize::Size}})
        CHECK(moved(laid_out(chain(3, 12), "x86-64-v3", goal)).find('/') == std::string::npos);
}

TEST_CASE("sums add up in eight lanes with the chosen layouts where they do with the module's", "[sweep][layout]") {
    const auto in_lanes = [](const Kernels& kernels) {
        return std::ranges::count_if(kernels.kernels, [](const Kernel& kernel) {
            return kernel.reduction && reduces_in_fixed_lanes(with_addresses(kernel));
        });
    };
    for (const std::int64_t features : {3, 8, 16}) {
        const std::string module = chain(features, 8);
        CHECK(in_lanes(laid_out(module, "x86-64-v3", {.in_order = true})) == in_lanes(fused(module)));
    }
}

TEST_CASE("a constant image lies as the images that it is added to", "[sweep][layout]") {
    Network network(16, 10);
    network.convolution("a", "x", 16).constant("k").line("s = " + network.image() + " add(a, k)");
    network.convolution("b", "s", 16);
    const Kernels kernels = laid_out(network.module(network.image() + " multiply(b, k)"), "x86-64-v3");
    const Value& constant = *std::ranges::find(kernels.values, std::string("k"), &Value::name);
    REQUIRE(constant.kind == ValueKind::Constant);
    REQUIRE(constant.moved);
    CHECK(constant.moved->layout.order == std::vector<std::int64_t>{0, 2, 3, 1});
    CHECK(constant.literal->shape.dims == std::vector<std::int64_t>{1, 10, 10, 16});
    std::vector<std::byte> module_order(constant.literal->bytes.size());
    gather_elements(constant.literal->bytes, *constant.moved, 4, module_order);
    const Kernels given = fused(network.module(network.image() + " multiply(b, k)"));
    CHECK(module_order == std::ranges::find(given.values, std::string("k"), &Value::name)->literal->bytes);
}

TEST_CASE("constants that others than kernels use or that tiles pack lie as the module says", "[sweep][layout]") {
    Network network(16, 10);
    network.convolution("a", "x", 16).constant("k").line("s = " + network.image() + " add(a, k)");
    network.convolution("b", "s", 16);
    const std::string image = network.image();
    const Kernels kernels = laid_out(network.module("(" + image + ", " + image + ") tuple(b, k)"), "x86-64-v3");
    for (const Value& value : kernels.values) CHECK((value.kind == ValueKind::Temporary || !value.moved));
}

TEST_CASE("a reader of another shape takes an array that lies as the module says", "[sweep][layout]") {
    Network network(8, 9);
    network.convolution("a", "x", 8).line("r = f32[81,8] reshape(a)").line("v = f32[8,8] parameter(1)");
    const Kernels kernels = laid_out(
        network.module("f32[81,8] dot(r, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}"), "x86-64-v3");
    for (const StepNode& step : kernels[kernels.entries[0].region].steps) {
        const Call& call = std::get<Call>(step);
        if (call.computes != "dot") continue;
        for (const ValueId value : call.values) CHECK_FALSE(kernels[value].moved);
    }
}
