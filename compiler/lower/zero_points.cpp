// Zero points in front of a product of bytes become a correction of its sums, so that it multiplies the bytes as they
// are stored:
//
//     dot(convert(x) - z, w) = dot(x, w) - z * sum of w
//
// This is exact, whatever the numbers are: s32 wraps in both. A convolution pads with zeros, which stand for x = z, so
// x is padded with z in front of it.
#include <algorithm>

#include "lower/known_values.h"
#include "lower/pass.h"
#include "lower/product_roles.h"
#include "lower/quantised_floats.h"
#include "lower/repeated.h"
#include "lower/replace.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastSums = 8; // that share a correction which is computed at run time

// The bytes that are converted to s32, or are read as such.
InstructionId bytes_in(const Computation& computation, InstructionId id) {
    const Instruction& x = computation[id];
    if (is_byte(x.shape)) return id;
    const bool converted = x.opcode == Opcode::Convert && x.shape.type == ElementType::S32;
    return converted && is_byte(computation[x.operands[0]].shape) ? x.operands[0] : InstructionId();
}

// bytes - zero, or bytes + zero
struct Centred {
    InstructionId bytes, zero;
    bool is_added = false;
};

std::optional<Centred> centred(const Computation& computation, InstructionId id) {
    const Instruction& x = computation[id];
    const bool adds = x.opcode == Opcode::Add;
    if (x.shape.type != ElementType::S32 || (!adds && x.opcode != Opcode::Subtract)) return std::nullopt;
    for (std::size_t i = 0; i < (adds ? 2U : 1U); ++i)
        if (const InstructionId bytes = bytes_in(computation, x.operands[i]); bytes.valid())
            return Centred{.bytes = bytes, .zero = x.operands[1 - i], .is_added = adds};
    return std::nullopt;
}

// The number that bytes are away from the numbers of a wider constant, which is what is left of a zero point.
std::optional<std::int64_t> zero_of_constant(const Instruction& x) {
    if (x.opcode != Opcode::Constant || !is_integer(x.shape.type) || byte_size(x.shape.type) < 2 ||
        byte_size(x.shape.type) > 4 || x.shape.elements() == 0)
        return std::nullopt;
    const Tensor tensor = to_tensor(*x.literal);
    const auto [least, most] = std::ranges::minmax(tensor.integers());
    return most - least < 256 ? std::optional(least + 128) : std::nullopt;
}

// convert(bytes) - zero for such a constant
Centred centred_constant(Expansion& e, InstructionId constant, std::int64_t zero) {
    Tensor tensor = to_tensor(*e.builder()[constant].literal);
    tensor.shape.type = ElementType::S8;
    for (std::int64_t& number : tensor.integers()) number -= zero;
    const InstructionId point = e.integer(Shape::scalar(ElementType::S32), static_cast<std::uint64_t>(-zero));
    return {.bytes = e.constant(tensor), .zero = point};
}

std::int64_t wrapped(std::uint64_t value) {
    return wrap_to(ElementType::S32, static_cast<std::int64_t>(value));
}

// Sums of the elements, each times the number of its place, over all dimensions but some.
Tensor weighted_sums(const Tensor& elements, const std::vector<std::int64_t>& kept, const Tensor& numbers,
                     const Repeated& places) {
    const std::vector<std::int64_t>& dims = elements.shape.dims;
    Shape shape = Shape::array(ElementType::S32, {});
    for (const std::int64_t d : kept) shape.dims.push_back(dims[static_cast<std::size_t>(d)]);
    const std::vector<std::int64_t> sum_steps = steps_along(shape.dims, kept, dims.size()),
                                    number_steps = steps_along(places.sizes, places.dimensions, dims.size());
    Tensor sums(shape);
    auto element = elements.integers().begin();
    for_each_index(dims, [&](const std::vector<std::int64_t>& index) {
        const auto number = static_cast<std::uint64_t>(numbers.integers()(offset_of(index, number_steps)));
        std::int64_t& sum = sums.integers()(offset_of(index, sum_steps));
        sum = wrapped(static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(*element++) * number);
    });
    return sums;
}

// Elements of the result for each sum over operand `other` alone.
std::int64_t sums_of_one_correction(Expansion& e, std::size_t other) {
    const Shape& shape = e.shape_of(e.operand(other));
    std::int64_t corrections = 1;
    for (const std::int64_t d : kept_dimensions(roles_of(e.instruction(), shape, other)))
        corrections *= shape.dims[static_cast<std::size_t>(d)];
    return e.shape().elements() / std::max<std::int64_t>(corrections, 1);
}

