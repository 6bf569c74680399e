// The standard operations that are HLO instructions: a table from their names to functions.
#pragma once

#include <string_view>
#include <utility>

#include "ir/builder/contractions.h" // PaddingPairs
#include "read/nnef/graph.h"

namespace hlo2cpp::nnef {

using builder::Op;
using builder::Ops;
using builder::PaddingPairs;
using builder::Sizes;

// A call of one, with an argument for each parameter. Its messages do not say where it is.
class OperationCall {
public:
    OperationCall(Graph& graph, const Fragment& operation, const Values& arguments, Base base)
        : graph_(graph), operation_(operation), arguments_(arguments), base_(base) {}

    Graph& graph() const { return graph_; }
    builder::Builder& builder() const { return graph_.builder(); }
    Base base() const { return base_; } // the type that ? stands for

    bool has_parameter(std::string_view name) const;
    const Value& argument(std::string_view name) const;
    Op tensor(std::string_view name) const; // a number becomes a constant
    Ops tensors(std::string_view name) const;
    // Integers of a size that products of them do not overflow.
    std::int64_t integer(std::string_view name) const;
    Sizes integers(std::string_view name) const;
    PaddingPairs pairs(std::string_view name) const;
    bool logical(std::string_view name) const { return argument(name).logical(); }
    double scalar(std::string_view name) const { return argument(name).scalar(); }
    const std::string& text(std::string_view name) const { return argument(name).text(); }
    // A number that the text itself gives, and this one.
    bool is_scalar(std::string_view name, double value) const;
    // Dimensions of `tensor`: each once, and inside of its rank.
    Sizes axes(std::string_view name, std::size_t rank) const;
    std::int64_t axis(std::string_view name, std::size_t rank) const;
    // Text of a parameter that must be one of these words.
    const std::string& word(std::string_view name, std::initializer_list<std::string_view> words) const;

    [[noreturn]] void fail(const std::string& message) const;

private:
    Graph& graph_;
    const Fragment& operation_;
    const Values& arguments_;
    const Base base_;
};

using Operation = std::function<Value(const OperationCall&)>;
using OperationTable = std::unordered_map<std::string_view, Operation>;

// Null if the standard defines the operation by a fragment in NNEF itself.
const Operation* find_operation(std::string_view name);

// The families.
void add_elementwise(OperationTable& table);
void add_shapes(OperationTable& table);
void add_slices(OperationTable& table);
void add_convolutions(OperationTable& table);
void add_pools(OperationTable& table);
void add_index_pools(OperationTable& table);
void add_resampling(OperationTable& table);
void add_reductions(OperationTable& table);
void add_products(OperationTable& table);
void add_rois(OperationTable& table);

} // namespace hlo2cpp::nnef
