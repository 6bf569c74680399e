#include "layout/image.h"

#include <algorithm>
#include <array>

#include "kernel/analysis.h"
#include "kernel/loads.h"
#include "support/disjoint_sets.h"

namespace hlo2cpp {
namespace {

constexpr int kMostSums = 8; // in each other, in a subscript: of an image that was up-sampled a few times

// The sums in an index, each once: itself and those in its terms.
template <typename Visit>
void for_each_sum(const IndexSpace& space, const Index& index, Visit&& visit) {
    visit(index);
    for_each_term(space, index, [&](TermId id) {
        if (!space[id].argument.products.empty()) visit(space[id].argument);
        return true;
    });
}

class ImageFinder {
public:
    explicit ImageFinder(const Kernel& kernel) : kernel_(kernel), space_(kernel.space) {}

    std::optional<Image> run() {
        if (!kernel_.reduction || !kernel_.reduction->of_products || !kernel_.reduction->term) return std::nullopt;
        if (kernel_.reduction->combiner != Opcode::Add || reads_indices(kernel_)) return std::nullopt;
        return find_operand();
    }

private:
    const Expr& load() const { return kernel_.exprs[load_]; }

    ExprId without_conversion(ExprId id) const {
        const Expr& expr = kernel_.exprs[id];
        const bool converts = expr.kind == ExprKind::Apply && expr.opcode == Opcode::Convert;
        return converts ? expr.operands[0] : id;
    }

    // Finds the factor of the product that depends on the pixels.
    std::optional<Image> find_operand() {
        const Expr& product = kernel_.exprs[*kernel_.reduction->term];
        if (product.kind != ExprKind::Apply || product.opcode != Opcode::Multiply) return std::nullopt;
        const std::array<ExprId, 2> factors = {without_conversion(product.operands[0]),
                                               without_conversion(product.operands[1])};
        for (const std::size_t i : {0u, 1u}) {
            const Expr &own = kernel_.exprs[factors[i]], &other = kernel_.exprs[factors[1 - i]];
            if (own.kind != ExprKind::Load || other.kind != ExprKind::Load || kernel_[own.argument].written) continue;
            load_ = factors[i];
            if (std::optional<Image> image = image_beside(factors[1 - i])) return image;
        }
        return std::nullopt;
    }

    std::optional<Image> image_beside(ExprId other) const {
        Image found{.load = load_};
        for (std::int64_t d = 0; d < static_cast<std::int64_t>(kernel_.dims.size()); ++d) {
            if (size_of_dim(kernel_, d) == 1 || !loads_along(load_, d) || loads_along(other, d)) continue;
            const std::optional<ImageAxis> axis = axis_of(d);
            if (!axis) return std::nullopt;
            found.pixels.push_back(*axis);
        }
        return found.pixels.empty() ? std::nullopt : std::optional(std::move(found));
    }

    bool loads_along(ExprId load, std::int64_t d) const { return depends_on(space_, kernel_.exprs[load].index, d); }

    // The dimension of an image along which its pixels lie at `point`.
    std::optional<ImageAxis> axis_of(std::int64_t point) const {
        ImageAxis axis{.point = point, .points = size_of_dim(kernel_, point)};
        bool found = false;
        for (std::size_t s = 0; s < load().index.size(); ++s) {
            if (!space_.depends_on(load().index[s], point)) continue;
            if (found) return std::nullopt;
            found = true;
            axis.subscript = s;
            for_each_sum(space_, load().index[s], [&](const Index& sum) { read_sum(sum, axis); });
        }
        const bool plain = found && axis.stride > 0 && axis.dilation > 0 &&
                           depends_on_axis(space_, load().index[axis.subscript], axis);
        if (!plain) return std::nullopt;
        if (axis.tap >= 0) axis.reach = axis.dilation * (size_of_dim(kernel_, axis.tap) - 1);
        return axis;
    }

    void read_sum(const Index& sum, ImageAxis& axis) const {
        const std::int64_t stride = space_.coefficient(sum, axis.point);
        if (stride == 0) return;
        axis.stride = stride;
        for (auto d = static_cast<std::int64_t>(kernel_.dims.size()); d < space_.dimensions(); ++d)
            if (const std::int64_t factor = space_.coefficient(sum, d); factor != 0)
                axis.tap = d, axis.dilation = factor;
    }

    const Kernel& kernel_;
    const IndexSpace& space_;
    ExprId load_;
};

// Collects orders of values by the calls that use them.
class Orders {
public:
    explicit Orders(const Kernels& kernels)
        : kernels_(kernels), known_(kernels.kernels.size()), groups_(kernels.values.size()), orders_(groups_.size()) {}

    std::vector<std::optional<ImageOrders>> run() {
        for_each_call(kernels_.regions, [&](const Call& call) { join(call); });
        for (const bool windows : {true, false}) // which tell pixels from a batch
            for_each_call(kernels_.regions, [&](const Call& call) { add(call, windows); });
        std::vector<std::optional<ImageOrders>> of_values(orders_.size());
        for (std::size_t v = 0; v < of_values.size(); ++v) of_values[v] = orders_[groups_.find(v)];
        return of_values;
    }

private:
    // Roles of dimensions: batch, pixels, features.
    enum class Role : std::uint8_t { Batch, Pixels, Features };

    const std::optional<Image>& image(KernelId kernel) {
        std::optional<std::optional<Image>>& known = known_[kernel.index()];
        if (!known) known = image_of(kernels_[kernel]);
        return *known;
    }

