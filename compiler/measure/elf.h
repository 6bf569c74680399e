// An ELF object file of any machine: sections, symbols and relocations, 32 and 64 bits, both byte orders.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

struct ElfSection {
    std::string name;
    std::uint32_t type = 0;
    std::uint64_t flags = 0, size = 0, align = 0;
    std::uint32_t link = 0, info = 0;
    std::string bytes; // none where the section takes no place in the file
    bool allocated() const { return (flags & 2) != 0; }
    bool writable() const { return (flags & 1) != 0; }
    bool executable() const { return (flags & 4) != 0; }
};

struct ElfSymbol {
    std::string name;
    std::uint64_t value = 0;
    std::uint32_t section = 0; // 0: not in this file
    std::uint8_t type = 0;
    bool global = false; // other files may name it
    bool function() const { return type == 2; }
};

struct ElfRelocation {
    std::uint32_t section = 0; // in which the relocation changes bytes
    std::uint64_t offset = 0;
    std::uint32_t type = 0, symbol = 0;
};

enum class Machine : std::uint16_t { X86 = 3, Arm = 40, X86_64 = 62, AArch64 = 183, RiscV = 243 }; // and many more

struct ElfFile {
    Machine machine = {};
    std::vector<ElfSection> sections;
    std::vector<ElfSymbol> symbols;
    std::vector<ElfRelocation> relocations;
};

// Throws InputError if the bytes are no ELF file.
ElfFile read_elf(std::string_view bytes);

} // namespace hlo2cpp
