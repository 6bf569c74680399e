// What `tile` knows of the machine that the code is for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

struct Target {
    std::string name;
    std::int64_t vector_bytes = 0; // of the widest vector; 0: scalar code
    std::int64_t registers = 16;   // that hold f32 values or vectors of them
    bool fma = false;
    std::int64_t address_bits = 32; // 32: a buffer has less than 2^31 bytes; 64: less than 2^40
    std::string required_macro;     // defined by a compiler that has these vectors; may be empty
    std::string compiler_flags;     // what `run` and --measure give a compiler
    std::int64_t buffer_limit() const {
        return address_bits == 32 ? (std::int64_t{1} << 31) - 1 : std::int64_t{1} << 40;
    }
};

// "native" is the best of the x86-64 targets (or cortex-a) that this machine can run.
std::optional<Target> find_target(std::string_view name);
std::vector<std::string> target_names();

} // namespace hlo2cpp
