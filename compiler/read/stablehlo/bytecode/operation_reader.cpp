#include "read/stablehlo/bytecode/operation_reader.h"

#include <algorithm>
#include <cstring>

#include "read/stablehlo/bytecode/raise.h"
#include "read/stablehlo/constant.h"

namespace hlo2cpp::stablehlo::bytecode {
namespace {

// Bits that say which fields an operation has, in the order of the file.
enum OperationField : std::uint8_t {
    kHasAttributes = 1,
    kHasProperties = 64,
    kHasResults = 2,
    kHasOperands = 4,
    kHasSuccessors = 8,
    kHasUseListOrders = 32,
    kHasRegions = 16,
};

constexpr std::size_t kLongestName = 200; // bytes, of an operation
constexpr std::string_view kCast = "builtin.unrealized_conversion_cast";
constexpr std::string_view kModule = "builtin.module";

std::size_t count_varints(ByteReader reader) {
    std::size_t count = 0;
    for (; !reader.at_end(); ++count) reader.varint();
    return count;
}

// True for a list of so many properties; one that ends in sizes has more numbers than names.
bool fits(const std::vector<Property>& list, std::size_t count) {
    return !list.empty() && list.back().is_sizes ? list.size() < count : list.size() == count;
}

// Sizes of groups, in the 32 bits that texts have.
Attribute group_sizes(ByteReader& contents) {
    const auto [groups, is_sparse] = contents.flagged();
    if (is_sparse) contents.fail("the sizes of groups are expected to be written one by one");
    std::vector<std::byte> bytes(contents.check_count(groups) * sizeof(std::int32_t));
    for (std::size_t i = 0; i < groups; ++i) {
        const std::uint64_t wide = contents.varint();
        if (wide > INT32_MAX) contents.fail("a group of operands or results is too large");
        const auto size = static_cast<std::int32_t>(wide);
        std::memcpy(bytes.data() + i * sizeof size, &size, sizeof size);
    }
    return {constant_of_elements(tensor_type(ElementType::S32, {static_cast<std::int64_t>(groups)}), std::move(bytes))};
}

} // namespace

OperationReader::OperationReader(const File& file, std::shared_ptr<const void> owner, std::size_t begin)
    : file_(file), begin_(begin), decoder_(file, std::move(owner)) {}

Document OperationReader::read_module() {
    refuse_unknown_operations();
    ByteReader reader = file_.ir;
    Scopes scopes(1);
    std::vector<Operation> top;
    const auto [count, has_arguments] = reader.flagged();
    if (has_arguments) reader.fail("a file has no arguments");
    for (std::uint64_t left = count; left > 0; --left) read_operation(reader, scopes, "", top);
    reader.expect_end("the operations");
    if (top.size() == 1 && top.front().name == kModule) {
        document_.module = std::move(top.front());
    } else {
        document_.module.name = kModule;
        document_.module.regions.push_back({.operations = std::move(top)});
    }
    document_.locations = decoder_.take_locations();
    return std::move(document_);
}

const OperationReader::Name& OperationReader::name_at(std::size_t index, const ByteReader& reader) {
    Name& name = names_[index];
    if (!name.full.empty()) return name;
    const OperationName& parts = file_.operation_names[index];
    if (parts.dialect.size() + parts.name.size() > kLongestName) reader.fail("the name of an operation is too long");
    name.full = std::string(parts.dialect) + "." + std::string(parts.name);
    name.raised = raised_name(name.full);
    name.property_lists = property_lists_of(name.full);
    return name;
}

// An artifact that is newer than its reader fails with all that is unknown, not with the first.
void OperationReader::refuse_unknown_operations() const {
    constexpr std::size_t kMostNames = 50;
    std::vector<std::string> unknown;
    for (const OperationName& name : file_.operation_names) {
        if (name.dialect != "vhlo" || name.name.size() > kLongestName || unknown.size() == kMostNames) continue;
        if (property_lists_of("vhlo." + std::string(name.name)).empty()) unknown.emplace_back(name.name);
    }
    if (unknown.empty()) return;
    std::string names;
    for (const std::string& name : unknown) names += " " + name;
    file_.ir.fail("the artifact (" + std::string(file_.producer) +
                  ") has operations of a StableHLO that is newer than this compiler reads, 1.20.0:" + names +
                  "; write it for an older version");
}

void OperationReader::read_operation(ByteReader& reader, Scopes& scopes, const std::string& parent,
                                     std::vector<Operation>& into) {
    Operation operation{.offset = begin_ + reader.offset()};
    const Name& name = name_at(reader.index(file_.operation_names.size(), "names of operations"), reader);
    operation.name = name.raised;
    current_ = name.raised;
    const std::uint8_t fields = reader.byte();
    operation.location = decoder_.location(reader);
    read_attributes(reader, fields, name, operation);
    std::vector<TypePtr> results;
    if ((fields & kHasResults) != 0) results = decoder_.type_list(reader);
    if ((fields & kHasOperands) != 0)
        for (std::size_t left = reader.count(); left > 0; --left)
            operation.operands.push_back(value_at(reader.varint(), scopes, reader));
    if ((fields & kHasSuccessors) != 0)
        reader.fail("jumps between blocks are not supported; expected StableHLO's while, if and case");
    if ((fields & kHasUseListOrders) != 0) skip_use_list_orders(reader, results.size());
    if ((fields & kHasRegions) != 0) read_regions(reader, scopes, operation);
    const bool is_cast = name.full == kCast;
    define_results(std::move(results), is_cast, operation, scopes, reader);
    if (is_cast) return;
    raise(operation, parent);
    into.push_back(std::move(operation));
}

// A cast stands between the types of VHLO and those of other dialects, which are the same here: its results are its
// operands.
void OperationReader::define_results(std::vector<TypePtr> types, bool is_cast, Operation& operation, Scopes& scopes,
                                     const ByteReader& reader) {
    if (is_cast && types.size() != operation.operands.size()) reader.fail("a cast has as many results as operands");
    for (std::size_t i = 0; i < types.size(); ++i) {
        const ValueId value = is_cast ? operation.operands[i] : add_value(std::move(types[i]), kNoLocation);
        operation.results.push_back(value);
        define(value, scopes, reader);
    }
}

void OperationReader::read_attributes(ByteReader& reader, std::uint8_t fields, const Name& name, Operation& operation) {
    if ((fields & kHasAttributes) != 0) {
        Attribute attributes = decoder_.attribute(reader);
        auto* dictionary = std::get_if<Dictionary>(&attributes.value);
        if (dictionary == nullptr) reader.fail("the attributes of an operation are expected to be a dictionary");
        operation.attributes = std::move(*dictionary);
    }
    if ((fields & kHasProperties) != 0)
        read_properties(file_.properties[reader.index(file_.properties.size(), "properties")], name, operation);
}

// The number of properties tells which of the lists that the operation has had it is.
void OperationReader::read_properties(ByteReader contents, const Name& name, Operation& operation) {
    const std::size_t count = count_varints(contents);
    const auto list = std::find_if(name.property_lists.begin(), name.property_lists.end(),
                                   [&](const auto& each) { return fits(each, count); });
    if (list == name.property_lists.end())
        contents.fail("the " + std::to_string(count) + " properties of the operation are not known");
    Dictionary properties;
    for (const Property& property : *list) {
        if (property.is_sizes) {
            properties.set(property.name, group_sizes(contents));
        } else if (!property.is_optional) {
            properties.set(property.name, decoder_.attribute(contents));
        } else if (const auto [index, is_there] = contents.flagged(); is_there) {
            properties.set(property.name, decoder_.attribute(index, contents));
        }
    }
    contents.expect_end("the properties");
    operation.attributes.merge(std::move(properties));
}

// Regions that use no value around them have a section and numbers of their own.
void OperationReader::read_regions(ByteReader& reader, Scopes& scopes, Operation& operation) {
    const auto [count, is_isolated] = reader.flagged();
    if (depth_ == kMaxNesting) reader.fail("regions are nested more than " + std::to_string(kMaxNesting) + " deep");
    ++depth_;
    reader.check_count(count);
    if (!is_isolated) {
        for (std::uint64_t left = count; left > 0; --left) read_region(reader, scopes, operation);
    } else {
        Scopes own;
        const bool has_section = file_.version.has_isolated_sections();
        const Section section = has_section ? read_section(reader) : Section{kIr, reader};
        if (section.id != kIr) reader.fail("the section of a region is expected");
        ByteReader contents = section.contents;
        for (std::uint64_t left = count; left > 0; --left) read_region(contents, own, operation);
        if (has_section)
            contents.expect_end("a region");
        else
            reader = contents;
    }
    --depth_;
    current_ = operation.name;
}

void OperationReader::read_region(ByteReader& reader, Scopes& scopes, Operation& parent) {
    const std::uint64_t blocks = reader.varint();
    if (blocks == 0) return;
    if (blocks > 1) reader.fail("a region of " + std::to_string(blocks) + " blocks is not supported; expected one");
    const std::uint64_t first = scopes.empty() ? 0 : scopes.back().first + scopes.back().announced;
    scopes.push_back({.first = first, .announced = reader.count()});
    Region region;
    const auto [operations, has_arguments] = reader.flagged();
    if (has_arguments) read_arguments(reader, scopes, parent.name == "func.func", region);
    for (std::uint64_t left = operations; left > 0; --left)
        read_operation(reader, scopes, parent.name, region.operations);
    if (scopes.back().values.size() != scopes.back().announced)
        reader.fail("a region has " + std::to_string(scopes.back().values.size()) + " values, but " +
                    std::to_string(scopes.back().announced) + " were announced");
    scopes.pop_back();
    parent.regions.push_back(std::move(region));
}

// Locations of functions' parameters are kept, as their names; those of other blocks' arguments are not.
void OperationReader::read_arguments(ByteReader& reader, Scopes& scopes, bool are_parameters, Region& region) {
    for (std::size_t left = reader.count(); left > 0; --left) {
        Flagged type{.flag = true}; // whether a location follows
        TypePtr argument;
        if (file_.version.has_flagged_arguments()) {
            type = reader.flagged();
            argument = decoder_.type(type.value, reader);
        } else {
            argument = decoder_.type(reader);
        }
        std::uint32_t location = kNoLocation;
        if (type.flag && are_parameters)
            location = decoder_.location(reader);
        else if (type.flag)
            reader.varint();
        region.arguments.push_back(add_value(std::move(argument), location));
        define(region.arguments.back(), scopes, reader);
    }
    if (file_.version.has_use_list_orders() && reader.byte() != 0)
        skip_use_list_orders(reader, region.arguments.size());
}

// They say in which order a value's users were made, which means nothing here.
void OperationReader::skip_use_list_orders(ByteReader& reader, std::size_t values) {
    for (std::uint64_t left = values > 1 ? reader.count() : 1; left > 0; --left) {
        if (values > 1) reader.varint();
        for (std::uint64_t uses = reader.check_count(reader.flagged().value); uses > 0; --uses) reader.varint();
    }
}

ValueId OperationReader::add_value(TypePtr type, std::uint32_t location) {
    document_.values.push_back({.type = std::move(type), .location = location});
    return static_cast<ValueId>(document_.values.size() - 1);
}

void OperationReader::define(ValueId value, Scopes& scopes, const ByteReader& reader) {
    Scope& scope = scopes.back();
    if (scope.values.size() == scope.announced) reader.fail("a region has more values than were announced");
    scope.values.push_back(value);
}

ValueId OperationReader::value_at(std::uint64_t number, const Scopes& scopes, const ByteReader& reader) const {
    const auto behind = std::upper_bound(scopes.begin(), scopes.end(), number,
                                         [](std::uint64_t wanted, const Scope& scope) { return wanted < scope.first; });
    if (behind != scopes.begin()) {
        const Scope& scope = *std::prev(behind);
        if (number - scope.first < scope.values.size())
            return scope.values[static_cast<std::size_t>(number - scope.first)];
    }
    reader.fail("the value " + std::to_string(number) + " is used before it is made");
}

} // namespace hlo2cpp::stablehlo::bytecode
