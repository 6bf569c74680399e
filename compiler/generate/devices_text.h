// The texts of a program for several devices: the interface that moves bytes between them, and its tables.
#pragma once

#include <string>

#include "generate/code.h"

namespace hlo2cpp {

// All texts are empty if the program is for one device.
class DevicesText {
public:
    explicit DevicesText(const GenerateInput& input) : input_(input), prefix_(input.program.prefix) {}

    // NAME.h: the interface and the declaration of NAME_devices; members of the context; a name for an error.
    std::string interface() const;
    std::string declaration() const;
    std::string members() const;
    std::string error() const;
    // Sentences on the parameters and the result of NAME_run.
    std::string promises() const;
    // NAME.cpp: NAME_devices and its arrays.
    std::string definition() const;
    // Statements that return an error if `device` or `collectives` is missing; `object` is in front of both.
    std::string check(const std::string& object) const;
    // Parameters of NAME_run, and arguments of the function that computes.
    std::string parameters() const;
    std::string arguments(const std::string& object) const;

private:
    bool for_all() const; // else for one of the devices

    const GenerateInput& input_;
    const std::string& prefix_;
};

} // namespace hlo2cpp
