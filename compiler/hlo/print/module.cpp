#include "hlo/print/module.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "hlo/print/attributes.h"
#include "hlo/print/notes.h"
#include "hlo/print/values.h"
#include "hlo/proto/hlo.pb.h"
#include "support/dependency_order.h"
#include "support/diagnostics.h"
#include "support/name_uniquer.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloComputationProto;
using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::HloModuleProto;

// Names for the text: the proto's names, except that invalid characters are replaced and repeated names made unique.
class Names {
public:
    void add(std::int64_t id, const std::string& name) {
        std::string in_text = sanitized_name(name);
        while (!used_.insert(in_text).second) in_text = uniquer_.unique(in_text);
        names_.emplace(id, "%" + in_text);
    }
    const std::string& operator[](std::int64_t id) const { return names_.at(id); }
    void next_computation() { *this = {}; } // ids and names of instructions may return there

private:
    NameUniquer uniquer_;
    std::unordered_set<std::string> used_;
    std::unordered_map<std::int64_t, std::string> names_; // by id
};

class ModuleWriter {
public:
    explicit ModuleWriter(const HloModuleProto& module) : module_(module) {
        for (int c = 0; c < module.computations_size(); ++c) {
            const HloComputationProto& computation = module.computations(c);
            places_.emplace(computation.id(), static_cast<std::size_t>(c));
            computation_names_.add(computation.id(), computation.name());
        }
        for (const auto& sequence : module.schedule().sequences())
            schedules_.emplace(sequence.key(), &sequence.value());
    }

    std::string write() {
        add_header();
        for (const std::size_t c : ordered_computations()) add_computation(module_.computations(static_cast<int>(c)));
        return std::move(text_);
    }

private:
    void add(const char* name, const std::string& value) { text_.append(", ").append(name).append("=").append(value); }

    void add_header() {
        text_ = "HloModule " + sanitized_name(module_.name());
        if (!schedules_.empty()) add("is_scheduled", "true");
        add_aliases();
        if (module_.host_program_shape().has_result()) add("entry_computation_layout", "{" + layout_of_entry() + "}");
        if (module_.alias_passthrough_params()) add("alias_passthrough_params", "true");
        add_booleans("allow_spmd_sharding_propagation_to_parameters",
                     module_.allow_spmd_sharding_propagation_to_parameters());
        add_booleans("allow_spmd_sharding_propagation_to_output", module_.allow_spmd_sharding_propagation_to_output());
        if (module_.replica_count() > 0) add("replica_count", std::to_string(module_.replica_count()));
        if (module_.num_partitions() > 0) add("num_partitions", std::to_string(module_.num_partitions()));
        if (!module_.frontend_attributes().map().empty())
            add("frontend_attributes", frontend_attributes_text(module_.frontend_attributes()));
        if (!module_.original_value_recovery_table().entries().empty())
            add("origin_recovery_table", recovery_table_text(module_.original_value_recovery_table()));
        text_ += "\n" + stack_frames_text(module_.stack_frame_index());
    }

    void add_aliases() {
        std::string aliases;
        for (const auto& entry : module_.input_output_alias().entries())
            aliases += (aliases.empty() ? " " : ", ") + number_list(entry.output_shape_index()) + ": (" +
                       std::to_string(entry.parameter_number()) + ", " + number_list(entry.parameter_shape_index()) +
                       (entry.kind() == hlo2cpp_proto::MUST_ALIAS ? ", must-alias)" : ", may-alias)");
        if (!aliases.empty()) add("input_output_alias", "{" + aliases + " }");
        std::string donors;
        for (const auto& entry : module_.buffer_donor().entries())
            donors += (donors.empty() ? " (" : ", (") + std::to_string(entry.parameter_number()) + ", " +
                      number_list(entry.parameter_shape_index()) + ")";
        if (!donors.empty()) add("buffer_donor", "{" + donors + " }");
    }

    template <typename List>
    void add_booleans(const char* name, const List& values) {
        std::string text;
        for (const bool value : values) text += (text.empty() ? "" : ",") + std::string(value ? "true" : "false");
        if (!values.empty()) add(name, "{" + text + "}");
    }

    std::string layout_of_entry() const {
        const auto& shape = module_.host_program_shape();
        std::string parameters;
        for (const auto& parameter : shape.parameters())
            parameters += (parameters.empty() ? "" : ", ") + shape_text(parameter);
        return "(" + parameters + ")->" + shape_text(shape.result());
    }

    // Ordered by id, XLA's own order, but callees before their callers.
    std::vector<std::size_t> ordered_computations() const {
        std::vector<std::vector<std::size_t>> called(places_.size());
        for (std::size_t c = 0; c < called.size(); ++c)
            for (const HloInstructionProto& instruction : module_.computations(static_cast<int>(c)).instructions())
                for (const std::int64_t id : instruction.called_computation_ids()) called[c].push_back(places_.at(id));
        std::vector<std::size_t> by_id(places_.size());
        std::iota(by_id.begin(), by_id.end(), std::size_t{0});
        std::sort(by_id.begin(), by_id.end(), [&](std::size_t a, std::size_t b) {
            return module_.computations(static_cast<int>(a)).id() < module_.computations(static_cast<int>(b)).id();
        });
        DependencyOrder result = dependency_order(called, by_id);
        check_internal(result.cycle.empty(),
                       "a module whose computations call each other in a circle got past the reader");
        return std::move(result.order);
    }

