import CSystemd
import Glibc
import SystemCalls

/// Why something on a bus failed: what the other side answered, or what the system or libsystemd say.
public struct BusError: Error, Hashable, Sendable {
  /// `org.freedesktop.DBus.Error.ServiceUnknown`; `System.Error.` and the name of the `errno` where the system refuses.
  public var name: String
  /// A sentence or so, written by the program that failed.
  public var message: String

  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// Nobody has the name that was called, and nothing starts by it.
  public var isNobodyThere: Bool {
    name == "org.freedesktop.DBus.Error.ServiceUnknown" || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
  }

  /// The program that was called has no such method.
  public var isUnknownMethod: Bool { name == "org.freedesktop.DBus.Error.UnknownMethod" }

  /// No answer came within the time limit.
  public var isTimeout: Bool {
    name == "org.freedesktop.DBus.Error.Timeout" || name == "org.freedesktop.DBus.Error.NoReply"
      || name == "System.Error.ETIMEDOUT"
  }

  public static func invalidArguments(_ message: String) -> BusError {
    BusError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: message)
  }
}

extension BusError {
  /// - Parameter code: what a function of libsystemd returned, below zero.
  init(code: Int32) {
    var error = sd_bus_error()
    sd_bus_error_set_errno(&error, code)
    self.init(taking: &error, code: code)
  }

  /// Takes what libsystemd has written down, and lets go of it.
  init(taking error: inout sd_bus_error, code: Int32) {
    if error.name == nil { sd_bus_error_set_errno(&error, code) }
    let fallback = systemErrorText(-code)
    name = error.name.map { String(cString: $0) } ?? "System.Error"
    message = error.message.map { String(cString: $0) } ?? fallback
    sd_bus_error_free(&error)
  }

  /// Fails where a function of libsystemd returned a number below zero.
  @discardableResult
  static func check(_ code: Int32) throws(BusError) -> Int32 {
    if code < 0 { throw BusError(code: code) }
    return code
  }
}