    // Joins arrays whose elements lie alike: each dimension of the kernel is in the same subscript of both.
    void join(const Call& call) {
        const Kernel& kernel = kernels_[call.kernel];
        if (kernel.sort || image(call.kernel)) return;
        const Output& output = kernel.outputs[0];
        for (const UsedLoad& used : used_loads(kernel)) {
            const Expr& load = kernel.exprs[used.expr];
            if (load.index.size() == output.index.size() && lie_alike(kernel, load.index, output.index))
                groups_.join(call[output.argument].index(), call[load.argument].index());
        }
        for (const Output& other : kernel.outputs)
            if (other.updates.valid()) groups_.join(call[other.argument].index(), call[other.updates].index());
    }

    static bool lie_alike(const Kernel& kernel, const Subscripts& a, const Subscripts& b) {
        for (std::size_t d = 0; d < kernel.dims.size(); ++d) {
            if (kernel.dims[d] == 1) continue;
            const auto dim = static_cast<std::int64_t>(d);
            for (std::size_t s = 0; s < a.size(); ++s)
                if (kernel.space.depends_on(a[s], dim) != kernel.space.depends_on(b[s], dim)) return false;
        }
        return true;
    }

    void add(const Call& call, bool windows) {
        const std::optional<Image>& found = image(call.kernel);
        if (!found || std::ranges::any_of(found->pixels, &ImageAxis::has_window) != windows) return;
        const Kernel& kernel = kernels_[call.kernel];
        const Expr& load = kernel.exprs[found->load];
        std::vector<Role> of_operand(load.index.size(), Role::Features),
            of_result(kernel.outputs[0].index.size(), Role::Features);
        bool inside = !windows && found->pixels.size() < 3; // behind the batch
        for (const ImageAxis& axis : found->pixels) {
            inside = inside || axis.has_window();
            const Role role = inside ? Role::Pixels : Role::Batch;
            inside = inside || !windows;
            of_operand[axis.subscript] = role;
            for (std::size_t s = 0; s < of_result.size(); ++s)
                if (kernel.space.depends_on(kernel.outputs[0].index[s], axis.point)) of_result[s] = role;
        }
        const auto first_unit = [](std::vector<Role>& roles, const std::vector<std::int64_t>& dims) {
            if (dims[0] == 1) roles[0] = Role::Batch;
        };
        first_unit(of_operand, kernel[load.argument].dims);
        first_unit(of_result, kernel[kernel.outputs[0].argument].dims);
        set(call[load.argument], of_operand);
        set(call[kernel.outputs[0].argument], of_result);
    }

    void set(ValueId value, const std::vector<Role>& roles) {
        std::optional<ImageOrders>& orders = orders_[groups_.find(value.index())];
        if (orders) return;
        orders.emplace();
        const auto append = [&](std::vector<std::int64_t>& order, Role role) {
            for (std::size_t d = 0; d < roles.size(); ++d)
                if (roles[d] == role) order.push_back(static_cast<std::int64_t>(d));
        };
        for (const Role role : {Role::Batch, Role::Pixels, Role::Features}) append(orders->features_last, role);
        for (const Role role : {Role::Batch, Role::Features, Role::Pixels}) append(orders->features_second, role);
    }

    const Kernels& kernels_;
    std::vector<std::optional<std::optional<Image>>> known_; // by kernel, once asked for
    DisjointSets groups_;
    std::vector<std::optional<ImageOrders>> orders_; // by group
};

} // namespace

bool depends_on_axis(const IndexSpace& space, const Index& index, const ImageAxis& axis) {
    bool fits = true;
    int sums = 0;
    for_each_sum(space, index, [&](const Index& sum) {
        fits = fits && ++sums <= kMostSums;
        for (const Index::Product& product : sum.products) {
            const Term& term = space[product.term];
            if (term.kind == TermKind::Dimension)
                fits = fits && (term.dimension == axis.point || term.dimension == axis.tap);
            else
                fits = fits && (term.kind == TermKind::FloorDivide || term.kind == TermKind::Modulo);
        }
        if (axis.tap >= 0)
            fits = fits &&
                   space.coefficient(sum, axis.point) * axis.dilation == space.coefficient(sum, axis.tap) * axis.stride;
    });
    return fits;
}

std::optional<Image> image_of(const Kernel& kernel) {
    return ImageFinder(kernel).run();
}

std::vector<std::optional<ImageOrders>> image_orders(const Kernels& kernels) {
    return Orders(kernels).run();
}

bool depends_on(const IndexSpace& space, const Subscripts& index, std::int64_t dimension) {
    return std::ranges::any_of(index, [&](const Index& one) { return space.depends_on(one, dimension); });
}

bool has_term(const IndexSpace& space, const Index& index, const std::vector<TermKind>& kinds) {
    bool found = false;
    for_each_term(space, index, [&](TermId id) {
        found = found || std::ranges::find(kinds, space[id].kind) != kinds.end();
        return true;
    });
    return found;
}

std::optional<std::int64_t> plain_dimension(const IndexSpace& space, const Index& index) {
    if (index.constant != 0 || index.products.size() != 1 || index.products[0].coefficient != 1) return std::nullopt;
    const Term& term = space[index.products[0].term];
    return term.kind == TermKind::Dimension ? std::optional(term.dimension) : std::nullopt;
}

} // namespace hlo2cpp