class Correction {
public:
    Correction(Expansion& e, std::size_t side, const Centred& operand)
        : e_(e), side_(side), operand_(operand), other_(e.operand(1 - side)),
          own_(roles_of(e.instruction(), e.shape_of(operand.bytes), side)),
          others_(roles_of(e.instruction(), e.shape_of(other_), 1 - side)), kept_(kept_dimensions(others_)),
          zero_(repeated(e.builder().computation(), operand.zero)), number_(known(zero_.array)),
          factors_(known(other_)) {}

    // The product of the bytes, corrected; nothing if it stays as it is.
    std::optional<InstructionId> run() {
        const bool in_sums = changes_along([](std::int64_t role) { return role == kSummed; });
        const bool outside = changes_along([](std::int64_t role) { return role != kSummed; });
        if (!is_narrow(other_) || !can_correct(in_sums, outside)) return std::nullopt;
        const Window& window = e_.attributes().window;
        if (spreads(window)) return std::nullopt; // with zeros, too
        std::optional<InstructionId> border;
        if (pads(window) && !(border = zero_as_byte())) return std::nullopt;
        const InstructionId product = product_of_bytes(border);
        if (number_ && factors_ && !outside) return with_constant(product);
        return e_.binary(operand_.is_added ? Opcode::Add : Opcode::Subtract, product, correction());
    }

private:
    std::optional<Tensor> known(InstructionId id) const {
        return known_integers(e_.module(), e_.builder().computation(), id);
    }

    template <typename Test>
    bool changes_along(Test&& test) const {
        return std::ranges::any_of(zero_.dimensions,
                                   [&](std::int64_t d) { return test(own_.result[static_cast<std::size_t>(d)]); });
    }

    bool can_correct(bool in_sums, bool outside) const {
        const bool elsewhere = changes_along([](std::int64_t role) { return role == kElsewhere; });
        if (elsewhere || (in_sums && (outside || !number_ || !factors_))) return false;
        const bool has_partners = std::ranges::none_of(
            zero_.dimensions, [&](std::int64_t d) { return own_.partner[static_cast<std::size_t>(d)] == kElsewhere; });
        return (has_partners || !in_sums) && (factors_ || sums_of_one_correction(e_, 1 - side_) >= kLeastSums);
    }

    // Bytes, or bytes once their own zero point is gone.
    bool is_narrow(InstructionId id) const {
        const Computation& computation = e_.builder().computation();
        const bool is_dot = e_.instruction().opcode == Opcode::Dot;
        return bytes_in(computation, id).valid() ||
               (is_dot && (centred(computation, id) || zero_of_constant(computation[id])));
    }

    // The scalar of the bytes' type that stands for zero; nothing if there is none.
    std::optional<InstructionId> zero_as_byte() {
        const ElementType type = e_.shape_of(operand_.bytes).type;
        if (!zero_.dimensions.empty()) return std::nullopt;
        if (number_) {
            const std::int64_t value = operand_.is_added ? -number_->integers()(0) : number_->integers()(0);
            if (wrap_to(type, value) != value) return std::nullopt;
            return e_.integer(Shape::scalar(type), static_cast<std::uint64_t>(value));
        }
        const Instruction& scalar = e_.builder()[zero_.array];
        if (scalar.opcode != Opcode::Convert || operand_.is_added) return std::nullopt;
        const InstructionId byte = scalar.operands[0];
        return e_.shape_of(byte).type == type ? std::optional(scalar_of(byte)) : std::nullopt;
    }

    InstructionId scalar_of(InstructionId id) { return e_.shape_of(id).is_scalar() ? id : e_.reshape(id, {}); }

    InstructionId product_of_bytes(const std::optional<InstructionId>& border) {
        Instruction product = e_.instruction();
        const InstructionId other = bytes_in(e_.builder().computation(), other_);
        product.operands[side_] = operand_.bytes;
        product.operands[1 - side_] = other.valid() ? other : other_;
        if (border) product.operands[0] = padded(product, *border);
        return e_.builder().add(std::move(product));
    }

