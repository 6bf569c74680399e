// Products of floats that are bytes times scales multiply the bytes, and then by the scales:
//
//     dot((convert(x) - 3) * 0.02, w)   becomes   convert(dot(convert(x) - 3, q)) * (0.02 * s)    for w = q * s
//
// Each result has errors of rounding like those of a sum of floats, but other ones.
#include <algorithm>

#include "lower/pass.h"
#include "lower/product_roles.h"
#include "lower/quantised_floats.h"
#include "lower/replace.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostSum = (std::int64_t{1} << 31) - 1;

bool is_product_of_floats(const Instruction& instruction) {
    return is_product(instruction) && instruction.shape.type == ElementType::F32;
}

class QuantisedProduct {
public:
    QuantisedProduct(Expansion& e, std::size_t side, QuantisedFloats floats)
        : e_(e), side_(side), floats_(std::move(floats)),
          own_(roles_of(e.instruction(), e.shape_of(e.operand(side)), side)),
          others_(roles_of(e.instruction(), e.shape_of(e.operand(1 - side)), 1 - side)) {}

    std::optional<InstructionId> run() {
        const Instruction& weights = e_.builder()[e_.operand(1 - side_)];
        const bool is_constant = weights.opcode == Opcode::Constant && weights.shape.type == ElementType::F32;
        if (!is_constant || !can_scale() || !can_pad() || !can_sum(weights.shape)) return std::nullopt;
        const std::optional<QuantisedConstants> constants =
            quantised_constants(*weights.literal, kept_dimensions(others_));
        if (!constants) return std::nullopt;
        Instruction product = e_.instruction();
        product.shape.type = ElementType::S32;
        product.operands[side_] = centred();
        product.operands[1 - side_] = e_.constant(constants->integers);
        return scaled(e_.convert(ElementType::F32, e_.builder().add(std::move(product))), constants->scales);
    }

private:
    // Scales may differ where results do.
    bool can_scale() const {
        return std::ranges::all_of(floats_.scales, [&](const Repeated& scale) {
            return std::ranges::all_of(scale.dimensions,
                                       [&](std::int64_t d) { return own_.result[static_cast<std::size_t>(d)] >= 0; });
        });
    }

    // Padding with the zero point, which must be a byte (lower/zero_points.cpp).
    bool can_pad() const {
        const bool has_zero = floats_.zero != 0 || floats_.zero_byte.valid();
        const Window& window = e_.attributes().window;
        const ElementType type = e_.shape_of(floats_.integers).type;
        if (!has_zero || (!pads(window) && !spreads(window))) return true;
        if (spreads(window)) return false;
        return floats_.zero_byte.valid() ? e_.shape_of(floats_.zero_byte).type == type
                                         : wrap_to(type, floats_.zero) == floats_.zero;
    }

    // True if no sum leaves s32.
    bool can_sum(const Shape& weights) const {
        const std::int64_t zero = floats_.zero_byte.valid() ? 256 : std::abs(floats_.zero);
        std::int64_t terms = 1;
        for (std::size_t d = 0; d < weights.rank(); ++d)
            if (others_.result[d] == kSummed) terms *= weights.dims[d];
        return terms <= kMostSum / (127 * (256 + zero));
    }

    // The integers less their zero point, in s32.
    InstructionId centred() {
        InstructionId x = floats_.integers;
        for (std::size_t i = floats_.moves.size(); i-- > 0;) {
            const Instruction& move = e_.builder()[floats_.moves[i]];
            const std::vector<std::int64_t> dims = move.shape.dims, order = move.attributes.dimensions;
            x = move.opcode == Opcode::Reshape ? e_.reshape(x, dims) : e_.transpose(x, order);
        }
        x = e_.convert(ElementType::S32, x);
        const Shape shape = e_.shape_of(x);
        if (floats_.zero_byte.valid()) {
            const InstructionId zero = e_.convert(ElementType::S32, e_.reshape(floats_.zero_byte, {}));
            return e_.binary(Opcode::Subtract, x, e_.broadcast(zero, shape.dims));
        }
        if (floats_.zero == 0) return x;
        return e_.binary(Opcode::Subtract, x, e_.integer(shape, static_cast<std::uint64_t>(floats_.zero)));
    }

    // The sums times all scales; those that are one constant, with the constants' own.
    InstructionId scaled(InstructionId sums, Tensor scales) {
        std::vector<Repeated> others;
        for (const Repeated& scale : floats_.scales) {
            const Instruction& number = e_.builder()[scale.array];
            if (number.opcode != Opcode::Constant || !scale.sizes.empty()) {
                others.push_back(scale);
                continue;
            }
            const double factor = to_tensor(*number.literal).reals()(0);
            for (double& of_weights : scales.reals()) of_weights = round_to(ElementType::F32, of_weights * factor);
        }
        const std::vector<std::int64_t> dims = e_.shape().dims;
        for (const Repeated& scale : others) {
            const std::vector<std::int64_t> places = permuted(own_.result, scale.dimensions);
            sums = e_.binary(Opcode::Multiply, sums, e_.spread(e_.reshape(scale.array, scale.sizes), dims, places));
        }
        const std::vector<std::int64_t> places = permuted(others_.result, kept_dimensions(others_));
        return e_.binary(Opcode::Multiply, sums, e_.spread(e_.constant(scales), dims, places));
    }

    Expansion& e_;
    const std::size_t side_;
    const QuantisedFloats floats_;
    const Roles own_, others_;
};

} // namespace

bool sum_quantised(Module& module) {
    std::vector<std::string> names;
    const bool changed = replace_each(module, is_product_of_floats, [&](Expansion& e) -> std::optional<InstructionId> {
        for (std::size_t side = 0; side < (e.instruction().opcode == Opcode::Dot ? 2U : 1U); ++side) {
            std::optional<QuantisedFloats> floats = quantised_floats(e.builder().computation(), e.operand(side));
            if (!floats) continue;
            const auto sums = QuantisedProduct(e, side, std::move(*floats)).run();
            if (!sums) continue;
            names.push_back(e.instruction().name);
            return sums;
        }
        return std::nullopt;
    });
    module.quantised_products.insert(module.quantised_products.end(), names.begin(), names.end());
    return changed;
}

} // namespace hlo2cpp
