// Convolutions whose features are not innermost (NCHW, as in PyTorch) become convolutions in NHWC if vectors run along
// features. Then an array has a twin: its elements with features last. Elementwise ops and windows that follow work on
// twins, so that a chain of layers changes the order once at its begin and once at its end.
//
//     x[b,f,y,x] -> copy(transpose) -> convolution -> add, maximum -> reduce-window -> copy(transpose) -> result
//
// Without copies, only arrays between convolutions change their order: their elements may be read anywhere, elements of
// weights lie side by side.
// An array that the module itself transposes to this order, in front of a convolution or behind it, is its twin.
#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "ir/computation_builder.h"
#include "lower/image_groups.h"
#include "lower/pass.h"
#include "ops/combiner.h"
#include "ops/op.h"
#include "support/floor_divide.h"
#include "support/in_order.h"

namespace hlo2cpp {
namespace {

// Multiply-adds for each element that changes its place: below, the change costs more than it gains.
constexpr std::int64_t kLeastWork = 3;

// Points of a row that fill a vector, or lanes of any target (tile/fixed_lanes.h); as many features fill it, too.
constexpr std::int64_t kEnoughFeatures = 8;

// Lanes of a short vector: transposing a square of them in registers costs less than unaligned loads along a row.
constexpr std::int64_t kFewLanes = 4;

std::vector<std::int64_t> features_last_order(std::size_t rank) {
    std::vector<std::int64_t> order = {0};
    for (std::size_t d = 2; d < rank; ++d) order.push_back(static_cast<std::int64_t>(d));
    order.push_back(1);
    return order;
}

// The order of dimensions with a batch in front.
std::vector<std::int64_t> with_batch(const std::vector<std::int64_t>& order) {
    std::vector<std::int64_t> longer = {0};
    for (const std::int64_t d : order) longer.push_back(d + 1);
    return longer;
}

std::vector<std::int64_t> with_batch_of_one(std::vector<std::int64_t> dims) {
    dims.insert(dims.begin(), 1);
    return dims;
}

bool has_features_second(const ConvolutionDimensions& c) {
    const auto second = [](std::int64_t batch, std::int64_t feature, const std::vector<std::int64_t>& spatial) {
        for (std::size_t d = 0; d < spatial.size(); ++d)
            if (spatial[d] != static_cast<std::int64_t>(d) + 2) return false;
        return batch == 0 && feature == 1 && !spatial.empty();
    };
    return second(c.input_batch, c.input_feature, c.input_spatial) &&
           second(c.output_batch, c.output_feature, c.output_spatial);
}

// Points of an output row whose windows reach no padding.
std::int64_t points_inside(const Instruction& convolution) {
    const WindowDimension& row = convolution.attributes.window.back();
    const auto edge = [&](std::int64_t padding) { return padding > 0 ? ceil_divide(padding, row.stride) : 0; };
    return convolution.shape.dims.back() - edge(row.padding_low) - edge(row.padding_high);
}

// Changes the numbers of dimensions from features second to features last.
void relabel(std::int64_t& feature, std::vector<std::int64_t>& spatial) {
    feature = static_cast<std::int64_t>(spatial.size()) + 1;
    for (std::int64_t& d : spatial) --d;
}

// True for a convolution of floats whose images have their features second. `Owner` has its operands.
template <typename Owner>
bool is_image_convolution(const Instruction& instruction, const Owner& owner) {
    if (instruction.opcode != Opcode::Convolution) return false;
    const auto fits = [&](ElementType type) {
        return has_vectors(type) && number_type(type) == number_type(instruction.shape.type);
    };
    const Attributes& a = instruction.attributes;
    return fits(instruction.shape.type) && fits(owner[instruction.operands[0]].shape.type) &&
           fits(owner[instruction.operands[1]].shape.type) && has_features_second(*a.convolution) &&
           a.batch_group_count == 1;
}

bool is_extremum(std::optional<Opcode> combiner) {
    return combiner == Opcode::Maximum || combiner == Opcode::Minimum;
}

// True if the result has the order of its operands. `in_order` excludes sums, whose terms would change their order.
bool follows(const Module& module, const Instruction& instruction, bool in_order) {
    switch (instruction.opcode) {
    case Opcode::ReduceWindow:
        return instruction.operands.size() == 2 &&
               (!in_order || is_extremum(simple_combiner(module[instruction.called[0]])));
    case Opcode::Pad:
    case Opcode::Slice:
    case Opcode::Concatenate: return true;
    default: return is_elementwise(instruction.opcode) && instruction.shape.is_array();
    }
}

class FeaturesLast {
public:
    // `between` has a flag an instruction: it lies between convolutions.
    FeaturesLast(const Module& module, ComputationBuilder& builder, const FeatureOptions& options,
                 std::vector<bool> between)
        : module_(module), builder_(builder), options_(options), between_(std::move(between)) {}

