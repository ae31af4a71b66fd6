import Glibc

/// A port of this machine that stays reserved for the test's server, also while that is stopped: the system assigns it
/// to no other process that asks for any port.
package final class ReservedPort {
  package let number: Int
  private let descriptor: CInt

  package init() throws {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    // Bound, but not listening: so a server that says the same can be bound to it too.
    var isOn: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<CInt>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    self.descriptor = descriptor
    number = Int(UInt16(bigEndian: address.sin_port))
    guard isBound else { throw ScenarioFailure.system("bind") }
  }

  deinit { close(descriptor) }
}
