// The module that a model becomes: its inputs, variables and results.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>

#include "read/model_file.h"
#include "read/nnef/model_folder.h"
#include "read/nnef/syntax.h"
#include "read/nnef/tensor_file.h"

namespace hlo2cpp::nnef {

// Element type that stores a tensor of this type.
ElementType element_type(Base base);

// The operation that combines the values of a fold.
enum class Joint : std::uint8_t { Sum, Maximum, Minimum, And, Or };

// Error messages of all functions name the problem, but not its place in the text.
class Graph {
public:
    Graph(const Fragment& definition, const ModelFolder& folder, const InputShapes& input_shapes);

    builder::Builder& builder() { return builder_; }

    // Throws where the extents are no sizes of a tensor that anybody can store.
    static void check_extents(const builder::Sizes& extents);
    builder::Op constant(const Value& number);
    builder::Op external(const std::string& name, Base base, builder::Sizes extents);
    // A variable that is updated is state: it keeps its value from call to call.
    void mark_updated(const std::string& variable) { updates_.emplace(variable, Update()); }
    using Dequantize = std::function<void(TensorFile&)>; // makes scalars of the integers
    builder::Op variable(const std::string& name, const std::string& label, Base base, const builder::Sizes& extents,
                         const Dequantize& dequantize);
    void update(const std::string& variable, builder::Op value);

    // Combiner of a fold; there is one for each type.
    ComputationId joint(Joint joint, ElementType type);
    // Combiner of pairs of a value and its index: the largest value (or the smallest), the first of equals.
    ComputationId index_joint(ComparisonDirection better);

    // Instructions that are built from now on come from this line and are for this tensor.
    void set_origin(const std::string& tensor, int line);
    void name_tensor(builder::Op tensor, const std::string& name);

    // `digests`: of the texts.
    ModelFile finish(const std::vector<builder::Op>& results, const std::string& digests);

private:
    struct Update {
        std::int64_t parameter = -1;
        builder::Op value;
        Literal initial;
    };
    void give_names(Computation& computation) const;
    ComputationId two_argument(const std::string& name, ElementType type,
                               const std::function<builder::Op(builder::Op, builder::Op)>& join);

    const Fragment& definition_;
    const ModelFolder& folder_;
    const InputShapes& input_shapes_;
    builder::Builder builder_;
    std::unordered_map<std::string_view, std::int64_t> inputs_; // parameter numbers
    std::string digests_;                                       // of the files that were read
    std::map<std::string, Update> updates_;                     // by variable
    std::int64_t parameters_ = 0;                               // of the graph, then one an updated variable
    std::map<std::pair<Joint, ElementType>, ComputationId> joints_;
    std::map<ComparisonDirection, ComputationId> index_joints_;
    std::map<std::size_t, std::string> names_; // of instructions
};

} // namespace hlo2cpp::nnef
