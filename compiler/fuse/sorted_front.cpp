#include "fuse/sorted_front.h"

#include <algorithm>
#include <bit>

namespace hlo2cpp {
namespace {

std::int64_t line_of(const Computation& computation, const Instruction& sort) {
    return computation[sort.operands[0]].shape.dims[static_cast<std::size_t>(sort.attributes.dimensions[0])];
}

class SortReaders {
public:
    explicit SortReaders(const Computation& computation)
        : computation_(computation), read_(computation.instructions.size(), 0) {
        for (const Instruction& reader : computation.instructions)
            for (const InstructionId operand : reader.operands) add(operand, reader);
        if (const Instruction* sort = sort_of(computation.root)) add_all(*sort);
    }

    // Elements of its lines, from the first one to the last one that is read.
    std::int64_t read(InstructionId sort) const { return read_[sort.index()]; }

private:
    // The sort that the value is a result of, or null.
    const Instruction* sort_of(InstructionId id) const {
        const Instruction& value = computation_[id];
        const Instruction& made = value.opcode == Opcode::GetTupleElement ? computation_[value.operands[0]] : value;
        return made.opcode == Opcode::Sort ? &made : nullptr;
    }

    void add(InstructionId operand, const Instruction& reader) {
        const Instruction* sort = sort_of(operand);
        if (sort == nullptr || reader.opcode == Opcode::GetTupleElement) return;
        if (reader.opcode != Opcode::Slice) return add_all(*sort);
        add(*sort, reader.attributes.slice[static_cast<std::size_t>(sort->attributes.dimensions[0])].limit);
    }
    void add_all(const Instruction& sort) { add(sort, line_of(computation_, sort)); }
    void add(const Instruction& sort, std::int64_t count) {
        std::int64_t& most = read_[static_cast<std::size_t>(&sort - computation_.instructions.data())];
        most = std::max(most, count);
    }

    const Computation& computation_;
    std::vector<std::int64_t> read_; // by instruction
};

// Each of the first elements moves later ones on insertion: beyond so many, or the median, merging takes fewer moves.
bool are_few(std::int64_t count, std::int64_t size) {
    constexpr std::int64_t kMoves = 10;
    return count > 0 && count <= size / 2 + 1 && count < size &&
           count <= kMoves * static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(size)));
}

} // namespace

std::vector<std::int64_t> sorted_fronts(const Computation& computation) {
    std::vector<std::int64_t> fronts(computation.instructions.size(), 0);
    const SortReaders readers(computation);
    for (std::size_t i = 0; i < fronts.size(); ++i) {
        const Instruction& sort = computation.instructions[i];
        if (sort.opcode != Opcode::Sort) continue;
        const std::int64_t count = readers.read(InstructionId(i));
        if (are_few(count, line_of(computation, sort))) fronts[i] = count;
    }
    return fronts;
}

} // namespace hlo2cpp
