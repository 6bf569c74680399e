// Threads of C++11 for the steps of a model. They wait in a loop for the next step, and sleep where none comes.
//
//     ThreadPool pool(2);                              // the calling thread is one of them
//     context.parallel_for = ThreadPool::parallel_for;
//     context.pool = &pool;
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

class ThreadPool {
public:
    explicit ThreadPool(std::int32_t threads) : threads_(threads) {
        for (std::int32_t number = 1; number < threads; ++number)
            workers_.emplace_back([this, number] { work(number); });
    }
    ~ThreadPool() {
        begin(0, nullptr, nullptr); // a step without chunks is the last one
        for (std::thread& worker : workers_) worker.join();
    }
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    static void parallel_for(void* pool, std::int32_t chunks, void (*run)(const void*, std::int32_t),
                             const void* step) {
        auto& self = *static_cast<ThreadPool*>(pool);
        self.begin(chunks, run, step);
        self.run_chunks(0);
        for (int look = 0; self.busy_.load(std::memory_order_acquire) > 0; ++look)
            if (look >= kLooks) std::this_thread::yield(); // a call of the system, which takes longer than most waits
    }

private:
    static constexpr int kLooks = 20000; // some ten microseconds

    void begin(std::int32_t chunks, void (*run)(const void*, std::int32_t), const void* step) {
        const std::lock_guard<std::mutex> lock(mutex_);
        chunks_ = chunks;
        run_ = run;
        step_ = step;
        busy_.store(threads_ - 1, std::memory_order_relaxed);
        steps_.fetch_add(1, std::memory_order_release);
        begun_.notify_all();
    }

    // A thread has the same chunks in each step: what it has written is in its cache.
    void run_chunks(std::int32_t number) const {
        for (std::int32_t chunk = number; chunk < chunks_; chunk += threads_) run_(step_, chunk);
    }

    void work(std::int32_t number) {
        for (std::uint32_t done = 0;; ++done) {
            wait_for_step_after(done);
            if (chunks_ == 0) return;
            run_chunks(number);
            busy_.fetch_sub(1, std::memory_order_release);
        }
    }

    void wait_for_step_after(std::uint32_t done) {
        for (int look = 0; look < kLooks; ++look)
            if (steps_.load(std::memory_order_acquire) != done) return;
        std::unique_lock<std::mutex> lock(mutex_);
        begun_.wait(lock, [&] { return steps_.load(std::memory_order_relaxed) != done; });
    }

    const std::int32_t threads_;
    std::vector<std::thread> workers_;
    std::mutex mutex_;
    std::condition_variable begun_;
    std::atomic<std::uint32_t> steps_{0}; // that have begun
    std::atomic<std::int32_t> busy_{0};   // threads that have not done their chunks of the last one
    std::int32_t chunks_ = 0;
    void (*run_)(const void*, std::int32_t) = nullptr;
    const void* step_ = nullptr;
};
