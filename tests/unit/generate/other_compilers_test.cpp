// What files hold for compilers that are neither GCC nor Clang; tests/compilers compiles it.
#include <sstream>

#include <catch2/catch.hpp>

#include "generate/other_compilers.h"
#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

TEST_CASE("every built-in function that a helper uses is known", "[generate]") {
    const std::vector<std::string> names = runtime_names();
    std::set<std::string> unknown;
    for (const std::string& word : runtime_text({names.begin(), names.end()}).words)
        if (word.starts_with("__builtin_") && !known_builtins().contains(word)) unknown.insert(word);
    CHECK(unknown == std::set<std::string>{"__builtin_clz", "__builtin_clzll", // clz.h has functions of its own,
                                           "__builtin_ia32_vcvtph2ps", "__builtin_ia32_vcvtps2ph"}); // and so has f16.h
}

TEST_CASE("every helper is noexcept on every machine: no compiler needs a runtime of exceptions", "[generate]") {
    for (const std::string& target : target_names()) {
        if (target == "native") continue;
        const std::string source = testing::compiled("HloModule m\nENTRY e {\n x = f32[64,64] parameter(0)\n"
                                                     " d = f32[64,64] dot(x, x), lhs_contracting_dims={1}, "
                                                     "rhs_contracting_dims={0}\n s = f32[64,64] sqrt(d)\n"
                                                     " e = f32[64,64] tanh(s)\n ROOT r = f32[64,64] log(e)\n}",
                                                     target.c_str())
                                       .code.source;
        std::istringstream lines(source);
        for (std::string line; std::getline(lines, line);) {
            INFO(target << ": " << line);
            if (line.starts_with("static inline") && line.find('{') != line.npos)
                CHECK(line.find(") noexcept {") != line.npos);
        }
    }
}

TEST_CASE("a file defines what it uses of GCC, and nothing else", "[generate]") {
    const std::string largest = testing::compiled(R"(HloModule m
larger { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] maximum(a, b) }
ENTRY e { x = f32[4,2] parameter(0)
  least = f32[] constant(-inf)
  ROOT r = f32[4] reduce(x, least), dimensions={1}, to_apply=larger })",
                                                  "generic")
                                    .code.source;
    CHECK_THAT(largest, Contains("#define __builtin_inff() INFINITY\n"));
    CHECK_THAT(largest, Contains("#define __builtin_memcpy memcpy\n"));
    CHECK_THAT(largest, Contains("#define __restrict\n"));
    CHECK_THAT(largest, !Contains("#define __builtin_nan") && !Contains("#define __builtin_inf()"));
    const std::string sum =
        testing::compiled("HloModule m\nENTRY e { x = s32[4] parameter(0)\n ROOT r = s32[4] add(x, x) }", "generic")
            .code.source;
    CHECK_THAT(sum, !Contains("#define __builtin_"));
}
