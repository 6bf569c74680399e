// Locations: attributes of the builtin dialect, of which a name, a file and a line are kept.
#include "read/stablehlo/bytecode/decoder.h"
#include "read/stablehlo/bytecode/dialects.h"

namespace hlo2cpp::stablehlo::bytecode {
std::uint32_t Decoder::add_location(Location location, const ByteReader& reader) {
    charge(sizeof location + location.name.size() + location.file.size(), reader);
    locations_.push_back(std::move(location));
    return static_cast<std::uint32_t>(locations_.size() - 1);
}

// The callee of a call, which is written first, is where the operation was made.
std::uint32_t Decoder::decode_location(const Entry& entry) {
    ByteReader reader = entry.contents;
    switch (reader.varint()) {
    case kCallSiteLocation: return location(reader);
    case kFileLocation: {
        Location place{.file = string_attribute(reader)};
        place.line = static_cast<std::int64_t>(reader.varint());
        place.column = static_cast<std::int64_t>(reader.varint());
        return add_location(std::move(place), reader);
    }
    case kFileRangeLocation: {
        Location place{.file = string_attribute(reader)};
        if (reader.count() > 0) place.line = static_cast<std::int64_t>(reader.varint());
        if (!reader.at_end()) place.column = static_cast<std::int64_t>(reader.varint());
        return add_location(std::move(place), reader);
    }
    case kNameLocation: {
        std::string name = string_attribute(reader);
        Location place = locations_[location(reader)];
        if (!name.empty()) place.name = std::move(name);
        return add_location(std::move(place), reader);
    }
    case kFusedLocation:
    case kFusedLocationWithMetadata: return decode_fused(reader);
    default: return kNoLocation;
    }
}

// The first that says something.
std::uint32_t Decoder::decode_fused(ByteReader& reader) {
    for (std::size_t left = reader.count(); left > 0; --left) {
        const std::uint32_t each = location(reader);
        if (!locations_[each].name.empty() || !locations_[each].file.empty()) return each;
    }
    return kNoLocation;
}

} // namespace hlo2cpp::stablehlo::bytecode
