// Trains the digits network on four devices, which are processes over MPI, and on one device, and compares them.
//
//     mpirun -np 4 digits
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include <algorithm>
#include <string>

#include "collectives_mpi.h"
#include "largest_difference.h"
#include "train_1.h"
#include "train_4.h"
#include "trainer.h"

namespace {

constexpr int kShare = TRAIN_4_LABELS_ELEMENTS, kBatch = TRAIN_1_LABELS_ELEMENTS;
constexpr int kWeights = sizeof(train_4_state) / sizeof(float);
constexpr int kEpochs = 20;
constexpr float kRate = 0.3f;
constexpr double kAllowed = 1e-4; // one device adds in another order than four

void print(const char* images, const Result& mean) {
    printf("%-16s   loss %.4f   accuracy %5.1f %%\n", images, mean.loss, 100 * mean.accuracy);
}

// Returns the result on the held-out images. A device that fails ends all of them.
Result train(const Step& step, Share share, bool is_printed) {
    Trainer trainer(step, share);
    Result mean = {0, 0, 0};
    for (int epoch = 1; epoch <= kEpochs && mean.status == 0; ++epoch) {
        mean = trainer.train(kRate);
        if (is_printed && (epoch == 1 || epoch % 5 == 0)) print(("epoch " + std::to_string(epoch)).c_str(), mean);
    }
    if (mean.status == 0) mean = trainer.test();
    if (mean.status != 0) MPI_Abort(MPI_COMM_WORLD, mean.status);
    if (is_printed) print("held-out images", mean);
    return mean;
}

Result train_on_four(const hlo2cpp_mpi* mpi) {
    const int32_t device = hlo2cpp_mpi_device(mpi);
    const hlo2cpp_collectives* const table = hlo2cpp_mpi_table(mpi);
    train_4_reset();
    return train([=](const float* images, const int32_t* labels, const float* rate, float* loss,
                     float* accuracy) { return train_4_run(device, table, images, labels, rate, loss, accuracy); },
                 {device * kShare, kShare, kBatch}, device == 0);
}

Result train_on_one() {
    train_1_reset();
    return train(train_1_run, {0, kBatch, kBatch}, false);
}

// FNV-1a of the weights' bits.
uint64_t checksum(const float* weights) {
    unsigned char bytes[kWeights * sizeof(float)];
    memcpy(bytes, weights, sizeof bytes);
    uint64_t sum = 0xcbf29ce484222325u;
    for (const unsigned char byte : bytes) sum = (sum ^ byte) * 0x100000001b3u;
    return sum;
}

// Whether all processes have the same bits; the first prints its own.
bool have_same_weights(bool is_first) {
    const uint64_t own = checksum(train_4_own_state()->weights);
    uint64_t all[TRAIN_4_DEVICES];
    MPI_Allgather(&own, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    const bool are_same = std::all_of(all, all + TRAIN_4_DEVICES, [&](uint64_t other) { return other == own; });
    if (is_first)
        printf("weights            %s on all %d devices, checksum %016llx\n", are_same ? "the same bits" : "DIFFERENT",
               TRAIN_4_DEVICES, static_cast<unsigned long long>(own));
    return are_same;
}

bool is_as_on_one(const Result& on_four) {
    const Result on_one = train_on_one();
    const double of_weights = largest_difference(train_4_own_state()->weights, train_1_own_state()->weights, kWeights);
    const double of_loss = fabs(on_four.loss - on_one.loss);
    printf("one device         loss %.4f; differences: loss %.1e, weights at most %.1e\n", on_one.loss, of_loss,
           of_weights);
    return of_loss <= kAllowed && of_weights <= kAllowed;
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    hlo2cpp_mpi* mpi = nullptr;
    const int status = hlo2cpp_mpi_open(&mpi, &train_4_devices, MPI_COMM_WORLD);
    if (status != 0) {
        if (status == HLO2CPP_MPI_WRONG_RANKS) fprintf(stderr, "start it with mpirun -np %d\n", TRAIN_4_DEVICES);
        MPI_Abort(MPI_COMM_WORLD, status);
    }
    const bool is_first = hlo2cpp_mpi_device(mpi) == 0;
    const Result held_out = train_on_four(mpi);
    bool is_good = have_same_weights(is_first);
    if (is_first) is_good = is_as_on_one(held_out) && is_good;
    hlo2cpp_mpi_close(mpi);
    MPI_Finalize();
    return is_good ? 0 : 1;
}
