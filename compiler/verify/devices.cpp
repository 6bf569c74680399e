#include "verify/devices.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "ir/exchange.h"
#include "ops/custom_call.h"
#include "ops/device_groups.h"
#include "ops/feed.h"
#include "ops/op.h"
#include "support/checked.h"
#include "verify/structure.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostDevices = 1 << 20;

Collective collective_kind(const Instruction& instruction) {
    const OpDefinition* const definition = definition_of(instruction.opcode);
    return definition == nullptr ? Collective::None : definition->collective;
}

bool names_no_other(const Attributes& attributes) {
    const auto is_zero = [](std::int64_t device) { return device == 0; };
    return std::ranges::all_of(attributes.replica_groups,
                               [&](const auto& group) { return std::ranges::all_of(group, is_zero); }) &&
           std::ranges::all_of(attributes.source_target_pairs, [](const SourceTarget& pair) {
               return pair == SourceTarget{0, 0};
           });
}

// True if the instruction's shape is valid in a module for this many devices.
bool fits(Module& module, const Computation& computation, const Instruction& instruction, const Devices& devices) {
    const Devices said = std::exchange(module.devices, devices);
    bool same = false;
    try {
        same = same_shape(infer_shape({module, computation, instruction}), instruction.shape);
    } catch (const InputError&) { // it could not
    }
    module.devices = said;
    return same;
}

// True if the value depends on the number of devices: the instruction is valid for several, or invalid for one. Lists
// of device 0 alone mean one device, unless all partitions of the listed replicas take part.
bool depends_on_devices(Module& module, const Computation& computation, const Instruction& instruction) {
    if (instruction.opcode == Opcode::ReplicaId || instruction.opcode == Opcode::PartitionId) return true;
    if (is_device_transfer(instruction) || exchange_of(instruction) != Exchange::None) return true;
    const Collective kind = collective_kind(instruction);
    if (kind == Collective::None) return false;
    if (!names_no_other(instruction.attributes)) return true;
    const bool listed = !instruction.attributes.replica_groups.empty();
    if (kind == Collective::Pairs || (kind == Collective::Separate && listed)) return false;
    const auto could_join = [&](const Devices& devices) {
        return group_size(instruction, devices) > 1 && fits(module, computation, instruction, devices);
    };
    return could_join({.replicas = 2, .partitions = 1}) || could_join({.replicas = 1, .partitions = 2}) ||
           !fits(module, computation, instruction, {.replicas = 1, .partitions = 1});
}

// An error at the first call of XLA's partitioner: an unpartitioned module is not the module of one device.
std::optional<Diagnostic> unpartitioned(const Module& module, std::span<const ComputationId> computations) {
    for (const ComputationId id : computations)
        for (const Instruction& instruction : module[id].instructions) {
            if (instruction.opcode != Opcode::CustomCall || !is_partition_boundary(instruction)) continue;
            try {
                infer_shape({module, module[id], instruction});
            } catch (const InputError& error) {
                return error.diagnostic;
            }
        }
    return std::nullopt;
}

// An error at the first instruction whose value depends on the number of devices.
std::optional<Diagnostic> dependent(Module& module, std::span<const ComputationId> computations) {
    std::optional<Diagnostic> first;
    std::int64_t count = 0;
    for (const ComputationId id : computations)
        for (const Instruction& instruction : module[id].instructions) {
            if (!depends_on_devices(module, module[id], instruction)) continue;
            if (count++ == 0)
                first = about(module[id], instruction, "its value depends on how many devices run the module");
        }
    if (count > 1) first->message += ", and so do those of " + std::to_string(count - 1) + " more";
    if (first) first->message += ", and nobody says: give --replicas and --partitions (for one device --replicas 1)";
    return first;
}

