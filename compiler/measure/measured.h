// Results of `--measure`: the compiler, its sizes, and the stack.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace hlo2cpp {

struct Measured {
    std::string compiler; // "arm-none-eabi-g++ (15:12.2.rel1-1) 12.2.1 20221205", as it says itself
    std::string name;     // "arm-none-eabi-g++ 12.2.1"
    std::string flags;    // "-O2 -mcpu=cortex-m7"
    // The stack frames along the deepest chain of calls from all entries but the self-test, and the functions of that
    // chain. The frames of functions outside of the file are missing.
    std::int64_t stack_bytes = 0;
    std::vector<std::string> chain;
    std::int64_t self_test_stack_bytes = 0; // the same for NAME_self_test, if the file has one
    std::int64_t self_test_code_bytes = 0;  // of functions that no other entry calls; part of text_bytes
    std::vector<std::string> outside;       // functions that are called but not in the file: "memcpy"
    std::int64_t text_bytes = 0, rodata_bytes = 0, bss_bytes = 0;
    // Bytes of constants beside the weights: tables of mathematics, the self-test's data. `inside`: so many of the
    // weights are in .rodata.
    std::int64_t tables_bytes(std::int64_t inside) const { return std::max<std::int64_t>(rodata_bytes - inside, 0); }
    struct Function {
        std::string name;
        std::int64_t code_bytes = 0, stack_bytes = 0; // the stack with what it calls in the file
    };
    std::vector<Function> functions = {}; // entries, steps and helpers, in the order in which the compiler wrote them
};

} // namespace hlo2cpp
