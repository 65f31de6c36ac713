// Several threads that work on one search.
#pragma once

#include "core/limits.hpp"

#ifndef __wasm__  // has one thread
#include <exception>
#include <latch>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace litslab {

#ifndef __wasm__

// The allocator keeps no free block of this size.
inline constexpr std::size_t room_for_threads = std::size_t{33} << 20;

// Memory that nobody uses. A compiler may leave out `new`, but not this function.
class Room {
 public:
  explicit Room(std::size_t bytes) : memory_(::operator new(bytes)) {}
  ~Room() { ::operator delete(memory_); }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

 private:
  void* memory_;
};

// The first exception of several threads.
class FirstFailure {
 public:
  // To be called while an exception is handled.
  void keep() {
    const std::lock_guard lock(busy_);
    if (!failure_) failure_ = std::current_exception();
  }
  // Once the threads have ended.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex busy_;
  std::exception_ptr failure_;
};

// Calls `work(thread_id)` in several threads at once; the calling one has the number 0. There are
// fewer if the system gives no more. An exception of any thread stops the others by `stop`, and is
// thrown here.
template <class Work>
void work_in_threads(int threads, StopToken& stop, const Work& work) {
  FirstFailure failure;
  const auto work_or_fail = [&](int thread_id) {
    try {
      work(thread_id);
    } catch (...) {
      failure.keep();
      stop.request_stop();
    }
  };
  std::latch all_started(1);
  const auto work_beside = [&](int thread_id) {
    all_started.wait();
    // The system gives a thread memory for its first exception, and ends the process if it has
    // none. So the thread asks for it at once.
    static_cast<void>(std::current_exception());
    work_or_fail(thread_id);
  };
  std::vector<std::thread> others;
  try {
    // Room for that, which goes back to the system before the threads begin.
    const Room room(room_for_threads);
    others.reserve(static_cast<std::size_t>(threads) - 1);
    for (int thread_id = 1; thread_id < threads; ++thread_id)
      others.emplace_back(work_beside, thread_id);
  } catch (const std::system_error&) {
    // The system gives no more threads: fewer find the same answer.
  } catch (const std::bad_alloc&) {
    // Nor more memory.
  }
  all_started.count_down();
  work_or_fail(0);
  for (auto& other : others) other.join();
  failure.rethrow();
}

#endif

}  // namespace litslab