std::string number_of_devices(std::int64_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

void resolve(std::int64_t& said, std::int64_t asked, const char* option, const char* what, Diagnostics& diagnostics) {
    if (asked > 0 && said > 0 && asked != said)
        diagnostics.error(std::string(option) + " " + std::to_string(asked) + ", but the module says that it is for " +
                          number_of_devices(said, what) + ": leave the option out, or export the module for " +
                          number_of_devices(asked, what));
    if (asked > 0) said = asked;
}

// Checks the places of collectives: in a computation that an op other than call, loop or conditional applies, a
// collective would run once per element.
class Placement {
public:
    Placement(const Module& module, Diagnostics& diagnostics)
        : module_(module), diagnostics_(diagnostics), holds_(module.computations.size()) {}

    void check(ComputationId id) {
        for (const Instruction& instruction : module_[id].instructions) {
            const bool calls =
                std::ranges::any_of(instruction.called, [&](ComputationId called) { return holds_[called.index()]; });
            const bool may_hold = is_inlined(instruction.opcode) || has_regions(instruction.opcode) ||
                                  instruction.opcode == Opcode::AsyncStart;
            if (calls && !may_hold)
                diagnostics_.error(about(module_[id], instruction,
                                         "what it calls exchanges data with other devices, as only calls, loops and "
                                         "conditionals may: do that in front of it"));
            if (calls || collective_kind(instruction) != Collective::None || is_device_transfer(instruction) ||
                starts(exchange_of(instruction)))
                holds_[id.index()] = true;
        }
    }

private:
    const Module& module_;
    Diagnostics& diagnostics_;
    std::vector<bool> holds_; // by computation: holds a collective, also in its callees
};

// Checks transfers: in each computation a send to a device and the next recv-done on its channel are one transfer.
class Transfers {
public:
    Transfers(const Computation& computation, Diagnostics& diagnostics)
        : computation_(computation), diagnostics_(diagnostics) {}

    void check() {
        for (const Instruction& instruction : computation_.instructions) {
            if (!is_device_transfer(instruction) || instruction.operands.empty()) continue; // an error of infer
            if (instruction.opcode == Opcode::Send) check_send(instruction);
            if (instruction.opcode == Opcode::RecvDone && !instruction.shape.tuple.empty())
                check_recv_done(instruction);
        }
        for (const auto& [channel, transfer] : by_channel_)
            if (!transfer.received)
                error(*transfer.send, "no recv-done on " + name(channel) + " stands behind it in its computation");
    }

private:
    struct Transfer {
        const Instruction* send = nullptr;
        bool received = false;
    };

    static std::string name(std::int64_t channel) { return "channel " + std::to_string(channel); }

    void error(const Instruction& instruction, const std::string& message) {
        diagnostics_.error(about(computation_, instruction, message));
    }

    void check_send(const Instruction& send) {
        const std::int64_t channel = send.attributes.channel_id;
        if (!by_channel_.try_emplace(channel, Transfer{.send = &send}).second)
            error(send, "it is the second send on " + name(channel) + ": give each transfer its own");
    }

    void check_recv_done(const Instruction& done) {
        const std::string channel = name(done.attributes.channel_id);
        const auto found = by_channel_.find(done.attributes.channel_id);
        if (found == by_channel_.end())
            return error(done, "no send on " + channel + " stands in front of it in its computation");
        auto& [send, received] = found->second;
        if (received) return error(done, "it is the second recv-done on " + channel + ": give each transfer its own");
        received = true;
        const Shape &sent = computation_[send->operands[0]].shape, &wanted = done.shape.tuple[0];
        if (send->attributes.source_target_pairs != done.attributes.source_target_pairs)
            error(done, "the send on " + channel + " has other pairs of devices");
        else if (!same_shape(sent, wanted))
            error(done,
                  "it receives " + to_string(wanted) + ", but the send on " + channel + " gives " + to_string(sent));
    }

    const Computation& computation_;
    Diagnostics& diagnostics_;
    std::map<std::int64_t, Transfer> by_channel_;
};

// Checks that only the wait uses an exchange.
void check_waits(const Computation& computation, Diagnostics& diagnostics) {
    std::vector<std::size_t> users(computation.instructions.size()), waits(users.size());
    for (const Instruction& instruction : computation.instructions) {
        for (const InstructionId operand : instruction.operands) ++users[operand.index()];
        if (exchange_of(instruction) == Exchange::Wait && !instruction.operands.empty())
            ++waits[instruction.operands[0].index()];
    }
    ++users[computation.root.index()];
    for (std::size_t i = 0; i < users.size(); ++i) {
        const Instruction& start = computation.instructions[i];
        if (starts(exchange_of(start)) && (users[i] != 1 || waits[i] != 1))
            diagnostics.error(about(computation, start, "it must have one user, its wait"));
    }
}

// Several sends and recvs between two devices must name the devices, to tell which of them are one transfer.
void check_named(const Module& module, const Computation& computation, Diagnostics& diagnostics) {
    if (module.devices.count() <= 1) return;
    for (const Instruction& instruction : computation.instructions)
        if ((instruction.opcode == Opcode::Send || instruction.opcode == Opcode::Recv) &&
            !instruction.attributes.is_host_transfer && !is_device_transfer(instruction))
            diagnostics.error(about(computation, instruction,
                                    "it says neither is_host_transfer=true nor which devices take part: name them in "
                                    "frontend_attributes={_xla_send_recv_source_target_pairs={{0,1}}}"));
}

} // namespace

void resolve_devices(Module& module, const Devices& asked, Diagnostics& diagnostics) {
    Devices& devices = module.devices;
    resolve(devices.replicas, asked.replicas, "--replicas", "replica", diagnostics);
    resolve(devices.partitions, asked.partitions, "--partitions", "partition", diagnostics);
    const bool said = devices.replicas > 0 || devices.partitions > 0;
    devices.replicas = std::max<std::int64_t>(devices.replicas, 1);
    devices.partitions = std::max<std::int64_t>(devices.partitions, 1);
    const auto count = checked_multiply(devices.replicas, devices.partitions);
    if (!count || *count > kMostDevices) {
        diagnostics.error("the module is for more than " + std::to_string(kMostDevices) + " devices");
        devices = {.replicas = 1, .partitions = 1};
    }
    devices.device = asked.device;
    if (devices.device >= devices.count())
        diagnostics.error("--device " + std::to_string(asked.device) + ", but the module is for " +
                          number_of_devices(devices.count(), "device") + ", the first of which is 0");
    Diagnostics broken; // for the errors that verify will find
    const std::vector<ComputationId> computations = check_structure(module, broken);
    std::optional<Diagnostic> error = unpartitioned(module, computations);
    if (!error && !said) error = dependent(module, computations);
    if (error) diagnostics.error(*error);
}

void check_exchanges(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics) {
    Placement placement(module, diagnostics);
    for (const ComputationId id : computations) {
        placement.check(id);
        Transfers(module[id], diagnostics).check();
        check_named(module, module[id], diagnostics);
        check_waits(module[id], diagnostics);
    }
}

} // namespace hlo2cpp
