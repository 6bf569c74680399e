#include "tile/shared_constants.h"

#include <algorithm>
#include <map>
#include <variant>

#include "kernel/loads.h"
#include "kernel/step_access.h"
#include "nest/packing.h"
#include "tile/pack.h"
#include "tile/strategies.h"

namespace hlo2cpp {
namespace {

struct Reader {
    std::size_t kernel = 0;
    ArgumentId argument;
    friend bool operator==(const Reader&, const Reader&) = default;
};

struct Constant {
    LiteralPtr literal;
    std::vector<Reader> readers;
    bool read_elsewhere = false; // also unpacked, by a step that is no kernel
};

// A packed form of a constant, and its readers.
struct PackedArray {
    LiteralPtr literal;
    std::vector<Reader> readers;
};

class SharedConstants {
public:
    SharedConstants(const Kernels& kernels, const Target& target, const TileOptions& options, double byte_cycles)
        : kernels_(kernels), target_(target), options_(options), byte_cycles_(byte_cycles),
          calls_(count_calls(kernels)), best_(calls_.size()), tiled_(calls_.size(), false), kept_(calls_.size()) {}

    std::vector<std::vector<ArgumentId>> run() {
        for (const Region& region : kernels_.regions)
            for (const StepNode& step : region.steps) {
                if (const Call* const call = std::get_if<Call>(&step))
                    visit(*call);
                else
                    read_elsewhere(values_of(step));
            }
        for (const Entry& entry : kernels_.entries) read_elsewhere(entry.results);
        for (const Constant& constant : constants_)
            if (constant.readers.size() + (constant.read_elsewhere ? 1 : 0) > 1) weigh(constant);
        return std::move(kept_);
    }

private:
    // ---- readers
    void visit(const Call& call) {
        const std::size_t k = call.kernel.index();
        for (const ArgumentId argument : loaded_arguments(kernels_.kernels[k])) {
            Constant* constant = constant_of(call[argument]);
            const Reader reader{k, argument};
            if (constant != nullptr && std::ranges::find(constant->readers, reader) == constant->readers.end())
                constant->readers.push_back(reader);
        }
    }

    void read_elsewhere(const std::vector<ValueId>& values) {
        for (const ValueId value : values)
            if (Constant* constant = constant_of(value)) constant->read_elsewhere = true;
    }

    Constant* constant_of(ValueId id) {
        if (!id.valid() || kernels_[id].kind != ValueKind::Constant) return nullptr;
        const LiteralPtr& literal = kernels_[id].literal;
        const auto [known, fresh] = number_.try_emplace(literal.get(), constants_.size());
        if (fresh) constants_.push_back({literal, {}, false});
        return &constants_[known->second];
    }

    // ---- bytes
    void weigh(const Constant& constant) {
        std::vector<PackedArray> arrays;
        bool lies = constant.read_elsewhere;
        for (const Reader& reader : constant.readers) lies = add_packed(constant, reader, arrays) || lies;
        if (lies) {
            for (const PackedArray& array : arrays) decide(array.readers, bytes_of(array));
            return;
        }
        std::vector<Reader> all;
        std::int64_t saved = -static_cast<std::int64_t>(constant.literal->bytes.size());
        for (const PackedArray& array : arrays) {
            all.insert(all.end(), array.readers.begin(), array.readers.end());
            saved += bytes_of(array);
        }
        if (arrays.size() > 1) decide(all, saved);
    }
    static std::int64_t bytes_of(const PackedArray& array) {
        return static_cast<std::int64_t>(array.literal->bytes.size());
    }

    // True if the reader reads the constant also unpacked.
    bool add_packed(const Constant& constant, const Reader& reader, std::vector<PackedArray>& arrays) {
        const Kernel& kernel = kernels_.kernels[reader.kernel];
        const Candidate* best = best_of(reader.kernel);
        bool lies = false;
        for (const UsedLoad& load : used_loads(kernel)) {
            if (kernel.exprs[load.expr].argument != reader.argument) continue;
            const Packing* packing = best ? best->nest.packing_of(load.expr) : nullptr;
            const LiteralPtr packed = packing ? packed_literal(kernel, *packing, constant.literal) : constant.literal;
            if (packed->bytes == constant.literal->bytes) {
                lies = true;
                continue;
            }
            auto array = std::ranges::find_if(
                arrays, [&](const PackedArray& known) { return known.literal->bytes == packed->bytes; });
            if (array == arrays.end()) array = arrays.insert(array, {packed, {}});
            array->readers.push_back(reader);
        }
        return lies;
    }

    // The best nest of the kernel; null if the kernel has none.
    const Candidate* best_of(std::size_t kernel) {
        std::vector<Candidate>& best = best_[kernel];
        if (!tiled_[kernel]) best = candidates(kernels_.kernels[kernel], target_, options_);
        tiled_[kernel] = true;
        return best.empty() ? nullptr : &best[0];
    }

    void decide(const std::vector<Reader>& readers, std::int64_t bytes) {
        double added = 0;
        for (const Reader& reader : readers) {
            TileOptions options = options_;
            options.as_they_lie = {reader.argument};
            const std::vector<Candidate> others = candidates(kernels_.kernels[reader.kernel], target_, options);
            added += calls_[reader.kernel] * (others[0].cycles - best_of(reader.kernel)->cycles);
        }
        if (added >= byte_cycles_ * static_cast<double>(bytes)) return;
        for (const Reader& reader : readers) kept_[reader.kernel].push_back(reader.argument);
    }

    const Kernels& kernels_;
    const Target& target_;
    const TileOptions& options_;
    const double byte_cycles_;
    std::vector<Constant> constants_; // in the order in which they are read
    std::map<const Literal*, std::size_t> number_;
    const std::vector<double> calls_;          // by kernel, as are the next vectors
    std::vector<std::vector<Candidate>> best_; // one or none
    std::vector<bool> tiled_;
    std::vector<std::vector<ArgumentId>> kept_;
};

} // namespace

std::vector<std::vector<ArgumentId>> constants_as_they_lie(const Kernels& kernels, const Target& target,
                                                           const TileOptions& options, double byte_cycles) {
    return SharedConstants(kernels, target, options, byte_cycles).run();
}

} // namespace hlo2cpp
