#include "layout/stored_type.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "layout/image.h"
#include "layout/moves.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastRows = 4; // below, loads of the other operand take the time

// Points that the load tells apart.
std::int64_t rows_of(const Kernel& kernel, const Expr& load) {
    std::int64_t rows = 1;
    for (std::size_t d = 0; d < kernel.dims.size(); ++d)
        if (depends_on(kernel.space, load.index, static_cast<std::int64_t>(d))) rows *= kernel.dims[d];
    return rows;
}

// By argument: conversions to f32 of the elements that a reduction's terms load.
std::map<ArgumentId, std::vector<ExprId>> conversions_of(const Kernel& kernel) {
    std::map<ArgumentId, std::vector<ExprId>> found;
    for (const ExprId id : parts_of(kernel, *kernel.reduction->term)) {
        const Expr& expr = kernel.exprs[id];
        if (expr.kind != ExprKind::Apply || expr.opcode != Opcode::Convert || expr.type != ElementType::F32) continue;
        const Expr& load = kernel.exprs[expr.operands[0]];
        if (load.kind == ExprKind::Load && is_half(load.type) && !kernel[load.argument].written &&
            rows_of(kernel, load) >= kLeastRows)
            found[load.argument].push_back(id);
    }
    return found;
}

Kernel converting_copy(const KernelArgument& from) {
    Kernel made = copy_kernel(from);
    const ExprId load = made.outputs[0].expr;
    made.outputs[0].expr = made.exprs.add(
        {.kind = ExprKind::Apply, .type = ElementType::F32, .operands = {load}, .opcode = Opcode::Convert});
    made.arguments[0].type = ElementType::F32;
    return made;
}

} // namespace

std::vector<Staging> stored_as_f32(const Staging& form, std::int64_t most_bytes) {
    const Kernel& kernel = form.reader;
    std::vector<Staging> forms;
    if (!kernel.reduction || !kernel.reduction->term || kernel.outputs.size() != 1 || reads_indices(kernel))
        return forms;
    for (const auto& [argument, conversions] : conversions_of(kernel)) {
        if (kernel[argument].elements() * byte_size(ElementType::F32) > most_bytes) continue;
        Staging& made = forms.emplace_back(form);
        made.operands.push_back({.operand = argument,
                                 .copies = {converting_copy(kernel[argument])},
                                 .lies = StagedOperand::Lies::LikeOperand,
                                 .label = "as_f32",
                                 .computes = "convert"});
        std::map<ExprId, Expr> replaced;
        for (const ExprId conversion : conversions) {
            Expr load = kernel.exprs[kernel.exprs[conversion].operands[0]];
            load.type = ElementType::F32;
            load.argument = ArgumentId(kernel.arguments.size());
            replaced[conversion] = std::move(load);
        }
        made.reader.arguments.push_back({.type = ElementType::F32, .dims = kernel[argument].dims});
        made.reader = with_expressions(made.reader, replaced);
    }
    return forms;
}

} // namespace hlo2cpp
