#include "lower/quantised_floats.h"

#include <algorithm>
#include <cmath>

#include "lower/simplify.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

constexpr int kMostMoves = 16;
constexpr double kMostZero = 32768;
constexpr double kTolerance = 2e-5; // of a whole number up to 127: what two roundings to f32 leave

// The one number that all elements equal, where it is converted from a byte at run time.
InstructionId converted_byte(const Computation& computation, InstructionId id) {
    for (int step = 0; step < kMostMoves; ++step) {
        const Instruction& x = computation[id];
        if (x.shape.elements() != 1) return {};
        if (x.opcode == Opcode::Convert)
            return is_byte(computation[x.operands[0]].shape) ? x.operands[0] : InstructionId();
        if (x.opcode != Opcode::Reshape) return {};
        id = x.operands[0];
    }
    return {};
}

class QuantisedSearch {
public:
    explicit QuantisedSearch(const Computation& computation) : computation_(computation) {}

    std::optional<QuantisedFloats> from(InstructionId id) {
        for (int step = 0; step < kMostMoves; ++step) {
            const Instruction& x = computation_[id];
            if (x.opcode == Opcode::Convert) {
                found_.integers = x.operands[0];
                const bool whole = x.shape.type == ElementType::F32 && is_byte(computation_[x.operands[0]].shape);
                return whole ? std::optional(std::move(found_)) : std::nullopt;
            }
            const std::optional<InstructionId> next = inside(x, id);
            if (!next) return std::nullopt;
            id = *next;
        }
        return std::nullopt;
    }

private:
    std::optional<InstructionId> inside(const Instruction& x, InstructionId id) {
        switch (x.opcode) {
        case Opcode::Reshape:
        case Opcode::Transpose: found_.moves.push_back(id); return x.operands[0];
        case Opcode::Multiply:
            for (const std::size_t i : {1U, 0U})
                if (scales(x.operands[i])) return x.operands[1 - i];
            return std::nullopt;
        case Opcode::Subtract: return shifts(x.operands[1]) ? std::optional(x.operands[0]) : std::nullopt;
        default: return std::nullopt;
        }
    }

    bool scales(InstructionId id) {
        if (has_zero_ || computation_[id].opcode != Opcode::Broadcast) return false;
        const Repeated scale = repeated(computation_, id);
        if (!found_.moves.empty() && !scale.sizes.empty()) return false;
        found_.scales.push_back(scale);
        return true;
    }

    bool shifts(InstructionId id) {
        if (std::exchange(has_zero_, true) || computation_[id].opcode != Opcode::Broadcast) return false;
        const std::optional<double> number = number_of(computation_, id);
        if (!number) {
            found_.zero_byte = converted_byte(computation_, computation_[id].operands[0]);
            return found_.zero_byte.valid();
        }
        if (!(std::abs(*number) <= kMostZero) || *number != std::trunc(*number)) return false;
        found_.zero = static_cast<std::int64_t>(*number);
        return true;
    }

    const Computation& computation_;
    QuantisedFloats found_;
    bool has_zero_ = false;
};

// The scale by which all numbers are whole; nothing if there is none.
std::optional<double> common_scale(const std::vector<double>& numbers) {
    double most = 0;
    for (const double number : numbers) most = std::max(most, std::abs(number));
    if (most == 0) return 1.0;
    if (!(most < 1e30) || most < 1e-30) return std::nullopt;
    for (int whole = 1; whole <= 127; ++whole) {
        const double scale = most / whole;
        const bool fits = std::ranges::all_of(numbers, [&](double number) {
            return std::abs(number / scale - std::round(number / scale)) <= kTolerance;
        });
        if (fits) return scale;
    }
    return std::nullopt;
}

} // namespace

bool is_byte(const Shape& shape) {
    return shape.type == ElementType::S8 || shape.type == ElementType::U8;
}

std::optional<QuantisedFloats> quantised_floats(const Computation& computation, InstructionId floats) {
    return QuantisedSearch(computation).from(floats);
}

std::optional<QuantisedConstants> quantised_constants(const Literal& floats, const std::vector<std::int64_t>& kept) {
    const Tensor tensor = to_tensor(floats);
    const std::vector<std::int64_t>& dims = tensor.shape.dims;
    Shape shape = Shape::array(ElementType::F32, {});
    for (const std::int64_t d : kept) shape.dims.push_back(dims[static_cast<std::size_t>(d)]);
    const std::vector<std::int64_t> steps = steps_along(shape.dims, kept, dims.size());
    QuantisedConstants result{.integers = Tensor(Shape::array(ElementType::S8, dims)), .scales = Tensor(shape)};
    std::vector<std::int64_t> channels;
    std::vector<std::vector<double>> numbers(static_cast<std::size_t>(result.scales.elements()));
    for_each_index(dims, [&](const std::vector<std::int64_t>& index) {
        const double number = tensor.reals()(static_cast<std::int64_t>(channels.size()));
        channels.push_back(offset_of(index, steps));
        numbers[static_cast<std::size_t>(channels.back())].push_back(number);
    });
    for (std::int64_t c = 0; c < result.scales.elements(); ++c) {
        const std::optional<double> scale = common_scale(numbers[static_cast<std::size_t>(c)]);
        if (!scale) return std::nullopt;
        result.scales.reals()(c) = round_to(ElementType::F32, *scale);
    }
    for (std::int64_t i = 0; i < tensor.elements(); ++i)
        result.integers.integers()(i) = static_cast<std::int64_t>(
            std::round(tensor.reals()(i) / result.scales.reals()(channels[static_cast<std::size_t>(i)])));
    return result;
}

} // namespace hlo2cpp
