#include "driver/device_harness.h"

#include "driver/process.h"
#include "support/embedded.h"

namespace hlo2cpp {
namespace {

const std::string kTablesFolder = "tables/"; // in which no generated file is: a module may be called "messages"

constexpr std::string_view kThreads = R"(
#include "tables/collectives_threads.h"
#include <pthread.h>

static hlo2cpp_threads* all_devices = 0;
static int statuses[@DEVICES@];
static void* run_thread(void* number) {
    const int32_t device = *static_cast<int32_t*>(number);
    statuses[device] = run_device(device, hlo2cpp_threads_table(all_devices, device));
    if (statuses[device] != 0) hlo2cpp_threads_fail(all_devices, device, statuses[device]);
    return 0;
}
int main(int, char** argv) {
    if (chdir(argv[1]) != 0) return 125;
    const size_t bytes = hlo2cpp_threads_bytes(&@NAME@_devices);
    all_devices = hlo2cpp_threads_open(&@NAME@_devices, buffer(bytes), bytes);
    if (!all_devices) return 125;
    static pthread_t threads[@DEVICES@];
    static int32_t numbers[@DEVICES@];
    for (int32_t device = 0; device < @DEVICES@; ++device) {
        numbers[device] = device;
        if (pthread_create(&threads[device], 0, run_thread, &numbers[device]) != 0) return 125;
    }
    for (int32_t device = 0; device < @DEVICES@; ++device) pthread_join(threads[device], 0);
    for (int32_t device = 0; device < @DEVICES@; ++device)
        if (statuses[device] != 0) return statuses[device];
    return 0;
}
)";

constexpr std::string_view kMpi = R"(
#include "tables/collectives_mpi.h"

int main(int argc, char** argv) {
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS || chdir(argv[1]) != 0) return 125;
    hlo2cpp_mpi* mpi = 0;
    int status = hlo2cpp_mpi_open(&mpi, &@NAME@_devices, MPI_COMM_WORLD);
    if (status == HLO2CPP_MPI_WRONG_RANKS)
        fprintf(stderr, "the module is for @DEVICES@ devices, but --launch starts another number of processes\n");
    if (status == 0) status = run_device(hlo2cpp_mpi_device(mpi), hlo2cpp_mpi_table(mpi));
    if (status != 0) MPI_Abort(MPI_COMM_WORLD, status); // which ends the others
    hlo2cpp_mpi_close(mpi);
    return MPI_Finalize() == MPI_SUCCESS ? 0 : 125;
}
)";

std::string with_holes(std::string_view text, const std::vector<std::pair<std::string, std::string>>& holes) {
    std::string filled(text);
    for (const auto& [hole, value] : holes)
        for (std::size_t at = 0; (at = filled.find(hole, at)) != std::string::npos; at += value.size())
            filled.replace(at, hole.size(), value);
    return filled;
}

} // namespace

std::string device_harness_text(const std::string& name, const Signature& signature, const std::string& launch) {
    const std::string devices = std::to_string(signature.devices);
    return harness_start(name, signature) + device_function_text(name, signature) +
           with_holes(launch.empty() ? kThreads : kMpi, {{"@NAME@", name}, {"@DEVICES@", devices}});
}

std::vector<std::pair<std::string, std::string_view>> table_files() {
    std::vector<std::pair<std::string, std::string_view>> files;
    for (const char* name : {"hlo2cpp_collectives.h", "messages.h", "collectives_threads.h", "collectives_threads.cpp",
                             "collectives_mpi.h", "collectives_mpi.cpp"})
        files.emplace_back(kTablesFolder + name, embedded_file(name));
    return files;
}

std::string table_source(const std::string& launch) {
    return kTablesFolder + (launch.empty() ? "collectives_threads.cpp" : "collectives_mpi.cpp");
}

std::vector<std::string> launch_command(const std::string& launch, std::int64_t devices) {
    std::vector<std::string> words = split_words(launch);
    for (std::string& word : words) word = with_holes(word, {{"{n}", std::to_string(devices)}});
    return words;
}

} // namespace hlo2cpp
