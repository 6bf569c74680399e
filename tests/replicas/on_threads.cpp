// Runs the program of program.h on threads.
#include "collectives_threads.h"
#include "program.h"
#include <cstdio>
#include <memory>
#include <thread>

using namespace replicas;

namespace {

int run_device(const Task& task, const Plan& plan, int32_t device, hlo2cpp_threads* threads) {
    Arrays arrays;
    const int status = run(task, plan, device, *hlo2cpp_threads_table(threads, device), arrays);
    if (status != 0) hlo2cpp_threads_fail(threads, device, status);
    return status;
}

// The status that a device is to end with.
int expected_status(const Task& task) {
    switch (task.mishap) {
    case Mishap::status: return kOwnStatus;
    case Mishap::disagrees: return HLO2CPP_THREADS_DISAGREE;
    default: return 0;
    }
}

// Runs all devices in this memory, and says whether each ends as expected.
bool ends_as_expected(const Task& task, const Plan& plan, void* memory, size_t bytes) {
    hlo2cpp_threads* const threads = hlo2cpp_threads_open(&plan.table, memory, bytes);
    std::vector<int> statuses(static_cast<size_t>(task.devices), -1);
    std::vector<std::thread> devices;
    for (int32_t device = 0; device < task.devices; ++device)
        devices.emplace_back(
            [&, device] { statuses[static_cast<size_t>(device)] = run_device(task, plan, device, threads); });
    for (std::thread& device : devices) device.join();
    for (size_t device = 0; device < statuses.size(); ++device)
        if (statuses[device] != expected_status(task)) {
            fprintf(stderr, "FAILED: device %zu ends with status %d\n", device, statuses[device]);
            return false;
        }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    Task task;
    if (!read_task(argc, argv, task)) return 2;
    const Plan plan(task.devices, kTickets);
    const size_t bytes = hlo2cpp_threads_bytes(&plan.table);
    const std::unique_ptr<unsigned char[]> memory(new unsigned char[bytes + 1]);
    if (hlo2cpp_threads_open(&plan.table, memory.get(), bytes - 1) != nullptr) {
        fprintf(stderr, "FAILED: too little memory is taken\n");
        return 1;
    }
    const int runs = task.mishap == Mishap::none ? 1 : 20; // a failure meets the others at any of their steps
    for (int i = 0; i < runs; ++i)
        if (!ends_as_expected(task, plan, memory.get() + 1, bytes)) return 1;
    return 0;
}
