#include "generate/tiled_nest.h"

#include <algorithm>
#include <map>

#include "generate/affine_text.h"
#include "generate/numbers.h"
#include "generate/packing.h"
#include "generate/reduction_bounds.h"
#include "ops/op.h"
#include "support/diagnostics.h"
#include "tile/analysis.h"

namespace hlo2cpp {
namespace {

// Full unrolling of so few steps lets neighbouring taps share their loads.
constexpr std::int64_t kUnrolledSteps = 4;

// A part of the innermost reduction: rows [rows.begin, rows.end) of the tile take part in it.
struct Run {
    Range rows;
    std::int64_t first_tap = 0, taps = 1;
};

class TiledPrinter {
public:
    TiledPrinter(const LoopNest& nest, const Piece& piece, Emitter& emitter, const PointerName& pointer, const PackedName& packed)
        : nest_(nest), piece_(piece), tile_(piece.tile), emitter_(emitter), blocks_(emitter.blocks()), kernel_(emitter.kernel()),
          reduction_(*kernel_.reduction), pointer_(pointer), packed_(packed), parallel_(static_cast<std::int64_t>(kernel_.dims.size())) {
        type_ = kernel_.exprs[reduction_.initial[0]].type;
        scalar_type_ = std::string(info(type_).value_type);
        vector_type_ = tile_.lanes > 1 ? vector_type_name(type_, tile_.lanes) : scalar_type_;
        Names& names = emitter.names();
        row_ = names.unique("r"), column_ = names.unique("v"), chain_ = names.unique("c"), step_ = names.unique("k"), lane_ = names.unique("lane");
    }

    void print() {
        std::size_t opened = 0;
        for (const Loop& loop : piece_.loops) opened += open_parallel(loop) ? 1U : 0U;
        blocks_.open_plain();
        declare_accumulators();
        const std::string test = emitter_.condition(conditions_of_the_point());
        if (!test.empty()) blocks_.open_if(test);
        reduce(0);
        if (!test.empty()) blocks_.close();
        if (tile_.chains > 1) add_chains();
        if (tile_.lane_reduces) combine_lanes();
        else store();
        blocks_.close();
        for (; opened > 0; --opened) blocks_.close();
    }

private:
    const Range& range(std::int64_t dim) const { return piece_.box[static_cast<std::size_t>(dim)]; }

    // ---- the parallel loops

    bool open_parallel(const Loop& loop) {
        const Range& side = range(loop.dim);
        if (side.size() == loop.step) {
            emitter_.bind(loop.dim, {.offset = side.begin, .depth = blocks_.top()});
            return false;
        }
        const std::string name = emitter_.names().unique("i" + std::to_string(loop.dim));
        open_for(name, {integer_literal(side.begin), integer_literal(side.end)}, loop.step);
        emitter_.bind(loop.dim, {.name = name, .depth = blocks_.top()});
        names_of_dims_[loop.dim] = name;
        return true;
    }

    // ---- loops over the tile, unrolled by pragma

    // Runs `body` with the row dimension bound to each row of the tile.
    template <typename Body>
    void for_rows(const Range& rows, Body&& body) {
        if (tile_.row_dim < 0 || tile_.rows == 1) return body("0");
        const std::string r = open_unrolled(row_, rows.begin, rows.end);
        bind_offset(tile_.row_dim, r);
        body(r);
        blocks_.close();
        rebind_base(tile_.row_dim);
    }

    template <typename Body>
    void for_vectors(Body&& body) {
        if (tile_.vectors == 1) return body("0");
        const std::string v = open_unrolled(column_, 0, tile_.vectors);
        if (tile_.lanes == 1) bind_offset(tile_.lane_dim, v);
        body(v);
        blocks_.close();
        if (tile_.lanes == 1) rebind_base(tile_.lane_dim);
    }

    // The dimension is at the first point of the tile plus an offset that is counted by a variable.
    void bind_offset(std::int64_t dim, const std::string& offset) {
        const auto known = names_of_dims_.find(dim);
        if (known == names_of_dims_.end())
            emitter_.bind(dim, {.name = offset, .offset = range(dim).begin, .depth = blocks_.top()});
        else
            emitter_.bind(dim, {.name = "(" + known->second + " + " + offset + ")", .depth = blocks_.top()});
    }

