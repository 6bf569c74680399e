// Messages over MPI's point-to-point functions. They need neither a communicator a group nor a datatype a size.
#include "collectives_mpi.h"
#include "messages.h"

#include <limits.h>
#include <new>
#include <sched.h>
#include <time.h>
#include <vector>

// The longest message in bytes: MPI counts in int. A longer one goes in two messages: whole blocks, and the rest.
#ifndef HLO2CPP_MPI_MESSAGE_BYTES
#define HLO2CPP_MPI_MESSAGE_BYTES INT_MAX
#endif
#ifndef HLO2CPP_MPI_BLOCK_BYTES
#define HLO2CPP_MPI_BLOCK_BYTES (1 << 20)
#endif

namespace {

int status_of(int error) {
    if (error == MPI_SUCCESS) return 0;
    int error_class = MPI_ERR_OTHER;
    MPI_Error_class(error, &error_class);
    return -error_class;
}

// Spins, then lets other processes run, then, after about a millisecond, sleeps: a sleep takes far longer than the
// parts take in which MPI moves a long message. MPI's own waits may only spin: with more ranks than cores, each of them
// takes a time slice.
void pause_after(int polls) {
    if (polls < 20) return;
    if (polls < 5000) {
        sched_yield();
        return;
    }
    const timespec shortest = {0, 1000};
    nanosleep(&shortest, nullptr);
}

// The requests of one ticket, in memory that all tickets share.
struct Ticket {
    MPI_Request* requests;
    int used;
};

} // namespace

struct hlo2cpp_mpi {
public:
    explicit hlo2cpp_mpi(const hlo2cpp_devices& devices) : devices_(devices) {
        const size_t of_ticket = static_cast<size_t>(devices.devices) * 4; // two to, and two from, each device
        const size_t tickets = static_cast<size_t>(devices.tickets);
        requests_.resize(tickets * of_ticket, MPI_REQUEST_NULL);
        for (size_t i = 0; i < tickets; ++i) tickets_.push_back({requests_.data() + i * of_ticket, 0});
        table_ = hlo2cpp::Exchanges<hlo2cpp_mpi>::table(this);
    }

    // Returns an error of MPI.
    int open(MPI_Comm ranks, int rank) {
        device_ = rank;
        if (const int error = MPI_Comm_dup(ranks, &comm_)) return error; // messages of others do not meet ours
        if (const int error = MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN)) return error;
        if (const int error = MPI_Type_contiguous(HLO2CPP_MPI_BLOCK_BYTES, MPI_BYTE, &block_)) return error;
        return MPI_Type_commit(&block_);
    }
    ~hlo2cpp_mpi() {
        if (block_ != MPI_DATATYPE_NULL) MPI_Type_free(&block_);
        if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
    }
    hlo2cpp_mpi(const hlo2cpp_mpi&) = delete;
    hlo2cpp_mpi& operator=(const hlo2cpp_mpi&) = delete;

    const hlo2cpp_collectives& table() const { return table_; }
    const hlo2cpp_devices& devices() const { return devices_; }
    int32_t device() const { return device_; }

    int receive(int32_t ticket, int32_t source, void* to, size_t bytes) {
        return in_messages(bytes, [=](size_t offset, int count, MPI_Datatype type) {
            return MPI_Irecv(static_cast<char*>(to) + offset, count, type, source, ticket, comm_, next_request(ticket));
        });
    }
    int send(int32_t ticket, int32_t target, const void* from, size_t bytes) {
        return in_messages(bytes, [=](size_t offset, int count, MPI_Datatype type) {
            return MPI_Isend(static_cast<const char*>(from) + offset, count, type, target, ticket, comm_,
                             next_request(ticket));
        });
    }
    // Tests one request after the other, for MPI moves the bytes of all of them meanwhile. MPICH gives an error here to
    // the handler of MPI_COMM_WORLD, which ends all ranks unless it is MPI_ERRORS_RETURN.
    int wait(int32_t ticket) {
        Ticket& its = of(ticket);
        for (int done = 0, polls = 0; done < its.used;) {
            int is_done = 0;
            const int error = MPI_Test(its.requests + done, &is_done, MPI_STATUS_IGNORE);
            if (error != MPI_SUCCESS) return status_of(error);
            if (is_done != 0)
                ++done;
            else
                pause_after(polls++);
        }
        its.used = 0;
        return 0;
    }

private:
    const hlo2cpp_devices& devices_;
    int32_t device_ = 0;
    MPI_Comm comm_ = MPI_COMM_NULL;
    MPI_Datatype block_ = MPI_DATATYPE_NULL;
    std::vector<MPI_Request> requests_;
    std::vector<Ticket> tickets_;
    hlo2cpp_collectives table_;

    Ticket& of(int32_t ticket) { return tickets_[static_cast<size_t>(ticket)]; }
    MPI_Request* next_request(int32_t ticket) { return of(ticket).requests + of(ticket).used++; }

    // Calls start(offset, count, type) for the message, or for its two parts.
    template <class Start>
    int in_messages(size_t bytes, const Start& start) {
        size_t offset = 0;
        if (bytes > HLO2CPP_MPI_MESSAGE_BYTES) {
            const size_t blocks = bytes / HLO2CPP_MPI_BLOCK_BYTES;
            if (const int error = start(offset, static_cast<int>(blocks), block_)) return status_of(error);
            offset = blocks * HLO2CPP_MPI_BLOCK_BYTES;
        }
        return status_of(start(offset, static_cast<int>(bytes - offset), MPI_BYTE));
    }
};

namespace {

// Sets *most to the number of tags that MPI has; the standard promises 32768.
int number_of_tags(MPI_Comm ranks, int* most) {
    int is_set = 0;
    void* value = nullptr;
    const int error = MPI_Comm_get_attr(ranks, MPI_TAG_UB, &value, &is_set);
    *most = is_set != 0 ? *static_cast<int*>(value) : 32767;
    return error;
}

int open_ranks(hlo2cpp_mpi** mpi, const hlo2cpp_devices& devices, MPI_Comm ranks) {
    int size = 0, rank = 0, last_tag = 0;
    if (const int error = MPI_Comm_size(ranks, &size)) return status_of(error);
    if (size != devices.devices) return HLO2CPP_MPI_WRONG_RANKS;
    if (const int error = MPI_Comm_rank(ranks, &rank)) return status_of(error);
    if (const int error = number_of_tags(ranks, &last_tag)) return status_of(error);
    if (devices.tickets - 1 > last_tag) return HLO2CPP_MPI_TOO_MANY_TICKETS;
    *mpi = new hlo2cpp_mpi(devices);
    return status_of((*mpi)->open(ranks, rank));
}

} // namespace

int hlo2cpp_mpi_open(hlo2cpp_mpi** mpi, const hlo2cpp_devices* devices, MPI_Comm ranks) {
    *mpi = nullptr;
    int status = HLO2CPP_MPI_NO_MEMORY;
    try {
        status = open_ranks(mpi, *devices, ranks);
    } catch (const std::bad_alloc&) {
    }
    if (status != 0) {
        delete *mpi;
        *mpi = nullptr;
    }
    return status;
}

int32_t hlo2cpp_mpi_device(const hlo2cpp_mpi* mpi) {
    return mpi->device();
}

const hlo2cpp_collectives* hlo2cpp_mpi_table(const hlo2cpp_mpi* mpi) {
    return &mpi->table();
}

void hlo2cpp_mpi_close(hlo2cpp_mpi* mpi) {
    delete mpi;
}
