// Updates whose place is known.
//
// A scatter of one window that replaces elements at a constant index is a dynamic-update-slice. If the array is a
// concatenation, and the window is whole along all other dimensions, it is the concatenation of the remaining pieces
// and the update. So a buffer that is rolled and then filled up at one end is the buffer shifted, and each element of
// it comes from one place.
//     update [1, 3) with u of concatenate(x[2], y[3]) = concatenate(slice(x, [0, 1)), u, slice(y, [1, 3)))
#include <algorithm>

#include "lower/known_values.h"
#include "lower/pass.h"
#include "lower/replace.h"
#include "lower/simplify.h"
#include "support/range.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kArray = 0, kIndices = 1, kUpdates = 2; // of a scatter
constexpr std::size_t kUpdate = 1, kStarts = 2;               // of a dynamic-update-slice

bool gives_the_update(const Module& module, const Instruction& scatter) {
    const Computation& computation = module[scatter.called[0]];
    const InstructionId root = computation.root;
    return computation.parameters.size() == 2 && root == computation.parameters[1] &&
           computation[root].shape.type == scatter.shape.type;
}

InstructionId number(Expansion& e, std::int64_t value, std::int64_t limit) {
    const ElementType type = limit <= INT32_MAX ? ElementType::S32 : ElementType::S64;
    return e.integer(Shape::array(type, {}), static_cast<std::uint64_t>(value));
}

// The one window's sizes, along the dimensions of the array; none where there are more windows.
std::optional<std::vector<std::int64_t>> only_window(Expansion& e) {
    const ScatterDimensions& s = *e.attributes().scatter;
    const Shape& updates = e.shape_of(e.operand(kUpdates));
    std::int64_t window = 1;
    std::vector<std::int64_t> sizes;
    std::size_t next = 0;
    for (std::size_t d = 0; d < e.shape().rank(); ++d) {
        const bool inserted =
            std::ranges::find(s.inserted_window_dims, static_cast<std::int64_t>(d)) != s.inserted_window_dims.end();
        sizes.push_back(inserted ? 1 : updates.dims[static_cast<std::size_t>(s.update_window_dims[next++])]);
        window *= sizes.back();
    }
    return window == updates.elements() && window > 0 ? std::optional(sizes) : std::nullopt;
}

std::optional<InstructionId> update_of_scatter(Expansion& e) {
    const ScatterDimensions& s = *e.attributes().scatter;
    const bool one_array = e.instruction().operands.size() == 3 && s.input_batching_dims.empty();
    if (!one_array || !gives_the_update(e.module(), e.instruction())) return std::nullopt;
    const auto window = only_window(e);
    const auto index =
        window ? known_integers(e.module(), e.builder().computation(), e.operand(kIndices)) : std::nullopt;
    const std::vector<std::int64_t>& indexed = s.scatter_dims_to_operand_dims;
    if (!index || indexed.empty() || index->elements() != static_cast<std::int64_t>(indexed.size()))
        return std::nullopt;
    std::vector<std::int64_t> start(window->size(), 0);
    auto number_of_start = index->integers().begin();
    for (const std::int64_t d : indexed) start[static_cast<std::size_t>(d)] = *number_of_start++;
    Expansion::Values starts;
    for (std::size_t d = 0; d < start.size(); ++d) { // one that does not fit as a whole is left out
        const std::int64_t size = e.shape().dims[d];
        if (start[d] < 0 || start[d] > size - (*window)[d]) return std::nullopt;
    }
    for (std::size_t d = 0; d < start.size(); ++d) starts.push_back(number(e, start[d], e.shape().dims[d]));
    return e.with_piece(e.operand(kArray), starts, e.reshape(e.operand(kUpdates), *window));
}

// Pieces of a concatenation, without the part that the update replaces.
class Pieces {
public:
    Pieces(Expansion& e, std::size_t dimension, Range replaced) : e_(e), dimension_(dimension), replaced_(replaced) {}

    void add(InstructionId piece) {
        const Range place{end_, end_ + e_.shape_of(piece).dims[dimension_]};
        add_part(piece, place, {place.begin, replaced_.begin});
        if (place.contains(replaced_.begin)) pieces_.push_back(e_.operand(kUpdate));
        add_part(piece, place, {replaced_.end, place.end});
        end_ = place.end;
    }
    InstructionId concatenated() { return e_.concatenate(pieces_, static_cast<std::int64_t>(dimension_)); }

private:
    void add_part(InstructionId piece, const Range& place, const Range& wanted) {
        const Range part = common_part(place, wanted);
        if (part.size() <= 0) return;
        const bool whole = part == place;
        pieces_.push_back(whole ? piece
                                : e_.slice(piece, dimension_, part.begin - place.begin, part.end - place.begin));
    }

    Expansion& e_;
    const std::size_t dimension_;
    const Range replaced_;
    std::int64_t end_ = 0; // of the pieces so far
    Expansion::Values pieces_;
};

std::optional<InstructionId> concatenation_of_update(Expansion& e) {
    const Instruction& array = e.builder()[e.operand(kArray)];
    const Shape& update = e.shape_of(e.operand(kUpdate));
    if (array.opcode != Opcode::Concatenate || update.elements() == 0) return std::nullopt;
    const auto d = static_cast<std::size_t>(array.attributes.dimensions[0]);
    for (std::size_t other = 0; other < update.rank(); ++other)
        if (other != d && update.dims[other] != e.shape().dims[other]) return std::nullopt;
    const Instruction& start = e.builder()[e.operand(kStarts + d)];
    if (start.opcode != Opcode::Constant) return std::nullopt;
    const std::int64_t room = e.shape().dims[d] - update.dims[d];
    const std::int64_t at = std::clamp<std::int64_t>(integer_of(*start.literal), 0, room);
    Pieces pieces(e, d, {at, at + update.dims[d]});
    const std::vector<InstructionId> operands = array.operands;
    for (const InstructionId piece : operands) pieces.add(piece);
    return pieces.concatenated();
}

} // namespace

bool map_updates(Module& module) {
    const bool scatters = replace_each(module, Opcode::Scatter, update_of_scatter);
    return replace_each(module, Opcode::DynamicUpdateSlice, concatenation_of_update) || scatters;
}

} // namespace hlo2cpp
