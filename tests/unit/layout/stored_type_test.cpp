// Operands of f16 and bf16 that are copied as f32: which ones are, and what reads the copies.
#include "layout/layout.h"

#include <string>

#include "tile/best_cycles.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// x[64,k] w[k,64] and what becomes of it: `body` defines ROOT r.
Kernels laid_out_halves(const std::string& body, const char* target, const std::string& type = "f16", int k = 64) {
    const std::string depth = std::to_string(k);
    Kernels kernels =
        fused("HloModule m\nENTRY e {\n x = " + type + "[64," + depth + "] parameter(0)\n w = " + type + "[" + depth +
              ",64] parameter(1)\n v = " + type + "[" + depth + ",64] parameter(2)\n" + body + "\n}\n");
    const Target machine = *find_target(target);
    kernels = lay_out(std::move(kernels), kernel_cycles(machine, {}), machine, {}).kernels;
    verify_kernels(kernels);
    return kernels;
}

std::string product(const std::string& root, const std::string& weights, const std::string& type = "f16") {
    return " " + root + " = " + type + "[64,64] dot(x, " + weights +
           "), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
}

bool copies(const Kernels& kernels) {
    return calls_of(kernels).front()->label == "as_f32";
}

std::vector<ElementType> loaded_types(const Kernels& kernels, const Call& call) {
    std::vector<ElementType> types;
    for (const ValueId value : loaded_values(kernels[call.kernel], call)) types.push_back(kernels[value].type);
    std::ranges::sort(types);
    return types;
}

} // namespace

TEST_CASE("a product reads the operand that is needed in all lanes from a copy in f32") {
    const Kernels kernels = laid_out_halves(product("ROOT r", "w"), "x86-64-v3");
    const std::vector<const Call*> calls = calls_of(kernels);
    REQUIRE(calls.size() == 2);
    CHECK(copies(kernels));
    CHECK(calls[0]->name.empty()); // it is no instruction
    const Call& call = *calls[1];
    CHECK(kernels[call.kernel].arguments.size() == 3); // and not x as well
    std::vector<ElementType> types = {ElementType::F16, ElementType::F32};
    std::ranges::sort(types);
    CHECK(loaded_types(kernels, call) == types);
    CHECK(std::ranges::find(call.values, calls[0]->values[0]) != call.values.end());
}

TEST_CASE("products of the same operand share its copy") {
    const Kernels kernels = laid_out_halves(
        product("a", "w") + product("b", "v") + " ROOT r = (f16[64,64], f16[64,64]) tuple(a, b)", "x86-64-v4");
    CHECK(calls_of(kernels).size() == 3);
}

TEST_CASE("what is added to a product stays f16, though it is the same array") {
    const Kernels kernels = laid_out_halves(product("d", "w") + " ROOT r = f16[64,64] add(d, x)", "x86-64-v3");
    const std::vector<const Call*> calls = calls_of(kernels);
    REQUIRE(calls.size() == 2);
    CHECK(loaded_types(kernels, *calls[1]).size() == 3);
}

TEST_CASE("a constant is copied, too") {
    std::string numbers;
    for (int i = 0; i < 64; ++i) numbers += (i > 0 ? ", " : "") + std::to_string(i % 7 + 0.5);
    const Kernels kernels =
        laid_out_halves(" c = f16[64] constant({" + numbers +
                            "})\n s = f16[8,8] reshape(c)\n y = f16[8,64] slice(w), slice={[0:8], [0:64]}\n"
                            " ROOT r = f16[8,64] dot(s, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                        "x86-64-v3");
    REQUIRE(copies(kernels));
    const Call& copy = *calls_of(kernels).front();
    CHECK(kernels[copy.values[1]].kind == ValueKind::Constant);
}

TEST_CASE("only what takes longer than its copy is copied, and no more than there is room for") {
    CHECK_FALSE(copies(laid_out_halves(product("ROOT r", "w", "bf16"), "x86-64-v3", "bf16")));
    CHECK_FALSE(copies(laid_out_halves(product("ROOT r", "w", "f32"), "x86-64-v3", "f32")));
    CHECK_FALSE(copies(laid_out_halves(product("ROOT r", "w"), "cortex-m7")));
    CHECK_FALSE(copies(laid_out_halves(product("ROOT r", "w"), "generic")));
    CHECK(copies(laid_out_halves(product("ROOT r", "w"), "x86-64-v3", "f16", 1024)));
    CHECK_FALSE(copies(laid_out_halves(product("ROOT r", "w"), "x86-64-v3", "f16", 1025)));
    const std::string row = " s = f16[1,64] slice(x), slice={[0:1], [0:64]}\n ROOT r = f16[1,64] dot(s, w), "
                            "lhs_contracting_dims={1}, rhs_contracting_dims={0}";
    CHECK_FALSE(copies(laid_out_halves(row, "x86-64-v3")));
}
