#pragma once

#include <string>
#include <utility>
#include <variant>

namespace gpulint {

/// Why the tool itself could not do something (I/O, configuration, an inventory). Never used for
/// mistakes in manifests: those are findings.
struct Error {
    std::string message;  ///< one sentence, lower case, no full stop; names the place and the cause
    std::string hint;     ///< what to do about it; may be empty
};

/// A value or an Error; the member names are those of std::expected.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
    Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    const T& value() const& { return std::get<0>(state_); }
    T& value() & { return std::get<0>(state_); }
    T&& value() && { return std::get<0>(std::move(state_)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::get<0>(std::move(state_)); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const Error& error() const { return std::get<1>(state_); }

  private:
    std::variant<T, Error> state_;
};

/// The result of an action that gives no value.
struct Done {};

}  // namespace gpulint
