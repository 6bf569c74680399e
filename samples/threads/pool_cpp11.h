// Threads of C++11 for the steps of a model. They wait in a loop for the next step, and sleep where none comes.
//
//     ThreadPool pool(2);                              // the calling thread is one of them
//     context.parallel_for = ThreadPool::parallel_for;
//     context.pool = &pool;
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

class ThreadPool {
public:
    // looks: how often a thread looks for a step before it sleeps, 20000 in some ten microseconds. To wake it takes
    // longer.
    explicit ThreadPool(std::int32_t threads, std::int32_t looks = 20000) : looks_(looks) {
        for (std::int32_t number = 1; number < threads; ++number)
            workers_.emplace_back([this, number] { work(number); });
    }
    ~ThreadPool() {
        stops_.store(true, std::memory_order_relaxed);
        wake();
        for (std::thread& worker : workers_) worker.join();
    }
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    static void parallel_for(void* pool, std::int32_t chunks, void (*run)(const void*, std::int32_t),
                             const void* step) {
        auto& self = *static_cast<ThreadPool*>(pool);
        self.begin(chunks, run, step);
        self.run_set(0, chunks, run, step);
        self.run_chunks(0);
        for (std::int32_t look = 0; self.left_.load(std::memory_order_acquire) > 0; ++look)
            if (look >= self.looks_)
                std::this_thread::yield(); // a call of the system, which takes longer than most waits
    }

private:
    static constexpr std::int32_t kSets = 32;

    // The first set is the caller's from the start: it need not wait until the other threads have seen the step.
    void begin(std::int32_t chunks, void (*run)(const void*, std::int32_t), const void* step) {
        chunks_.store(chunks, std::memory_order_relaxed);
        run_.store(run, std::memory_order_relaxed);
        step_.store(step, std::memory_order_relaxed);
        const std::int32_t sets = chunks < kSets ? chunks : kSets;
        left_.store(sets, std::memory_order_relaxed);
        const std::uint64_t number = (state_.load(std::memory_order_relaxed) >> kSets) + 1;
        state_.store(number << kSets | ((std::uint64_t{1} << sets) - 2), std::memory_order_release);
        // Who falls asleep just now misses the step, and the others take its chunks.
        if (sleepers_.load(std::memory_order_relaxed) > 0) wake();
    }

    void wake() {
        const std::lock_guard<std::mutex> lock(mutex_);
        begun_.notify_all();
    }

    // A thread begins with the same chunks in each step: what it has written is in its cache. It goes on with those
    // that no thread has taken, because it sleeps or runs something else.
    void run_chunks(std::int32_t number) {
        std::uint64_t state = state_.load(std::memory_order_acquire);
        while (has_chunks(state)) {
            std::int32_t set = number % kSets;
            while ((state >> set & 1) == 0) set = (set + 1) % kSets;
            const auto run = run_.load(std::memory_order_relaxed);
            const void* const step = step_.load(std::memory_order_relaxed);
            const std::int32_t chunks = chunks_.load(std::memory_order_relaxed);
            if (!state_.compare_exchange_weak(state, state & ~(std::uint64_t{1} << set), std::memory_order_acq_rel,
                                              std::memory_order_acquire))
                continue; // taken by another thread, or of a step that is done
            run_set(set, chunks, run, step);
            state = state_.load(std::memory_order_acquire);
        }
    }

    void run_set(std::int32_t set, std::int32_t chunks, void (*run)(const void*, std::int32_t), const void* step) {
        for (std::int32_t chunk = set; chunk < chunks; chunk += kSets) run(step, chunk);
        left_.fetch_sub(1, std::memory_order_release);
    }

    static bool has_chunks(std::uint64_t state) { return (state & ((std::uint64_t{1} << kSets) - 1)) != 0; }

    bool has_work() const {
        return has_chunks(state_.load(std::memory_order_acquire)) || stops_.load(std::memory_order_relaxed);
    }

    void work(std::int32_t number) {
        for (;;) {
            wait_for_work();
            if (stops_.load(std::memory_order_relaxed)) return;
            run_chunks(number);
        }
    }

    void wait_for_work() {
        for (std::int32_t look = 0; look < looks_; ++look)
            if (has_work()) return;
        std::unique_lock<std::mutex> lock(mutex_);
        sleepers_.fetch_add(1, std::memory_order_relaxed);
        begun_.wait(lock, [&] { return has_work(); });
        sleepers_.fetch_sub(1, std::memory_order_relaxed);
    }

    static constexpr std::size_t kLine = 64; // bytes that move between caches together

    const std::int32_t looks_;
    std::mutex mutex_;
    std::condition_variable begun_;
    std::atomic<bool> stops_{false};
    std::atomic<std::int32_t> sleepers_{0};
    // Number of the step, and a bit for each set of its chunks that no thread has taken: i, i + 32, ... for bit i.
    alignas(kLine) std::atomic<std::uint64_t> state_{0};
    std::atomic<std::int32_t> chunks_{0};
    std::atomic<void (*)(const void*, std::int32_t)> run_{nullptr};
    std::atomic<const void*> step_{nullptr};
    alignas(kLine) std::atomic<std::int32_t> left_{0}; // sets of the step that are not done
    std::vector<std::thread> workers_;                 // last, because they use all of the above
};
