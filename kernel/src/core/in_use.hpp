// Objects that one caller uses at a time.
#pragma once

#include <atomic>
#include <stdexcept>

namespace litslab {

// Whether an object is being used. A second caller gets an error instead of waiting: the first may
// take long.
class InUse {
 public:
  // One use, from its beginning to its end. Throws std::runtime_error during another one.
  class Use {
   public:
    explicit Use(InUse& object) : object_(object) {
      if (object_.used_.test_and_set(std::memory_order_acquire))
        throw std::runtime_error("another thread is using this object; expected one at a time");
    }
    ~Use() { object_.used_.clear(std::memory_order_release); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    InUse& object_;
  };

 private:
  std::atomic_flag used_;
};

}  // namespace litslab
