// A rank whose program is for its device alone: two arrays of three floats in, one out.
//
//     one_device ARGUMENTS RESULTS       the folders with in<D> and out<D>
//
// ends with 0 where the result has the bits of RESULTS/out<D>/out0.npy.
#include <cstdio>
#include <cstring>
#include <string>

#include "alone.h"
#include "collectives_mpi.h"

namespace {

using Floats = float[3];

// The array is the end of the file.
bool read_array(const std::string& path, Floats& array) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    const bool is_read = file != nullptr && std::fseek(file, -static_cast<long>(sizeof array), SEEK_END) == 0 &&
                         std::fread(array, sizeof array, 1, file) == 1;
    if (file != nullptr) std::fclose(file);
    return is_read;
}

bool is_equal(const std::string& arguments, const std::string& results) {
    const std::string device = std::to_string(ALONE_DEVICE);
    Floats x, y, out, want;
    if (!read_array(arguments + "/in" + device + "/in0.npy", x)) return false;
    if (!read_array(arguments + "/in" + device + "/in1.npy", y)) return false;
    if (!read_array(results + "/out" + device + "/out0.npy", want)) return false;
    hlo2cpp_mpi* mpi = nullptr;
    int status = hlo2cpp_mpi_open(&mpi, &alone_devices, MPI_COMM_WORLD);
    if (status == 0 && hlo2cpp_mpi_device(mpi) != ALONE_DEVICE) status = 1;
    if (status == 0) status = alone_run(hlo2cpp_mpi_table(mpi), x, y, out);
    hlo2cpp_mpi_close(mpi);
    return status == 0 && std::memcmp(out, want, sizeof out) == 0;
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc != 3 || !is_equal(argv[1], argv[2])) {
        std::fprintf(stderr, "device %d: the result is another one\n", ALONE_DEVICE);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