    void rebind_base(std::int64_t dim) {
        const auto known = names_of_dims_.find(dim);
        if (known != names_of_dims_.end())
            emitter_.bind(dim, {.name = known->second, .depth = blocks_.top()});
        else
            emitter_.bind(dim, {.offset = range(dim).begin, .depth = blocks_.top()});
    }

    const std::string& open_unrolled(const std::string& name, std::int64_t begin, std::int64_t end) {
        blocks_.open_loop("for (" + emitter_.index_type() + " " + name + " = " + integer_literal(begin) + "; " + name + " < " +
                              integer_literal(end) + "; ++" + name + ") {",
                          false, std::max<std::int64_t>(end - begin, 1));
        return name;
    }

    // for (name = begin; name < end; name += step), unrolled so many times where that is not 0.
    void open_for(const std::string& name, const LoopBounds& bounds, std::int64_t step, std::int64_t unroll = 0) {
        const std::string next = step == 1 ? "++" + name : name + " += " + std::to_string(step);
        blocks_.open(Block{.header = "for (" + emitter_.index_type() + " " + name + " = " + bounds.begin + "; " + name + " < " +
                                     bounds.end + "; " + next + ") {",
                           .footer = "}",
                           .loop = true,
                           .guard = bounds.clipped,
                           .pragma = unroll > 0 ? "#pragma GCC unroll " + std::to_string(unroll) : ""});
    }

    std::string accumulator(const std::string& chain, const std::string& r, const std::string& v) const {
        return accumulators_ + (tile_.chains > 1 ? "[" + chain + "]" : "") + (tile_.rows > 1 ? "[" + r + "]" : "") +
               (tile_.vectors > 1 ? "[" + v + "]" : "");
    }

    template <typename Body>
    void for_chains(std::int64_t begin, Body&& body) {
        if (tile_.chains == 1) return body("0");
        const std::string c = open_unrolled(chain_, begin, tile_.chains);
        body(c);
        blocks_.close();
    }

    void declare_accumulators() {
        accumulators_ = emitter_.names().unique("acc");
        std::string sizes;
        for (const std::int64_t size : {tile_.chains, tile_.rows, tile_.vectors})
            if (size > 1) sizes += "[" + std::to_string(size) + "]";
        const std::string start = emitter_.variable(reduction_.initial[0]);
        blocks_.line(vector_type_ + " " + accumulators_ + sizes + ";" + tile_comment());
        for_chains(0, [&](const std::string& c) {
            for_rows({0, tile_.rows}, [&](const std::string& r) {
                for_vectors([&](const std::string& v) { blocks_.line(accumulator(c, r, v) + " = " + splat(start) + ";"); });
            });
        });
    }

    // " // 4 points of dimension 1 x 2 vectors of dimension 2"
    std::string tile_comment() const {
        std::string text;
        const auto add = [&](const std::string& part) { text += (text.empty() ? " // " : " x ") + part; };
        if (tile_.chains > 1) add(std::to_string(tile_.chains) + " partial sums");
        if (tile_.rows > 1) add(std::to_string(tile_.rows) + " points of dimension " + std::to_string(tile_.row_dim));
        if (tile_.vectors > 1)
            add(std::to_string(tile_.vectors) + (tile_.lanes > 1 ? " vectors" : " points") + " of dimension " + std::to_string(tile_.lane_dim));
        return text;
    }

    // A scalar in every lane; subtracting +0 changes no value, not even -0.
    std::string splat(const std::string& scalar) const {
        if (tile_.lanes == 1) return scalar;
        const std::string zeros = vector_type_ + "{}";
        return scalar == "0.0f" || scalar == "0.0" ? zeros : scalar + " - " + zeros;
    }

    // ---- the reduction

    void reduce(std::size_t level) {
        const ReductionLoop& loop = piece_.reduction[level];
        if (loop.unrolled) return reduce_taps(level);
        if (level + 1 == piece_.reduction.size()) return print_run({.rows = rows_of_taps()}, -1);
        const std::string name = open_reduction_loop(loop);
        reduce(level + 1);
        if (!name.empty()) blocks_.close();
    }

