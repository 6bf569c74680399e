// Runs the block on two devices, which are threads of this process. All memory is static, so that the same lines serve
// two cores without an operating system: each of them calls run_device.
#include <string.h>

#include <thread>

#include "block.h"
#include "collectives_threads.h"

namespace {

const Arguments arguments;
Device devices[BLOCK_2_DEVICES];
int statuses[BLOCK_2_DEVICES];
unsigned char table_memory[HLO2CPP_THREADS_BYTES(BLOCK_2_DEVICES, 1)]; // one exchange at a time

void run_device(hlo2cpp_threads* threads, int32_t number) {
    int& status = statuses[number];
    status = devices[number].run(arguments, number, hlo2cpp_threads_table(threads, number));
    if (status != 0) hlo2cpp_threads_fail(threads, number, status); // ends all devices
}

} // namespace

int main() {
    hlo2cpp_threads* const threads = hlo2cpp_threads_open(&block_2_devices, table_memory, sizeof table_memory);
    if (threads == nullptr) return 1;
    std::thread second(run_device, threads, 1);
    run_device(threads, 0);
    second.join();
    if (statuses[0] != 0 || statuses[1] != 0) return 1;
    const bool are_same = memcmp(devices[0].result, devices[1].result, sizeof devices[0].result) == 0;
    printf("devices    %d threads, %s\n", BLOCK_2_DEVICES, are_same ? "with the same bits" : "which DIFFER");
    return is_right(arguments, devices[0].result) && are_same ? 0 : 1;
}
