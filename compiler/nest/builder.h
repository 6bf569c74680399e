// The statements of a body while they are built, block by block.
#pragma once

#include <string>
#include <utility>

#include "nest/statement.h"

namespace hlo2cpp::nest {

class Builder {
public:
    Body body;

    CounterId counter(const std::string& name, bool shared = false) {
        body.counters.push_back({name, shared});
        return CounterId(body.counters.size() - 1);
    }
    RegistersId registers(const std::string& name) {
        body.registers.push_back(name);
        return RegistersId(body.registers.size() - 1);
    }

    void add(Statement statement) { open_.push_back(std::move(statement)); }
    // The statements that `build` adds become the body of the node.
    template <typename Node, typename Build>
    void inside(Node node, Build&& build) {
        Statements around = std::exchange(open_, {});
        build();
        node.body = std::exchange(open_, std::move(around));
        add(std::move(node));
    }
    template <typename Build>
    void scope(Build&& build) {
        inside(Scope{}, build);
    }

    Body finished() {
        body.statements = std::exchange(open_, {});
        return std::move(body);
    }

private:
    Statements open_;
};

} // namespace hlo2cpp::nest
