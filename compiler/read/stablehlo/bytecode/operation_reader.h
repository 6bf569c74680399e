// The operations of a bytecode file.
#pragma once

#include <unordered_map>

#include "read/stablehlo/bytecode/decoder.h"
#include "read/stablehlo/bytecode/operations.h"

namespace hlo2cpp::stablehlo::bytecode {

class OperationReader {
public:
    // `begin`: the byte of the whole file where the bytecode begins.
    OperationReader(const File& file, std::shared_ptr<const void> owner, std::size_t begin);

    // Reads the file, once. Throws ByteError.
    Document read_module();
    // Name of the operation that is being read, for messages; may be empty.
    const std::string& current() const { return current_; }

private:
    // The values of one region, which have consecutive numbers: first the arguments, then results in their order.
    struct Scope {
        std::uint64_t first = 0;     // number of the first value
        std::size_t announced = 0;   // values in all; the next region's numbers begin behind them
        std::vector<ValueId> values; // so far
    };
    // From the outermost region that a region can see to itself.
    using Scopes = std::vector<Scope>;

    // An entry of the file's table of names, looked up when it is first used.
    struct Name {
        std::string full, raised;
        std::vector<std::vector<Property>> property_lists;
    };

    const Name& name_at(std::size_t index, const ByteReader& reader);
    void refuse_unknown_operations() const;
    void read_operation(ByteReader& reader, Scopes& scopes, const std::string& parent, std::vector<Operation>& into);
    void define_results(std::vector<TypePtr> types, bool is_cast, Operation& operation, Scopes& scopes,
                        const ByteReader& reader);
    void read_attributes(ByteReader& reader, std::uint8_t fields, const Name& name, Operation& operation);
    void read_properties(ByteReader contents, const Name& name, Operation& operation);
    void read_regions(ByteReader& reader, Scopes& scopes, Operation& operation);
    void read_region(ByteReader& reader, Scopes& scopes, Operation& parent);
    void read_arguments(ByteReader& reader, Scopes& scopes, bool are_parameters, Region& region);
    void skip_use_list_orders(ByteReader& reader, std::size_t values);
    void define(ValueId value, Scopes& scopes, const ByteReader& reader);
    ValueId add_value(TypePtr type, std::uint32_t location);
    ValueId value_at(std::uint64_t number, const Scopes& scopes, const ByteReader& reader) const;

    const File& file_;
    std::size_t begin_;
    Decoder decoder_;
    std::unordered_map<std::size_t, Name> names_; // by their place in the file's table
    Document document_;
    std::string current_;
    int depth_ = 0; // of regions
};

} // namespace hlo2cpp::stablehlo::bytecode
