// Scales and offsets behind a product of constant weights, such as those of a batch norm, go into the weights and into
// one offset:
//
//     (dot(x, w) - m) * s + b   becomes   dot(x, w * s) + (b - m * s)
//
// Each result has errors of rounding like those of the steps before, but other ones. Not where rounding is what the
// steps are for: (y + 12582912) - 12582912 is the nearest whole number.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "evaluate/tensor.h"
#include "lower/pass.h"
#include "lower/product_roles.h"
#include "lower/quantised_floats.h"
#include "lower/repeated.h"
#include "lower/replace.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

// One operation of a chain: the value before it, and constants along dimensions of the product that the weights have,
// too.
struct Link {
    std::size_t instruction;
    Repeated constants;
    bool is_second = false; // of the operands
};

struct ScaledProduct {
    std::size_t product, side; // operand `side` is the weights
    Roles weights;             // of their dimensions
    std::vector<Link> links;   // in their order; never empty
    std::size_t end() const { return links.back().instruction; }
};

bool is_product_of_reals(const Instruction& instruction) {
    const ElementType type = instruction.shape.type;
    return is_product(instruction) && (type == ElementType::F32 || type == ElementType::F64);
}

bool scales(Opcode opcode) {
    return opcode == Opcode::Multiply || opcode == Opcode::Divide;
}

// The operation that alone reads instruction `value` and keeps it a product of weights and an offset.
std::optional<Link> link_behind(const Computation& computation, const Users& users, std::size_t value,
                                const Roles& weights) {
    if (users.counts[value] != 1 || value == computation.root.index()) return std::nullopt;
    const std::size_t user = users.last[value];
    const Instruction& operation = computation.instructions[user];
    const bool adds = operation.opcode == Opcode::Add || operation.opcode == Opcode::Subtract;
    if (!adds && !scales(operation.opcode)) return std::nullopt;
    const bool is_second = operation.operands[1].index() == value;
    if (is_second && operation.opcode == Opcode::Divide) return std::nullopt;
    Link link{.instruction = user,
              .constants = repeated(computation, operation.operands[is_second ? 0 : 1]),
              .is_second = is_second};
    const bool are_known = computation[link.constants.array].opcode == Opcode::Constant &&
                           std::ranges::all_of(link.constants.dimensions, [&](std::int64_t d) {
                               return std::ranges::find(weights.result, d) != weights.result.end();
                           });
    return are_known ? std::optional(std::move(link)) : std::nullopt;
}

std::optional<ScaledProduct> scaled_product(const Computation& computation, const Users& users, std::size_t product) {
    const Instruction& instruction = computation.instructions[product];
    for (std::size_t side = 0; side < 2; ++side) {
        const Instruction& weights = computation[instruction.operands[side]];
        const bool is_own = weights.opcode == Opcode::Constant && weights.shape.type == instruction.shape.type &&
                            users.counts[instruction.operands[side].index()] == 1;
        if (!is_own) continue;
        ScaledProduct found{
            .product = product, .side = side, .weights = roles_of(instruction, weights.shape, side), .links = {}};
        for (std::size_t value = product;; value = found.end()) {
            std::optional<Link> link = link_behind(computation, users, value, found.weights);
            if (!link) break;
            found.links.push_back(std::move(*link));
        }
        const bool scaled = std::ranges::any_of(
            found.links, [&](const Link& link) { return scales(computation.instructions[link.instruction].opcode); });
        if (scaled) return found;
    }
    return std::nullopt;
}

