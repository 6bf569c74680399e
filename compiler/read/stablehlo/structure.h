// A StableHLO program as its file has it: operations with operands, attributes and regions, before they become HLO.
//
// The readers of text, of portable artifacts and of raw bytecode all build it, in ONE normal form, so that a program
// is the same structure whichever form it was read from. `normalize` brings an operation's attributes into that form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "ir/element_type.h"
#include "support/text_place.h"

namespace hlo2cpp::stablehlo {

// Readers refuse types, attributes, locations and regions that are nested deeper, so that recursion is bounded.
constexpr int kMaxNesting = 100;
constexpr std::int64_t kDynamic = -1; // a size that is not known, or a dimension without a bound

// A number x of the expressed type is stored as round(x / scale) + zero_point.
struct Quantization {
    ElementType expressed = ElementType::F32;
    std::int64_t minimum = 0, maximum = 0; // of the stored integer; those of the storage type where none are written
    std::optional<std::int64_t> axis;      // per axis; else `scales` and `zero_points` have one item
    std::vector<double> scales;
    std::vector<std::int64_t> zero_points;
    friend bool operator==(const Quantization&, const Quantization&) = default;
};

enum class TypeKind : std::uint8_t {
    None,
    Scalar,   // `element`
    Tensor,   // `element`, `dims`
    Unranked, // a tensor whose rank is not known: `element`
    Buffer,   // a memref: `element`, `dims`
    Tuple,    // `items`
    Function, // `items`: parameters, then results
    Token,
    Other, // `text`: tf32, !mhlo.async_bundle<..>
};

struct Type;
using TypePtr = std::shared_ptr<const Type>;

struct Type {
    TypeKind kind = TypeKind::None;
    // HLO's name of the element type: i1 is pred, iN and siN are signed, complex<f32> is c64, `index` is s64. Of a
    // quantised type: the stored integer.
    ElementType element = ElementType::Opaque;
    bool is_index = false;
    std::vector<std::int64_t> dims;   // kDynamic for `?`
    std::vector<std::int64_t> bounds; // of #stablehlo.bounds, kDynamic for `?`; empty: no bound at all
    std::shared_ptr<const Quantization> quantization;
    std::vector<TypePtr> items;
    std::size_t parameters = 0; // of a function: so many of its items
    std::string text;
};

// Types share their items, so few bytes of a file can stand for a type of any size: readers bound it.
bool operator==(const Type& a, const Type& b);
// Elements of a tensor of static sizes; nothing where a size is not known, or the bytes are beyond an int64.
std::optional<std::int64_t> element_count(const Type& tensor);
// As StableHLO text spells it: tensor<2x?xf32>.
std::string to_string(const Type& type);
TypePtr scalar_type(ElementType element);
TypePtr tensor_type(ElementType element, std::vector<std::int64_t> dims);

struct Attribute;
struct NamedAttribute;

// Sorted by name, each name once.
class Dictionary {
public:
    const Attribute* find(std::string_view name) const; // null: not there
    void set(std::string_view name, Attribute value);   // replaces
    void merge(Dictionary other);                       // its entries replace ours of the same names
    void erase(std::string_view name);
    const std::vector<NamedAttribute>& entries() const { return entries_; }
    std::vector<NamedAttribute>& entries() { return entries_; }
    bool empty() const { return entries_.empty(); }

private:
    std::vector<NamedAttribute> entries_;
};

struct Unit {};

struct Integer {
    std::int64_t value = 0; // of ui64: its bits
    ElementType type = ElementType::S64;
};

struct Float {
    std::uint64_t bits = 0; // of the type
    ElementType type = ElementType::F64;
};

// array<i64: ..>, array<i1: ..>, and dense tensors of i64, i1 and index that are no program's constant: the numbers in
// row-major order, and the sizes of the tensor: one for a list, two for `padding` and `replica_groups`.
struct Integers {
    std::vector<std::int64_t> values;
    std::vector<std::int64_t> dims;
};

// Elements of a tensor in row-major order, in the memory of HLO's literals (ir/literal.h): whole bytes, little-endian;
// pred 0 or 1; i2 and i4 sign-extended. The bytes belong to `owner`, which may be the file's; copies share them.
struct Dense {
    TypePtr type; // a tensor of static sizes
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> owner;
    bool splat = false; // `bytes` is one element, which stands for all (two or more)
};

// An attribute that the reader does not look into: #sdy.sharding<BODY>, affine_map<BODY>.
struct Opaque {
    std::string name; // "sdy.sharding"
    std::string body; // white space between words is one blank
};

// Normal form, by what the file has:
//   "s", @s, #stablehlo<precision HIGH>   string: names of functions without @, enums in upper case; @a::@b is "a::b"
//   true; unit                            bool; Unit
//   1 : i32; 1.0 : f32                    Integer; Float
//   [..]                                  List
//   {..}, #stablehlo.gather<..>           Dictionary; numbers are i64 Integers, lists of them are Integers, and lists
//     and dot, scatter, dot_algorithm,    without items are left out, as is index_vector_dim = 0
//     channel_handle, output_operand_alias, result_accuracy
//   #stablehlo.conv<..>                   Dictionary: {input,output}_{batch,feature}_dimension,
//                                         kernel_{input,output}_feature_dimension,
//                                         {input,kernel,output}_spatial_dimensions
//   array<i64: ..>, dense<..>             Integers or Dense; array<f32: ..> is Dense, too
//   a type                                TypePtr
struct Attribute {
    using List = std::vector<Attribute>;
    std::variant<Unit, bool, Integer, Float, std::string, List, Dictionary, Integers, TypePtr, Dense, Opaque> value;