    InstructionId visit(Instruction& instruction) {
        const bool between = between_[number_++];
        if (instruction.opcode == Opcode::Convolution) {
            if (!is_image_convolution(instruction, builder_) || !keeps_order(instruction)) return keep(instruction);
            if (!options_.copies) return convolution_in_place(instruction, between);
            return is_worth_it(instruction) ? convolution(instruction) : keep(instruction);
        }
        if (!options_.in_order && is_twin_of_one(instruction)) return twin_of_one(instruction);
        if (std::ranges::none_of(instruction.operands, [&](InstructionId id) { return has_twin(id); }))
            return keep(instruction);
        if (follows(module_, instruction, options_.in_order)) return follow(instruction);
        if (options_.in_order) return keep(instruction);
        if (instruction.opcode == Opcode::Reduce) return reduce(instruction);
        return is_twin(instruction) ? twin_of(instruction.operands[0]) : keep(instruction);
    }

private:
    InstructionId keep(Instruction& instruction) { return builder_.add(std::move(instruction)); }
    bool has_twin(InstructionId id) const { return twins_.contains(id.index()); }
    const Shape& shape_of(InstructionId id) const { return builder_[id].shape; }

    // True if sums keep their order: constant weights are packed as points want them in any case, if there are so many
    // features.
    bool keeps_order(const Instruction& convolution) const {
        if (!options_.in_order) return true;
        const std::int64_t features = convolution.shape.dims[1], groups = convolution.attributes.feature_group_count;
        const bool depthwise = groups == shape_of(convolution.operands[0]).dims[1];
        return builder_[convolution.operands[1]].opcode == Opcode::Constant &&
               (depthwise ? features : features / groups) >= kEnoughFeatures;
    }

    // A depthwise convolution has vectors along its rows as well, and one with a window of one point along all points:
    // they change only where their operand has, where rows are short, vectors too, or strides make those vectors slow.
    bool is_worth_it(const Instruction& instruction) const {
        const Attributes& a = instruction.attributes;
        const Shape &input = shape_of(instruction.operands[0]), &kernel = shape_of(instruction.operands[1]);
        if (has_twin(instruction.operands[0]) || source_of_twin(instruction.operands[0])) return true;
        const bool depthwise = a.feature_group_count > 1 && a.feature_group_count == input.dims[1];
        const bool pointwise = std::ranges::all_of(a.window, [](const WindowDimension& w) { return w.size == 1; });
        const bool strided = std::ranges::any_of(a.window, [](const WindowDimension& w) { return w.stride > 1; });
        const std::int64_t outputs = instruction.shape.elements(), features = instruction.shape.dims[1];
        if (pointwise || outputs == 0 || features == 0) return false;
        if (depthwise && features >= kEnoughFeatures && points_inside(instruction) < kEnoughFeatures) return true;
        if (depthwise && fill_few_lanes(features, instruction.shape.type)) return true;
        if (depthwise && !strided) return false;
        const std::int64_t moved = (outputs + input.elements()) / outputs + 1;
        return kernel.elements() / features >= kLeastWork * moved;
    }

    // True if vectors have few lanes and at most a quarter of these is idle.
    bool fill_few_lanes(std::int64_t features, ElementType type) const {
        const std::int64_t lanes = options_.vector_bytes / byte_size(type);
        return lanes <= kFewLanes && features >= lanes && 4 * features >= 3 * lanes * ceil_divide(features, lanes);
    }

    InstructionId convolution(Instruction& instruction) {
        instruction.operands[0] = twin_of(instruction.operands[0]);
        ConvolutionDimensions& c = *instruction.attributes.convolution;
        relabel(c.input_feature, c.input_spatial);
        relabel(c.output_feature, c.output_spatial);
        return add_twin(instruction);
    }

    // Lets the convolution take its operand in its order, and give the result in its readers' order; vectors need both
    // alike.
    InstructionId convolution_in_place(Instruction& instruction, bool between) {
        const InstructionId input = instruction.operands[0];
        const bool twin = has_twin(input) || source_of_twin(input);
        ConvolutionDimensions& c = *instruction.attributes.convolution;
        if (twin) {
            instruction.operands[0] = twin_of(input);
            relabel(c.input_feature, c.input_spatial);
        }
        if (!between && (!twin || options_.vector_bytes == 0)) return keep(instruction);
        relabel(c.output_feature, c.output_spatial);
        return add_twin(instruction);
    }

    InstructionId follow(Instruction& instruction) {
        const std::size_t rank = instruction.shape.rank();
        for (InstructionId& operand : instruction.operands)
            if (shape_of(operand).rank() == rank) operand = twin_of(operand); // others are scalars
        const std::vector<std::int64_t> order = features_last_order(rank);
        Attributes& a = instruction.attributes;
        if (instruction.opcode == Opcode::ReduceWindow) a.window = in_order(a.window, order);
        if (instruction.opcode == Opcode::Pad) a.padding = in_order(a.padding, order);
        if (instruction.opcode == Opcode::Slice) a.slice = in_order(a.slice, order);
        if (instruction.opcode == Opcode::Concatenate)
            a.dimensions = in_order(inverse_permutation(order), a.dimensions);
        return add_twin(instruction);
    }

