// The exchanges of hlo2cpp_collectives, made of messages from one device to another. Another network needs only a
// transport, a class that carries such messages:
//
//     const hlo2cpp_devices& devices() const;
//     int32_t device() const;                                                         of this process or thread
//     int receive(int32_t ticket, int32_t source, void* to, size_t bytes);            starts, and does not block
//     int send(int32_t ticket, int32_t target, const void* from, size_t bytes);       starts, and does not block
//     int wait(int32_t ticket);                                                       finishes all of a ticket
//
// Between two devices, messages of one ticket arrive in the order in which they were sent. There are no messages from a
// device to itself. In an exchange a device has at most one message to, and one from, each other device.
#ifndef HLO2CPP_MESSAGES_H
#define HLO2CPP_MESSAGES_H

#include "hlo2cpp_collectives.h"

#include <string.h>

namespace hlo2cpp {

// One part of an array, in bytes.
struct Part {
    size_t offset, bytes;
};

// The parts of an array by place, all of one size.
struct EqualParts {
    size_t bytes, stride;
    Part operator()(size_t place) const { return {place * stride, bytes}; }
};

// The parts of an array by place, in rows.
struct RaggedParts {
    const int32_t *rows, *counts;
    size_t bytes_of_row;
    Part operator()(size_t place) const { return {bytes_of(rows[place]), bytes_of(counts[place])}; }

private:
    size_t bytes_of(int32_t count) const { return static_cast<size_t>(count) * bytes_of_row; }
};

template <class Transport>
class Exchanges {
public:
    static hlo2cpp_collectives table(Transport* transport) {
        return {transport, all_gather, all_to_all, all_to_all_ragged, broadcast, permute, wait};
    }

private:
    // The arguments that all exchanges have.
    struct Call {
        Transport& transport;
        int32_t ticket;
        const unsigned char* from;
        unsigned char* to;

        Call(void* self, int32_t its_ticket, const void* its_from, void* its_to)
            : transport(*static_cast<Transport*>(self)), ticket(its_ticket),
              from(static_cast<const unsigned char*>(its_from)), to(static_cast<unsigned char*>(its_to)) {}
    };

    // The group of a device in a list of groups, and who else is in it.
    class Group {
    public:
        Group(const Transport& transport, int32_t groups)
            : devices_(transport.devices().devices), device_(transport.device()),
              group_of_(transport.devices().group_of + row(groups)),
              place_in_(transport.devices().place_in + row(groups)) {}
        bool has_members() const { return group_of_[device_] >= 0; }
        size_t place(int32_t device) const { return static_cast<size_t>(place_in_[device]); }

        // Calls visit(other) for the other devices of the group until one returns a result other than 0. The devices
        // start at different others, so that not all of them send to the same one at first.
        template <class Visit>
        int for_others(const Visit& visit) const {
            for (int32_t step = 1; step < devices_; ++step) {
                const int32_t other = device_ < devices_ - step ? device_ + step : device_ + step - devices_;
                if (group_of_[other] != group_of_[device_]) continue;
                if (const int status = visit(other)) return status;
            }
            return 0;
        }

    private:
        int32_t devices_, device_;
        const int32_t *group_of_, *place_in_;

        ptrdiff_t row(int32_t groups) const { return static_cast<ptrdiff_t>(groups) * devices_; }
    };

    static void copy(unsigned char* to, const unsigned char* from, size_t bytes) {
        if (bytes != 0) memcpy(to, from, bytes);
    }
    static void fill_with_zeros(unsigned char* to, size_t bytes) {
        if (bytes != 0) memset(to, 0, bytes);
    }

    // Part sent(p) of `from` goes to place p, part received(p) of `to` comes from place p.
    template <class Sent, class Received>
    static int exchange(const Call& call, int32_t groups, const Sent& sent, const Received& received) {
        Transport& transport = call.transport;
        const Group group(transport, groups);
        const int status = group.for_others([&](int32_t other) {
            const Part part = received(group.place(other));
            return transport.receive(call.ticket, other, call.to + part.offset, part.bytes);
        });
        if (status != 0) return status;
        const size_t own = group.place(transport.device());
        copy(call.to + received(own).offset, call.from + sent(own).offset, sent(own).bytes);
        return group.for_others([&](int32_t other) {
            const Part part = sent(group.place(other));
            return transport.send(call.ticket, other, call.from + part.offset, part.bytes);
        });
    }

    static int all_gather(void* self, int32_t ticket, int32_t groups, const void* from, void* to, size_t bytes) {
        return exchange(Call(self, ticket, from, to), groups, EqualParts{bytes, 0}, EqualParts{bytes, bytes});
    }

    static int all_to_all(void* self, int32_t ticket, int32_t groups, const void* from, void* to, size_t bytes) {
        return exchange(Call(self, ticket, from, to), groups, EqualParts{bytes, bytes}, EqualParts{bytes, bytes});
    }

    static int all_to_all_ragged(void* self, int32_t ticket, int32_t groups, const void* from, const int32_t* from_rows,
                                 const int32_t* from_counts, void* to, const int32_t* to_rows, const int32_t* to_counts,
                                 size_t bytes_of_row) {
        return exchange(Call(self, ticket, from, to), groups, RaggedParts{from_rows, from_counts, bytes_of_row},
                        RaggedParts{to_rows, to_counts, bytes_of_row});
    }

    static int broadcast(void* self, int32_t ticket, int32_t groups, const void* from, void* to, size_t bytes) {
        const Call call(self, ticket, from, to);
        Transport& transport = call.transport;
        const Group group(transport, groups);
        if (!group.has_members()) {
            fill_with_zeros(call.to, bytes);
            return 0;
        }
        if (group.place(transport.device()) != 0)
            return group.for_others([&](int32_t other) {
                return group.place(other) == 0 ? transport.receive(ticket, other, call.to, bytes) : 0;
            });
        copy(call.to, call.from, bytes);
        return group.for_others([&](int32_t other) { return transport.send(ticket, other, call.from, bytes); });
    }

    static int permute(void* self, int32_t ticket, int32_t permutation, const void* from, void* to, size_t bytes) {
        const Call call(self, ticket, from, to);
        Transport& transport = call.transport;
        const hlo2cpp_devices& devices = transport.devices();
        const int32_t device = transport.device();
        const ptrdiff_t at = static_cast<ptrdiff_t>(permutation) * devices.devices + device;
        const int32_t source = devices.source_of[at], target = devices.target_of[at];
        if (source < 0)
            fill_with_zeros(call.to, bytes);
        else if (source == device)
            copy(call.to, call.from, bytes);
        else if (const int status = transport.receive(ticket, source, call.to, bytes))
            return status;
        return target < 0 || target == device ? 0 : transport.send(ticket, target, call.from, bytes);
    }

    static int wait(void* self, int32_t ticket) { return static_cast<Transport*>(self)->wait(ticket); }
};

} // namespace hlo2cpp

#endif
