#include "arrange/byte_tables.h"

#include <map>
#include <utility>

#include "arrange/bias.h"
#include "arrange/byte_functions.h"
#include "kernel/integer_values.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

constexpr double kLookup = 4; // cycles
class TableBuilder {
public:
    TableBuilder(Kernels& kernels, const Target& target, const Goal& goal)
        : kernels_(kernels), target_(target), byte_cycles_(target.byte_cycles(goal.optimize)),
          most_bytes_(target.table_bytes), in_order_(goal.in_order), calls_(count_calls(kernels)),
          calls_of_(kernels.kernels.size()) {
        for (Region& region : kernels_.regions)
            for (StepNode& step : region.steps)
                if (Call* const call = std::get_if<Call>(&step)) calls_of_[call->kernel.index()].push_back(call);
    }

    void run() {
        for (std::size_t k = 0; k < kernels_.kernels.size(); ++k) {
            const Kernel& kernel = kernels_.kernels[k];
            if (reads_indices(kernel) || kernel.sort || kernel.scan) continue;
            tabulate(KernelId(k));
        }
    }

private:
    struct Table {
        ExprId byte;
        ElementType type; // of 8 bits
        LiteralPtr values;
    };
    using Tables = std::map<ExprId, Table>; // by result

    void tabulate(KernelId id) {
        const Kernel& kernel = kernels_[id];
        const ByteFunctions functions(kernel, target_, in_order_);
        double runs = calls_[id.index()];
        for (const std::int64_t size : kernel.dims) runs *= static_cast<double>(size);
        const std::vector<bool> inside = inside_reduction(kernel);
        std::vector<bool> known(kernel.exprs.size(), false);
        // Cycles of a call less what the flash is worth.
        const auto saved = [&](const ByteFunction& function) {
            const std::int64_t bytes = kByteValues * byte_size(kernel.exprs[function.result].type);
            const double flash = static_cast<double>(bytes) * byte_cycles_;
            return bytes > most_bytes_ ? 0 : runs * (functions.cycles(function, known) - kLookup) - flash;
        };
        Tables tables;
        for (const ByteFunction& largest : functions.largest()) {
            if (inside[largest.result.index()]) continue;
            ByteFunction best = largest;
            double most = saved(best);
            if (const auto part = functions.narrow_part(largest); part && saved(*part) > most)
                best = *part, most = saved(best);
            if (most <= 0) continue;
            known[best.result.index()] = true;
            tables[best.result] = {best.byte, best.type, functions.values(best)};
        }
        if (!tables.empty()) replace(id, tables);
    }

    static std::vector<bool> inside_reduction(const Kernel& kernel) {
        const Accumulation* const fold = accumulation_of(kernel);
        return fold == nullptr ? std::vector<bool>(kernel.exprs.size(), false) : needed_by(kernel, fold->combined);
    }

    void replace(KernelId id, const Tables& tables) {
        Kernel& kernel = kernels_.kernels[id.index()];
        std::map<ExprId, ArgumentId> arguments;
        std::map<ValueId, ArgumentId> known; // equal tables are one
        for (const auto& [result, table] : tables) {
            const ValueId value = value_of(table.values, kernel.exprs[result].name);
            const auto [at, fresh] = known.try_emplace(value, ArgumentId(kernel.arguments.size()));
            arguments[result] = at->second;
            if (!fresh) continue;
            kernel.arguments.push_back({.type = table.values->shape.type, .dims = {kByteValues}, .constant = true});
            for (Call* const call : calls_of_[id.index()]) call->values.push_back(value);
        }
        kernel = with_lookups(kernel, tables, arguments);
    }

    static Kernel with_lookups(const Kernel& kernel, const Tables& tables,
                               const std::map<ExprId, ArgumentId>& arguments) {
        Kernel made = kernel;
        made.exprs = ExprGraph();
        std::vector<ExprId> now(kernel.exprs.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            Expr expr = kernel.exprs[ExprId(i)];
            if (const auto table = tables.find(ExprId(i)); table != tables.end()) {
                const auto& [number, type, bytes] = table->second;
                ExprId byte = now[number.index()];
                if (made.exprs[byte].type != type)
                    byte = made.exprs.add(
                        {.kind = ExprKind::Apply, .type = type, .operands = {byte}, .opcode = Opcode::Convert});
                const Index place = made.space.dynamic(byte, values_of(type)) - Index(values_of(type).begin);
                expr = Expr{.kind = ExprKind::Load,
                            .type = expr.type,
                            .argument = arguments.at(ExprId(i)),
                            .index = Subscripts(place),
                            .name = expr.name};
            }
            for (ExprId& operand : expr.operands) operand = now[operand.index()];
            now[i] = made.exprs.add(std::move(expr));
        }
        renumber(made, now);
        return rebuilt(made, unchanged(made)); // without what nothing needs
    }

    static void renumber(Kernel& kernel, const std::vector<ExprId>& now) {
        if (kernel.reduction) {
            for (ExprId& id : kernel.reduction->initial) id = now[id.index()];
            for (ExprId& id : kernel.reduction->combined) id = now[id.index()];
            if (kernel.reduction->term) kernel.reduction->term = now[kernel.reduction->term->index()];
        }
        for (Output& output : kernel.outputs) output.expr = now[output.expr.index()];
    }

    ValueId value_of(const LiteralPtr& table, const std::string& name) {
        const auto [at, fresh] =
            values_.try_emplace({table->shape.type, table->bytes}, ValueId(kernels_.values.size()));
        if (fresh)
            kernels_.values.push_back({.kind = ValueKind::Constant,
                                       .type = table->shape.type,
                                       .dims = {kByteValues},
                                       .literal = table,
                                       .name = name + "_table"});
        return at->second;
    }

    Kernels& kernels_;
    const Target& target_;
    const double byte_cycles_;
    const std::int64_t most_bytes_;
    const bool in_order_;
    const std::vector<double> calls_;          // by kernel: how often it runs
    std::vector<std::vector<Call*>> calls_of_; // by kernel
    std::map<std::pair<ElementType, std::vector<std::byte>>, ValueId> values_;
};

} // namespace

void use_byte_tables(Kernels& kernels, const Target& target, const Goal& goal) {
    if (target.vector_bytes == 0 && goal.optimize != Optimize::Size) TableBuilder(kernels, target, goal).run();
}

} // namespace hlo2cpp
