// All-reduce of one count on all ranks: by a generated file over samples/replicas, and by MPI's own function, in turns.
//
//     mpicxx -DCOUNT=N program.cpp all_reduce.cpp collectives_mpi.cpp && mpirun -np 4 ./a.out
//
// prints the least time of one call of each, in seconds: the longest of the ranks counts.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "all_reduce.h"
#include "collectives_mpi.h"

namespace {

using Floats = std::vector<float>;

class AllReduce {
public:
    AllReduce() : x_(COUNT), out_(COUNT) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        if (hlo2cpp_mpi_open(&mpi_, &all_reduce_devices, MPI_COMM_WORLD) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
        for (int i = 0; i < COUNT; ++i) x_[i] = static_cast<float>((i + rank_) % 1000);
    }
    ~AllReduce() { hlo2cpp_mpi_close(mpi_); }
    AllReduce(const AllReduce&) = delete;
    AllReduce& operator=(const AllReduce&) = delete;

    void generated() {
        const int status = all_reduce_run(rank_, hlo2cpp_mpi_table(mpi_), x_.data(), out_.data());
        if (status != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    void plain() { MPI_Allreduce(x_.data(), out_.data(), COUNT, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }
    bool is_right() const {
        for (int i = 0; i < COUNT; ++i) {
            int sum = 0;
            for (int rank = 0; rank < size_; ++rank) sum += (i + rank) % 1000;
            if (out_[i] != static_cast<float>(sum)) return false;
        }
        return true;
    }
    bool is_first() const { return rank_ == 0; }

    // The time of one of so many calls.
    double time_of(int calls, void (AllReduce::*call)()) {
        std::fill(out_.begin(), out_.end(), 0.0f);
        MPI_Barrier(MPI_COMM_WORLD);
        const double start = MPI_Wtime();
        for (int i = 0; i < calls; ++i) (this->*call)();
        const double own = (MPI_Wtime() - start) / calls;
        double longest = 0;
        MPI_Allreduce(&own, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (!is_right()) MPI_Abort(MPI_COMM_WORLD, 1);
        return longest;
    }

private:
    int rank_ = 0, size_ = 0;
    hlo2cpp_mpi* mpi_ = nullptr;
    Floats x_, out_;
};

constexpr int kRounds = 20;
constexpr double kRoundSeconds = 0.02;
constexpr int kMostCalls = 500;

void measure() {
    AllReduce all_reduce;
    double generated = all_reduce.time_of(1, &AllReduce::generated), plain = all_reduce.time_of(1, &AllReduce::plain);
    for (int round = 0; round < kRounds; ++round) {
        const double calls = kRoundSeconds / std::max(generated, plain);
        const int whole_calls = static_cast<int>(std::min(std::max(calls, 1.0), double(kMostCalls)));
        generated = std::min(generated, all_reduce.time_of(whole_calls, &AllReduce::generated));
        plain = std::min(plain, all_reduce.time_of(whole_calls, &AllReduce::plain));
    }
    if (all_reduce.is_first()) std::printf("%g %g\n", generated, plain);
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    measure();
    MPI_Finalize();
    return 0;
}
