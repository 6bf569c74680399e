#include "lower/repeated.h"

namespace hlo2cpp {

Repeated repeated(const Computation& computation, InstructionId id) {
    const Instruction& x = computation[id];
    const bool repeats = x.opcode == Opcode::Broadcast;
    Repeated result{.array = repeats ? x.operands[0] : id, .sizes = {}, .dimensions = {}};
    const std::vector<std::int64_t>& sizes = computation[result.array].shape.dims;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (sizes[d] == 1) continue;
        result.sizes.push_back(sizes[d]);
        result.dimensions.push_back(repeats ? x.attributes.dimensions[d] : static_cast<std::int64_t>(d));
    }
    return result;
}

std::vector<std::int64_t> steps_along(const std::vector<std::int64_t>& sizes,
                                      const std::vector<std::int64_t>& dimensions, std::size_t rank) {
    std::vector<std::int64_t> steps(rank);
    std::int64_t step = 1;
    for (std::size_t i = sizes.size(); i-- > 0; step *= sizes[i]) steps[static_cast<std::size_t>(dimensions[i])] = step;
    return steps;
}

std::vector<std::int64_t> steps_within(const std::vector<std::int64_t>& steps,
                                       const std::vector<std::int64_t>& within) {
    std::vector<std::int64_t> result;
    for (const std::int64_t d : within) result.push_back(d < 0 ? 0 : steps[static_cast<std::size_t>(d)]);
    return result;
}

} // namespace hlo2cpp
