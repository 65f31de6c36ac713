// WebAssembly as a door of what the kernel offers (interface/interface.hpp), for a browser without a compiler.
//
// Every call is a list, the name of a function and its arguments, and is answered by a list: what was found, or null and
// the name and the text of an error. `kernel/webassembly.py` is the other side; "description" tells it of all names.
#include "wasm/json.hpp"

#include <exception>
#include <initializer_list>
#include <new>

#define LITSLAB_EXPORT(name) __attribute__((export_name(#name))) name

extern "C" __attribute__((import_module("litslab"), import_name("litslab_tell"))) void litslab_tell(const char* arguments);

namespace litslab {

void tell_caller(const std::string& arguments) { litslab_tell(arguments.c_str()); }

namespace {

// Nothing interrupts a call here: its worker ends.
class WasmRun final : public Run {
    bool is_wanted(const Tell& tell) override {
        if (tell) tell();
        return true;
    }
};

// Arguments as Python writes them.
std::string in_python(bool truth) { return truth ? "True" : "False"; }
std::string in_python(int number) { return std::to_string(number); }
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

class WasmDoor {
public:
    struct Mutex {
        void lock() {}
        void unlock() {}
    };

    // A function takes what it is called with from the reader, and leaves what it found with the writer.
    std::map<std::string, std::function<void(Reader&, Writer&)>> functions;
    // The kind, the name and the signature of each.
    std::vector<std::array<std::string, 3>> description;

    template <class Found, class... Arguments>
    void add(const char* kind, const std::string& name, const std::string& takes,
             const std::function<Found(Arguments...)>& function) {
        description.push_back({kind, name, takes});
        functions[name] = [function](Reader& reader, Writer& writer) {
            WasmRun run;
            std::tuple<decltype(reader.argument<Arguments>(run))...> arguments{reader.argument<Arguments>(run)...};
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
        WasmDoor& door;
        std::string name;

        template <class... Types, class... Arguments>
        Class& made(const Arguments&... arguments) {
            door.function(name, [](Types... values) { return std::make_unique<T>(std::move(values)...); }, arguments...);
            return *this;
        }
        template <class Get>
        Class& property(const std::string& member, Get get) {
            if constexpr (Record<T>)
                fields_of<T>.emplace_back(
                    member, [get](Writer& writer, const T& result) { writer.put(std::invoke(get, result)); });
            else
                door.add("property", name + "." + member, "", std::function<std::invoke_result_t<Get, T&>(T&)>(get));
            return *this;
        }
        template <class Function, class... Arguments>
        Class& method(const std::string& member, Function function, const Arguments&... arguments) {
            door.add("method", name + "." + member, signature(arguments...), std::function(function));
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
            add("object", name + ".release", "", std::function([](int handle) { store<T>.objects.erase(handle); }));
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
    void function(const std::string& name, Function function, const Arguments&... arguments) {
        add("function", name, signature(arguments...), std::function(function));
    }
};

const WasmDoor& door() {
    static WasmDoor door;
    if (door.functions.empty()) {
        describe(door);
        door.function("description", [] { return door.description; });
    }
    return door;
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
        door().functions.at(reader.read<std::string>())(reader, writer);
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