    // Reduces the twin, if the remaining dimensions keep their order.
    InstructionId reduce(Instruction& instruction) {
        if (instruction.operands.size() != 2) return keep(instruction);
        std::vector<std::int64_t>& reduced = instruction.attributes.dimensions;
        const std::vector<std::int64_t> order = features_last_order(shape_of(instruction.operands[0]).rank());
        std::vector<std::int64_t> left;
        std::ranges::copy_if(order, std::back_inserter(left),
                             [&](std::int64_t d) { return std::ranges::find(reduced, d) == reduced.end(); });
        if (!std::ranges::is_sorted(left)) return keep(instruction);
        instruction.operands[0] = twin_of(instruction.operands[0]);
        reduced = in_order(inverse_permutation(order), reduced);
        std::ranges::sort(reduced);
        return keep(instruction);
    }

    InstructionId twin_of(InstructionId id) {
        if (const auto known = twins_.find(id.index()); known != twins_.end()) return known->second;
        const std::vector<std::int64_t> order = features_last_order(shape_of(id).rank());
        const Instruction& instruction = builder_[id];
        builder_.stand_for(instruction);
        InstructionId twin;
        if (instruction.opcode == Opcode::Broadcast) {
            const std::vector<std::int64_t> dims = permuted(instruction.shape.dims, order);
            const std::vector<std::int64_t> where =
                in_order(inverse_permutation(order), instruction.attributes.dimensions);
            twin = builder_.broadcast(instruction.operands[0], dims, where);
        } else if (const std::optional<InstructionId> source = source_of_twin(id)) {
            twin = builder_.reshape(*source, permuted(instruction.shape.dims, order));
        } else {
            twin = stored(builder_.transpose(id, order));
        }
        twins_.emplace(id.index(), twin);
        return twin;
    }

    // Twin of an array that is the twin's transposition in the module, or a reshape of it that adds a batch of one.
    std::optional<InstructionId> source_of_twin(InstructionId id) const {
        const Instruction& array = builder_[id];
        const std::vector<std::int64_t> back = inverse_permutation(features_last_order(array.shape.rank()));
        if (array.opcode == Opcode::Transpose && array.attributes.dimensions == back) return array.operands[0];
        if (array.opcode != Opcode::Reshape) return std::nullopt;
        const Instruction& image = builder_[array.operands[0]];
        const bool fits = image.opcode == Opcode::Transpose && with_batch(image.attributes.dimensions) == back &&
                          with_batch_of_one(image.shape.dims) == array.shape.dims;
        return fits ? std::optional(image.operands[0]) : std::nullopt;
    }

    // True for a transposition of an operand to the operand's twin.
    static bool is_twin(const Instruction& instruction) {
        return instruction.opcode == Opcode::Transpose &&
               instruction.attributes.dimensions == features_last_order(instruction.shape.rank());
    }
    // True for such a transposition behind a reshape that drops the batch of one.
    bool is_twin_of_one(const Instruction& instruction) const {
        if (instruction.opcode != Opcode::Transpose) return false;
        const Instruction& image = builder_[instruction.operands[0]];
        return image.opcode == Opcode::Reshape && has_twin(image.operands[0]) &&
               with_batch_of_one(image.shape.dims) == shape_of(image.operands[0]).dims &&
               with_batch(instruction.attributes.dimensions) == features_last_order(instruction.shape.rank() + 1);
    }
    InstructionId twin_of_one(const Instruction& instruction) {
        builder_.stand_for(instruction);
        return builder_.reshape(twin_of(builder_[instruction.operands[0]].operands[0]), instruction.shape.dims);
    }

    InstructionId add_twin(Instruction& instruction) {
        const std::vector<std::int64_t> order = features_last_order(instruction.shape.rank());
        instruction.shape.dims = permuted(instruction.shape.dims, order);
        builder_.stand_for(instruction);
        const InstructionId twin = builder_.add(std::move(instruction));
        const InstructionId first = stored(builder_.transpose(twin, inverse_permutation(order)));
        twins_.emplace(first.index(), twin);
        return first;
    }

    // A copy, so that readers find the array in its order.
    InstructionId stored(InstructionId id) { return builder_.apply(Opcode::Copy, Shape(shape_of(id)), {id}); }

    const Module& module_;
    ComputationBuilder& builder_;
    const FeatureOptions options_;
    const std::vector<bool> between_;
    std::size_t number_ = 0;                               // of the instruction that is visited
    std::unordered_map<std::size_t, InstructionId> twins_; // by the id of the array
};

} // namespace

bool put_features_last(Module& module, const FeatureOptions& options) {
    bool changed = false;
    for (Computation& computation : module.computations) {
        const bool any = std::ranges::any_of(computation.instructions, [](const Instruction& instruction) {
            return instruction.opcode == Opcode::Convolution &&
                   has_features_second(*instruction.attributes.convolution);
        });
        if (!any) continue;
        changed = true;
        std::vector<bool> between = between_convolutions(
            computation, [&](const Instruction& i) { return is_image_convolution(i, computation); },
            [&](const Instruction& i) { return follows(module, i, options.in_order); });
        std::optional<FeaturesLast> pass;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            if (!pass) pass.emplace(module, builder, options, std::move(between));
            return pass->visit(instruction);
        });
    }
    return changed;
}

} // namespace hlo2cpp
