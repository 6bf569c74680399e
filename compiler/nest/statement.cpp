#include "nest/walk.h"

namespace hlo2cpp::nest {

Position operator+(Position a, const Position& b) {
    a.constant += b.constant;
    a.products.insert(a.products.end(), b.products.begin(), b.products.end());
    return a;
}

Position times(Position a, std::int64_t factor) {
    a.constant *= factor;
    for (Position::Product& product : a.products) product.coefficient *= factor;
    return a;
}

Ref next_vector(Ref ref) {
    ref.at.back() = ref.at.back() + 1;
    return ref;
}

std::int64_t counted_dim(const For& loop) {
    const Bind* bind = loop.body.empty() ? nullptr : std::get_if<Bind>(&loop.body.front().node);
    const bool counts =
        bind != nullptr && bind->at.products.size() == 1 && bind->at.products[0].counter == loop.counter;
    return counts ? bind->dim : -1;
}

} // namespace hlo2cpp::nest
