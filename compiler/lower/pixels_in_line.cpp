// A convolution whose features leave lanes idle gets vectors that run along the pixels of an image, over the ends of
// its rows, so that every vector is full. Elementwise ops on its result (a bias, an activation) are computed along the
// line, too.
//
//     rows of the input, each with its padding,          . . . . .
//     one behind the other: tap (i, j) of point p        . a b c . d e f . g h i .
//     lies at p + i * pitch + j                          . . . . .          here 3 + 1 elements a row: the pitch
//
// Points between the rows are computed, too, and left out when the rows are read. With strides, a tap reads every
// second (third, ...) row and column: a phase of the image, which is a line of its own.
//
//     stride 2, phase (i % 2, j % 2):                    . . .         a . .         . . .         . b .
//     tap (i, j) of point p lies at                      a c .   ...   (0, 0): read by taps (0, 0), (0, 2), (2, 0) and
//     p + i / 2 * pitch + j / 2 there                                  (2, 2)
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "lower/line_image.h"
#include "lower/pass.h"
#include "lower/tails.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

class Lines {
public:
    Lines(Module& module, std::int64_t vector_bytes, bool few_products)
        : computations_{module}, vector_bytes_(vector_bytes), few_products_(few_products) {}

    bool run(Computation& computation) {
        find(computation);
        if (tails_.empty()) return false;
        bool changed = false;
        std::size_t number = 0;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            const std::size_t i = number++;
            Expansion e(builder, instruction, computations_);
            if (const auto tail = tails_.find(i); tail != tails_.end())
                if (const auto image = image_that_pays(builder, instruction)) {
                    changed = true;
                    return put(e, *image, tail->second, i, image->convolution(e));
                }
            const auto known = lines_.find(i);
            if (known == lines_.end()) return builder.add(std::move(instruction));
            const Member member = known->second;
            return put(e, member.image, *member.tail, i, line_of(e, member.image, i));
        });
        return changed;
    }

