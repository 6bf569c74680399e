#include "read/stablehlo/bytecode/decoder.h"

#include <algorithm>
#include <utility>

#include "read/stablehlo/bytecode/dialects.h"
#include "read/stablehlo/constant.h"
#include "read/stablehlo/text_fragment.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo::bytecode {
namespace {

// Few bytes of a file may ask for many copies of one large attribute, or for a type that contains one type very often.
constexpr std::size_t kLeastMemory = std::size_t{64} << 20;
constexpr std::size_t kMemoryPerByte = 256;
constexpr std::size_t kMostMemory = std::size_t{4} << 30;
constexpr std::size_t kMostTypeNodes = 1 << 20;

std::size_t memory_for(std::size_t file_bytes) {
    return std::min(kLeastMemory + std::min(file_bytes, kMostMemory) * kMemoryPerByte, kMostMemory);
}

// Bytes of the copies that an operation has. Of a tensor that may become Integers: as if it did.
std::size_t memory_of(const Attribute& attribute) {
    std::size_t bytes = sizeof attribute;
    if (attribute.get<Dense>() != nullptr) {
        Attribute copy = attribute;
        normalize(copy);
        if (copy.get<Dense>() == nullptr) return memory_of(copy);
    }
    if (const auto* string = attribute.get<std::string>()) bytes += string->size();
    if (const auto* opaque = attribute.get<Opaque>()) bytes += opaque->name.size() + opaque->body.size();
    if (const auto* integers = attribute.get<Integers>())
        bytes += (integers->values.size() + integers->dims.size()) * sizeof(std::int64_t);
    if (const auto* list = attribute.get<Attribute::List>())
        for (const Attribute& item : *list) bytes += memory_of(item);
    if (const auto* dictionary = attribute.get<Dictionary>())
        for (const NamedAttribute& entry : dictionary->entries())
            bytes += sizeof entry.name + entry.name.size() + memory_of(entry.value);
    return bytes;
}

// Parses what a dialect without an encoding has as text.
template <typename Parse>
auto parse_entry(const Entry& entry, Parse parse) {
    ByteReader reader = entry.contents;
    const std::string_view text = reader.zero_terminated();
    reader.expect_end("a text");
    try {
        return parse(text);
    } catch (const InputError& error) {
        throw ByteError(entry.contents.offset(), error.diagnostic.message);
    }
}

} // namespace

