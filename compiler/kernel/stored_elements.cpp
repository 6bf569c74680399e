#include "kernel/stored_elements.h"

#include "kernel/bit_field.h"
#include "kernel/integer_values.h"
#include "kernel/rebuild.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

ExprId applied(ExprGraph& exprs, Opcode opcode, ElementType type, std::vector<ExprId> operands) {
    return exprs.add({.kind = ExprKind::Apply, .type = type, .operands = std::move(operands), .opcode = opcode});
}

class StoredReader {
public:
    StoredReader(const Kernel& kernel, const std::map<ArgumentId, StoredElements>& stored)
        : kernel_(kernel), stored_(stored) {}

    Kernel run() {
        std::size_t arguments = kernel_.arguments.size();
        for (const auto& [argument, elements] : stored_)
            if (!elements.scale_blocks.empty()) scales_[argument] = ArgumentId(arguments++);
        Rebuild how = unchanged(kernel_);
        how.expression = [this](Kernel& now, Expr expr) { return expression(now, std::move(expr)); };
        Kernel made = rebuilt(kernel_, how);
        for (const auto& [argument, elements] : stored_) {
            const KernelArgument& was = kernel_[argument];
            KernelArgument& is = made.arguments[argument.index()];
            is.type = elements.type_in_memory();
            is.dims = elements.dims_in_memory(was.dims);
            if (elements.packed_along || is_float(was.type)) // other integers than its numbers
                is.values.reset();
            else if (is_narrow_integer(was.type) && !is.values)
                is.values = values_of(was.type);
            if (!elements.scale_blocks.empty())
                made.arguments.push_back(
                    {.type = was.type, .dims = elements.dims_of_scales(was.dims), .constant = true});
        }
        return rebuilt(made, unchanged(made)); // without conversions that nothing needs
    }

private:
    ExprId expression(Kernel& now, Expr expr) {
        const auto stored = expr.kind == ExprKind::Load ? stored_.find(expr.argument) : stored_.end();
        if (stored != stored_.end()) return element(now, std::move(expr), stored->second);
        if (expr.kind == ExprKind::Apply && expr.opcode == Opcode::Convert && !expr.nearest)
            if (const auto number = numbers_.find(expr.operands[0]); number != numbers_.end())
                expr.operands[0] = number->second; // the same value
        return now.exprs.add(std::move(expr));
    }

    ExprId element(Kernel& now, Expr load, const StoredElements& elements) {
        const ElementType type = std::exchange(load.type, elements.type_in_memory());
        const ArgumentId argument = load.argument;
        const Subscripts index = load.index;
        const ExprId number = elements.packed_along ? unpacked(now, std::move(load), elements) //
                                                    : now.exprs.add(std::move(load));
        const ExprId converted = applied(now.exprs, Opcode::Convert, type, {number});
        if (elements.scale_blocks.empty()) {
            numbers_.emplace(converted, number);
            return converted;
        }
        std::vector<Index> place;
        for (std::size_t d = 0; d < index.size(); ++d)
            if (elements.scale_blocks[d] < kernel_[argument].dims[d])
                place.push_back(now.space.floor_divide(index[d], elements.scale_blocks[d]));
        Expr scale{.kind = ExprKind::Load, .type = type, .argument = scales_.at(argument), .index = std::move(place)};
        return applied(now.exprs, Opcode::Multiply, type, {converted, now.exprs.add(std::move(scale))});
    }

    ExprId unpacked(Kernel& now, Expr load, const StoredElements& elements) {
        const std::size_t along = at(*elements.packed_along);
        const std::int64_t bytes = elements.dims_in_memory(kernel_[load.argument].dims)[along];
        std::vector<Index> place(load.index.begin(), load.index.end());
        const int bits = info(elements.type).bits;
        const Index low = now.space.floor_divide(place[along], bytes) * bits;
        place[along] = now.space.modulo(place[along], bytes);
        load.index = std::move(place);
        return add_bit_field(now.exprs, std::move(load), low, bits);
    }

    const Kernel& kernel_;
    const std::map<ArgumentId, StoredElements>& stored_;
    std::map<ArgumentId, ArgumentId> scales_;
    std::map<ExprId, ExprId> numbers_; // by an element without a scale: the integer that was converted to its type
};

} // namespace

std::vector<std::int64_t> StoredElements::dims_in_memory(std::vector<std::int64_t> dims) const {
    const std::int64_t per_byte = 8 / info(type).bits;
    if (packed_along) dims[at(*packed_along)] = (dims[at(*packed_along)] + per_byte - 1) / per_byte;
    return dims;
}

std::vector<std::int64_t> StoredElements::dims_of_scales(const std::vector<std::int64_t>& dims) const {
    std::vector<std::int64_t> found;
    for (std::size_t d = 0; d < dims.size(); ++d)
        if (scale_blocks[d] < dims[d]) found.push_back(dims[d] / scale_blocks[d]);
    return found;
}

Kernel with_stored_elements(const Kernel& kernel, const std::map<ArgumentId, StoredElements>& stored) {
    return StoredReader(kernel, stored).run();
}

} // namespace hlo2cpp
