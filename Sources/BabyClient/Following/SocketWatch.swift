import Glibc

/// Tells when something happens where a socket should be: in its directory, or in the nearest one that exists.
struct SocketWatch: ~Copyable {
  /// Readable when there is something to look at.
  let descriptor: Int32
  /// What has to appear in the watched directory: the socket, or the next directory on the way to it.
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

  /// Takes what has happened. True when the socket may be there now, or this watch has become useless: in both cases
  /// it is time to connect, and to watch anew where that fails.
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
