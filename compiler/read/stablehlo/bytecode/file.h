// The tables of an MLIR bytecode file: strings, dialects, and where each attribute, type and property lies.
#pragma once

#include <vector>

#include "read/stablehlo/bytecode/byte_reader.h"

namespace hlo2cpp::stablehlo::bytecode {

// Changes from one version of the format to the next.
struct Version {
    std::uint64_t number = 0;
    bool has_dialect_versions() const { return number >= 1; }
    bool has_isolated_sections() const { return number >= 2; }
    bool has_use_list_orders() const { return number >= 3; }
    bool has_flagged_arguments() const { return number >= 4; } // and a count of the names of operations
    bool has_properties() const { return number >= 5; }        // and a flag in the names of operations
};

struct Section {
    std::uint8_t id;
    ByteReader contents;
};

// Numbers of sections.
enum SectionId : std::uint8_t {
    kStrings,
    kDialects,
    kAttributesAndTypes,
    kOffsets,
    kIr,
    kResources,
    kResourceOffsets,
    kDialectVersions,
    kProperties,
    kSections,
};

// An attribute or a type.
struct Entry {
    std::size_t dialect; // index in File::dialects
    bool is_text;        // as in a text, ending in a zero; else encoded by its dialect
    ByteReader contents;
};

struct OperationName {
    std::string_view dialect, name; // "vhlo", "add_v1"
};

struct File {
    std::string_view bytes;
    Version version;
    std::string_view producer; // "StableHLO_v1.15.0" of a portable artifact, "MLIR23.0.0git"
    std::vector<std::string_view> strings, dialects;
    std::vector<OperationName> operation_names;
    std::vector<Entry> attributes, types;
    std::vector<ByteReader> properties;
    std::vector<std::string_view> resources; // bytes of each; empty data() of those that are no bytes
    ByteReader ir{{}};

    bool is_portable() const { return producer.starts_with("StableHLO_v"); }
};

bool is_bytecode(std::string_view bytes);
Section read_section(ByteReader& reader);
// Reads all but attributes, types and operations. The file refers to `bytes`. Throws ByteError.
File open_file(std::string_view bytes);

} // namespace hlo2cpp::stablehlo::bytecode
