import Glibc

/// The kernel's notifications about addresses and routes. It belongs to one thread.
final class RouteSocket {
  let descriptor: CInt
  private var news = RouteNews()

  /// - Returns: nil if the kernel does not allow this process to subscribe.
  init?() {
    descriptor = socket(AF_NETLINK, CInt(SOCK_RAW.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0 /* NETLINK_ROUTE */)
    guard descriptor >= 0 else { return nil }
    // sockaddr_nl, which Swift's Glibc does not show: family, padding, port, and the groups of addresses and routes.
    let address = (UInt16(AF_NETLINK), UInt16(0), UInt32(0), UInt32(0x10 | 0x40 | 0x100 | 0x400))
    let result = withUnsafeBytes(of: address) { bytes in
      bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
    }
    guard result == 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads what has come; never waits.
  func isNetworkUp() -> Bool {
    var isUp = false
    var buffer = [UInt8](repeating: 0, count: 32 * 1024)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count > 0 {
        if news.isNetworkUp(after: Array(buffer.prefix(count))) { isUp = true }
      } else if count < 0, errno == ENOBUFS {
        news.forget()
        isUp = true
      } else {
        return isUp
      }
    }
  }
}
