#include "read/stablehlo/bytecode/file.h"

#include <array>
#include <optional>

namespace hlo2cpp::stablehlo::bytecode {
namespace {

constexpr std::string_view kMagic = "ML\xefR";
constexpr std::uint64_t kNewest = 6;

// The sections come in any order, so this is the first thing to be read.
class Sections {
public:
    explicit Sections(ByteReader reader) {
        while (!reader.at_end()) {
            const Section section = read_section(reader);
            if (section.id >= kSections)
                reader.fail("the section has the unknown number " + std::to_string(section.id));
            if (parts_[section.id]) reader.fail("the section " + std::to_string(section.id) + " is there twice");
            parts_[section.id] = section.contents;
        }
        end_ = reader;
    }
    bool has(SectionId id) const { return parts_[id].has_value(); }
    ByteReader at(SectionId id, const char* contents) const {
        if (!has(id)) end_.fail(std::string("the section of ") + contents + " is missing; the file may be cut off");
        return *parts_[id];
    }

private:
    std::array<std::optional<ByteReader>, kSections> parts_;
    ByteReader end_{{}};
};

// Sizes stand in the reverse order of the strings, so the strings are found from the end.
std::vector<std::string_view> read_strings(ByteReader reader) {
    std::vector<std::uint64_t> sizes(reader.count());
    for (std::uint64_t& size : sizes) size = reader.varint();
    std::vector<std::string_view> strings;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        const std::string_view bytes = reader.bytes(sizes[i]);
        if (bytes.empty() || bytes.back() != '\0') reader.fail("the zero that ends a string is missing");
        strings.push_back(bytes.substr(0, bytes.size() - 1));
    }
    reader.expect_end("the strings");
    return strings;
}

// Skips the dialects' own versions: a producer says which StableHLO it wrote, and each operation has a version.
void read_dialects(File& file, ByteReader& reader) {
    const std::size_t count = reader.count();
    for (std::size_t i = 0; i < count; ++i) {
        Flagged name{.value = 0};
        if (file.version.has_dialect_versions())
            name = reader.flagged();
        else
            name.value = reader.varint();
        file.dialects.push_back(file.strings[reader.check_index(name.value, file.strings.size(), "strings")]);
        if (name.flag && read_section(reader).id != kDialectVersions)
            reader.fail("the section of a dialect's version is expected");
    }
}

void read_operation_names(File& file, ByteReader& reader) {
    if (file.version.has_flagged_arguments()) reader.varint(); // how many there are in all
    while (!reader.at_end()) {
        const std::string_view dialect = file.dialects[reader.index(file.dialects.size(), "dialects")];
        const std::size_t count = reader.count();
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t name = file.version.has_properties() ? reader.flagged().value : reader.varint();
            file.operation_names.push_back(
                {dialect, file.strings[reader.check_index(name, file.strings.size(), "strings")]});
        }
    }
}

// Groups of entries of one dialect, each a size in the section of attributes and types.
std::vector<Entry> read_entries(const File& file, std::size_t count, ByteReader& offsets, ByteReader& contents) {
    std::vector<Entry> entries;
    while (entries.size() < count) {
        const std::size_t dialect = offsets.index(file.dialects.size(), "dialects");
        const std::size_t group = offsets.count();
        if (group > count - entries.size()) offsets.fail("there are more attributes and types than announced");
        for (std::size_t i = 0; i < group; ++i) {
            const auto [size, is_encoded] = offsets.flagged();
            if (size == 0) offsets.fail("an attribute or a type of no bytes");
            entries.push_back({.dialect = dialect, .is_text = !is_encoded, .contents = contents.part(size)});
        }
    }
    return entries;
}

void read_entries(File& file, ByteReader offsets, ByteReader contents) {
    const std::size_t attributes = offsets.count();
    const std::size_t types = offsets.count();
    file.attributes = read_entries(file, attributes, offsets, contents);
    file.types = read_entries(file, types, offsets, contents);
    offsets.expect_end("the offsets of attributes and types");
    contents.expect_end("the attributes and types");
}

std::vector<ByteReader> read_properties(ByteReader reader) {
    std::vector<ByteReader> properties;
    const std::size_t count = reader.count();
    for (std::size_t i = 0; i < count; ++i) properties.push_back(reader.part(reader.varint()));
    reader.expect_end("the properties");
    return properties;
}

std::string_view read_blob(ByteReader reader) {
    const std::uint64_t alignment = reader.varint();
    const std::uint64_t size = reader.varint();
    reader.align(alignment);
    const std::string_view blob = reader.bytes(size);
    reader.expect_end("a resource");
    return blob;
}

void read_resource_group(File& file, ByteReader& offsets, ByteReader& contents) {
    constexpr std::uint8_t kBlob = 0;
    const std::size_t count = offsets.count();
    for (std::size_t i = 0; i < count; ++i) {
        offsets.index(file.strings.size(), "strings");
        const ByteReader resource = contents.part(offsets.varint());
        file.resources.push_back(offsets.byte() == kBlob ? read_blob(resource) : std::string_view());
    }
}

// Resources of the program that wrote the file come first, then those of dialects; attributes count both.
void read_resources(File& file, ByteReader offsets, ByteReader contents) {
    const std::size_t external = offsets.count();
    for (std::size_t group = 0; group < external; ++group) {
        offsets.index(file.strings.size(), "strings");
        read_resource_group(file, offsets, contents);
    }
    while (!offsets.at_end()) {
        offsets.index(file.dialects.size(), "dialects");
        read_resource_group(file, offsets, contents);
    }
}

} // namespace

bool is_bytecode(std::string_view bytes) {
    return bytes.starts_with(kMagic);
}

Section read_section(ByteReader& reader) {
    constexpr std::uint8_t kAligned = 0x80;
    const std::uint8_t id = reader.byte();
    const std::uint64_t size = reader.varint();
    if ((id & kAligned) != 0) reader.align(reader.varint());
    return {.id = static_cast<std::uint8_t>(id & ~kAligned), .contents = reader.part(size)};
}

File open_file(std::string_view bytes) {
    ByteReader reader(bytes);
    if (!is_bytecode(bytes)) reader.fail("the file does not begin with the magic number 4D 4C EF 52");
    reader.bytes(kMagic.size());
    File file{.bytes = bytes};
    file.version.number = reader.varint();
    if (file.version.number > kNewest)
        reader.fail("the bytecode is of version " + std::to_string(file.version.number) +
                    ", which is newer than this compiler reads (0 to 6); write a portable artifact for an older "
                    "StableHLO, 1.17.0 or before");
    file.producer = reader.zero_terminated();
    const Sections sections(reader);
    file.strings = read_strings(sections.at(kStrings, "strings"));
    ByteReader dialects = sections.at(kDialects, "dialects");
    read_dialects(file, dialects);
    read_operation_names(file, dialects);
    read_entries(file, sections.at(kOffsets, "offsets"), sections.at(kAttributesAndTypes, "attributes and types"));
    if (sections.has(kProperties)) file.properties = read_properties(sections.at(kProperties, "properties"));
    if (sections.has(kResourceOffsets))
        read_resources(file, sections.at(kResourceOffsets, "resources"), sections.at(kResources, "resources"));
    file.ir = sections.at(kIr, "operations");
    return file;
}

} // namespace hlo2cpp::stablehlo::bytecode
