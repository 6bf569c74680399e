#include "average.h"

namespace {

const int32_t group_of[] = {0, 0}, place_in[] = {0, 1};
alignas(AVERAGE_ARENA_ALIGNMENT) unsigned char own_arena[AVERAGE_ARENA_BYTES];

} // namespace

extern const hlo2cpp_devices average_devices = {2, 2, 1, 1, group_of, place_in, 0, nullptr, nullptr, 1};

int average_run_in(average_context* context, const float* in0, float* out0) noexcept {
    float* const parts = static_cast<float*>(context->arena);
    const hlo2cpp_collectives* const table = context->collectives;
    int status = table->all_gather(table->self, 0, 0, in0, parts, sizeof *in0);
    if (status == 0) status = table->wait(table->self, 0);
    if (status != 0) return status;
    *out0 = 0.5f * (parts[0] + parts[1]);
    return 0;
}

int average_run(int32_t device, const hlo2cpp_collectives* collectives, const float* in0, float* out0) noexcept {
    average_context context = {own_arena, device, collectives};
    return average_run_in(&context, in0, out0);
}
