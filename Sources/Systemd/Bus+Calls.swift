import CSystemd
import Glibc
import SystemCalls

/// Whom a call is for.
public struct BusMember: Hashable, Sendable {
  /// The name of the service: `org.freedesktop.Notifications`.
  public var service: String
  public var path: String
  public var interface: String
  /// The method.
  public var name: String

  public init(service: String, path: String, interface: String, name: String) {
    self.service = service
    self.path = path
    self.interface = interface
    self.name = name
  }
}

extension Bus {
  /// The default time limit of a call.
  public static let usualLimit = Duration.seconds(5)

  /// Calls a method and waits for its answer. Nothing else is handled meanwhile.
  ///
  /// - Parameters:
  ///   - startsService: starts a service that is not running but known to the bus.
  public func call(
    _ member: BusMember, _ arguments: [BusValue] = [], within limit: Duration = usualLimit, startsService: Bool = true
  ) throws(BusError) -> [BusValue] {
    let message = try self.message(for: member, arguments, startsService: startsService)
    var error = sd_bus_error()
    var reply: OpaquePointer?
    let code = sd_bus_call(pointer, message.pointer, limit.inMicroseconds, &error, &reply)
    guard code >= 0, let reply else { throw BusError(taking: &error, code: code) }
    return try BusMessage(taking: reply).read()
  }

  /// Calls a method and goes on; `completion` gets the answer in a later `process()`.
  public func call(
    _ member: BusMember, _ arguments: [BusValue] = [], within limit: Duration = usualLimit, startsService: Bool = true,
    completion: @escaping (Result<[BusValue], BusError>) -> Void
  ) throws(BusError) {
    let message = try self.message(for: member, arguments, startsService: startsService)
    var slot: OpaquePointer?
    let context = Unmanaged.passRetained(ReplyHandler(completion))
    let code = sd_bus_call_async(
      pointer, &slot, message.pointer, callCompleted, context.toOpaque(), limit.inMicroseconds)
    guard code >= 0, let slot else {
      context.release()
      throw BusError(code: code)
    }
    // From here on the bus keeps the slot, and with its end the context's comes.
    sd_bus_slot_set_destroy_callback(slot) { context in
      if let context { Unmanaged<ReplyHandler>.fromOpaque(context).release() }
    }
    sd_bus_slot_set_floating(slot, 1)
    sd_bus_slot_unref(slot)
  }

  private func message(
    for member: BusMember, _ arguments: [BusValue], startsService: Bool
  ) throws(BusError) -> BusMessage {
    let message = try BusMessage {
      sd_bus_message_new_method_call(pointer, &$0, member.service, member.path, member.interface, member.name)
    }
    if !startsService { try BusError.check(sd_bus_message_set_auto_start(message.pointer, 0)) }
    try message.append(arguments)
    return message
  }
}

private final class ReplyHandler {
  let run: (Result<[BusValue], BusError>) -> Void

  init(_ run: @escaping (Result<[BusValue], BusError>) -> Void) { self.run = run }
}

private func callCompleted(
  _ reply: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let reply, let context else { return 0 }
  let completion = Unmanaged<ReplyHandler>.fromOpaque(context).takeUnretainedValue()
  if let error = sd_bus_message_get_error(reply)?.pointee {
    let name = error.name.map { String(cString: $0) } ?? "System.Error"
    let message = error.message.map { String(cString: $0) } ?? name
    completion.run(.failure(BusError(name: name, message: message)))
    return 0
  }
  let message = BusMessage(sharing: reply)
  do { completion.run(.success(try message.read())) } catch { completion.run(.failure(error)) }
  return 0
}

extension Duration {
  var inMicroseconds: UInt64 {
    UInt64(clamping: components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000)
  }
}

/// Why a call on a bus failed: an error from the other side, the system or libsystemd.
public struct BusError: Error, Hashable, Sendable {
  /// `org.freedesktop.DBus.Error.ServiceUnknown`; `System.Error.` and the name of the `errno` where the system refuses.
  public var name: String
  /// A sentence or so, written by the program that failed.
  public var message: String

  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// The name has no owner and cannot be activated.
  public var isWithoutOwner: Bool {
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
