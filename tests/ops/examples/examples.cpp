#include "examples/examples.h"

#include <iterator>
#include <numeric>
#include <stdexcept>

#include "evaluate/tensor.h"

namespace hlo2cpp::testing {
namespace {

Examples collected() {
    Examples all;
    for (const auto& make : {worked_examples_of_arrays, worked_examples_of_elements, worked_examples_of_gather,
                             worked_examples_of_products, worked_examples_of_folds, worked_examples_of_control,
                             corners_of_integers, corners_of_floats, corners_of_narrow_floats, corners_of_indices,
                             corners_of_folds, corners_of_moves, corners_of_random_bits, corners_of_structure}) {
        Examples more = make();
        std::move(more.begin(), more.end(), std::back_inserter(all));
    }
    return all;
}

void require_count(const Shape& shape, std::size_t count) {
    if (static_cast<std::int64_t>(count) != shape.elements())
        throw std::runtime_error(to_string(shape) + " of " + std::to_string(count) + " elements");
}

} // namespace

const Examples& examples() {
    static const Examples all = collected();
    return all;
}

Literal array(ElementType type, Sizes dims, const std::vector<double>& elements) {
    Tensor tensor(Shape::array(type, std::move(dims)));
    require_count(tensor.shape, elements.size());
    for (std::int64_t i = 0; i < tensor.elements(); ++i) {
        const double element = elements[static_cast<std::size_t>(i)];
        if (is_float(type))
            tensor.reals()(i) = round_to(type, element);
        else
            tensor.integers()(i) = static_cast<std::int64_t>(element);
    }
    return to_literal(tensor);
}

Literal f32(Sizes dims, const std::vector<double>& elements) {
    return array(ElementType::F32, std::move(dims), elements);
}

Literal s32(Sizes dims, const std::vector<double>& elements) {
    return array(ElementType::S32, std::move(dims), elements);
}

Literal u32(Sizes dims, const std::vector<double>& elements) {
    return array(ElementType::U32, std::move(dims), elements);
}

Literal pred(Sizes dims, const std::vector<double>& elements) {
    return array(ElementType::Pred, std::move(dims), elements);
}

Literal integers(ElementType type, Sizes dims, const std::vector<std::int64_t>& elements) {
    Tensor tensor(Shape::array(type, std::move(dims)));
    require_count(tensor.shape, elements.size());
    for (std::int64_t i = 0; i < tensor.elements(); ++i) tensor.integers()(i) = elements[static_cast<std::size_t>(i)];
    return to_literal(tensor);
}

std::vector<double> count_up(std::int64_t count, double first) {
    std::vector<double> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

Literal tabulate(ElementType type, Sizes dims, const std::function<double(const Sizes& index)>& element) {
    const Shape shape = Shape::array(type, dims);
    std::vector<double> elements;
    Sizes index(dims.size());
    for (std::int64_t i = 0; i < shape.elements(); ++i) {
        elements.push_back(element(index));
        for (std::size_t d = dims.size(); d-- > 0;) {
            if (++index[d] < dims[d]) break;
            index[d] = 0;
        }
    }
    return array(type, std::move(dims), elements);
}

double at(const Literal& array, const Sizes& index) {
    std::int64_t linear = 0;
    for (std::size_t d = 0; d < index.size(); ++d) linear = linear * array.shape.dims[d] + index[d];
    const Tensor tensor = to_tensor(array);
    return is_float(array.shape.type) ? tensor.reals()(linear) : static_cast<double>(tensor.integers()(linear));
}

ComputationId function(Builder& builder, const std::vector<Shape>& parameters, const Scalars& body) {
    const std::unique_ptr<Builder> inside = builder.CreateSubBuilder("f");
    Ops x;
    for (const Shape& shape : parameters)
        x.push_back(Parameter(*inside, static_cast<std::int64_t>(x.size()), shape, "x" + std::to_string(x.size())));
    return inside->BuildSubComputation(body(*inside, x));
}

ComputationId of_two(Builder& builder, ElementType type, Op (*op)(Op, Op, const Sizes&)) {
    return function(builder, {Shape::scalar(type), Shape::scalar(type)},
                    [&](Builder&, const Ops& x) { return op(x[0], x[1], {}); });
}

} // namespace hlo2cpp::testing
