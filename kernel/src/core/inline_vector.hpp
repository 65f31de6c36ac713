// A vector of bounded length that is stored inside its owner. Construction and copies touch only
// the items in use.
#pragma once

#include <array>
#include <memory>
#include <stdexcept>
#include <type_traits>

namespace litslab {

template <class T, int Capacity>
class InlineVector {
 public:
  static_assert(std::is_trivially_destructible_v<T>);

  InlineVector() {}  // leaves the items as they are: only the first size() are ever read
  InlineVector(const InlineVector& o) : size_(o.size_) {
    std::uninitialized_copy(o.begin(), o.end(), begin());
  }
  InlineVector& operator=(const InlineVector& o) {
    if (this == &o) return *this;
    size_ = o.size_;
    std::uninitialized_copy(o.begin(), o.end(), begin());
    return *this;
  }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }
  T& operator[](int i) { return items_[i]; }
  const T& operator[](int i) const { return items_[i]; }
  // Capacities are derived from the board; the check is cheap compared with the push.
  void push(const T& t) {
    if (size_ == Capacity) throw std::length_error("InlineVector");
    std::construct_at(begin() + size_, t);
    ++size_;
  }
  T& back() { return items_[size_ - 1]; }
  void clear() { size_ = 0; }
  // Removes item i; the last one takes its place.
  void swap_out(int i) { items_[i] = items_[--size_]; }
  void truncate(int n) { size_ = n; }

 private:
  int size_ = 0;
  union {
    std::array<T, Capacity> items_;  // the first size() are alive
  };
};

}  // namespace litslab
