#include "lower/fold_plan.h"

#include <algorithm>
#include <functional>

#include "ops/op.h"
#include "rewrite/folding.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kSmall = 64;                          // elements
constexpr std::int64_t kMaxElements = std::int64_t{1} << 25; // of a result: bounds the compiler's time and memory

class Planner {
public:
    Planner(const Computation& computation, std::int64_t table_bytes)
        : computation_(computation), table_bytes_(table_bytes), fold_(computation.instructions.size(), Fold::No),
          constant_(fold_.size()), splat_(fold_.size()), foldable_(fold_.size()), demand_(fold_.size()),
          needed_(fold_.size()), in_table_(fold_.size()) {}

    std::vector<Fold> run() {
        weigh_users();
        if (table_bytes_ > 0) find_tables();
        for (std::size_t i = 0; i < fold_.size(); ++i) decide(InstructionId(i));
        return std::move(fold_);
    }

private:
    const Instruction& at(InstructionId id) const { return computation_[id]; }
    static bool is_small(const Instruction& instruction) { return instruction.shape.elements() <= kSmall; }

    struct Claim {
        InstructionId operand;
        std::int64_t bytes = 0;
    };

    // For each array that may become a constant: the bytes that its users would take if they were folded instead, and a
    // flag if something else needs it anyway.
    void weigh_users() {
        for (std::size_t i = 0; i < fold_.size(); ++i) {
            const Instruction& user = computation_.instructions[i];
            const auto foldable = [&](InstructionId id) { return foldable_[id.index()]; };
            foldable_[i] = user.opcode == Opcode::Constant || user.opcode == Opcode::Iota ||
                           (can_fold(user) && std::all_of(user.operands.begin(), user.operands.end(), foldable));
            const bool folds_for_free = foldable_[i] && is_small(user);
            if (folds_for_free) continue;
            const std::vector<Claim> claims = foldable_[i] ? claims_of(user) : std::vector<Claim>();
            for (const InstructionId operand : user.operands)
                if (std::ranges::find(claims, operand, &Claim::operand) == claims.end())
                    needed_[operand.index()] = true;
            for (const Claim& claim : claims) demand_[claim.operand.index()] += claim.bytes;
        }
        needed_[computation_.root.index()] = true;
    }

    // Finds costly functions, and instructions that only they read.
    void find_tables() {
        std::vector<bool> read(fold_.size()), read_elsewhere(fold_.size());
        read_elsewhere[computation_.root.index()] = true;
        for (std::size_t i = fold_.size(); i-- > 0;) {
            const Instruction& instruction = computation_.instructions[i];
            const ElementType type = instruction.shape.type;
            const bool costly =
                (is_float(type) || is_complex(type)) && definition_of(instruction.opcode)->cost == Cost::Expensive;
            const bool computed = foldable_[i] && !instruction.operands.empty();
            const bool fits = computed && instruction.shape.bytes() <= table_bytes_;
            in_table_[i] = fits && (costly || (read[i] && !read_elsewhere[i]));
            for (const InstructionId operand : instruction.operands)
                (in_table_[i] ? read : read_elsewhere)[operand.index()] = true;
        }
    }

    // Bytes of flash of an operand.
    std::int64_t flash_bytes(InstructionId id) const {
        const bool spelled_out = at(id).opcode == Opcode::Broadcast || at(id).opcode == Opcode::Iota;
        return spelled_out ? 0 : at(id).shape.bytes();
    }

    // The bytes of each operand that the folded result takes the place of: the largest operands do, as many as it
    // needs.
    std::vector<Claim> claims_of(const Instruction& instruction) const {
        std::vector<InstructionId> operands = instruction.operands;
        std::ranges::sort(operands);
        operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
        std::ranges::stable_sort(operands, std::ranges::greater(), [&](InstructionId id) { return flash_bytes(id); });
        std::vector<Claim> claims;
        std::int64_t bytes = instruction.shape.bytes();
        for (const InstructionId operand : operands) {
            if (!claims.empty() && (bytes == 0 || flash_bytes(operand) == 0)) break;
            claims.push_back({operand, std::min(bytes, flash_bytes(operand))});
            bytes -= claims.back().bytes;
        }
        if (!claims.empty()) claims.back().bytes += bytes; // more than it has: no claim is met
        return claims;
    }

    void decide(InstructionId id) {
        const Instruction& instruction = at(id);
        const std::size_t i = id.index();
        const std::vector<InstructionId>& operands = instruction.operands;
        constant_[i] = instruction.opcode == Opcode::Constant;
        splat_[i] = constant_[i] && instruction.shape.is_scalar();
        if (instruction.opcode == Opcode::Broadcast)
            splat_[i] = constant_[operands[0].index()] && at(operands[0]).shape.is_scalar();
        if (constant_[i] || !can_fold(instruction)) return;
        const auto splat = [&](InstructionId operand) { return splat_[operand.index()]; };
        const bool scalar = instruction.shape.is_scalar();
        const bool elementwise = is_elementwise(instruction.opcode);
        if (!scalar && elementwise && std::all_of(operands.begin(), operands.end(), splat)) {
            fold_[i] = Fold::Splat;
            splat_[i] = true;
        } else if (is_worth_it(id)) {
            fold_[i] = Fold::Array;
            constant_[i] = true;
            splat_[i] = scalar;
        }
    }

    bool is_worth_it(InstructionId id) const {
        const Instruction& instruction = at(id);
        const std::int64_t elements = instruction.shape.elements();
        const auto known = [&](InstructionId of) { return constant_[of.index()] || can_spell_out(of, elements); };
        if (elements > kMaxElements) return false;
        if (!std::all_of(instruction.operands.begin(), instruction.operands.end(), known)) return false;
        if (instruction.opcode == Opcode::Broadcast && elements > at(instruction.operands[0]).shape.elements())
            return false;
        if (is_small(instruction) || in_table_[id.index()]) return true;
        return std::ranges::all_of(claims_of(instruction), [&](const Claim& claim) {
            const std::size_t replaced = claim.operand.index();
            return constant_[replaced] && !needed_[replaced] && demand_[replaced] <= at(claim.operand).shape.bytes();
        });
    }

    // Operands that take no flash, but can be computed where a result of so many elements is.
    bool can_spell_out(InstructionId id, std::int64_t elements) const {
        const Instruction& operand = at(id);
        if (operand.shape.elements() > std::max(elements, kSmall)) return false;
        if (operand.opcode == Opcode::Broadcast && constant_[operand.operands[0].index()]) return true;
        return splat_[id.index()] || operand.opcode == Opcode::Iota;
    }

    const Computation& computation_;
    const std::int64_t table_bytes_;
    std::vector<Fold> fold_;
    std::vector<bool> constant_;       // a constant, or will be
    std::vector<bool> splat_;          // a scalar constant or a broadcast of one, or will be
    std::vector<bool> foldable_;       // computed from constants alone
    std::vector<std::int64_t> demand_; // bytes
    std::vector<bool> needed_;
    std::vector<bool> in_table_; // becomes a constant though it takes flash, or is read by such alone
};

} // namespace

std::vector<Fold> plan_folding(const Computation& computation, std::int64_t table_bytes) {
    return Planner(computation, table_bytes).run();
}

} // namespace hlo2cpp
