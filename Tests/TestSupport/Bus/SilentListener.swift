import Foundation

/// A socket that takes connections and never says anything, for as long as it is kept.
package final class SilentListener {
  private let descriptor: CInt

  package init(at path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafeBytes(of: address) { bytes in
      bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
    }
    guard result == 0, listen(descriptor, 8) == 0 else { throw BusTestFailure("bind to \(path)") }
  }

  deinit { close(descriptor) }
}
