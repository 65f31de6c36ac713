// The WebAssembly binding of the kernel (interface/interface.hpp), for a browser without a
// compiler.
//
// Every call is a list, the name of a function and its arguments. The answer is a list, too: the
// result, or null with the name and the text of an error. `kernel/webassembly.py` is the other
// side; it gets all names from "description".
//
// Values are passed as JSON. A record is the list of its members, a result an object of its fields,
// a choice {"choice": name, "number": number}.
// Objects stay here: a function returns {"object": name, "handle": number}, and takes the number.
// A callback is true, or null if there is none.
#include "interface/interface.hpp"

#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#define LITSLAB_EXPORT(name) __attribute__((export_name(#name))) name

extern "C" __attribute__((import_module("litslab"), import_name("litslab_tell"))) void litslab_tell(
    const char* arguments);

namespace litslab {
namespace {

// Objects of one class by handles, which begin at 1 and are never reused.
template <class T>
struct Store {
  std::string name;
  std::map<int, std::shared_ptr<T>> objects;
  int last = 0;

  const std::shared_ptr<T>& at(int handle) const {
    const auto found = objects.find(handle);
    if (found == objects.end()) throw std::invalid_argument("no such object in the kernel");
    return found->second;
  }
};
template <class T>
Store<T> store;

template <class T>
std::string record_name;
template <class T>
std::string choice_name;

template <class T>
concept TupleLike = requires { std::tuple_size<T>::value; };
template <class T>
concept Record = std::is_aggregate_v<T> && !TupleLike<T>;

class Writer;
class Reader;
template <Record T>
std::vector<std::pair<std::string, std::function<void(Writer&, const T&)>>> fields_of;
template <Record T>
std::function<T(Reader&)> read_record;
class Writer {
 public:
  std::string text;

  void put(bool truth) { text += truth ? "true" : "false"; }
  void put(std::integral auto number) { text += std::to_string(number); }
  void put(double number) {
    char digits[32];
    text.append(digits, std::snprintf(digits, sizeof digits, "%.17g", number));
  }
  void put(const std::string& characters) {
    text += '"';
    for (const char each : characters) {
      if (each == '"' || each == '\\') text += '\\';
      text += each;
    }
    text += '"';
  }
  template <class T>
  void put(const std::vector<T>& list) {
    text += '[';
    for (const auto& each : list) put_next(each);
    text += ']';
  }
  template <TupleLike T>
  void put(const T& tuple) {
    text += '[';
    std::apply([&](const auto&... each) { (put_next(each), ...); }, tuple);
    text += ']';
  }
  template <class T>
  void put(const std::optional<T>& found) {
    if (found)
      put(*found);
    else
      text += "null";
  }
  template <class T>
    requires std::is_enum_v<T>
  void put(T choice) {
    text += "{\"choice\":\"" + choice_name<T> +
            "\",\"number\":" + std::to_string(static_cast<int>(choice)) + "}";
  }
  template <Record T>
  void put(const T& result) {
    text += '{';
    for (const auto& [name, put_field] : fields_of<T>) {
      put_next(name);
      text += ':';
      put_field(*this, result);
    }
    text += '}';
  }
  template <class T>
  void put(std::unique_ptr<T> object) {
    if (!object) {
      text += "null";
      return;
    }
    store<T>.objects.emplace(++store<T>.last, std::move(object));
    text +=
        "{\"object\":\"" + store<T>.name + "\",\"handle\":" + std::to_string(store<T>.last) + "}";
  }

 private:
  template <class T>
  void put_next(const T& each) {
    if (text.back() != '[' && text.back() != '{') text += ',';
    put(each);
  }
};

// Reads values of expected types from the beginning of a text.
class Reader {
 public:
  explicit Reader(const std::string& text) : at_(text.c_str()) {}

  // An argument of a function: a value, or an object that lives here.
  template <class Argument>
  decltype(auto) argument(Run& run) {
    using T = std::remove_cvref_t<Argument>;
    if constexpr (std::same_as<T, Run>)
      return static_cast<Run&>(run);
    else if constexpr (requires(T& value) { get(value); })
      return read<T>();
    else
      return *store<T>.at(read<int>());
  }
  template <class T>
  T read() {
    T value{};
    get(value);
    return value;
  }
  void expect(std::string_view expected) {
    if (!skip(expected))
      throw std::invalid_argument("the kernel was called with something else than it takes");
  }