    // The image with the padding of the convolution's window, which has none then.
    InstructionId padded(Instruction& convolution, InstructionId border) {
        const InstructionId image = convolution.operands[0];
        Shape shape = e_.shape_of(image);
        std::vector<PaddingDimension> padding(shape.rank());
        const auto take = [](std::int64_t& of_window) {
            const std::int64_t taken = std::max<std::int64_t>(of_window, 0);
            of_window -= taken;
            return taken;
        };
        for (std::size_t i = 0; i < convolution.attributes.window.size(); ++i) {
            WindowDimension& w = convolution.attributes.window[i];
            const auto d = static_cast<std::size_t>(convolution.attributes.convolution->input_spatial[i]);
            padding[d] = {.low = take(w.padding_low), .high = take(w.padding_high)};
            shape.dims[d] += padding[d].low + padding[d].high;
        }
        const InstructionId pad = e_.builder().apply(Opcode::Pad, shape, {image, border});
        e_.builder()[pad].attributes.padding = std::move(padding);
        return pad;
    }

    InstructionId with_constant(InstructionId product) {
        const Repeated places{
            .array = {}, .sizes = zero_.sizes, .dimensions = permuted(own_.partner, zero_.dimensions)};
        Tensor sums = weighted_sums(*factors_, kept_, *number_, places);
        if (!operand_.is_added)
            for (std::int64_t& sum : sums.integers()) sum = wrapped(-static_cast<std::uint64_t>(sum));
        return e_.binary(Opcode::Add, product, in_place(e_.constant(sums)));
    }

    InstructionId in_place(InstructionId sums) {
        return e_.spread(sums, e_.shape().dims, permuted(others_.result, kept_));
    }

    // The zero point times the sums of the other operand.
    InstructionId correction() {
        const InstructionId sums = factors_ ? e_.constant(sums_of_factors()) : sums_at_run_time();
        const InstructionId zero = e_.reshape(zero_.array, zero_.sizes);
        if (zero_.sizes.empty())
            return in_place(e_.binary(Opcode::Multiply, sums, e_.broadcast(zero, e_.shape_of(sums).dims)));
        const InstructionId zeros = e_.spread(zero, e_.shape().dims, permuted(own_.result, zero_.dimensions));
        return e_.binary(Opcode::Multiply, in_place(sums), zeros);
    }

    Tensor sums_of_factors() const {
        Tensor one(Shape::scalar(ElementType::S32));
        one.integers()(0) = 1;
        return weighted_sums(*factors_, kept_, one, {});
    }

    InstructionId sums_at_run_time() { return e_.sum_over_others(e_.convert(ElementType::S32, other_), kept_); }

    Expansion& e_;
    const std::size_t side_;
    const Centred operand_;
    const InstructionId other_;
    const Roles own_, others_;
    const std::vector<std::int64_t> kept_; // dimensions of the other operand that are not summed
    const Repeated zero_;
    const std::optional<Tensor> number_, factors_; // where they are constants
};

bool is_product_of_integers(const Instruction& instruction) {
    return is_product(instruction) && instruction.shape.type == ElementType::S32;
}

// Bytes times a constant whose zero point was subtracted before.
std::optional<InstructionId> without_zero_of_constant(Expansion& e) {
    for (std::size_t side = 0; side < 2; ++side) {
        const InstructionId constant = e.operand(side), other = e.operand(1 - side);
        const std::optional<std::int64_t> zero = zero_of_constant(e.builder()[constant]);
        if (!zero || e.builder()[other].opcode == Opcode::Constant) continue;
        if (!bytes_in(e.builder().computation(), other).valid()) continue;
        if (sums_of_one_correction(e, 1 - side) < kLeastSums) continue;
        return Correction(e, side, centred_constant(e, constant, *zero)).run();
    }
    return std::nullopt;
}

} // namespace

bool correct_zero_points(Module& module) {
    return replace_each(module, is_product_of_integers, [](Expansion& e) -> std::optional<InstructionId> {
        const bool is_dot = e.instruction().opcode == Opcode::Dot;
        for (std::size_t side = 0; side < (is_dot ? 2U : 1U); ++side)
            if (const auto operand = centred(e.builder().computation(), e.operand(side)))
                if (const auto corrected = Correction(e, side, *operand).run()) return corrected;
        return is_dot ? without_zero_of_constant(e) : std::nullopt;
    });
}

} // namespace hlo2cpp