private:
    using Tail = std::vector<std::size_t>;
    // A member of a tail whose convolution runs along a line.
    struct Member {
        LineImage image;
        const Tail* tail;
    };

    void find(const Computation& computation) {
        tails_.clear(), lines_.clear(), made_.clear(), operands_.clear();
        const bool any = std::ranges::any_of(computation.instructions, is_candidate);
        if (!any) return;
        const auto users = users_of(computation);
        for (std::size_t i = 0; i < users.size(); ++i) {
            const Instruction& instruction = computation.instructions[i];
            if (!is_candidate(instruction) || (few_products_ && may_be_filtered(computation, instruction))) continue;
            std::set<std::size_t> members = {i};
            const Tail tail = tail_of(computation, i, users, [&](const Instruction& member) {
                const bool known = std::ranges::all_of(member.operands, [&](InstructionId id) {
                    return members.contains(id.index()) || is_same_for_pixels(computation[id], instruction);
                });
                if (known) members.insert(static_cast<std::size_t>(&member - computation.instructions.data()));
                return known;
            });
            const std::vector<std::size_t>& readers = users[tail.empty() ? i : tail.back()];
            if (is_phase(computation, readers) || !reads_planes(computation, instruction, readers)) continue;
            for (const std::size_t member : tail) operands_[member] = computation.instructions[member].operands;
            tails_.emplace(i, tail);
        }
    }

    // True for a result that is stored with strides; its tile stores it so.
    static bool is_phase(const Computation& computation, const std::vector<std::size_t>& users) {
        return std::ranges::any_of(
            users, [&](std::size_t user) { return !computation.instructions[user].attributes.update_strides.empty(); });
    }

    // True unless strides leave little work and other readers want the features of each pixel together.
    static bool reads_planes(const Computation& computation, const Instruction& convolution,
                             const std::vector<std::size_t>& readers) {
        const Attributes& a = convolution.attributes;
        const bool strided = std::ranges::any_of(a.window, [](const WindowDimension& w) { return w.stride > 1; });
        return !strided || a.convolution->output_feature == 1 || std::ranges::all_of(readers, [&](std::size_t reader) {
            return computation.instructions[reader].opcode == Opcode::Transpose;
        });
    }

    static bool is_same_for_pixels(const Instruction& array, const Instruction& convolution) {
        const ConvolutionDimensions& dims = *convolution.attributes.convolution;
        return array.shape.is_scalar() || (array.opcode == Opcode::Broadcast &&
                                           std::ranges::all_of(array.attributes.dimensions, [&](std::int64_t d) {
                                               return d == dims.output_batch || d == dims.output_feature;
                                           }));
    }

    static bool is_candidate(const Instruction& instruction) {
        return instruction.opcode == Opcode::Convolution && LineImage::may_be(instruction);
    }

    // True if a convolution of 3 x 3 taps has features enough for minimal filtering, see arrange/minimal_filter.h.
    static bool may_be_filtered(const Computation& computation, const Instruction& convolution) {
        constexpr std::int64_t kTaps = 3, kLeastFeatures = 8;
        const Attributes& a = convolution.attributes;
        const Instruction& kernel = computation[convolution.operands[1]];
        const auto size = [&](std::int64_t d) { return kernel.shape.dims[static_cast<std::size_t>(d)]; };
        return kernel.opcode == Opcode::Constant && a.feature_group_count == 1 &&
               size(a.convolution->kernel_input_feature) >= kLeastFeatures &&
               size(a.convolution->kernel_output_feature) >= kLeastFeatures &&
               std::ranges::all_of(a.window,
                                   [](const WindowDimension& w) { return w.size == kTaps && w.window_dilation == 1; });
    }

    std::optional<LineImage> image_that_pays(const ComputationBuilder& builder, const Instruction& instruction) const {
        const ElementType type = number_type(instruction.shape.type);
        for (const InstructionId operand : instruction.operands) {
            const Shape& shape = builder[operand].shape;
            if (!has_vectors(shape.type) || number_type(shape.type) != type || shape.elements() == 0) return {};
        }
        const LineImage image(builder, instruction);
        return image.pays(vector_bytes_ / byte_size(type)) ? std::optional(image) : std::nullopt;
    }

    // Remembers the line of instruction i; the array that stands for i is made where the tail ends.
    InstructionId put(Expansion& e, const LineImage& image, const Tail& tail, std::size_t i, InstructionId line) {
        made_[i] = line;
        for (const std::size_t member : tail) lines_.insert_or_assign(member, Member{image, &tail});
        const bool last = tail.empty() || tail.back() == i;
        return last ? image.pixels(e, line) : line;
    }

    InstructionId line_of(Expansion& e, const LineImage& image, std::size_t i) {
        Instruction member = e.instruction();
        for (std::size_t k = 0; k < member.operands.size(); ++k) {
            const auto made = made_.find(operands_[i][k].index());
            if (made != made_.end())
                member.operands[k] = made->second;
            else if (!e.shape_of(member.operands[k]).is_scalar())
                member.operands[k] = image.spread(e, member.operands[k]);
        }
        member.shape = Shape::array(member.shape.type, image.line_dims());
        return e.builder().add(std::move(member));
    }

    AddedComputations computations_;
    const std::int64_t vector_bytes_;
    const bool few_products_;
    std::map<std::size_t, Tail> tails_;                          // by convolution
    std::map<std::size_t, Member> lines_;                        // by number of the member
    std::map<std::size_t, InstructionId> made_;                  // the lines
    std::map<std::size_t, std::vector<InstructionId>> operands_; // of members, as they were
};

} // namespace

bool put_pixels_in_line(Module& module, std::int64_t vector_bytes, bool few_products) {
    Lines lines(module, vector_bytes, few_products);
    bool changed = false;
    for (Computation& computation : module.computations) changed |= lines.run(computation);
    return changed;
}

} // namespace hlo2cpp