    void add_computation(const HloComputationProto& computation) {
        std::unordered_map<std::int64_t, const HloInstructionProto*> by_id;
        for (const HloInstructionProto& instruction : computation.instructions())
            by_id.emplace(instruction.id(), &instruction);
        const std::vector<const HloInstructionProto*> order = ordered_instructions(computation, by_id);
        instruction_names_.next_computation();
        for (const HloInstructionProto* instruction : order)
            instruction_names_.add(instruction->id(), instruction->name());
        text_ += computation.id() == module_.entry_computation_id() ? "\nENTRY " : "\n";
        text_ += computation_names_[computation.id()] + " " + signature(computation, by_id) + " {\n";
        for (const HloInstructionProto* instruction : order)
            add_instruction(*instruction, instruction->id() == computation.root_id(), by_id);
        text_ += "}";
        if (!computation.execution_thread().empty())
            text_ += ", execution_thread=" + quoted(computation.execution_thread());
        text_ += "\n";
    }

    using ById = std::unordered_map<std::int64_t, const HloInstructionProto*>;

    // Ordered by schedule, else by id, XLA's own order; operands before their users.
    std::vector<const HloInstructionProto*> ordered_instructions(const HloComputationProto& computation,
                                                                 const ById& by_id) const {
        std::map<std::int64_t, std::size_t> places;
        for (int i = 0; i < computation.instructions_size(); ++i)
            places.emplace(computation.instructions(i).id(), static_cast<std::size_t>(i));
        std::vector<std::vector<std::size_t>> needed(places.size());
        for (const auto& [id, place] : places) {
            for (const std::int64_t operand : by_id.at(id)->operand_ids()) needed[place].push_back(places.at(operand));
            for (const std::int64_t before : by_id.at(id)->control_predecessor_ids())
                needed[place].push_back(places.at(before));
        }
        std::vector<std::size_t> wanted;
        if (const auto schedule = schedules_.find(computation.id()); schedule != schedules_.end())
            for (const std::int64_t id : schedule->second->instruction_ids()) wanted.push_back(places.at(id));
        else
            for (const auto& [id, place] : places) wanted.push_back(place);
        std::vector<const HloInstructionProto*> order;
        for (const std::size_t place : dependency_order(needed, wanted).order)
            order.push_back(&computation.instructions(static_cast<int>(place)));
        return order;
    }

    // (a: f32[2], b: f32[]) -> f32[2]
    std::string signature(const HloComputationProto& computation, const ById& by_id) const {
        std::vector<const HloInstructionProto*> parameters;
        for (const HloInstructionProto& instruction : computation.instructions()) {
            if (instruction.opcode() != "parameter") continue;
            const auto number =
                static_cast<std::size_t>(instruction.parameter_number()); // the reader has checked that none is missing
            if (parameters.size() <= number) parameters.resize(number + 1);
            parameters[number] = &instruction;
        }
        std::string text = "(";
        for (const HloInstructionProto* parameter : parameters)
            text += (text.size() == 1 ? "" : ", ") + instruction_names_[parameter->id()].substr(1) + ": " +
                    shape_text(parameter->shape(), false);
        return text + ") -> " + shape_text(by_id.at(computation.root_id())->shape(), false);
    }

    void add_instruction(const HloInstructionProto& instruction, bool root, const ById& by_id) {
        std::vector<const HloInstructionProto*> operands;
        for (const std::int64_t id : instruction.operand_ids()) operands.push_back(by_id.at(id));
        std::vector<std::string> called, predecessors;
        for (const std::int64_t id : instruction.called_computation_ids()) called.push_back(computation_names_[id]);
        for (const std::int64_t id : instruction.control_predecessor_ids())
            predecessors.push_back(instruction_names_[id]);
        text_ += root ? "  ROOT " : "  ";
        text_ += instruction_names_[instruction.id()] + " = " + shape_text(instruction.shape()) + " " +
                 instruction.opcode() + "(";
        if (instruction.opcode() == "parameter") text_ += std::to_string(instruction.parameter_number());
        if (instruction.opcode() == "constant") text_ += literal_text(instruction.literal());
        for (std::size_t k = 0; k < operands.size(); ++k)
            text_ += (k == 0 ? "" : ", ") + instruction_names_[operands[k]->id()];
        text_ += ")" + attributes_text({instruction, operands, called, predecessors}) + "\n";
    }

    const HloModuleProto& module_;
    std::unordered_map<std::int64_t, std::size_t> places_; // of computations, by id
    std::unordered_map<std::int64_t, const hlo2cpp_proto::HloScheduleProto::InstructionSequence*> schedules_;
    Names computation_names_;
    Names instruction_names_;
    std::string text_;
};

} // namespace

std::string hlo_text(const HloModuleProto& module) {
    return ModuleWriter(module).write();
}

} // namespace hlo2cpp
