#include "tile/form.h"

namespace hlo2cpp {
namespace {

void mix_terms(std::size_t& hash, const Index& index) {
    for (const Index::Product& product : index.products) mix(hash, product.term.value);
}

class BodyForm {
public:
    explicit BodyForm(std::size_t& hash) : hash_(hash) {}

    void add(const nest::Body& body) {
        parallel_ = std::ssize(body.box);
        add_all({body.lane_dim, body.lanes, body.vectors, std::int64_t{body.from_bias.valid()}});
        for (const nest::Overlap& overlap : body.overlaps)
            add_all({overlap.dim, overlap.points, std::int64_t{overlap.stored}});
        add(body.statements);
    }

private:
    void add_all(std::initializer_list<std::int64_t> numbers) {
        for (const std::int64_t number : numbers) mix(hash_, number);
    }
    void add(std::size_t number) { mix(hash_, static_cast<std::int64_t>(number)); }

    void add(const nest::Statements& statements) {
        add(statements.size());
        for (const nest::Statement& statement : statements) {
            add(statement.node.index());
            std::visit(
                [&](const auto& node) {
                    if constexpr (requires { add_node(node); }) add_node(node);
                    if constexpr (requires { node.body; }) add(node.body);
                },
                statement.node);
        }
    }

    // A loop that is written out is code; the bounds of any other one are sizes.
    void add_node(const nest::For& loop) {
        const std::optional<Range> numbers = loop.numbers();
        const bool written_out = loop.unroll > 1 && numbers && loop.unroll >= numbers->size();
        add_all({loop.step, loop.unroll, std::int64_t{loop.is_clipped()}});
        if (written_out) add_all({numbers->begin, numbers->end});
        if (loop.clipped) add(loop.clipped->begins.size()), add(loop.clipped->ends.size());
    }
    void add_node(const nest::Strips& strips) { add_all({strips.steps.size() % strips.size == 0 ? 1 : 0}); }
    void add_node(const nest::If& test) { add(test.conditions.size()); }
    void add_node(const nest::Unswitched& unswitched) { add(unswitched.conditions.size()); }
    // The first point of a tile is a size; that of a reduction is a tap.
    void add_node(const nest::Bind& bind) {
        add_all({bind.dim, bind.dim < parallel_ ? 0 : bind.at.constant, std::ssize(bind.at.products)});
    }
    void add_node(const nest::Inside& inside) {
        add_all({inside.dim, inside.at.constant, std::ssize(inside.at.products)});
    }
    void add_node(const nest::Registers& registers) {
        add_all({static_cast<std::int64_t>(registers.type), registers.lanes});
        for (const std::int64_t size : registers.shape) add_all({size});
    }
    void add_node(const nest::Let& let) { add(let.value.index()); }
    void add_node(const nest::Set& set) { add(set.value.index()), add_all({std::int64_t{set.adds}}); }
    void add_node(const nest::Combine& combine) {
        add_all({combine.vector.constant, combine.repeats, combine.words.terms, combine.words.size,
                 std::int64_t{combine.words.bytes}, std::int64_t{combine.words.positive},
                 std::int64_t{combine.words.raised}, std::int64_t{combine.words.split},
                 std::int64_t{combine.words.copied}, std::int64_t{combine.words.interleaved},
                 std::int64_t{combine.words.shorts}, std::int64_t{combine.row.has_value()}});
    }
    void add_node(const nest::Walk& walk) {
        for (const nest::Pointer& pointer : walk.pointers) {
            mix_terms(hash_, pointer.first);
            mix_terms(hash_, pointer.distance);
        }
    }
    void add_node(const nest::StoreVector& store) {
        add_all({store.vector.constant, store.lanes, static_cast<std::int64_t>(store.kept.which), store.kept.lanes,
                 store.again, std::int64_t{store.two}});
    }

    std::size_t& hash_;
    std::int64_t parallel_ = 0; // dimensions of the kernel
};

} // namespace

std::size_t outline_of(const Kernel& kernel) {
    std::size_t hash = kernel.dims.size();
    mix(hash, static_cast<std::int64_t>(kernel.reduction->dims.size()));
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        mix(hash, static_cast<std::int64_t>(expr.kind));
        mix(hash, static_cast<std::int64_t>(expr.type));
        mix(hash, static_cast<std::int64_t>(expr.opcode));
        for (const ExprId operand : expr.operands) mix(hash, operand.value);
        mix_terms(hash, expr.index);
    }
    for (const Condition& condition : kernel.reduction->conditions) {
        mix_terms(hash, condition.index);
        for (const Index::Product& product : condition.index.products) mix(hash, product.coefficient);
    }
    for (const Output& output : kernel.outputs) mix_terms(hash, output.index);
    return hash;
}

std::size_t form_of(const LoopNest& nest) {
    std::size_t hash = nest.bodies.size();
    for (const nest::Body& body : nest.bodies) BodyForm(hash).add(body);
    return hash;
}

} // namespace hlo2cpp
