// The one form that an operation's attributes have, whichever file they come from.
#include <algorithm>
#include <array>
#include <cstring>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {
namespace {

template <typename T>
bool is_empty(const Attribute& attribute) {
    const T* value = attribute.get<T>();
    return value != nullptr && value->empty();
}

bool is_absent(const Attribute& attribute) {
    const bool* flag = attribute.get<bool>();
    const Integers* integers = attribute.get<Integers>();
    const TypePtr* type = attribute.get<TypePtr>();
    return (flag != nullptr && !*flag) || (integers != nullptr && integers->values.empty()) ||
           (type != nullptr && (*type)->kind == TypeKind::None) || is_empty<std::string>(attribute) ||
           is_empty<Attribute::List>(attribute) || is_empty<Dictionary>(attribute);
}

bool all_are(const Attribute& attribute, std::int64_t value) {
    const Integers* integers = attribute.get<Integers>();
    return integers != nullptr &&
           std::all_of(integers->values.begin(), integers->values.end(), [&](auto each) { return each == value; });
}

bool is_integer(const Attribute& attribute, std::int64_t value) {
    const Integer* integer = attribute.get<Integer>();
    return integer != nullptr && integer->value == value;
}

bool is_string(const Attribute& attribute, std::string_view value) {
    const std::string* string = attribute.get<std::string>();
    return string != nullptr && *string == value;
}

bool is_default_accuracy(const Attribute& attribute) {
    const Dictionary* accuracy = attribute.get<Dictionary>();
    if (accuracy == nullptr) return false;
    const Attribute* mode = accuracy->find("mode");
    return mode != nullptr && is_string(*mode, "DEFAULT");
}

bool is_default_precision(const Attribute& attribute) {
    const Attribute::List* list = attribute.get<Attribute::List>();
    return list != nullptr &&
           std::all_of(list->begin(), list->end(), [](const Attribute& item) { return is_string(item, "DEFAULT"); });
}

// The attributes that have the same default in all operations.
bool is_default(const NamedAttribute& entry) {
    constexpr std::array<std::string_view, 5> kOnes{"window_strides", "lhs_dilation", "rhs_dilation", "base_dilations",
                                                    "window_dilations"};
    const auto& [name, value] = entry;
    if (std::find(kOnes.begin(), kOnes.end(), name) != kOnes.end()) return all_are(value, 1);
    if (name == "padding" || name == "window_reversal") return all_are(value, 0);
    if (name == "api_version") return is_integer(value, 1);
    if (name == "version" || name == "channel_id") return is_integer(value, 0);
    if (name == "dimension") return is_integer(value, -1); // of sort
    if (name == "compare_type") return is_string(value, "NOTYPE");
    if (name == "precision_config") return is_default_precision(value);
    if (name == "result_accuracy") return is_default_accuracy(value);
    if (name == "sym_visibility") return is_string(value, "public");
    if (name != "arg_attrs" && name != "res_attrs") return false;
    const Attribute::List* list = value.get<Attribute::List>();
    return list != nullptr && std::all_of(list->begin(), list->end(), is_empty<Dictionary>);
}

std::int64_t element_at(const Dense& dense, std::size_t element) {
    const bool wide = dense.type->element == ElementType::S64;
    std::int64_t value = 0;
    std::memcpy(&value, dense.bytes.data() + (dense.splat ? 0 : element * (wide ? 8 : 1)), wide ? 8 : 1);
    return value;
}

// Larger tensors stay Dense: no attribute of an operation that hlo2cpp looks into is as large, and a splat costs the
// file a few bytes only.
bool fits_integers(const Dense& dense, std::int64_t count) {
    constexpr std::int64_t kMostOfSplat = 256, kMost = 1 << 16;
    const ElementType element = dense.type->element;
    return (element == ElementType::S64 || element == ElementType::Pred) &&
           count <= (dense.splat ? kMostOfSplat : kMost);
}

void make_integers(Attribute& attribute, int depth) {
    if (depth == kMaxNesting) return;
    if (auto* list = std::get_if<Attribute::List>(&attribute.value)) {
        for (Attribute& item : *list) make_integers(item, depth + 1);
    } else if (auto* dictionary = std::get_if<Dictionary>(&attribute.value)) {
        for (NamedAttribute& entry : dictionary->entries()) make_integers(entry.value, depth + 1);
    } else if (const Dense* dense = attribute.get<Dense>()) {
        const std::int64_t count = element_count(*dense->type).value_or(0);
        if (!fits_integers(*dense, count)) return;
        Integers integers{std::vector<std::int64_t>(static_cast<std::size_t>(count)), dense->type->dims};
        for (std::size_t i = 0; i < integers.values.size(); ++i) integers.values[i] = element_at(*dense, i);
        attribute.value = std::move(integers);
    }
}

// channel_handle<handle = 1, type = 2> is channel_id = 1 and, of send and recv alone, channel_type = 2.
void split_channel_handle(Operation& operation) {
    const Dictionary* handle = operation.get<Dictionary>("channel_handle");
    if (handle == nullptr) return;
    const bool has_type = operation.name == "stablehlo.send" || operation.name == "stablehlo.recv";
    const Attribute* id = handle->find("handle");
    const Attribute* type = handle->find("type");
    Dictionary split = operation.attributes;
    if (id != nullptr) split.set("channel_id", *id);
    if (type != nullptr && has_type) split.set("channel_type", *type);
    split.erase("channel_handle");
    operation.attributes = std::move(split);
}

} // namespace

void normalize(Operation& operation) {
    split_channel_handle(operation);
    auto& entries = operation.attributes.entries();
    for (NamedAttribute& entry : entries) {
        if (entry.name != "value") make_integers(entry.value, 0);
        if (entry.name == "use_global_device_ids" && entry.value.get<Unit>() != nullptr) entry.value.value = true;
    }
    std::erase_if(entries, [](const NamedAttribute& entry) {
        return entry.name.find('.') == std::string::npos && (is_absent(entry.value) || is_default(entry));
    });
}

void normalize(Attribute& attribute) {
    make_integers(attribute, 0);
}

void normalize(Dense& constant) {
    const auto size = static_cast<std::size_t>(byte_size(constant.type->element));
    const std::span<const std::byte> bytes = constant.bytes;
    if (constant.splat || bytes.size() <= size) return;
    if (std::memcmp(bytes.data(), bytes.data() + size, bytes.size() - size) != 0) return;
    constant.splat = true;
    constant.bytes = bytes.first(size);
}

} // namespace hlo2cpp::stablehlo
