import Foundation
import Glibc

extension NetworkAddress {
  /// Whether it is one of the internet. NAT64 addresses count as what they translate to.
  var isPublic: Bool {
    if bytes.count == 4 { return isPublicIPv4 }
    if bytes.starts(with: Self.nat64) { return NetworkAddress(bytes: Array(bytes.suffix(4)))?.isPublic == true }
    // Of what is given out at all, without documentation and tunnels.
    return bytes[0] & 0xe0 == 0x20 && !Self.special.contains { bytes.starts(with: $0) }
  }

  private static let nat64: [UInt8] = [0, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8)
  private static let special: [[UInt8]] = [[0x20, 0x01, 0, 0], [0x20, 0x01, 0x0d, 0xb8], [0x20, 0x02]]

  private var isPublicIPv4: Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _), (100, 64...127, _), (169, 254, _), (172, 16...31, _),
      (192, 168, _), (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113):
      false
    default: true
    }
  }
}

/// Addresses of the internet, by the names that stand for them: none of the network that the server is in.
enum PublicAddress {
  /// The addresses of a host, those first that are tried first. It waits for the network.
  static func find(_ host: String) -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "443", &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list) { $0?.pointee.ai_next }.compactMap { entry in
      let address = entry?.pointee.ai_addr.flatMap { NetworkAddress($0) }
      return address?.isPublic == true ? address?.text : nil
    }
  }

  /// The same on a separate thread.
  static func found(_ host: String) async -> [String] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: find(host)) }
    }
  }
}
