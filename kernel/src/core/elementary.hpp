// The logarithm and the hyperbolic tangent by additions, multiplications and divisions, which IEEE
// 754 defines to the last bit. The C library's functions differ between processors, and so would a
// search that compares their results.
#pragma once

#include <cmath>
#include <cstddef>
#include <iterator>

namespace litslab {

// The natural logarithm of a positive number, to within some units of its last place.
inline double natural_logarithm(double number) {
  static constexpr double log_2 = 0.693147180559945309417232121458;
  static constexpr double odd[] = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11,
                                   1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};
  int exponent;
  double part = std::frexp(number, &exponent);  // exact; from 1/2 to 1
  if (part < 0.70710678118654752) {
    part *= 2;
    --exponent;
  }
  // log(p) = 2 artanh((p - 1) / (p + 1)). These terms of its series suffice, because the quotient
  // is below 0.172.
  const double root = (part - 1) / (part + 1);
  const double square = root * root;
  double series = 0;
  for (std::size_t i = std::size(odd); i-- > 0;) series = series * square + odd[i];
  return exponent * log_2 + 2 * root * (1 + series * square);
}

// The hyperbolic tangent: Lambert's continued fraction of a halved argument, then the doubling
// formula.
inline double hyperbolic_tangent(double number) {
  int doublings = 0;
  for (; std::abs(number) > 0.5; ++doublings) number *= 0.5;
  double fraction = 0;
  for (int odd = 15; odd > 1; odd -= 2) fraction = number * number / (odd + fraction);
  double found = number / (1 + fraction);
  for (; doublings > 0; --doublings) found = 2 * found / (1 + found * found);
  return found;
}

}  // namespace litslab
