// Collectives, and sends and recvs between devices, become exchanges (ir/exchange.h) and operations on their results.
// An exchange is under way from its start to the instruction that takes its result.
#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>

#include "lower/pass.h"
#include "ops/device_groups.h"
#include "ops/exchange.h"
#include "ops/feed.h"
#include "ops/identity.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

using Values = Expansion::Values;

// A collective whose exchange is under way.
struct Begun {
    Instruction collective; // operands are ids of the builder
    Values under_way;
};

bool is_done(const Instruction& instruction) {
    const OpDefinition* const definition = definition_of(instruction.opcode);
    return definition != nullptr && definition->ends_start;
}

// By instruction: true if its only user is a done, which may come behind async-updates.
std::vector<bool> ended_elsewhere(const Computation& computation) {
    std::vector<int> users(computation.instructions.size());
    std::vector<bool> ended(users.size());
    for (std::size_t i = users.size(); i-- > 0;) {
        const Instruction& instruction = computation.instructions[i];
        for (const InstructionId operand : instruction.operands) {
            const bool passes = instruction.opcode == Opcode::AsyncUpdate && ended[i] && users[i] == 1;
            ended[operand.index()] = is_done(instruction) || passes;
            ++users[operand.index()];
        }
    }
    for (std::size_t i = 0; i < users.size(); ++i)
        ended[i] = ended[i] && users[i] == 1 && InstructionId(i) != computation.root;
    return ended;
}

class CollectiveExpander {
public:
    CollectiveExpander(const Module& module, AddedComputations& added, Computation& computation)
        : module_(module), added_(added), computation_(computation), ended_(ended_elsewhere(computation)) {}

    void run() {
        rebuild(computation_, [&](ComputationBuilder& builder, Instruction& instruction) {
            return visit(builder, instruction, number_++);
        });
    }

private:
    InstructionId visit(ComputationBuilder& builder, Instruction& instruction, std::size_t number) {
        if (!instruction.operands.empty())
            if (const auto begun = begun_.find(instruction.operands[0]); begun != begun_.end())
                return is_done(instruction) ? end(builder, begun->second) : instruction.operands[0]; // async-update
        if (is_device_transfer(instruction)) return transfer(builder, instruction);
        if (instruction.opcode == Opcode::AsyncStart) {
            if (std::optional<Instruction> collective = wrapped(instruction); collective && ended_[number])
                return begin(builder, std::move(*collective));
        } else if (collective_of(instruction.opcode) != nullptr) {
            if (is_start(instruction.opcode) && ended_[number]) return begin(builder, std::move(instruction));
            return at_once(builder, instruction);
        }
        return builder.add(std::move(instruction));
    }

    InstructionId begin(ComputationBuilder& builder, Instruction collective) {
        Begun begun = {.collective = std::move(collective), .under_way = {}};
        Expansion e(builder, begun.collective, added_);
        begun.under_way = collective_of(begun.collective.opcode)->begin(e);
        const InstructionId mark = e.tuple(begun.under_way); // its done alone sees it
        begun_.emplace(mark, std::move(begun));
        return mark;
    }

    InstructionId end(ComputationBuilder& builder, const Begun& begun) {
        Expansion e(builder, begun.collective, added_);
        return value_of(e, collective_of(begun.collective.opcode)->finish(e, begun.under_way));
    }

    InstructionId at_once(ComputationBuilder& builder, const Instruction& collective) {
        Expansion e(builder, collective, added_);
        const CollectiveForm& form = *collective_of(collective.opcode);
        const InstructionId results = value_of(e, form.finish(e, form.begin(e)));
        if (!is_start(collective.opcode)) return results;
        const bool pair =
            collective.shape.is_tuple() && (collective.operands.size() == 1 || collective.shape.tuple[0].is_tuple());
        return pair ? expand_started(e, {expand_all(e), results}) : results;
    }

    // The tuple form of all-to-all gives a tuple of one as well.
    static InstructionId value_of(Expansion& e, Values results) {
        const bool tuple = results.size() > 1 || (!is_start(e.instruction().opcode) && e.shape().is_tuple());
        return tuple ? e.tuple(std::move(results)) : results[0];
    }

    // The collective that an async-start calls and that is its whole computation, with the start's operands.
    std::optional<Instruction> wrapped(const Instruction& start) const {
        const Computation& called = module_[start.called[0]];
        Instruction collective = called[called.root];
        const bool whole = collective_of(collective.opcode) != nullptr && !is_start(collective.opcode);
        if (!whole || called.instructions.size() != called.parameters.size() + 1) return std::nullopt;
        for (InstructionId& operand : collective.operands)
            operand = start.operands[static_cast<std::size_t>(called[operand].attributes.parameter_number)];
        collective.origins = start.origins;
        collective.metadata = start.metadata;
        collective.name = start.name;
        return collective;
    }

    InstructionId transfer(ComputationBuilder& builder, Instruction& instruction) {
        Expansion e(builder, instruction, added_);
        const auto token = [&] { return e.builder().apply(Opcode::AfterAll, Shape::token(), {}); };
        const auto nothing = [&](InstructionId data) {
            return e.tuple({data, e.integer(Shape::scalar(ElementType::U32), 0), token()});
        };
        InstructionId& sent = sent_[instruction.attributes.channel_id];
        if (instruction.opcode == Opcode::Send) {
            const bool alone = module_.devices.count() <= 1; // sends to itself
            sent = alone ? e.operand(0) : start_permute(e, device_pairs(instruction, module_.devices), e.operand(0));
            return nothing(e.operand(0));
        }
        if (instruction.opcode == Opcode::SendDone) return token();
        const Shape& data = instruction.shape.tuple[0];
        if (instruction.opcode == Opcode::Recv) return nothing(e.number(Shape::array(data.type, data.dims), 0));
        return e.tuple({starts(exchange_of(builder[sent])) ? wait_for(e, sent) : sent, token()});
    }

    const Module& module_;
    AddedComputations& added_;
    Computation& computation_;
    const std::vector<bool> ended_; // by instruction of the source
    std::size_t number_ = 0;        // of the instruction that is visited
    std::map<InstructionId, Begun> begun_;
    std::map<std::int64_t, InstructionId> sent_; // by channel
};

bool is_candidate(const Instruction& instruction) {
    return collective_of(instruction.opcode) != nullptr || instruction.opcode == Opcode::AsyncStart ||
           is_device_transfer(instruction);
}

} // namespace

bool expand_collectives(Module& module) {
    AddedComputations added{module};
    bool changed = false;
    // Callers first: an async-start looks for the collective in the computation that it calls.
    for (Computation& computation : std::views::reverse(module.computations)) {
        if (std::ranges::none_of(computation.instructions, is_candidate)) continue;
        changed = true;
        CollectiveExpander(module, added, computation).run();
    }
    std::ranges::move(added.added, std::back_inserter(module.computations));
    return changed;
}

} // namespace hlo2cpp
