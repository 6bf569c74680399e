#include "nest/statement.h"

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

} // namespace hlo2cpp::nest
