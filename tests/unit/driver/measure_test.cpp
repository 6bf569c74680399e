// The user's compiler on generated code: GCC and Clang at several levels, and what stands in its way.
#include <catch2/catch.hpp>

#include <cstdlib>

#include "driver/files.h"
#include "driver/measure.h"
#include "driver/process.h"
#include "measure/object_functions.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

// A chain of run, step and helper; the helper's array can be in no register. `twin` is the same function again. `tail`
// is the last thing that `run` does.
constexpr const char* kSource = R"(#include "n.h"
extern "C" void outside(char*, const int*, unsigned) noexcept;
namespace n_detail {
namespace {
__attribute__((noinline)) int helper(const int* in, int k) noexcept {
    volatile int array[64];
    for (int i = 0; i < 64; ++i) array[i] = in[i] * k;
    return array[k & 63];
}
__attribute__((noinline)) int step(const int* in, char* out, unsigned n, int k) noexcept {
    outside(out, in, n);
    return helper(in, k) + helper(in, k + 1);
}
__attribute__((noinline)) int twin(const int* in, int k) noexcept {
    volatile int array[64];
    for (int i = 0; i < 64; ++i) array[i] = in[i] * k;
    return array[k & 63];
}
__attribute__((noinline)) int tail(const int* in) noexcept {
    volatile int one = in[0];
    return one + 1;
}
} // namespace
} // namespace n_detail
static const int weights[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
static int state[25];
int n_run(const int* in, char* out, unsigned n) noexcept {
    state[n % 25] = weights[n % 10] + n_detail::step(in, out, n, 7) + n_detail::step(in + 1, out, n, 9) + n_detail::twin(in, 3);
    return n_detail::tail(in) + state[in[0] & 15];
}
int n_run_in(const int* in, char* out, unsigned n) noexcept {
    return n_run(in, out, n);
}
)";

Code code() {
    Code code;
    code.header = "#pragma once\nextern \"C\" {\nint n_run(const int*, char*, unsigned) noexcept;\n"
                  "int n_run_in(const int*, char*, unsigned) noexcept;\n}\n";
    code.source = kSource;
    return code;
}

Measured measured(const std::string& command, const char* target = "generic") {
    return measure(code(), "n", *find_target(target), split_words(command), Language::Cpp);
}

bool is_there(const std::string& compiler) {
    const TemporaryFolder folder;
    try {
        return run_process({compiler, "--version"}, folder.path() / "log", folder.processes()).status == 0;
    } catch (const InputError&) {
        return false;
    }
}

TEST_CASE("a compiler's frames are added up, whatever it inlines") {
    for (const std::string compiler : {"g++", "clang++", "arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb",
                                       "aarch64-linux-gnu-g++", "riscv64-linux-gnu-g++", "arm-linux-gnueabihf-g++"}) {
        if (!is_there(split_words(compiler)[0])) continue;
        for (const std::string level : {"-O0", "-Os", "-O2", "-O3"}) {
            INFO(compiler + " " + level);
            const Measured result = measured(compiler + " " + level);
            CHECK(result.stack_bytes >= 256 + 8);
            CHECK(result.stack_bytes < 256 + 600);
            REQUIRE(result.chain.size() >= 3);
            CHECK(result.chain.back() == "helper");
            CHECK(result.chain[result.chain.size() - 2] == "step");
            CHECK_THAT(result.outside, Catch::VectorContains(std::string("outside")));
            CHECK(result.text_bytes > 60);
            CHECK(result.rodata_bytes >= 40);
            CHECK(result.bss_bytes == 100);
            std::int64_t code = 0;
            for (const Measured::Function& function : result.functions) code += function.code_bytes;
            CHECK(code > 60);
            CHECK(code <= result.text_bytes);
            const auto step = std::ranges::find(result.functions, "step", &Measured::Function::name);
            REQUIRE(step != result.functions.end());
            CHECK(step->stack_bytes >= 256);
            CHECK(step->stack_bytes <= result.stack_bytes);
            CHECK_THAT(result.name, Contains(split_words(compiler)[0] + " ") && Contains("."));
            CHECK_THAT(result.flags, Contains(level));
        }
    }
}

TEST_CASE("the red zone of x86-64 counts") {
    if (std::system("test $(uname -m) = x86_64") != 0) return;
    for (const std::string compiler : {"g++", "clang++"}) {
        if (!is_there(compiler)) continue;
        const std::int64_t with = measured(compiler + " -O2").stack_bytes;
        const std::int64_t without = measured(compiler + " -O2 -mno-red-zone").stack_bytes;
        CHECK(with >= without);
        CHECK(with <= without + 128);
    }
}

TEST_CASE("the target's flags are added unless the command names a machine") {
    if (!is_there("arm-none-eabi-g++")) return;
    CHECK(measured("arm-none-eabi-g++ -O2", "cortex-m4").flags ==
          "-O2 -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard");
    CHECK(measured("arm-none-eabi-g++ -O2 -mcpu=cortex-m7 -mthumb", "cortex-m4").flags ==
          "-O2 -mcpu=cortex-m7 -mthumb");
}

TEST_CASE("what stands in the way of measuring") {
    CHECK_THROWS_WITH(measured("no-such-compiler"), Contains("--measure: cannot start 'no-such-compiler'"));
    CHECK_THROWS_WITH(measured("g++ -no-such-flag"), Contains("ended with exit status") && Contains("no-such-flag"));
    CHECK_THROWS_WITH(measured("g++ -DNDEBUG -include no/such/file.h"), Contains("no/such/file.h"));
    CHECK_THROWS_WITH(measured("g++ -fsyntax-only"), Contains("wrote no object file"));
    CHECK_THROWS_WITH(measured("g++ -S"), Contains("no ELF object file"));
    CHECK_THROWS_WITH(read_elf(std::string("\177ELF\2\1\1", 7) + std::string(40, '\0')), Contains("ends early"));
}

TEST_CASE("words are shown without the folders of this machine") {
    CHECK(command_text({"/usr/bin/g++", "-O2", "-I/home/me/x", "-I../x", "--sysroot=/opt/arm", "-DA=b c"}) ==
          "g++ -O2 -Ix -I../x --sysroot=arm '-DA=b c'");
}

} // namespace
} // namespace hlo2cpp
