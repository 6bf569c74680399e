// A zero point that is added to a rounded number is added to the integer that it becomes, so that rounding, bounds and
// conversion are one conversion (ops/nearest_integer.h):
//
//     convert_s8(clamp(-128, round(x) + 5, 127)) = convert_s8(convert_s32(clamp(-133, round(x), 122)) + 5)
//
// Where the float is too large for an exact sum, both saturate. A NaN would become 5, so x must be known to be none.
#include <algorithm>
#include <cmath>

#include "evaluate/tensor.h"
#include "lower/pass.h"
#include "lower/replace.h"
#include "lower/simplify.h"

namespace hlo2cpp {
namespace {

constexpr double kMostWhole = 1 << 22; // from twice that on floats have no room for halves
constexpr double kMostFinite = 1e38;
constexpr int kMostLookedAt = 64;

// Bounds of the absolute values of floats, as far as constants and arithmetic tell.
class Magnitude {
public:
    explicit Magnitude(const Computation& computation) : computation_(computation) {}

    // No element is larger, nor infinite, nor a NaN; nothing if that is not known.
    std::optional<double> of(InstructionId id) {
        const std::optional<double> most = ++looked_at_ > kMostLookedAt ? std::nullopt : bound(computation_[id]);
        return most && *most < kMostFinite ? most : std::nullopt;
    }

private:
    std::optional<double> bound(const Instruction& x) {
        if (x.shape.type != ElementType::F32) return std::nullopt;
        switch (x.opcode) {
        case Opcode::Constant: return most_of(*x.literal);
        case Opcode::Convert: {
            const ElementType type = computation_[x.operands[0]].shape.type;
            return is_integer(type) || is_pred(type) ? std::optional(std::ldexp(1.0, info(type).bits)) : std::nullopt;
        }
        case Opcode::Negate:
        case Opcode::Abs:
        case Opcode::Broadcast:
        case Opcode::Reshape:
        case Opcode::Transpose: return of(x.operands[0]);
        case Opcode::Multiply: return of_both(x, [](double a, double b) { return a * b; });
        case Opcode::Add:
        case Opcode::Subtract: return of_both(x, [](double a, double b) { return a + b; });
        case Opcode::Maximum:
        case Opcode::Minimum: return of_both(x, [](double a, double b) { return std::max(a, b); });
        default: return std::nullopt;
        }
    }

    template <typename Combine>
    std::optional<double> of_both(const Instruction& x, Combine&& combine) {
        const std::optional<double> a = of(x.operands[0]), b = a ? of(x.operands[1]) : std::nullopt;
        return b ? std::optional(combine(*a, *b)) : std::nullopt;
    }

    static std::optional<double> most_of(const Literal& literal) {
        const Tensor tensor = to_tensor(literal);
        double most = 0;
        for (const double value : tensor.reals()) {
            if (!std::isfinite(value)) return std::nullopt;
            most = std::max(most, std::abs(value));
        }
        return most;
    }

    const Computation& computation_;
    int looked_at_ = 0;
};

// The whole number that all elements equal.
std::optional<std::int64_t> whole_number(const Computation& computation, InstructionId id) {
    const std::optional<double> number = number_of(computation, id);
    const bool whole = number && std::abs(*number) <= kMostWhole && *number == std::trunc(*number);
    return whole ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

// rounded + zero, from `least` to `most`
struct Offset {
    InstructionId rounded;
    std::int64_t zero = 0, least = 0, most = 0;
};

class OffsetSearch {
public:
    OffsetSearch(const Computation& computation, ElementType type) : computation_(computation) {
        const int bits = info(type).bits;
        const std::int64_t values = std::int64_t{1} << bits;
        found_.least = is_signed(type) ? -values / 2 : 0;
        found_.most = found_.least + values - 1;
    }

    // Behind extrema with whole numbers, whose order tells nothing if some number is between all of them.
    std::optional<Offset> from(InstructionId id) {
        while (const std::optional<InstructionId> bounded = inside(computation_[id])) id = *bounded;
        if (!add(computation_[id]) || found_.least > found_.most) return std::nullopt;
        const std::int64_t low = found_.least - found_.zero, high = found_.most - found_.zero;
        const bool fits = low <= 0 && high >= 0 && std::max(-low, high) <= static_cast<std::int64_t>(kMostWhole);
        return fits ? std::optional(found_) : std::nullopt;
    }

private:
    std::optional<InstructionId> inside(const Instruction& x) {
        const bool is_clamp = x.opcode == Opcode::Clamp, is_most = x.opcode == Opcode::Minimum;
        if (is_clamp) {
            const auto low = whole_number(computation_, x.operands[0]),
                       high = whole_number(computation_, x.operands[2]);
            if (!low || !high) return std::nullopt;
            found_.least = std::max(found_.least, *low);
            found_.most = std::min(found_.most, *high);
            return x.operands[1];
        }
        if (!is_most && x.opcode != Opcode::Maximum) return std::nullopt;
        for (const std::size_t i : {0U, 1U})
            if (const auto number = whole_number(computation_, x.operands[i])) {
                if (is_most)
                    found_.most = std::min(found_.most, *number);
                else
                    found_.least = std::max(found_.least, *number);
                return x.operands[1 - i];
            }
        return std::nullopt;
    }

    bool add(const Instruction& x) {
        const bool subtracts = x.opcode == Opcode::Subtract;
        if (x.shape.type != ElementType::F32 || (!subtracts && x.opcode != Opcode::Add)) return false;
        for (std::size_t i = subtracts ? 1 : 0; i < 2; ++i) {
            const std::optional<std::int64_t> number = whole_number(computation_, x.operands[i]);
            const InstructionId other = x.operands[1 - i];
            if (!number || computation_[other].opcode != Opcode::RoundNearestEven) continue;
            if (!Magnitude(computation_).of(computation_[other].operands[0])) return false;
            found_.zero = subtracts ? -*number : *number;
            found_.rounded = other;
            return true;
        }
        return false;
    }

    const Computation& computation_;
    Offset found_;
};

bool makes_integers(const Instruction& instruction) {
    return instruction.opcode == Opcode::Convert && is_integer(instruction.shape.type) &&
           info(instruction.shape.type).bits <= 32;
}

std::optional<InstructionId> move_offset(Expansion& e) {
    const ElementType type = e.shape().type;
    const std::optional<Offset> offset = OffsetSearch(e.builder().computation(), type).from(e.operand(0));
    if (!offset) return std::nullopt;
    const Shape floats = e.shape_of(e.operand(0));
    const auto bound = [&](std::int64_t of) { return e.number(floats, static_cast<double>(of - offset->zero)); };
    const InstructionId above = e.binary(Opcode::Maximum, bound(offset->least), offset->rounded);
    const InstructionId between = e.binary(Opcode::Minimum, bound(offset->most), above);
    const InstructionId whole = e.convert(ElementType::S32, between);
    const InstructionId zero = e.integer(e.shape_of(whole), static_cast<std::uint64_t>(offset->zero));
    return e.convert(type, e.binary(Opcode::Add, whole, zero));
}

} // namespace

bool move_offsets_of_rounded(Module& module) {
    return replace_each(module, makes_integers, move_offset);
}

} // namespace hlo2cpp
