// Constants that are added to integers one after the other, or subtracted, are one:
//
//     (x + c) - d = x + (c - d)
//
// Integers wrap in both. The sum takes the place of constants that nothing else reads.
#include <algorithm>
#include <vector>

#include "evaluate/tensor.h"
#include "lower/pass.h"
#include "lower/repeated.h"
#include "lower/replace.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

struct Addend {
    InstructionId x; // what it is added to
    Repeated constant;
    bool is_subtracted = false;
};

std::optional<Addend> addend_of(const Computation& computation, const Instruction& sum) {
    const bool subtracts = sum.opcode == Opcode::Subtract;
    if (!is_integer(sum.shape.type) || (sum.opcode != Opcode::Add && !subtracts)) return std::nullopt;
    for (std::size_t i = subtracts ? 1 : 0; i < 2; ++i) {
        const Repeated numbers = repeated(computation, sum.operands[i]);
        if (computation[numbers.array].opcode == Opcode::Constant)
            return Addend{.x = sum.operands[1 - i], .constant = numbers, .is_subtracted = subtracts};
    }
    return std::nullopt;
}

bool covers(const std::vector<std::int64_t>& all, const std::vector<std::int64_t>& some) {
    return std::ranges::all_of(some, [&](std::int64_t d) { return std::ranges::find(all, d) != all.end(); });
}

struct Addends {
    Addend first, second;
};

std::optional<Addends> addends_of(const Computation& computation, const Instruction& sum) {
    const std::optional<Addend> second = addend_of(computation, sum);
    const std::optional<Addend> first = second ? addend_of(computation, computation[second->x]) : std::nullopt;
    if (!first) return std::nullopt;
    const auto &a = first->constant.dimensions, &b = second->constant.dimensions;
    return covers(a, b) || covers(b, a) ? std::optional(Addends{*first, *second}) : std::nullopt;
}

void add_repeated(Tensor& sums, const Repeated& to, const Tensor& numbers, const Addend& addend, std::size_t rank) {
    const std::vector<std::int64_t> steps =
        steps_within(steps_along(addend.constant.sizes, addend.constant.dimensions, rank), to.dimensions);
    auto next = sums.integers().begin();
    for_each_index(to.sizes, [&](const std::vector<std::int64_t>& index) {
        const auto number = static_cast<std::uint64_t>(numbers.integers()(offset_of(index, steps)));
        const auto sum = static_cast<std::uint64_t>(*next);
        const auto wide = static_cast<std::int64_t>(addend.is_subtracted ? sum - number : sum + number);
        *next++ = wrap_to(sums.shape.type, wide);
    });
}

InstructionId join(ComputationBuilder& builder, const Instruction& sum, const Addends& addends) {
    const auto& [first, second] = addends;
    const bool of_first = covers(first.constant.dimensions, second.constant.dimensions);
    const Repeated& places = of_first ? first.constant : second.constant;
    Tensor sums(Shape::array(sum.shape.type, places.sizes));
    for (const Addend& addend : {first, second})
        add_repeated(sums, places, to_tensor(*builder[addend.constant.array].literal), addend, sum.shape.rank());
    builder.stand_for(sum);
    const InstructionId constant = builder.constant(std::make_shared<const Literal>(to_literal(sums)));
    const InstructionId all = builder.broadcast(constant, sum.shape.dims, places.dimensions);
    return builder.apply(Opcode::Add, sum.shape, {first.x, all});
}

// Sums of sums and constants that nothing else reads; a scalar may be read.
std::vector<bool> joined_sums(const Computation& computation) {
    const std::vector<int> uses = Users(computation).counts;
    std::vector<bool> joined;
    for (const Instruction& sum : computation.instructions) {
        const std::optional<Addends> addends = addends_of(computation, sum);
        const auto is_own = [&](const Addend& addend) {
            return addend.constant.sizes.empty() || uses[addend.constant.array.index()] == 1;
        };
        joined.push_back(addends && uses[addends->second.x.index()] == 1 && is_own(addends->first) &&
                         is_own(addends->second));
    }
    return joined;
}

} // namespace

bool join_addends(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) {
        const std::vector<bool> joined = joined_sums(computation);
        if (std::ranges::find(joined, true) == joined.end()) continue;
        changed = true;
        std::size_t next = 0;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            const std::optional<Addends> addends =
                joined[next++] ? addends_of(builder.computation(), instruction) : std::nullopt;
            return addends ? join(builder, instruction, *addends) : builder.add(std::move(instruction));
        });
    }
    return changed;
}

} // namespace hlo2cpp
