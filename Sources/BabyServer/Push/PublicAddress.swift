import Foundation
import Glibc

/// Addresses of the internet, by the names that stand for them: none of the network that the server is in.
enum PublicAddress {
  /// Whether an address is public. NAT64 addresses count as what they translate to.
  ///
  /// - Parameter bytes: 4 or 16, in network order.
  static func isPublic(_ bytes: [UInt8]) -> Bool {
    if bytes.count == 4 { return isPublic(ipv4: bytes) }
    guard bytes.count == 16 else { return false }
    for prefix in [mapped, nat64] where bytes.starts(with: prefix) { return isPublic(ipv4: Array(bytes.suffix(4))) }
    // Of what is given out at all, without documentation and tunnels.
    return bytes[0] & 0xe0 == 0x20 && !special.contains { bytes.starts(with: $0) }
  }

  private static let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
  private static let nat64: [UInt8] = [0, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8)
  private static let special: [[UInt8]] = [[0x20, 0x01, 0, 0], [0x20, 0x01, 0x0d, 0xb8], [0x20, 0x02]]

  private static func isPublic(ipv4 bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _), (100, 64...127, _), (169, 254, _), (172, 16...31, _),
      (192, 168, _), (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113):
      false
    default: true
    }
  }

  /// The addresses of a host, those first that are tried first. It waits for the network.
  static func find(_ host: String) -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "443", &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
      guard let entry, let bytes = bytes(entry.pointee.ai_addr), isPublic(bytes) else { return nil }
      return text(bytes)
    }
  }

  /// The same on a separate thread.
  static func found(_ host: String) async -> [String] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: find(host)) }
    }
  }

  private static func bytes(_ address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
    guard let address else { return nil }
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
    case AF_INET6:
      return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
    default: return nil
    }
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { room in
      guard
        let text = inet_ntop(
          bytes.count == 4 ? AF_INET : AF_INET6, bytes, room.baseAddress, socklen_t(room.count))
      else { return nil }
      return String(cString: text)
    }
  }
}
