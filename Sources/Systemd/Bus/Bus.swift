import CSystemd
import Glibc

/// A connection to a message bus, by libsystemd's sd-bus.
///
/// It belongs to the thread that opened it, which polls `descriptor` for `events` until `deadline` and then calls
/// `process()`. Every handler runs in there.
public final class Bus {
  let pointer: OpaquePointer

  /// Opens the user's bus, which is the one of the desktop session.
  public static func user() throws(BusError) -> Bus { try Bus(opening: sd_bus_open_user) }

  /// Opens the system's bus.
  public static func system() throws(BusError) -> Bus { try Bus(opening: sd_bus_open_system) }

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
    // A connection that nobody has answered yet has nothing to send, and would be waited for.
    if sd_bus_is_ready(pointer) > 0 { sd_bus_flush_close_unref(pointer) } else { sd_bus_close_unref(pointer) }
  }

  // MARK: A poll loop's needs

  public var descriptor: Int32 { sd_bus_get_fd(pointer) }

  /// What to poll the descriptor for, as `poll(2)` takes it.
  public var events: Int16 { Int16(truncatingIfNeeded: max(0, sd_bus_get_events(pointer))) }

  /// When `process()` has to be called even though nothing comes, on the monotonic clock; nil for never.
  public var deadline: Duration? {
    var microseconds = UInt64.max
    guard sd_bus_get_timeout(pointer, &microseconds) >= 0, microseconds != .max else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// Sends what waits, reads what has come, and calls the handlers that it is for; never waits.
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

/// Something that is in force on a bus: a handler or an object. It ends when this goes away.
public final class BusRegistration {
  private let slot: OpaquePointer
  /// What libsystemd points to.
  private let context: AnyObject

  init(slot: OpaquePointer, context: AnyObject) {
    self.slot = slot
    self.context = context
  }

  deinit { sd_bus_slot_unref(slot) }
}
