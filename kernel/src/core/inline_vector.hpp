// A vector of bounded length that lives inside its owner; copying it copies only what is used.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>

namespace litslab {

template <class T, int Capacity>
class InlineVector {
public:
    InlineVector() {}  // leaves the items as they are: only the first size() are ever read
    InlineVector(const InlineVector& o) : size_(o.size_) { std::copy(o.begin(), o.end(), begin()); }
    InlineVector& operator=(const InlineVector& o) {
        size_ = o.size_;
        std::copy(o.begin(), o.end(), begin());
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
    // The users' capacities are derived from the board; the check costs nothing compared with what is pushed.
    void push(const T& t) {
        if (size_ == Capacity) throw std::length_error("InlineVector");
        items_[size_++] = t;
    }
    T& back() { return items_[size_ - 1]; }
    void clear() { size_ = 0; }
    // Removes item i; the last one takes its place.
    void swap_out(int i) { items_[i] = items_[--size_]; }
    void truncate(int n) { size_ = n; }

private:
    int size_ = 0;
    std::array<T, Capacity> items_;
};

}  // namespace litslab