 private:
  template <class T, class Parsed>
  static T in_range(Parsed number) {
    if (!std::in_range<T>(number))
      refuse("a number", "is " + std::to_string(number), "one that the kernel can hold");
    return static_cast<T>(number);
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void get(T& number) {
    if (skip("true"))
      number = 1;
    else if (skip("false"))
      number = 0;
    else {
      char* end = nullptr;
      if constexpr (std::floating_point<T>)
        number = std::strtod(at_, &end);
      else if constexpr (std::same_as<T, bool>)
        number = std::strtoll(at_, &end, 10) != 0;
      else if (std::unsigned_integral<T> && *at_ != '-')
        number = in_range<T>(std::strtoull(at_, &end, 10));
      else
        number = in_range<T>(std::strtoll(at_, &end, 10));
      if (end == at_) expect("a number");
      at_ = end;
    }
  }
  void get(std::string& characters) {
    for (expect("\""); *at_ != '\0' && *at_ != '"'; ++at_) {
      if (*at_ == '\\') ++at_;
      characters += *at_;
    }
    expect("\"");
  }
  template <class T>
  void get(std::vector<T>& list) {
    for (expect("["); !skip("]");) list.push_back(read<T>());
  }
  template <TupleLike T>
  void get(T& tuple) {
    expect("[");
    std::apply([&](auto&... each) { (get(each), ...); }, tuple);
    expect("]");
  }
  template <class... Arguments>
  void get(std::function<void(Arguments...)>& told) {
    if (skip("null")) return;
    expect("true");
    told = [](Arguments... arguments) {
      Writer writer;
      writer.put(std::tuple(arguments...));
      litslab_tell(writer.text.c_str());
    };
  }
  template <class T>
  void get(std::shared_ptr<T>& object) {
    object = store<T>.at(read<int>());
  }
  template <Record T>
  void get(T& record) {
    record = read_record<T>(*this);
  }
  bool skip(std::string_view expected) {
    while (*at_ == ',' || *at_ == ' ') ++at_;
    if (!std::string_view(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }

  const char* at_;
};

// Nothing interrupts a call: its worker is terminated instead.
class WasmRun final : public Run {
  bool is_wanted(const Report& report) override {
    if (report) report();
    return true;
  }
};

// Arguments as Python writes them.
std::string in_python(bool truth) { return truth ? "True" : "False"; }
std::string in_python(std::integral auto number) { return std::to_string(number); }
std::string in_python(const char* characters) { return "'" + std::string(characters) + "'"; }
std::string in_python(std::nullptr_t) { return "None"; }
template <Record T>
std::string in_python(const T&) {
  return record_name<T> + "()";
}
std::string named(const char* name) { return name; }
std::string named(ByName) { return "*"; }
template <class T>
std::string named(const Default<T>& argument) {
  return argument.name + ("=" + in_python(argument.value));
}
template <class... Arguments>
std::string signature(const Arguments&... arguments) {
  std::string all;
  ((all += named(arguments) + ", "), ...);
  return all;
}

class WasmBinding {
 public:
  // Functions by name; each reads its arguments and writes its result.
  std::map<std::string, std::function<void(Reader&, Writer&)>> functions;
  // The kind, name and signature of each function.
  std::vector<std::array<std::string, 3>> description;

  template <class Found, class... Arguments>
  void add(const char* kind, const std::string& name, const std::string& takes,
           const std::function<Found(Arguments...)>& function) {
    description.push_back({kind, name, takes});
    functions[name] = [function](Reader& reader, Writer& writer) {
      WasmRun run;
      std::tuple<decltype(reader.argument<Arguments>(run))...> arguments{
          reader.argument<Arguments>(run)...};
      if constexpr (std::is_void_v<Found>) {
        std::apply(function, std::move(arguments));
        writer.text += "null";
      } else {
        writer.put(std::apply(function, std::move(arguments)));
      }
    };
  }

  template <class T>
  struct Class {
    WasmBinding& binding;
    std::string name;

    template <class... Types, class... Arguments>
    Class& made(const Arguments&... arguments) {
      const auto make = [](Types... values) { return std::make_unique<T>(std::move(values)...); };
      binding.function(name, make, arguments...);
      return *this;
    }
    template <class Get>
    Class& property(const std::string& member, Get get) {
      if constexpr (Record<T>)
        fields_of<T>.emplace_back(member, [get](Writer& writer, const T& result) {
          writer.put(std::invoke(get, result));
        });
      else
        binding.add("property", name + "." + member, "",
                    std::function<std::invoke_result_t<Get, T&>(T&)>(get));
      return *this;
    }
    template <class Function, class... Arguments>
    Class& method(const std::string& member, Function function, const Arguments&... arguments) {
      binding.add("method", name + "." + member, signature(arguments...), std::function(function));
      return *this;
    }
  };

  template <class T, class... Members, class... Arguments>
  void record(const std::string& name, const Arguments&... arguments) {
    record_name<T> = name;
    read_record<T> = [](Reader& reader) {
      reader.expect("[");
      T found{reader.read<Members>()...};
      reader.expect("]");
      return found;
    };
    description.push_back({"record", name, signature(arguments...)});
  }
  template <class T>
  Class<T> type(const std::string& name) {
    if constexpr (!Record<T>) {
      store<T>.name = name;
      add("object", name + ".release", "",
          std::function([](int handle) { store<T>.objects.erase(handle); }));
    }
    return {*this, name};
  }
  template <class T>
  void choice(const std::string& name, std::initializer_list<std::string> names) {
    choice_name<T> = name;
    std::string all;
    for (const auto& each : names) all += each + " ";
    description.push_back({"choice", name, all});
  }
  template <class Function, class... Arguments>
  void function(const std::string& name, Function callable, const Arguments&... arguments) {
    add("function", name, signature(arguments...), std::function(callable));
  }
};

const WasmBinding& binding() {
  static WasmBinding binding;
  if (binding.functions.empty()) {
    describe(binding);
    binding.function("description", [] { return binding.description; });
  }
  return binding;
}

std::string input, output;

std::string failure(const char* error, const std::string& text) {
  Writer writer;
  writer.put(std::tuple(std::optional<int>(), std::string(error), text));
  return writer.text;
}

std::string answer() {
  try {
    Reader reader(input);
    reader.expect("[");
    Writer writer;
    writer.text = "[";
    binding().functions.at(reader.read<std::string>())(reader, writer);
    return writer.text + "]";
  } catch (const std::bad_alloc&) {
    return failure("MemoryError", "out of memory");
  } catch (const std::exception& thrown) {
    return failure("ValueError", thrown.what());
  }
}

}  // namespace

}  // namespace litslab

extern "C" {
char* LITSLAB_EXPORT(litslab_input)(int bytes) {
  litslab::input.assign(static_cast<std::size_t>(bytes), ' ');
  return litslab::input.data();
}
const char* LITSLAB_EXPORT(litslab_call)() {
  litslab::output = litslab::answer();
  return litslab::output.c_str();
}
}