// Scales and offsets of all links together, for each place along the dimensions that any of them has.
class Together {
public:
    Together(const Computation& computation, const ScaledProduct& of)
        : rank_(computation.instructions[of.product].shape.rank()) {
        const Shape& shape = computation.instructions[of.product].shape;
        std::vector<bool> used(rank_);
        for (const Link& link : of.links)
            for (const std::int64_t d : link.constants.dimensions) used[static_cast<std::size_t>(d)] = true;
        for (std::size_t d = 0; d < used.size(); ++d)
            if (used[d]) {
                dimensions_.push_back(static_cast<std::int64_t>(d));
                sizes_.push_back(shape.dims[d]);
            }
        offsets_ = Tensor(Shape::array(shape.type, sizes_));
        scales_.assign(static_cast<std::size_t>(offsets_.elements()), 1);
        for (const Link& link : of.links) apply(computation, link);
    }

    // Weights times scales. None if one of them leaves the range of its type or loses bits below it, or if a scale or
    // an offset is none of a usual size.
    std::optional<Tensor> scaled(Tensor weights, const Roles& roles) const {
        if (!usual_) return std::nullopt;
        const ElementType type = weights.shape.type;
        const double least =
            type == ElementType::F32 ? double{std::numeric_limits<float>::min()} : std::numeric_limits<double>::min();
        const std::vector<std::int64_t> steps = steps_within(steps_along(sizes_, dimensions_, rank_), roles.result);
        auto next = weights.reals().begin();
        bool fits = true;
        for_each_index(weights.shape.dims, [&](const std::vector<std::int64_t>& index) {
            const double weight = *next, scale = scales_[static_cast<std::size_t>(offset_of(index, steps))];
            *next = round_to(type, weight * scale);
            const bool vanishes = weight != 0 && scale != 0 && std::abs(*next) < least;
            fits = fits && std::isfinite(*next++) && !vanishes;
        });
        return fits ? std::optional(std::move(weights)) : std::nullopt;
    }

    // Added to each product; none where all are zero.
    std::optional<InstructionId> offsets(ComputationBuilder& builder, const Shape& shape) const {
        Tensor rounded = offsets_;
        bool zero = true;
        for (std::int64_t i = 0; i < rounded.elements(); ++i) {
            rounded.reals()(i) = round_to(shape.type, rounded.reals()(i));
            zero = zero && rounded.reals()(i) == 0;
        }
        if (zero) return std::nullopt;
        const InstructionId constant = builder.constant(std::make_shared<const Literal>(to_literal(rounded)));
        return builder.broadcast(constant, shape.dims, dimensions_);
    }

private:
    void apply(const Computation& computation, const Link& link) {
        const Tensor numbers = to_tensor(*computation[link.constants.array].literal);
        const std::vector<std::int64_t> steps =
            steps_within(steps_along(link.constants.sizes, link.constants.dimensions, rank_), dimensions_);
        const Opcode opcode = computation.instructions[link.instruction].opcode;
        std::int64_t i = 0;
        for_each_index(sizes_, [&](const std::vector<std::int64_t>& index) {
            const double number = numbers.reals()(offset_of(index, steps));
            double &scale = scales_[static_cast<std::size_t>(i)], &offset = offsets_.reals()(i++);
            if (scales(opcode))
                multiply(opcode == Opcode::Multiply ? number : 1 / number, scale, offset);
            else
                add(opcode == Opcode::Add ? number : -number, link.is_second && opcode == Opcode::Subtract, scale,
                    offset);
        });
    }

    void multiply(double number, double& scale, double& offset) {
        constexpr double kMost = 0x1p100, kLeast = 0x1p-100; // beyond, products of scales may leave f64
        if (number != 0 && !(std::abs(number) < kMost && std::abs(number) > kLeast)) usual_ = false;
        scale *= number;
        offset *= number;
        if (scale != 0 && !(std::abs(scale) < kMost && std::abs(scale) > kLeast)) usual_ = false;
    }

    // Adds to the value, or to its negative. An offset that is far larger than any value, or that another one takes
    // away, is there to round.
    void add(double number, bool negates, double& scale, double& offset) {
        constexpr double kMost = 0x1p20;
        if (negates) {
            scale = -scale;
            offset = -offset;
            number = -number;
        }
        const bool was = offset != 0;
        offset += number;
        if (!(std::abs(offset) < kMost) || (was && offset == 0)) usual_ = false;
    }

