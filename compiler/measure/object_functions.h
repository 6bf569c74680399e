// The call graph of an object file. The file must be compiled with -ffunction-sections: then every call of another
// function leaves a relocation, whatever the machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/elf.h"

namespace hlo2cpp {

struct ObjectCall {
    std::optional<std::size_t> function; // none: outside of the file
    std::string outside;
    bool jump = false; // the caller's frame is gone before
};

struct ObjectFunction {
    std::vector<std::string> symbols; // several where the compiler found equal functions
    std::vector<ObjectCall> calls;
    bool global = false; // other files may call it
    std::int64_t code_bytes = 0;
};

struct ObjectFunctions {
    std::vector<ObjectFunction> functions; // in the order in which the compiler wrote them
    std::int64_t text_bytes = 0, rodata_bytes = 0, bss_bytes = 0;
};

// Throws InputError where two functions share a section.
ObjectFunctions functions_of(const ElfFile& file);

// By function: whether one of the entries is it, or calls it, or calls what does.
std::vector<bool> reached_from(const std::vector<ObjectFunction>& functions, const std::vector<std::size_t>& entries);

} // namespace hlo2cpp
