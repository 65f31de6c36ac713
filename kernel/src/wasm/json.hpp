// What crosses between WebAssembly and its host, as JSON.
//
// A record is the list of its members, a result an object of its fields, a choice {"choice": name, "number": number}.
// Objects live here: {"object": name, "handle": number} is what a function returns, and the number is what others take.
// A function to be called meanwhile is true, or null if there is none.
#pragma once

#include "interface/interface.hpp"

#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace litslab {

// Tells the caller of a function how far it is: a list of arguments.
void tell_caller(const std::string& arguments);

// Objects of one class by handles, which begin at 1 and are not given again.
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
        if (found) put(*found);
        else text += "null";
    }
    template <class T>
        requires std::is_enum_v<T>
    void put(T choice) {
        text += "{\"choice\":\"" + choice_name<T> + "\",\"number\":" + std::to_string(static_cast<int>(choice)) + "}";
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
        store<T>.objects.emplace(++store<T>.last, std::move(object));
        text += "{\"object\":\"" + store<T>.name + "\",\"handle\":" + std::to_string(store<T>.last) + "}";
    }

private:
    template <class T>
    void put_next(const T& each) {
        if (text.back() != '[' && text.back() != '{') text += ',';
        put(each);
    }
};

// Reads values from the beginning of a text, each as what is expected.
class Reader {
public:
    explicit Reader(const std::string& text) : at_(text.c_str()) {}

    // An argument of a function: a value, or an object that lives here.
    template <class Argument>
    decltype(auto) argument(Run& run) {
        using T = std::remove_cvref_t<Argument>;
        if constexpr (std::same_as<T, Run>) return static_cast<Run&>(run);
        else if constexpr (requires(T& value) { get(value); }) return read<T>();
        else return *store<T>.at(read<int>());
    }
    template <class T>
    T read() {
        T value{};
        get(value);
        return value;
    }
    void expect(std::string_view expected) {
        if (!skip(expected)) throw std::invalid_argument("the kernel was called with something else than it takes");
    }

private:
    template <class T>
        requires std::is_arithmetic_v<T>
    void get(T& number) {
        if (skip("true")) number = 1;
        else if (skip("false")) number = 0;
        else {
            char* end = nullptr;
            if constexpr (std::floating_point<T>) number = std::strtod(at_, &end);
            else if constexpr (std::unsigned_integral<T>) number = static_cast<T>(std::strtoull(at_, &end, 10));
            else number = static_cast<T>(std::strtoll(at_, &end, 10));
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
            tell_caller(writer.text);
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

}  // namespace litslab
