import Glibc

/// Network changes from the kernel, in messages of rtnetlink(7).
struct RouteMonitor {
  /// The known addresses and default routes.
  private var known: Set<[UInt8]> = []

  /// Whether the network has come up: there is a new address that other machines can reach, or a new default route. A
  /// renewal does not count.
  ///
  /// - Parameter datagram: as it was received.
  mutating func isNetworkUp(after datagram: [UInt8]) -> Bool {
    var isUp = false
    var rest = datagram[...]
    while let length = rest.number(at: 0, as: UInt32.self), (16...max(16, rest.count)).contains(length),
      let type = rest.number(at: 4, as: UInt16.self)
    {
      if let change = RouteChange(type: type, body: rest.prefix(length).dropFirst(16)) {
        if change.isRemoval {
          known.remove(change.subject)
        } else if known.insert(change.subject).inserted {
          isUp = true
        }
      }
      rest = rest.dropFirst(aligned(length))
    }
    return isUp
  }

  /// Forgets everything, because messages have been lost.
  mutating func forget() { known = [] }
}

/// One address or default route that has come or gone.
private struct RouteChange {
  let isRemoval: Bool
  /// Its identity, which stays the same when it is renewed.
  let subject: [UInt8]

  /// - Returns: nil for what makes no difference to whether other machines can be reached.
  init?(type: Int, body: ArraySlice<UInt8>) {
    switch type {
    case 20, 21:  // RTM_NEWADDR, RTM_DELADDR
      // ifaddrmsg: family, prefix length, flags, scope, and the interface in four bytes.
      guard let flags = body.number(at: 2, as: UInt8.self), let scope = body.number(at: 3, as: UInt8.self),
        scope < 253 /* RT_SCOPE_LINK */
      else { return nil }
      isRemoval = type == 21
      // A tentative address is announced again once it is usable.
      guard isRemoval || flags & 0x40 /* IFA_F_TENTATIVE */ == 0 else { return nil }
      subject = [0] + body.dropFirst(4).prefix(4) + attribute(1 /* IFA_ADDRESS */, in: body.dropFirst(8))
    case 24, 25:  // RTM_NEWROUTE, RTM_DELROUTE
      // rtmsg: family, length of the destination's prefix, …, type of the route in the eighth byte, flags.
      guard body.number(at: 1, as: UInt8.self) == 0, body.number(at: 7, as: UInt8.self) == 1 /* RTN_UNICAST */ else {
        return nil
      }
      isRemoval = type == 25
      let attributes = body.dropFirst(12)
      subject =
        [1] + body.prefix(1) + attribute(4 /* RTA_OIF */, in: attributes)
        + attribute(5 /* RTA_GATEWAY */, in: attributes)
    default:
      return nil
    }
  }
}

/// The value of an attribute; empty if it is missing.
private func attribute(_ wanted: Int, in attributes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var rest = attributes
  while let length = rest.number(at: 0, as: UInt16.self), (4...max(4, rest.count)).contains(length),
    let type = rest.number(at: 2, as: UInt16.self)
  {
    if type == wanted { return rest.prefix(length).dropFirst(4) }
    rest = rest.dropFirst(aligned(length))
  }
  return []
}

/// Messages and attributes begin at multiples of four.
private func aligned(_ length: Int) -> Int { (length + 3) & ~3 }

extension ArraySlice<UInt8> {
  /// A number in the machine's own order; nil when the bytes end before it does.
  fileprivate func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Int? {
    let bytes = dropFirst(offset)
    guard bytes.count >= MemoryLayout<Number>.size else { return nil }
    return bytes.withUnsafeBytes { Int($0.loadUnaligned(as: Number.self)) }
  }
}

/// The kernel's notifications about addresses and routes. It belongs to one thread.
final class RouteSocket {
  let descriptor: CInt
  private var monitor = RouteMonitor()

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
        if monitor.isNetworkUp(after: Array(buffer.prefix(count))) { isUp = true }
      } else if count < 0, errno == ENOBUFS {
        monitor.forget()
        isUp = true
      } else {
        return isUp
      }
    }
  }
}