    std::size_t rank_;
    std::vector<std::int64_t> dimensions_, sizes_;
    std::vector<double> scales_;
    Tensor offsets_; // not rounded
    bool usual_ = true;
};

class Rewriter {
public:
    explicit Rewriter(const Computation& computation) : part_of_(computation.instructions.size(), kNone) {
        const Users users(computation);
        for (std::size_t i = 0; i < computation.instructions.size(); ++i) {
            if (!is_product_of_reals(computation.instructions[i])) continue;
            const std::optional<ScaledProduct> found = scaled_product(computation, users, i);
            if (found) add(computation, *found);
        }
    }

    const std::vector<std::string>& names() const { return names_; }

    void run(Computation& computation) {
        std::size_t next = 0;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            return replaced(builder, instruction, next++);
        });
    }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    struct Found {
        ScaledProduct of;
        Together together;
        Tensor weights;
        std::string name;                 // of the end
        std::vector<std::string> origins; // the same
        InstructionId product{};
    };

    void add(const Computation& computation, const ScaledProduct& of) {
        const Instruction& product = computation.instructions[of.product];
        const Instruction& weights = computation[product.operands[of.side]];
        if (quantised_constants(*weights.literal, kept_dimensions(of.weights))) return; // they are stored as bytes
        Together together(computation, of);
        std::optional<Tensor> numbers = together.scaled(to_tensor(*weights.literal), of.weights);
        if (!numbers) return;
        names_.push_back(product.name);
        for (const Link& link : of.links) part_of_[link.instruction] = found_.size();
        part_of_[of.product] = found_.size();
        found_.push_back({.of = of,
                          .together = std::move(together),
                          .weights = std::move(*numbers),
                          .name = computation.instructions[of.end()].name,
                          .origins = computation.instructions[of.end()].origins});
    }

    InstructionId replaced(ComputationBuilder& builder, Instruction& instruction, std::size_t i) {
        if (part_of_[i] == kNone) return builder.add(std::move(instruction));
        Found& found = found_[part_of_[i]];
        if (i == found.of.product) {
            stand_for(builder, builder[instruction.operands[found.of.side]], ".scaled");
            instruction.operands[found.of.side] =
                builder.constant(std::make_shared<const Literal>(to_literal(found.weights)));
            instruction.name = found.name + ".scaled"; // it is not the value that had its name, and that comes first
            const Instruction own = instruction;
            instruction.origins = found.origins;
            merge_origins(instruction, own);
            found.product = builder.add(std::move(instruction));
            return found.product;
        }
        if (i != found.of.end()) {
            merge_origins(builder[found.product], instruction);
            return found.product;
        }
        merge_origins(instruction, builder[found.product]);
        stand_for(builder, instruction, ".offset");
        const std::optional<InstructionId> offsets = found.together.offsets(builder, instruction.shape);
        builder.stand_for(instruction);
        if (offsets) return builder.apply(Opcode::Add, instruction.shape, {found.product, *offsets});
        builder[found.product].name = instruction.name;
        builder[found.product].origins = instruction.origins;
        return found.product;
    }

    // Names of what is made next: it comes from the instruction, but is not its value.
    static void stand_for(ComputationBuilder& builder, const Instruction& instruction, const char* suffix) {
        Instruction source = instruction;
        source.name += suffix;
        builder.stand_for(source);
    }

    std::vector<std::size_t> part_of_; // by instruction: the place in `found_`
    std::vector<Found> found_;
    std::vector<std::string> names_;
};

} // namespace

bool put_scales_into_weights(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) {
        Rewriter rewriter(computation);
        if (rewriter.names().empty()) continue;
        rewriter.run(computation);
        module.scaled_weights.insert(module.scaled_weights.end(), rewriter.names().begin(), rewriter.names().end());
        changed = true;
    }
    return changed;
}

} // namespace hlo2cpp
