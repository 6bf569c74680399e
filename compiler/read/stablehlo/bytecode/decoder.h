// Attributes, types and locations of a bytecode file, each decoded when it is first asked for.
#pragma once

#include "read/stablehlo/bytecode/file.h"
#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo::bytecode {

constexpr std::uint32_t kNoLocation = 0; // the first of a document's locations is unknown

// Functions with a ByteReader read an index there, and give what it stands for. All throw ByteError.
class Decoder {
public:
    // Constants refer to the file's bytes, which belong to `owner`.
    Decoder(const File& file, std::shared_ptr<const void> owner);

    TypePtr type(ByteReader& reader);
    TypePtr type(std::uint64_t index, const ByteReader& reader);
    std::vector<TypePtr> type_list(ByteReader& reader); // a count, then types
    // Copies, which count as memory.
    Attribute attribute(ByteReader& reader);
    Attribute attribute(std::uint64_t index, const ByteReader& reader);
    std::string string(ByteReader& reader);           // one of the file's strings
    std::string string_attribute(ByteReader& reader); // an attribute that is a string
    Attribute::List list(ByteReader& reader);         // a count, then attributes
    Dictionary dictionary(ByteReader& reader);        // a count, then names and values
    Attribute constant(ByteReader& reader);           // a type, then the bytes of its elements
    Attribute resource_constant(ByteReader& reader);  // a type, then a resource with the bytes
    Attribute dense_array(ByteReader& reader);        // the type of elements, their count, then bytes
    std::uint32_t location(ByteReader& reader);       // an attribute; gives an index in the locations

    std::vector<Location> take_locations() { return std::move(locations_); }

private:
    // An attribute may refer to itself by its index, so one that is being read is marked.
    template <typename T>
    struct Slot {
        std::unique_ptr<T> value;
        std::size_t weight = 0; // bytes of memory of an attribute, parts of a type
        bool is_being_read = false;
    };
    class Nesting;

    template <typename T>
    const Slot<T>& fill(Slot<T>& slot, const Entry& entry, T (Decoder::*decode)(const Entry&));
    TypePtr decode_type(const Entry& entry);
    const Attribute& attribute_at(std::size_t index, const ByteReader& reader);
    Attribute decode_attribute(const Entry& entry);
    std::uint32_t decode_location(const Entry& entry);
    std::uint32_t decode_fused(ByteReader& reader);
    std::uint32_t add_location(Location location, const ByteReader& reader);
    Dense dense(TypePtr type, std::string_view bytes, const ByteReader& reader);
    void charge(std::size_t bytes, const ByteReader& reader);

    const File& file_;
    std::shared_ptr<const void> owner_;
    std::vector<Slot<Attribute>> attributes_;
    std::vector<Slot<TypePtr>> types_;
    std::vector<Slot<std::uint32_t>> location_slots_; // of the same attributes
    std::vector<Location> locations_{1};
    std::size_t memory_left_;
    std::size_t type_nodes_ = 0;
    int nesting_ = 0;
};

} // namespace hlo2cpp::stablehlo::bytecode