    template <typename T>
    const T* get() const { // null: it is of another kind
        return std::get_if<T>(&value);
    }
};

struct NamedAttribute {
    std::string name;
    Attribute value;
};

// Where the framework made an operation. Of `callsite` the callee counts, of `fused` the first that says something.
struct Location {
    std::string name; // the outermost one: "jit(f)/sin", or an argument's name; may be empty
    std::string file; // the innermost one; may be empty
    std::int64_t line = 0, column = 0;
};

using ValueId = std::uint32_t; // index in Document::values

struct Value {
    TypePtr type;
    std::uint32_t location = 0; // of a function's parameter: index in Document::locations; others have none here
};

struct Operation;

// All regions are one block. They may use the values around them, but for those of functions.
struct Region {
    std::vector<ValueId> arguments;
    std::vector<Operation> operations;
};

// An operation, its properties and its other attributes merged. Normal form:
//   - an attribute whose name has no dot and that is false, an empty string, an empty List, Integers or Dictionary, or
//     the type none, is left out; so are defaults: see `normalize`;
//   - bodies of functions end in `func.return`, other regions of StableHLO in `stablehlo.return`; a function without
//     a body has no region;
//   - func.func: sym_name, function_type, sym_visibility ("private", else left out), arg_attrs and res_attrs: Lists of
//     Dictionaries, left out where all are empty; func.call: callee;
//   - `reduce .. applies stablehlo.add` has the region that it stands for;
//   - gather, dynamic_gather, convolution, dynamic_conv: dimension_numbers; scatter: scatter_dimension_numbers;
//     dot_general: dot_dimension_numbers, and algorithm;
//   - collectives: channel_id, 0 left out; send and recv also channel_type.
struct Operation {
    std::string name; // "stablehlo.add"
    std::vector<ValueId> operands, results;
    Dictionary attributes;
    std::vector<Region> regions;
    std::uint32_t location = 0; // index in Document::locations
    TextPlace place;            // in a text
    std::size_t offset = 0;     // in bytes, in any file

    template <typename T>
    const T* get(std::string_view attribute) const { // null: not there, or of another kind
        const Attribute* found = attributes.find(attribute);
        return found == nullptr ? nullptr : found->get<T>();
    }
};

struct Document {
    Operation module; // builtin.module; where the file has operations without a module around them, the module is ours
    std::vector<Value> values;
    std::vector<Location> locations{1}; // the first is unknown
    // Names of functions' parameters in a text, `weights` of %weights; numbers and arg0, arg1, .. are none.
    std::unordered_map<ValueId, std::string> parameter_names;
    std::function<void()> forget; // where constants are bytes of the file: lets go of its memory; may be empty

    const Type& type_of(ValueId value) const { return *values[value].type; }
};

// Brings the attributes of an operation into the normal form; `place` and regions stay as they are. Left out as
// defaults: api_version 1, version 0, dimension -1 (of sort), compare_type NOTYPE, precision_config of DEFAULTs, window
// strides and dilations of ones, padding of zeros, result_accuracy DEFAULT. Dense tensors of i64, i1 and index become
// Integers, but for `value`.
void normalize(Operation& operation);
// The tensors in an attribute that become Integers, also those within lists and dictionaries.
void normalize(Attribute& attribute);
// Makes equal elements a splat. The bytes are as Dense asks for.
void normalize(Dense& constant);

} // namespace hlo2cpp::stablehlo
