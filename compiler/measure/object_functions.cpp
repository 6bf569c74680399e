#include "measure/object_functions.h"

#include <map>
#include <set>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// Symbol without ".cold": GCC splits rare code off into a part that works in the frame of its function.
std::string_view without_cold(std::string_view symbol) {
    return symbol.substr(0, symbol.find(".cold"));
}

bool is_cold(std::string_view symbol) {
    return without_cold(symbol) != symbol;
}

// Code bytes at or in front of a place, as a number.
std::uint32_t code_at(const ElfSection& section, std::uint64_t at, std::uint64_t size) {
    std::uint32_t value = 0;
    if (at > section.bytes.size() || section.bytes.size() - at < size) return 0;
    for (std::uint64_t i = size; i > 0; --i) value = value << 8 | static_cast<unsigned char>(section.bytes[at + i - 1]);
    return value;
}

bool is_jump_x86(const ElfSection& section, std::uint64_t at) {
    const std::uint32_t opcode = code_at(section, at - 1, 1), before = code_at(section, at - 2, 1);
    if (before == 0xff && opcode == 0x25) return true;                    // jmp *f@GOTPCREL
    return opcode == 0xe9 || (before == 0x0f && (opcode & 0xf0) == 0x80); // jmp f, jcc f
}

// True if the instruction is a jump, which does not return to its function; false if unknown.
bool is_jump(const ElfFile& file, const ElfRelocation& relocation) {
    const ElfSection& section = file.sections[relocation.section];
    const auto code = [&](std::uint64_t after) { return code_at(section, relocation.offset + after, 4); };
    switch (file.machine) {
    case Machine::X86:
    case Machine::X86_64: return relocation.offset >= 2 && is_jump_x86(section, relocation.offset);
    case Machine::Arm: // R_ARM_THM_JUMP24, JUMP19, JUMP11, JUMP8; R_ARM_JUMP24 may be a conditional call
        if (relocation.type == 29) return (code(0) & 0x01000000) == 0;
        return relocation.type == 30 || relocation.type == 51 || relocation.type == 102 || relocation.type == 103;
    case Machine::AArch64:
        return relocation.type == 282 || relocation.type == 280 || relocation.type == 279; // JUMP26, ...
    case Machine::RiscV: // CALL, CALL_PLT: of auipc and jalr; JAL; a jump keeps no return address
        if (relocation.type == 18 || relocation.type == 19) return (code(4) >> 7 & 31) == 0;
        return relocation.type == 16 || (relocation.type == 17 && (code(0) >> 7 & 31) == 0);
    }
    return false;
}

class Functions {
public:
    explicit Functions(const ElfFile& file) : file_(file), function_of_(file.sections.size()) {}

    ObjectFunctions read() {
        find_functions();
        for (const ElfRelocation& relocation : file_.relocations) add_call(relocation);
        for (std::size_t i = 0; i < function_of_.size(); ++i)
            if (function_of_[i])
                result_.functions[*function_of_[i]].code_bytes += static_cast<std::int64_t>(file_.sections[i].size);
        add_sizes();
        return std::move(result_);
    }

private:
    void find_functions() {
        std::vector<std::vector<const ElfSymbol*>> symbols(file_.sections.size());
        for (const ElfSymbol& symbol : file_.symbols)
            if (symbol.function() && symbol.section != 0 && symbol.section < symbols.size())
                add_symbol(symbol, symbols[symbol.section]);
        std::map<std::string_view, std::size_t> by_name;
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            if (symbols[i].empty() || is_cold(symbols[i][0]->name)) continue;
            function_of_[i] = result_.functions.size();
            ObjectFunction& function = result_.functions.emplace_back();
            for (const ElfSymbol* symbol : symbols[i]) {
                function.symbols.push_back(symbol->name);
                function.global = function.global || symbol->global;
                by_name[symbol->name] = *function_of_[i];
            }
        }
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            if (symbols[i].empty() || function_of_[i]) continue;
            if (const auto whole = by_name.find(without_cold(symbols[i][0]->name)); whole != by_name.end())
                function_of_[i] = whole->second;
        }
    }

    static void add_symbol(const ElfSymbol& symbol, std::vector<const ElfSymbol*>& section) {
        if (!section.empty() && section[0]->value != symbol.value)
            throw InputError("cannot follow the calls: the compiler put the functions " + section[0]->name + " and " +
                             symbol.name + " into one section, although it was given -ffunction-sections");
        section.push_back(&symbol);
    }

    void add_call(const ElfRelocation& relocation) {
        if (relocation.section >= function_of_.size() || !function_of_[relocation.section] ||
            relocation.symbol >= file_.symbols.size())
            return;
        const std::size_t caller = *function_of_[relocation.section];
        const ElfSymbol& symbol = file_.symbols[relocation.symbol];
        std::vector<ObjectCall>& calls = result_.functions[caller].calls;
        const bool jump = is_jump(file_, relocation);
        if (symbol.section == 0) {
            static const std::set<std::string_view> kData = {"", "_GLOBAL_OFFSET_TABLE_", "__stack_chk_guard"};
            if (!kData.contains(symbol.name)) calls.push_back({{}, symbol.name, jump});
        } else if (symbol.section < function_of_.size() && function_of_[symbol.section] &&
                   *function_of_[symbol.section] != caller) {
            calls.push_back({function_of_[symbol.section], {}, jump});
        }
    }

    void add_sizes() {
        for (const ElfSection& section : file_.sections) {
            const bool unwinding = section.name.starts_with(".eh_frame") || section.name.starts_with(".ARM.ex");
            if (!section.allocated() || section.size == 0 || unwinding || section.name.starts_with(".note")) continue;
            std::int64_t& bytes = section.executable() ? result_.text_bytes
                                  : section.writable() ? result_.bss_bytes
                                                       : result_.rodata_bytes;
            const auto align = static_cast<std::int64_t>(section.align > 0 ? section.align : 1);
            bytes = (bytes + align - 1) / align * align + static_cast<std::int64_t>(section.size);
        }
    }

    const ElfFile& file_;
    std::vector<std::optional<std::size_t>> function_of_; // by section
    ObjectFunctions result_;
};

} // namespace

ObjectFunctions functions_of(const ElfFile& file) {
    return Functions(file).read();
}

std::vector<bool> reached_from(const std::vector<ObjectFunction>& functions, const std::vector<std::size_t>& entries) {
    std::vector<bool> reached(functions.size());
    std::vector<std::size_t> open = entries;
    while (!open.empty()) {
        const std::size_t function = open.back();
        open.pop_back();
        if (reached[function]) continue;
        reached[function] = true;
        for (const ObjectCall& call : functions[function].calls)
            if (call.function) open.push_back(*call.function);
    }
    return reached;
}

} // namespace hlo2cpp