    // A loop over one outer reduction dimension, its bounds clipped to the points where the conditions hold.
    std::string open_reduction_loop(const ReductionLoop& loop) {
        const std::int64_t dim = loop.dims.back();
        std::int64_t steps = 1;
        for (const std::int64_t d : loop.dims) {
            steps *= size_of_dim(kernel_, d);
            if (d != dim) emitter_.bind(d, {.depth = blocks_.top()});
        }
        const LoopBounds bounds = clipped_bounds(emitter_, loop.dims.size() == 1 ? open_conditions(dim) : std::vector<Condition>{}, dim, {0, steps});
        const std::string name = emitter_.names().unique("k" + std::to_string(dim - parallel_));
        open_for(name, bounds, 1);
        emitter_.bind(dim, {.name = name, .depth = blocks_.top()});
        return name;
    }

    // Conditions that no reduction dimension, and no row or lane of the tile, has a part in.
    std::vector<Condition> conditions_of_the_point() const {
        std::vector<Condition> open;
        for (const Condition& condition : reduction_.conditions) {
            bool inside = tile_.row_dim >= 0 && kernel_.space.depends_on(condition.index, tile_.row_dim);
            for (std::int64_t d = parallel_; d < kernel_.space.dimensions(); ++d) inside = inside || kernel_.space.depends_on(condition.index, d);
            if (!inside && !always_holds(kernel_, piece_.box, condition)) open.push_back(condition);
        }
        return open;
    }

    // Conditions on the dimension that the box does not decide and no tap did; the last dimension they depend on has them.
    std::vector<Condition> open_conditions(std::int64_t dim) const {
        std::vector<Condition> open;
        for (const Condition& condition : reduction_.conditions) {
            if (always_holds(kernel_, piece_.box, condition) || !kernel_.space.depends_on(condition.index, dim)) continue;
            bool later = false;
            for (std::int64_t d = dim + 1; d < kernel_.space.dimensions(); ++d) later = later || kernel_.space.depends_on(condition.index, d);
            if (!later) open.push_back(condition);
        }
        return open;
    }

    // The taps of a border: each value of an unrolled dimension with the rows that it is valid for.
    void reduce_taps(std::size_t level) {
        const ReductionLoop& loop = piece_.reduction[level];
        const std::int64_t dim = loop.dims[0], size = size_of_dim(kernel_, dim);
        std::vector<Run> runs;
        for (std::int64_t tap = 0; tap < size; ++tap) {
            taps_[dim] = tap;
            const Range rows = rows_of_taps();
            if (rows.size() <= 0) continue;
            const bool joins = !runs.empty() && runs.back().rows == rows && runs.back().first_tap + runs.back().taps == tap &&
                               taps_join(level);
            if (joins) ++runs.back().taps;
            else runs.push_back({rows, tap, 1});
        }
        for (const Run& run : runs) {
            taps_[dim] = run.first_tap;
            blocks_.open_plain();
            emitter_.bind(dim, {.offset = run.first_tap, .depth = blocks_.top()});
            if (level + 1 == piece_.reduction.size()) print_tap_loop(run, dim);
            else if (level + 2 == piece_.reduction.size()) print_run(run, dim);
            else reduce(level + 1);
            blocks_.close();
        }
        taps_.erase(dim);
    }

    // Taps that are the innermost steps themselves.
    void print_tap_loop(const Run& run, std::int64_t dim) {
        if (run.taps == 1) return update(run.rows, "0");
        const std::string& name = step_;
        open_for(name, {integer_literal(run.first_tap), integer_literal(run.first_tap + run.taps)}, 1, run.taps);
        emitter_.bind(dim, {.name = name, .depth = blocks_.top()});
        update(run.rows, "0");
        blocks_.close();
    }

    // The rows for which all conditions on the row and the taps chosen so far can hold; they are neighbours.
    Range rows_of_taps() const {
        if (tile_.row_dim < 0) return {0, 1};
        Range rows{0, 0};
        for (std::int64_t r = 0; r < tile_.rows; ++r) {
            const std::int64_t point = range(tile_.row_dim).begin + r;
            const bool valid = std::all_of(reduction_.conditions.begin(), reduction_.conditions.end(),
                                           [&](const Condition& condition) { return holds(condition, point); });
            if (!valid) continue;
            if (rows.size() == 0) rows.begin = r;
            rows.end = r + 1;
        }
        return rows;
    }

    bool holds(const Condition& condition, std::int64_t row) const {
        const IndexSpace& space = kernel_.space;
        if (space.coefficient(condition.index, tile_.row_dim) == 0) return true;
        std::int64_t value = condition.index.constant + space.coefficient(condition.index, tile_.row_dim) * row;
        for (const Index::Product& product : condition.index.products) {
            const Term& term = space[product.term];
            if (term.dimension == tile_.row_dim) continue;
            const auto tap = taps_.find(term.dimension);
            if (tap == taps_.end()) return true; // decided further inside
            value += product.coefficient * tap->second;
        }
        return value >= condition.low && value < condition.high;
    }

