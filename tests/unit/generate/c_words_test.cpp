#include <catch2/catch.hpp>

#include "generate/c_words.h"

using namespace hlo2cpp;

namespace {

std::string words(const std::string& cpp) {
    return in_c(cpp, "NET");
}

} // namespace

TEST_CASE("casts of C++ are casts of C, with parentheses where they are needed", "[c_words]") {
    CHECK(words("static_cast<float>(x)") == "(float)x");
    CHECK(words("static_cast<float>(x + 1)") == "(float)(x + 1)");
    CHECK(words("static_cast<f32_mem*>(static_cast<void*>(arena + 16))") == "(f32_mem*)(void*)(arena + 16)");
    CHECK(words("static_cast<const uint16_t*>(elements)[i]") == "((const uint16_t*)elements)[i]");
    CHECK(words("static_cast<const work*>(w)->x") == "((const work*)w)->x");
    CHECK(words("static_cast<int8_t>((a ^ b) - (c))") == "(int8_t)((a ^ b) - (c))");
    CHECK(words("reinterpret_cast<uintptr_t>(context->arena) % 4") == "(uintptr_t)(context->arena) % 4");
    CHECK(words("static_cast<int32_t>(static_cast<uint32_t>(a) + b)") == "(int32_t)((uint32_t)a + b)");
    CHECK(words("static_cast<float>((int)(x) + 1)") == "(float)((int)(x) + 1)");
    CHECK(words("const_cast<void*>(x)") == "(void*)(uintptr_t)x");
    CHECK(words("static_cast<void>(context);") == "(void)context;");
}

TEST_CASE("constants and types have the words of C", "[c_words]") {
    CHECK(words("constexpr float w[1] = {\n    1.0f};") == "static const float w[1] = {\n    1.0f};");
    CHECK(words("float w[1] = {\n    \n};") == "float w[1] = {0};");
    CHECK(words("return c64{a.re, 0.0f};") == "return (c64){a.re, 0.0f};");
    CHECK(words("x = f32x4{};") == "x = (f32x4){0};");
    CHECK(words("struct c64 {\n    float re, im;\n};\n") == "typedef struct c64 {\n    float re, im;\n} c64;\n");
    CHECK(words("struct NET_MAY_ALIAS c64 {\n};\n") == "typedef struct NET_MAY_ALIAS c64 {\n} c64;\n");
    CHECK(words("alignas(16) float x;") == "NET_ALIGNED(16) float x;");
    CHECK(words("int run(void* p) noexcept {") == "int run(void* p) {");
    CHECK(words("template <typename T>\nstatic inline const T* same(const T* x) {") ==
          "static inline const void* same(const void* x) {");
}

TEST_CASE("what a namespace without a name has is static", "[c_words]") {
    const std::string text = words("namespace net_detail {\nnamespace {\nextern const float w[2];\nint run(int x,\n"
                                   "        int y) {\n    return x;\n}\nfloat* const p = q;\nstatic inline int f();\n"
                                   "} // namespace\n} // namespace net_detail\nint net_run() {\n    return "
                                   "net_detail::run(1, 2);\n}\n");
    CHECK(text ==
          "\n\nstatic const float w[2];\nstatic int run(int x,\n        int y) {\n    return x;\n}\n"
          "static float* const p = q;\nstatic inline int f();\n\n\nint net_run() {\n    return run(1, 2);\n}\n");
}

TEST_CASE("a function outside of all namespaces has no colons", "[c_words]") {
    CHECK(words("    ::filter(out, in, a ? b : c);") == "    filter(out, in, a ? b : c);");
}

TEST_CASE("a definition for other files is not extern in C", "[c_words]") {
    CHECK(words("namespace weights_1 {\nextern constexpr float w[1] = {1.0f};\nextern const float v[1];\n"
                "} // namespace weights_1\n") == "\nconst float w[1] = {1.0f};\nextern const float v[1];\n\n");
}

TEST_CASE("comments, strings and lines of the preprocessor stay", "[c_words]") {
    const std::string same =
        "// static_cast<float>(x) noexcept\n/* nullptr */ \"constexpr\" '\\''\n#define A(x) \\\n    nullptr\n";
    CHECK(words(same) == same);
}

TEST_CASE("headers of C that the words need are included once", "[c_words]") {
    CHECK(words("#include <stdint.h>\nint x;") == "#include <stdint.h>\nint x;");
    CHECK(words("#include <stdint.h>\nbool x = p == nullptr;") ==
          "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\nbool x = p == NULL;");
    CHECK(words("#include <stddef.h>\n#include <stdint.h>\nbool x = p == nullptr;") ==
          "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\nbool x = p == NULL;");
}
