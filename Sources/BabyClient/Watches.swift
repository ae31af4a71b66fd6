package import BabyModel
import CProcess
import Glibc
import SystemCalls

/// Tells when something happens where a socket should be: in its directory, or in the nearest one that exists.
struct SocketWatch: ~Copyable {
  /// Readable when there is something to look at.
  let descriptor: Int32
  /// The name that has to appear in the watched directory: the socket, or the next directory on the way to it.
  private let awaited: [UInt8]

  /// Nil when the system has no watch left to give.
  init?(socket path: String) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let names = path.split(separator: "/").map(String.init)
    for depth in (0..<names.count).reversed() {
      let directory = (path.hasPrefix("/") ? "/" : "./") + names[..<depth].joined(separator: "/")
      guard Self.watch(directory, descriptor) else { continue }
      // Made while we were looking for it: watch there instead.
      if depth + 1 < names.count, Self.watch(directory + "/" + names[depth], descriptor) {
        awaited = []
      } else {
        awaited = Array(names[depth].utf8)
      }
      return
    }
    close(descriptor)
    return nil
  }

  deinit { close(descriptor) }

  private static func watch(_ directory: String, _ descriptor: Int32) -> Bool {
    let events = IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    return inotify_add_watch(descriptor, directory, UInt32(events)) >= 0
  }

  /// Reads the events. True if the socket may exist now, or this watch has become useless: in both cases connect, and
  /// set a new watch if that fails.
  func sees() -> Bool {
    var isWorthALook = false
    let capacity = 4096
    while true {
      let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
        filled = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      guard !bytes.isEmpty else { return isWorthALook }
      isWorthALook = concernsSocket(bytes) || isWorthALook
    }
  }

  /// The events are `inotify_event`s, one behind the other: watch, mask, cookie, length of the name, the name.
  private func concernsSocket(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset + 16 <= bytes.count {
      func field(_ index: Int) -> Int {
        bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset + index * 4, as: UInt32.self)) }
      }
      let (mask, length) = (field(1), field(3))
      let name = bytes[(offset + 16)...].prefix(length).prefix { $0 != 0 }
      if awaited.isEmpty || name.elementsEqual(awaited) { return true }
      if mask & Int(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_Q_OVERFLOW) != 0 { return true }
      offset += 16 + length
    }
    return false
  }
}

/// Wakes up at an instant, and when the clock is set or the machine was asleep: the displayed times may then be wrong.
package struct WallTimer: ~Copyable {
  /// Readable when it is time.
  package let descriptor: Int32
  private var setFor: Instant?

  package init() { descriptor = process_timer_open() }

  deinit { close(descriptor) }

  /// - Parameter instant: nil is never.
  package mutating func set(_ instant: Instant?) {
    guard instant != setFor else { return }
    setFor = instant
    _ = process_timer_set(descriptor, instant?.milliseconds ?? 0)
  }

  /// Takes note that it is time, or that the clock was set.
  package mutating func acknowledge() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
    setFor = nil
  }
}

/// The system's wall clock.
package enum WallClock {
  package static var now: Instant { Instant(milliseconds: SystemClock.wallMilliseconds) }
}