    // Whether neighbouring taps and the one loop inside them are one walk through memory.
    bool taps_join(std::size_t level) const {
        if (level + 1 == piece_.reduction.size()) return true;
        if (level + 2 != piece_.reduction.size() || piece_.reduction[level + 1].dims.size() != 1) return false;
        const std::int64_t tap = piece_.reduction[level].dims[0], inner = piece_.reduction[level + 1].dims[0];
        if (!open_conditions(inner).empty()) return false;
        const std::vector<ExprId> loads = loads_of(kernel_, *reduction_.term);
        return std::all_of(loads.begin(), loads.end(), [&](ExprId load) {
            const Index& index = kernel_.exprs[load].index;
            return packing_of(load) != nullptr || kernel_.space.coefficient(index, tap) == size_of_dim(kernel_, inner) * kernel_.space.coefficient(index, inner);
        });
    }

    // The innermost loop.
    void print_run(const Run& run, std::int64_t tap_dim) {
        const ReductionLoop& loop = piece_.reduction.back();
        const std::int64_t dim = loop.dims.back();
        std::int64_t steps = tap_dim >= 0 ? run.taps : 1;
        for (const std::int64_t d : loop.dims) {
            steps *= size_of_dim(kernel_, d);
            if (d != dim) emitter_.bind(d, {.depth = blocks_.top()});
        }
        if (tile_.lane_reduces) return print_lane_run(dim, steps);
        const LoopBounds bounds = clipped_bounds(emitter_, loop.dims.size() == 1 && run.taps == 1 ? open_conditions(dim) : std::vector<Condition>{}, dim, {0, steps});
        const std::string& name = step_;
        const std::int64_t unroll = steps <= kUnrolledSteps && !bounds.clipped ? steps : 0;
        const std::string step = tile_.chains == 1 ? "++" + name : name + " += " + std::to_string(tile_.chains);
        blocks_.open_loop("for (" + emitter_.index_type() + " " + name + " = " + bounds.begin + "; " + name + " < " + bounds.end + "; " + step + ") {", bounds.clipped, unroll);
        emitter_.bind(dim, {.name = name, .depth = blocks_.top()});
        if (tile_.chains == 1) {
            update(run.rows, "0");
        } else {
            for_chains(0, [&](const std::string& c) {
                const std::string point = emitter_.names().unique("kc");
                blocks_.line("const " + emitter_.index_type() + " " + point + " = " + name + " + " + c + ";");
                emitter_.bind(dim, {.name = point, .depth = blocks_.top()});
                update(run.rows, c);
            });
        }
        blocks_.close();
    }

    // acc = combiner(acc, term) for all accumulators of the rows.
    void update(const Range& rows, const std::string& chain) {
        for_rows(rows, [&](const std::string& r) {
            for_vectors([&](const std::string& v) {
                blocks_.open_plain();
                combine(accumulator(chain, r, v), v);
                blocks_.close();
            });
        });
    }

    void combine(const std::string& target, const std::string& v) {
        vectors_.clear();
        const Expr& term = kernel_.exprs[*reduction_.term];
        if (reduction_.combiner == Opcode::Add) {
            if (term.kind == ExprKind::Apply && term.opcode == Opcode::Multiply) {
                const std::string a = vector_text(term.operands[0], v), b = vector_text(term.operands[1], v);
                blocks_.line(target + " += " + in_parentheses(a) + " * " + in_parentheses(b) + ";");
            } else {
                blocks_.line(target + " += " + vector_text(*reduction_.term, v) + ";");
            }
            return;
        }
        const std::string text = vector_variable(*reduction_.term, v);
        Expr combined{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_.combiner};
        blocks_.line(target + " = " + apply_text(combined, {type_, type_}, {target, text}) + ";");
    }

    std::string apply_text(const Expr& expr, const std::vector<ElementType>& types, const std::vector<std::string>& operands) const {
        const OpDefinition* op = definition_of(expr.opcode);
        const PrintContext context{.expr = expr, .types = types, .operands = operands};
        return tile_.lanes > 1 ? op->print_vector(context) : op->print(context);
    }

