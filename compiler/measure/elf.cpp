#include "measure/elf.h"

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::uint32_t kSymbolTable = 2, kRela = 4, kNoBits = 8, kRel = 9, kSectionNumbers = 18; // types of sections
constexpr std::uint32_t kElsewhere = 0xffff; // a section's number that takes more than 16 bits

class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {
        if (bytes.size() < 20 || bytes.substr(0, 4) != "\177ELF")
            throw InputError("the compiler wrote no ELF object file: only these can be measured");
        wide_ = bytes[4] == 2;
        big_endian_ = bytes[5] == 2;
    }

    ElfFile read() {
        file_.machine = static_cast<Machine>(number(18, 2));
        read_sections();
        for (std::size_t i = 0; i < file_.sections.size(); ++i)
            if (file_.sections[i].type == kSymbolTable) read_symbols(file_.sections[i]);
        for (const ElfSection& section : file_.sections)
            if (section.type == kRel || section.type == kRela) read_relocations(section);
        return std::move(file_);
    }

private:
    std::uint64_t number_in(std::string_view bytes, std::uint64_t at, std::uint64_t size) const {
        if (at > bytes.size() || bytes.size() - at < size) throw InputError("the compiler's object file ends early");
        std::uint64_t value = 0;
        for (std::uint64_t i = 0; i < size; ++i)
            value = value << 8 | static_cast<unsigned char>(bytes[at + (big_endian_ ? i : size - 1 - i)]);
        return value;
    }
    std::uint64_t number(std::uint64_t at, std::uint64_t size) const { return number_in(bytes_, at, size); }
    std::uint32_t word(std::uint64_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }

    static std::string text_at(std::string_view table, std::uint64_t at) {
        if (at >= table.size()) return {};
        return std::string(table.substr(at, table.find('\0', at) - at));
    }

    // A header field, whose offset differs between 32-bit and 64-bit files.
    std::uint64_t field(std::uint64_t base, std::uint64_t narrow, std::uint64_t wide) const {
        return wide_ ? number(base + wide, 8) : number(base + narrow, 4);
    }

    void read_sections() {
        const std::uint64_t begin = field(0, 32, 40), entry = number(wide_ ? 58 : 46, 2);
        std::uint64_t count = number(wide_ ? 60 : 48, 2), names = number(wide_ ? 62 : 50, 2);
        if (count == 0 && begin != 0) count = field(begin, 20, 32);
        if (names == kElsewhere) names = word(begin + (wide_ ? 40 : 24));
        std::vector<std::uint32_t> name_offsets;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t at = begin + i * entry;
            ElfSection section{.name = {},
                               .type = word(at + 4),
                               .flags = field(at, 8, 8),
                               .size = field(at, 20, 32),
                               .align = field(at, 32, 48),
                               .link = word(at + (wide_ ? 40 : 24)),
                               .info = word(at + (wide_ ? 44 : 28)),
                               .bytes = {}};
            const std::uint64_t offset = field(at, 16, 24);
            if (section.type != kNoBits && section.type != 0) {
                if (offset > bytes_.size() || bytes_.size() - offset < section.size)
                    throw InputError("the compiler's object file ends early");
                section.bytes = bytes_.substr(offset, section.size);
            }
            name_offsets.push_back(word(at));
            file_.sections.push_back(std::move(section));
        }
        if (names >= file_.sections.size()) throw InputError("the compiler's object file has no sections");
        for (std::size_t i = 0; i < file_.sections.size(); ++i)
            file_.sections[i].name = text_at(file_.sections[names].bytes, name_offsets[i]);
    }

    const std::string& bytes_of(std::uint64_t section) const {
        static const std::string kNone;
        return section < file_.sections.size() ? file_.sections[section].bytes : kNone;
    }

    void read_symbols(const ElfSection& table) {
        std::string_view numbers; // of sections, where they take more than 16 bits
        for (const ElfSection& section : file_.sections)
            if (section.type == kSectionNumbers) numbers = section.bytes;
        const std::uint64_t entry = wide_ ? 24 : 16;
        for (std::uint64_t at = 0; at + entry <= table.bytes.size(); at += entry) {
            const auto part = [&](std::uint64_t narrow, std::uint64_t wide, std::uint64_t size) {
                return number_in(table.bytes, at + (wide_ ? wide : narrow), size);
            };
            std::uint64_t section = part(14, 6, 2);
            if (section == kElsewhere) section = number_in(numbers, at / entry * 4, 4);
            file_.symbols.push_back({.name = text_at(bytes_of(table.link), number_in(table.bytes, at, 4)),
                                     .value = part(4, 8, wide_ ? 8 : 4),
                                     .section = static_cast<std::uint32_t>(section),
                                     .type = static_cast<std::uint8_t>(part(12, 4, 1) & 15),
                                     .global = part(12, 4, 1) >> 4 != 0});
        }
    }

    void read_relocations(const ElfSection& table) {
        const std::uint64_t size = wide_ ? 8 : 4, entry = size * (table.type == kRela ? 3 : 2);
        for (std::uint64_t at = 0; at + entry <= table.bytes.size(); at += entry) {
            const std::uint64_t info = number_in(table.bytes, at + size, size);
            file_.relocations.push_back({.section = table.info,
                                         .offset = number_in(table.bytes, at, size),
                                         .type = static_cast<std::uint32_t>(wide_ ? info & 0xffffffff : info & 0xff),
                                         .symbol = static_cast<std::uint32_t>(wide_ ? info >> 32 : info >> 8)});
        }
    }

    std::string_view bytes_;
    bool wide_ = false, big_endian_ = false;
    ElfFile file_;
};

} // namespace

ElfFile read_elf(std::string_view bytes) {
    return Reader(bytes).read();
}

} // namespace hlo2cpp
