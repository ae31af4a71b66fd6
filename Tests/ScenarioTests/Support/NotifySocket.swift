import Glibc
import TestSupport

/// The service manager's end of sd_notify(3).
final class NotifySocket {
  let descriptor: CInt

  init(path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0, withSocketAddress(path, { bind(descriptor, $0, $1) }) == 0 else {
      throw ScenarioFailure.system("bind \(path)")
    }
    // The daemon may be another user's; the directory around it is the test's alone.
    chmod(path, 0o777)
  }

  deinit { close(descriptor) }

  /// The next notification's lines; nil when the process ends before it, or none comes in time.
  func next(from process: ChildProcess, within limit: Duration = Patience.limit) -> [String]? {
    guard process.waits(for: descriptor, within: limit) else { return nil }
    var message = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &message, message.count, 0)
    guard count > 0 else { return nil }
    return String(decoding: message.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// A listening socket of the test's own; the caller closes it.
func listeningSocket(_ path: String) throws -> CInt {
  let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
  guard listener >= 0, withSocketAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0 else {
    throw ScenarioFailure.system("listen on \(path)")
  }
  return listener
}

/// Calls a function such as `bind` with the address of a Unix socket.
func withSocketAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
  return withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}