    // ---- expressions in vector form

    const Packing* packing_of(ExprId load) const {
        for (const Packing& packing : nest_.packings)
            if (packing.load == load) return &packing;
        return nullptr;
    }

    bool has_lanes(ExprId id) const {
        if (tile_.lanes == 1) return false;
        const Dependence& dependence = emitter_.facts().of(emitter_.facts().resolve(id));
        return dependence.accumulator || (dependence.dims & dimension_bit(tile_.lane_dim)) != 0;
    }

    // The expression for vector number v of the tile: a scalar where it is the same in all lanes.
    std::string vector_text(ExprId id, const std::string& v) {
        id = emitter_.facts().resolve(id);
        const Expr& expr = kernel_.exprs[id];
        if (expr.kind == ExprKind::Load && packing_of(id) != nullptr) return packed_text(*packing_of(id), v);
        if (!has_lanes(id)) {
            know_packed_loads(id, v);
            return emitter_.atom(id);
        }
        if (expr.kind == ExprKind::Accumulator) return current_;
        if (expr.kind == ExprKind::Load) return vector_load(expr, v);
        check_internal(expr.kind == ExprKind::Apply, "an expression without a vector form is printed as one");
        std::vector<std::string> operands;
        std::vector<ElementType> types;
        for (const ExprId operand : expr.operands) {
            operands.push_back(needs_vector_operands(expr.opcode) ? vector_variable(operand, v) : atom_of(operand, v));
            types.push_back(kernel_.exprs[operand].type);
        }
        return apply_text(expr, types, operands);
    }

    // GCC and Clang mix scalars and vectors in arithmetic, but not in comparisons and choices of every form.
    static bool needs_vector_operands(Opcode opcode) {
        return opcode != Opcode::Add && opcode != Opcode::Subtract && opcode != Opcode::Multiply && opcode != Opcode::Divide;
    }

    std::string atom_of(ExprId id, const std::string& v) {
        const std::string text = vector_text(id, v);
        return is_atom(text) ? text : define(id, text);
    }

    // A named vector (or the literal itself): computed once, also where it is the same in all lanes.
    std::string vector_variable(ExprId id, const std::string& v) {
        id = emitter_.facts().resolve(id);
        if (tile_.lanes > 1 && kernel_.exprs[id].kind == ExprKind::Constant) return emitter_.atom(id);
        const auto known = vectors_.find(id);
        if (known != vectors_.end()) return known->second;
        std::string text = vector_text(id, v);
        if (tile_.lanes > 1 && !has_lanes(id)) text = splat(text);
        else if (kernel_.exprs[id].kind == ExprKind::Accumulator) return text;
        return define(id, text);
    }

    std::string define(ExprId id, const std::string& text) {
        const std::string& wanted = kernel_.exprs[id].name;
        const std::string name = emitter_.names().unique(wanted.empty() ? "v" : wanted);
        blocks_.line("const " + vector_type_ + " " + name + " = " + text + ";");
        return vectors_[id] = name;
    }

    static std::string plus(const std::string& pointer, const std::string& offset) {
        return offset == "0" ? pointer : pointer + " + " + offset;
    }

    std::string vector_load(const Expr& load, const std::string& v) {
        return vector_type_ + "_at(" + plus(pointer_(load.value, false), emitter_.index(load.index)) + ")" + (tile_.vectors > 1 ? "[" + v + "]" : "[0]");
    }

    // packed[batch * lane_size * depth + first lane * depth + r * width + lane]
    std::string packed_text(const Packing& packing, const std::string& v) {
        const std::int64_t width = tile_.lanes * tile_.vectors;
        const Index offset = kernel_.space.dimension(tile_.lane_dim) * packing.depth + packed_offset(kernel_, packing, tile_.lane_dim, width);
        const bool rebound = tile_.lanes == 1 && tile_.vectors > 1; // the lane dimension stands for one column now
        if (rebound) rebind_base(tile_.lane_dim);
        const std::string text = emitter_.index(offset);
        if (rebound) bind_offset(tile_.lane_dim, v);
        const std::string name = packed_(packing);
        if (tile_.lanes > 1) return vector_type_ + "_at(" + plus(name, text) + ")[" + v + "]";
        return name + "[" + (text == "0" ? v : text + (v == "0" ? "" : " + " + v)) + "]";
    }

