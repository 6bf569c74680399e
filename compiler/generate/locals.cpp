#include "generate/locals.h"

#include "generate/runtime_text.h"

namespace hlo2cpp {

void DeepestLocals::add_function(const Locals& own, std::string_view body) {
    bytes_ = std::max(bytes_, own.bytes + runtime_text(body).locals_bytes);
}

} // namespace hlo2cpp
