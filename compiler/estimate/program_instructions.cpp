#include "estimate/program_instructions.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "estimate/function_instructions.h"

namespace hlo2cpp {
namespace {

class ProgramCounter {
public:
    ProgramCounter(const Program& program, const Target& target) : program_(program), target_(target) {
        for (const tree::Function& step : program.steps) {
            functions_.emplace(step.name, &step);
            names_.insert(step.name);
        }
    }

    ProgramInstructions count() {
        const InstructionCounts run =
            count(program_.run, {}, [&](const tree::Function& step, double times, InstructionCounts counts) {
                FunctionInstructions& all = called_[step.name];
                all.name = step.name;
                all.calls += times;
                all.counts += counts;
            });
        ProgramInstructions all{.functions = {}, .open = open_};
        for (const tree::Function& step : program_.steps)
            if (const auto found = called_.find(step.name); found != called_.end())
                all.functions.push_back(std::move(found->second));
        all.functions.push_back({.name = "run", .calls = 1, .counts = run});
        return all;
    }

private:
    // Instructions of one call, without the steps that it calls.
    InstructionCounts count(const tree::Function& function, KnownIntegers known,
                            const std::function<void(const tree::Function&, double, InstructionCounts)>& called) {
        FunctionCounter counter(target_, names_,
                                [&](const tree::Expression& call, double times, const KnownIntegers& values) {
                                    const tree::Function& step = *functions_.at(call->name);
                                    called(step, times, count_call(step, call, values) * times);
                                });
        const InstructionCounts counts = counter.count(function, std::move(known));
        open_ = open_ || counter.open();
        return counts;
    }

    // Instructions of one call, with the steps that it calls.
    InstructionCounts count_call(const tree::Function& function, const tree::Expression& call,
                                 const KnownIntegers& values) {
        KnownIntegers known;
        std::string key = function.name;
        for (std::size_t i = 0; i < function.parameters.size() && i < call->operands.size(); ++i) {
            const std::optional<double> value = value_of(call->operands[i], values);
            if (!value) continue;
            known[function.parameters[i].name] = *value;
            key += " " + std::to_string(i) + "=" + std::to_string(*value);
        }
        if (const auto found = counted_.find(key); found != counted_.end()) return found->second;
        InstructionCounts inside;
        InstructionCounts counts =
            count(function, std::move(known),
                  [&](const tree::Function&, double, const InstructionCounts& of) { inside += of; });
        counts += inside;
        counted_.emplace(key, counts);
        return counts;
    }

    const Program& program_;
    const Target& target_;
    std::unordered_map<std::string, const tree::Function*> functions_;
    std::unordered_set<std::string> names_;
    std::unordered_map<std::string, InstructionCounts> counted_; // one call, by name and known integers
    std::unordered_map<std::string, FunctionInstructions> called_;
    bool open_ = false;
};

} // namespace

ProgramInstructions instructions_of(const Program& program, const Target& target) {
    return ProgramCounter(program, target).count();
}

} // namespace hlo2cpp