    // Loads of packed constants inside a scalar expression.
    void know_packed_loads(ExprId root, const std::string& v) {
        if (nest_.packings.empty()) return;
        for (const ExprId load : loads_of(kernel_, root))
            if (const Packing* packing = packing_of(load)) blocks_[blocks_.top()].exprs[load] = packed_text(*packing, v);
    }

    // ---- after the reduction

    void add_chains() {
        for_chains(1, [&](const std::string& c) {
            for_rows({0, tile_.rows}, [&](const std::string& r) {
                for_vectors([&](const std::string& v) {
                    const std::string sum = accumulator("0", r, v), part = accumulator(c, r, v);
                    Expr combined{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_.combiner};
                    blocks_.line(sum + " = " + apply_text(combined, {type_, type_}, {sum, part}) + ";");
                });
            });
        });
    }

    // Every op of the epilogue has a vector form, and the result lies in memory as the lanes do.
    bool epilogue_is_vector() const {
        if (tile_.lanes == 1) return true;
        const Output& output = kernel_.outputs[0];
        if (kernel_.exprs[output.expr].type != type_) return false;
        std::vector<ExprId> pending = {output.expr};
        for (std::size_t i = 0; i < pending.size(); ++i) {
            const ExprId id = emitter_.facts().resolve(pending[i]);
            if (pending.size() > 200) return false;
            if (!has_lanes(id)) continue;
            const Expr& expr = kernel_.exprs[id];
            if (expr.type != type_) return false;
            if (expr.kind == ExprKind::Accumulator) continue;
            if (expr.kind == ExprKind::Load) {
                if (!affine_in(kernel_.space, expr.index, tile_.lane_dim) || kernel_.space.coefficient(expr.index, tile_.lane_dim) != 1) return false;
                continue;
            }
            if (expr.kind != ExprKind::Apply || definition_of(expr.opcode)->print_vector == nullptr) return false;
            pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
        }
        return true;
    }

    void store() {
        if (epilogue_is_vector()) return tile_.lanes > 1 ? store_vectors() : store_scalars();
        store_lane_by_lane();
    }

    void store_vectors() {
        const Output& output = kernel_.outputs[0];
        for_rows({0, tile_.rows}, [&](const std::string& r) {
            for_vectors([&](const std::string& v) {
                blocks_.open_plain();
                vectors_.clear();
                current_ = accumulator("0", r, v);
                const std::string at = vector_type_ + "_to(" + plus(pointer_(output.value, true), emitter_.index(output.index)) + ")[" + v + "]";
                std::string text = vector_text(output.expr, v);
                if (!has_lanes(output.expr)) text = splat(text);
                blocks_.line(at + " = " + text + ";");
                vectors_.clear();
                blocks_.close();
            });
        });
    }

    void store_scalars() {
        for_rows({0, tile_.rows}, [&](const std::string& r) {
            for_vectors([&](const std::string& v) {
                if (tile_.vectors == 1 && tile_.row_dim < 0) blocks_.open_plain();
                emitter_.bind_accumulators({accumulator("0", r, v)});
                emitter_.store(kernel_.outputs[0], emitter_.expression(kernel_.outputs[0].expr));
                if (tile_.vectors == 1 && tile_.row_dim < 0) blocks_.close();
            });
        });
    }

    // The accumulators of a row go to a small array, then each lane is finished as a scalar.
    void store_lane_by_lane() {
        const std::int64_t width = tile_.lanes * tile_.vectors;
        for_rows({0, tile_.rows}, [&](const std::string& r) {
            const std::string lanes = emitter_.names().unique("lanes");
            blocks_.line(scalar_type_ + " " + lanes + "[" + std::to_string(width) + "];");
            for_vectors([&](const std::string& v) {
                blocks_.line(vector_type_ + "_to(" + lanes + ")[" + v + "] = " + accumulator("0", r, v) + ";");
            });
            const std::string& lane = lane_;
            open_for(lane, {"0", std::to_string(width)}, 1);
            bind_offset(tile_.lane_dim, lane);
            emitter_.bind_accumulators({lanes + "[" + lane + "]"});
            emitter_.store(kernel_.outputs[0], emitter_.expression(kernel_.outputs[0].expr));
            blocks_.close();
            rebind_base(tile_.lane_dim);
        });
    }

    // ---- lanes along the reduction

