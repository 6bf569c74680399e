// A gather whose indices are constants that follow a rule is a slice, reversed where they fall, with elements repeated
// where neighbours are equal. This covers image resizing (nearest neighbours), and `take` and the like of ranges.
//
//     indices 4 4 5 5 5 6 6 6 7 = elements 1 to 9 of (slice [4, 8), each three times)
#include <algorithm>

#include "lower/known_values.h"
#include "lower/pass.h"
#include "lower/replace.h"

namespace hlo2cpp {
namespace {

// index i = first + step * ((i + skipped) / repeats), of `values` different ones.
struct Progression {
    std::int64_t first = 0, step = 1, values = 1, repeats = 1, skipped = 0;
};

std::optional<Progression> progression_of(const std::vector<std::int64_t>& indices) {
    std::vector<std::int64_t> values, lengths; // of runs of equal ones
    for (const std::int64_t index : indices) {
        if (values.empty() || values.back() != index) {
            values.push_back(index);
            lengths.push_back(0);
        }
        ++lengths.back();
    }
    Progression p{.first = values[0], .values = static_cast<std::int64_t>(values.size())};
    p.step = values.size() > 1 ? values[1] - values[0] : 1;
    for (std::size_t i = 2; i < values.size(); ++i)
        if (values[i] - values[i - 1] != p.step) return std::nullopt;
    p.repeats = *std::ranges::max_element(lengths);
    for (std::size_t i = 1; i + 1 < lengths.size(); ++i)
        if (lengths[i] != p.repeats) return std::nullopt;
    p.skipped = p.repeats - lengths[0];
    return p;
}

class GatherMap {
public:
    explicit GatherMap(Expansion& e) : e_(e), gather_(*e.attributes().gather) {}

    std::optional<InstructionId> map() {
        if (e_.shape().elements() == 0 || !takes_all_at_a_place()) return std::nullopt;
        const auto numbers = known_integers(e_.module(), e_.builder().computation(), e_.operand(1));
        const std::optional<Progression> p = numbers ? progression_of(clamped(*numbers)) : std::nullopt;
        return p ? std::optional(in_result_order(taken(*p))) : std::nullopt;
    }

private:
    std::size_t dimension() const { return static_cast<std::size_t>(gather_.start_index_map[0]); }

    // True if each index takes all of the array at one place of one dimension.
    bool takes_all_at_a_place() const {
        if (gather_.start_index_map.size() != 1 || gather_.collapsed_slice_dims != gather_.start_index_map ||
            !gather_.operand_batching_dims.empty())
            return false;
        std::vector<std::int64_t> whole = e_.shape_of(e_.operand(0)).dims;
        whole[dimension()] = 1;
        return e_.attributes().slice_sizes == whole;
    }

    // Indices as the op clamps them.
    std::vector<std::int64_t> clamped(const Tensor& numbers) const {
        const std::int64_t last = e_.shape_of(e_.operand(0)).dims[dimension()] - 1;
        std::vector<std::int64_t> indices;
        for (const std::int64_t index : numbers.integers()) {
            const bool above = index < 0 && numbers.shape.type == ElementType::U64; // beyond int64
            indices.push_back(above ? last : std::clamp<std::int64_t>(index, 0, last));
        }
        return indices;
    }

    // The array with as many places in the dimension as there are indices.
    InstructionId taken(const Progression& p) {
        const std::size_t d = dimension();
        const std::int64_t last = p.first + p.step * (p.values - 1), stride = std::abs(p.step);
        InstructionId array = e_.slice(e_.operand(0), d, std::min(p.first, last), std::max(p.first, last) + 1, stride);
        if (p.step < 0) array = e_.reverse(array, gather_.start_index_map[0]);
        if (p.repeats == 1) return array;
        std::vector<std::int64_t> dims = e_.shape_of(array).dims, split = dims, kept;
        split.insert(split.begin() + static_cast<std::ptrdiff_t>(d) + 1, p.repeats);
        for (std::size_t i = 0; i < dims.size(); ++i) kept.push_back(static_cast<std::int64_t>(i <= d ? i : i + 1));
        dims[d] *= p.repeats;
        array = e_.reshape(e_.spread(array, split, kept), dims);
        return e_.slice(array, d, p.skipped, p.skipped + e_.shape_of(e_.operand(1)).elements());
    }

    // Dimensions of the indices where the result has them, the others around in their order.
    InstructionId in_result_order(InstructionId array) {
        const std::vector<std::int64_t>& offsets = gather_.offset_dims;
        const std::size_t rank = e_.shape().rank(), of_indices = rank - offsets.size(), d = dimension();
        std::vector<std::int64_t> dims = e_.shape_of(array).dims, order;
        dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(d));
        auto next_index = static_cast<std::int64_t>(d), next_offset = std::int64_t{0};
        std::size_t place = d;
        for (std::size_t i = 0; i < rank; ++i) {
            if (std::ranges::find(offsets, static_cast<std::int64_t>(i)) == offsets.end()) {
                dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(place++), e_.shape().dims[i]);
                order.push_back(next_index++);
            } else {
                const bool before = next_offset < static_cast<std::int64_t>(d);
                order.push_back(before ? next_offset : next_offset + static_cast<std::int64_t>(of_indices));
                ++next_offset;
            }
        }
        return e_.transpose(e_.reshape(array, dims), order);
    }

    Expansion& e_;
    const GatherDimensions gather_;
};

} // namespace

bool map_gathers(Module& module) {
    return replace_each(module, Opcode::Gather, [](Expansion& e) { return GatherMap(e).map(); });
}

} // namespace hlo2cpp
