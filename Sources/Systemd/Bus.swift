import CSystemd
import Glibc
import SystemCalls

/// A connection to a message bus, by libsystemd's sd-bus.
///
/// It belongs to the thread that opened it, which polls `descriptor` for `events` until `deadline` and then calls
/// `process()`. Every handler runs in there.
public final class Bus {
  let pointer: OpaquePointer

  /// Opens the user's bus, which is the one of the desktop session.
  public static func user() throws(BusError) -> Bus { try Bus(opening: sd_bus_open_user) }

  /// Opens the bus at an address such as `unix:path=/run/user/1000/bus`.
  public convenience init(address: String) throws(BusError) {
    try self.init(opening: sd_bus_new)
    try BusError.check(sd_bus_set_address(pointer, address))
    try BusError.check(sd_bus_set_bus_client(pointer, 1))
    try BusError.check(sd_bus_start(pointer))
  }

  private init(opening open: (UnsafeMutablePointer<OpaquePointer?>?) -> Int32) throws(BusError) {
    var opened: OpaquePointer?
    let code = open(&opened)
    guard let opened, code >= 0 else { throw BusError(code: code) }
    pointer = opened
  }

  deinit {
    // A connection that is not established has nothing to send, and closing it would block.
    if sd_bus_is_ready(pointer) > 0 { sd_bus_flush_close_unref(pointer) } else { sd_bus_close_unref(pointer) }
  }

  // MARK: A poll loop's needs

  public var descriptor: Int32 { sd_bus_get_fd(pointer) }

  /// The events to poll the descriptor for, as for `poll(2)`.
  public var events: Int16 { Int16(truncatingIfNeeded: max(0, sd_bus_get_events(pointer))) }

  /// When `process()` has to be called even though nothing comes, on the monotonic clock; nil for never.
  public var deadline: Duration? {
    var microseconds = UInt64.max
    guard sd_bus_get_timeout(pointer, &microseconds) >= 0, microseconds != .max else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// Sends waiting messages, reads the ones that have arrived, and calls their handlers; never waits.
  ///
  /// - Throws: when the connection is lost.
  public func process() throws(BusError) {
    while try BusError.check(sd_bus_process(pointer, nil)) > 0 {}
  }

  /// Waits until everything has been sent.
  public func flush() throws(BusError) { try BusError.check(sd_bus_flush(pointer)) }

  // MARK: Names

  /// The connection's own name, such as `:1.42`.
  public func uniqueName() throws(BusError) -> String {
    var name: UnsafePointer<CChar>?
    try BusError.check(sd_bus_get_unique_name(pointer, &name))
    return name.map { String(cString: $0) } ?? ""
  }

  /// Takes a name, and does not queue for it.
  ///
  /// - Returns: false when another connection has it.
  public func request(name: String) throws(BusError) -> Bool {
    let code = sd_bus_request_name(pointer, name, 0)
    if code == -EEXIST { return false }
    try BusError.check(code)
    return true
  }
}

/// A handler or an object on a bus. It is removed when this is released.
public final class BusRegistration {
  private let slot: OpaquePointer
  /// The object that libsystemd's pointer refers to.
  private let context: AnyObject

  init(slot: OpaquePointer, context: AnyObject) {
    self.slot = slot
    self.context = context
  }

  deinit { sd_bus_slot_unref(slot) }
}

/// Where the buses are, by the environment that is handed in.
public enum BusAddress {
  /// The bus of the user's session; nil if there is no session.
  public static func session(environment: [String: String]) -> String? {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS", environment) { return address }
    return variable("XDG_RUNTIME_DIR", environment).map { "unix:path=\(escaped($0))/bus" }
  }

  public static func system(environment: [String: String]) -> String {
    variable("DBUS_SYSTEM_BUS_ADDRESS", environment) ?? "unix:path=/run/dbus/system_bus_socket"
  }

  private static func variable(_ name: String, _ environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Bytes that mean something in an address, and those that have no place in one, as D-Bus writes them: `%20`.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."), UInt8(ascii: "\\"), UInt8(ascii: "*"):
        String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }.joined()
  }
}

/// A deadline for several calls together.
public struct BusDeadline: Sendable {
  private let due: Duration

  public init(in limit: Duration) { due = SystemClock.monotonic + limit }

  public var isOver: Bool { left == .zero }

  /// How long `poll(2)` may wait for it, in milliseconds.
  public var pollLimit: Int32 { milliseconds(left) }

  private var left: Duration { max(.zero, due - SystemClock.monotonic) }
}

extension Bus {
  /// Calls a method and waits for its answer, and for the connection to the bus when that is still being made.
  ///
  /// - Parameter startsService: starts a service that is not running but known to the bus.
  public func call(
    _ member: BusMember, _ arguments: [BusValue] = [], until deadline: BusDeadline, startsService: Bool = true
  ) throws(BusError) -> [BusValue] {
    var answer: Result<[BusValue], BusError>?
    try call(member, arguments, within: .seconds(60 * 60), startsService: startsService) { answer = $0 }
    while true {
      try process()
      if let answer { return try answer.get() }
      guard !deadline.isOver else { throw BusError(code: -ETIMEDOUT) }
      var polled = pollfd(fd: descriptor, events: events, revents: 0)
      poll(&polled, 1, pollLimit < 0 ? deadline.pollLimit : min(deadline.pollLimit, pollLimit))
    }
  }

  /// How long `poll(2)` may wait for the bus before `process()` has to be called, in milliseconds; -1 for any time.
  public var pollLimit: Int32 { deadline.map { milliseconds(max(.zero, $0 - SystemClock.monotonic)) } ?? -1 }
}

/// Rounded up, so that the process does not wake up just before the time.
private func milliseconds(_ duration: Duration) -> Int32 {
  let (whole, rest) = (duration.inMicroseconds / 1000, duration.inMicroseconds % 1000)
  return Int32(clamping: whole + (rest > 0 ? 1 : 0))
}