    void print_lane_run(std::int64_t dim, std::int64_t steps) {
        const std::int64_t width = tile_.lanes * tile_.chains, whole = steps / width * width;
        const std::string& name = step_;
        open_for(name, {"0", integer_literal(whole)}, width);
        emitter_.bind(dim, {.name = name, .depth = blocks_.top()});
        for_chains(0, [&](const std::string& c) {
            if (tile_.chains > 1) {
                const std::string point = emitter_.names().unique("kc");
                blocks_.line("const " + emitter_.index_type() + " " + point + " = " + name + " + " + c + " * " + std::to_string(tile_.lanes) + ";");
                emitter_.bind(dim, {.name = point, .depth = blocks_.top()});
            }
            update({0, tile_.rows}, c);
        });
        blocks_.close();
        tail_ = {whole, steps};
    }

    // The lanes of each row become one value, pairwise; then the steps that fill no vector follow, and the result is stored.
    void combine_lanes() {
        Expr combined{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_.combiner};
        const OpDefinition* op = definition_of(reduction_.combiner);
        const std::vector<ElementType> types = {type_, type_};
        for_rows({0, tile_.rows}, [&](const std::string& r) {
            const std::string lanes = emitter_.names().unique("lanes");
            blocks_.line(scalar_type_ + " " + lanes + "[" + std::to_string(tile_.lanes) + "];");
            blocks_.line(vector_type_ + "_to(" + lanes + ")[0] = " + accumulator("0", r, "0") + ";");
            for (std::int64_t half = tile_.lanes / 2; half > 0; half /= 2) {
                const std::string& lane = open_unrolled(lane_, 0, half);
                const std::string low = lanes + "[" + lane + "]", high = lanes + "[" + lane + " + " + std::to_string(half) + "]";
                const std::vector<std::string> operands = {low, high};
                blocks_.line(low + " = " + op->print({.expr = combined, .types = types, .operands = operands}) + ";");
                blocks_.close();
            }
            const std::string result = lanes + "[0]";
            if (tail_.size() > 0) print_tail(result);
            blocks_.open_plain();
            emitter_.bind_accumulators({result});
            emitter_.store(kernel_.outputs[0], emitter_.expression(kernel_.outputs[0].expr));
            blocks_.close();
        });
    }

    void print_tail(const std::string& result) {
        Expr combined{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_.combiner};
        const std::vector<ElementType> types = {type_, type_};
        const std::string& name = step_;
        open_for(name, {integer_literal(tail_.begin), integer_literal(tail_.end)}, 1);
        emitter_.bind(tile_.lane_dim, {.name = name, .depth = blocks_.top()});
        const std::vector<std::string> operands = {result, emitter_.atom(*reduction_.term)};
        blocks_.line(result + " = " + definition_of(reduction_.combiner)->print({.expr = combined, .types = types, .operands = operands}) + ";");
        blocks_.close();
    }

    const LoopNest& nest_;
    const Piece& piece_;
    const RegisterTile& tile_;
    Emitter& emitter_;
    Blocks& blocks_;
    const Kernel& kernel_;
    const Reduction& reduction_;
    const PointerName& pointer_;
    const PackedName& packed_;
    const std::int64_t parallel_;
    ElementType type_ = ElementType::F32;
    std::string scalar_type_, vector_type_;
    std::string row_, column_, chain_, step_, lane_; // names of counters, the same in loops that stand side by side
    std::string accumulators_, current_;
    std::map<std::int64_t, std::string> names_of_dims_;
    std::map<std::int64_t, std::int64_t> taps_; // the taps chosen so far
    std::map<ExprId, std::string> vectors_;     // named in the innermost block
    Range tail_;
};

} // namespace

void print_tiled_piece(const LoopNest& nest, const Piece& piece, Emitter& emitter, const PointerName& pointer, const PackedName& packed) {
    TiledPrinter(nest, piece, emitter, pointer, packed).print();
}

std::string vector_type_name(ElementType type, std::int64_t lanes) {
    return std::string(info(type).name) + "x" + std::to_string(lanes);
}

std::vector<std::pair<ElementType, std::int64_t>> vector_types(const Kernel& kernel, const LoopNest& nest) {
    std::vector<std::pair<ElementType, std::int64_t>> types;
    for (const Piece& piece : nest.pieces) {
        if (piece.tile.lanes == 1) continue;
        const std::pair type{kernel.exprs[kernel.reduction->initial[0]].type, piece.tile.lanes};
        if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
    }
    return types;
}

} // namespace hlo2cpp