// Bounds the recursion over attributes and types while it lives.
class Decoder::Nesting {
public:
    Nesting(int& depth, const ByteReader& reader) : depth_(depth) {
        if (depth_ == kMaxNesting)
            reader.fail("attributes and types are nested more than " + std::to_string(kMaxNesting) + " deep");
        ++depth_;
    }
    ~Nesting() { --depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

private:
    int& depth_;
};

Decoder::Decoder(const File& file, std::shared_ptr<const void> owner)
    : file_(file), owner_(std::move(owner)), attributes_(file.attributes.size()), types_(file.types.size()),
      location_slots_(file.attributes.size()), memory_left_(memory_for(file.bytes.size())) {}

void Decoder::charge(std::size_t bytes, const ByteReader& reader) {
    if (bytes > memory_left_) reader.fail("the attributes would take more memory than a file of this size may ask for");
    memory_left_ -= bytes;
}

// Gives what a slot has; the first time, `decode` makes it.
template <typename T>
const Decoder::Slot<T>& Decoder::fill(Slot<T>& slot, const Entry& entry, T (Decoder::*decode)(const Entry&)) {
    if (slot.value) return slot;
    if (slot.is_being_read) entry.contents.fail("an attribute or a type refers to itself");
    const Nesting nesting(nesting_, entry.contents);
    slot.is_being_read = true;
    slot.value = std::make_unique<T>((this->*decode)(entry));
    slot.is_being_read = false;
    return slot;
}

TypePtr Decoder::type(ByteReader& reader) {
    return type(reader.varint(), reader);
}

TypePtr Decoder::type(std::uint64_t number, const ByteReader& reader) {
    const std::size_t index = reader.check_index(number, types_.size(), "types");
    Slot<TypePtr>& slot = types_[index];
    const std::size_t outer = std::exchange(type_nodes_, 1);
    const bool is_new = !slot.value;
    fill(slot, file_.types[index], &Decoder::decode_type);
    if (is_new) slot.weight = type_nodes_;
    type_nodes_ = outer + slot.weight;
    if (type_nodes_ > kMostTypeNodes) reader.fail("a type has too many parts");
    return *slot.value;
}

std::vector<TypePtr> Decoder::type_list(ByteReader& reader) {
    std::vector<TypePtr> types(reader.count());
    for (TypePtr& item : types) item = type(reader);
    return types;
}

TypePtr Decoder::decode_type(const Entry& entry) {
    if (entry.is_text) return parse_entry(entry, parse_type_text);
    const std::string_view dialect = file_.dialects[entry.dialect];
    ByteReader reader = entry.contents;
    TypePtr type;
    if (dialect == "vhlo")
        type = decode_vhlo_type(reader, *this);
    else if (dialect == "builtin")
        type = decode_builtin_type(reader, *this);
    else if (dialect == "stablehlo")
        type = decode_stablehlo_type(reader, *this);
    else if (dialect == "quant")
        type = decode_quantized_type(reader, *this);
    else
        return std::make_shared<const Type>(Type{.kind = TypeKind::Other, .text = "!" + std::string(dialect)});
    reader.expect_end("a type of the dialect " + std::string(dialect));
    return type;
}

const Attribute& Decoder::attribute_at(std::size_t index, const ByteReader& reader) {
    Slot<Attribute>& slot = attributes_[index];
    const bool is_new = !slot.value;
    fill(slot, file_.attributes[index], &Decoder::decode_attribute);
    if (is_new) slot.weight = memory_of(*slot.value);
    charge(slot.weight, reader);
    return *slot.value;
}

Attribute Decoder::attribute(ByteReader& reader) {
    return attribute(reader.varint(), reader);
}

Attribute Decoder::attribute(std::uint64_t index, const ByteReader& reader) {
    return attribute_at(reader.check_index(index, attributes_.size(), "attributes"), reader);
}

Attribute Decoder::decode_attribute(const Entry& entry) {
    if (entry.is_text) return parse_entry(entry, parse_attribute_text);
    const std::string_view dialect = file_.dialects[entry.dialect];
    ByteReader reader = entry.contents;
    Attribute attribute;
    if (dialect == "vhlo")
        attribute = decode_vhlo_attribute(reader, *this);
    else if (dialect == "builtin")
        attribute = decode_builtin_attribute(reader, *this);
    else if (dialect == "stablehlo")
        attribute = decode_stablehlo_attribute(reader, *this);
    else
        return {Opaque{std::string(dialect), ""}};
    reader.expect_end("an attribute of the dialect " + std::string(dialect));
    return attribute;
}

std::uint32_t Decoder::location(ByteReader& reader) {
    const std::size_t index = reader.index(location_slots_.size(), "attributes");
    const Entry& entry = file_.attributes[index];
    if (entry.is_text || file_.dialects[entry.dialect] != "builtin") return kNoLocation;
    return *fill(location_slots_[index], entry, &Decoder::decode_location).value;
}

std::string Decoder::string(ByteReader& reader) {
    return std::string(file_.strings[reader.index(file_.strings.size(), "strings")]);
}

std::string Decoder::string_attribute(ByteReader& reader) {
    Attribute attribute = this->attribute(reader);
    auto* string = std::get_if<std::string>(&attribute.value);
    if (string == nullptr) reader.fail("an attribute that is a string is expected");
    return std::move(*string);
}

Attribute::List Decoder::list(ByteReader& reader) {
    Attribute::List list;
    for (std::size_t left = reader.count(); left > 0; --left) list.push_back(attribute(reader));
    return list;
}

Dictionary Decoder::dictionary(ByteReader& reader) {
    Dictionary dictionary;
    auto& entries = dictionary.entries();
    for (std::size_t left = reader.count(); left > 0; --left) {
        std::string name = string_attribute(reader);
        entries.push_back({std::move(name), attribute(reader)});
    }
    const auto by_name = [](const NamedAttribute& a, const NamedAttribute& b) { return a.name < b.name; };
    if (!std::is_sorted(entries.begin(), entries.end(), by_name)) std::sort(entries.begin(), entries.end(), by_name);
    const auto same_name = [](const NamedAttribute& a, const NamedAttribute& b) { return a.name == b.name; };
    const auto twice = std::adjacent_find(entries.begin(), entries.end(), same_name);
    if (twice != entries.end()) reader.fail("the dictionary has the name " + twice->name + " twice");
    return dictionary;
}

Attribute Decoder::constant(ByteReader& reader) {
    TypePtr tensor = type(reader);
    return {dense(std::move(tensor), reader.bytes(reader.varint()), reader)};
}

Attribute Decoder::resource_constant(ByteReader& reader) {
    TypePtr tensor = type(reader);
    const std::string_view bytes = file_.resources[reader.index(file_.resources.size(), "resources")];
    if (bytes.data() == nullptr) reader.fail("the file was written without the bytes of a constant");
    return {dense(std::move(tensor), bytes, reader)};
}

Attribute Decoder::dense_array(ByteReader& reader) {
    const TypePtr element = type(reader);
    const auto count = static_cast<std::int64_t>(reader.count());
    if (element->kind != TypeKind::Scalar) reader.fail("an array of " + to_string(*element) + " is not supported");
    TypePtr list = tensor_type(element->element, {count});
    const std::string_view bytes = reader.bytes(reader.varint());
    if (bytes.size() != static_cast<std::size_t>(count * byte_size(list->element)))
        reader.fail("an array of type " + to_string(*list) + " has " + std::to_string(bytes.size()) + " bytes");
    return {dense(std::move(list), bytes, reader)};
}

// One byte for two to eight elements of i1 has a bit for each, also where all are the same.
Dense Decoder::dense(TypePtr type, std::string_view bytes, const ByteReader& reader) {
    if (type->kind != TypeKind::Tensor) reader.fail("a constant of type " + to_string(*type) + " is not supported");
    if (!element_count(*type)) reader.fail("a constant of type " + to_string(*type) + " is larger than 2^63 bytes");
    const std::int64_t count = *element_count(*type);
    if (is_pred(type->element) && bytes.size() == 1 && count > 1 && count <= 8) {
        std::vector<std::byte> elements;
        for (std::int64_t i = 0; i < count; ++i)
            elements.push_back(static_cast<std::byte>(static_cast<unsigned char>(bytes.front()) >> i & 1));
        return constant_of_elements(std::move(type), std::move(elements));
    }
    const std::span<const std::byte> elements = std::as_bytes(std::span(bytes.data(), bytes.size()));
    std::optional<Dense> constant = constant_of_bytes(type, elements, owner_);
    if (!constant)
        reader.fail("a constant of type " + to_string(*type) + " has " + std::to_string(bytes.size()) + " bytes");
    return std::move(*constant);
}

} // namespace hlo2cpp::stablehlo::bytecode
