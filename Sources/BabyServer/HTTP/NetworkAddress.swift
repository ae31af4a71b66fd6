import Glibc
import NIOCore

/// An IPv4 or IPv6 address.
struct NetworkAddress: Hashable, Sendable {
  /// 4 or 16, in network order. An IPv4 address that is written as one of IPv6 has 4.
  let bytes: [UInt8]

  /// - Parameter bytes: 4 or 16, in network order; nil for any other number.
  init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes.starts(with: Self.mapped) ? Array(bytes.dropFirst(Self.mapped.count)) : bytes
  }

  /// Nil if it is neither of IPv4 nor of IPv6.
  init?(_ place: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(place)
    switch Int32(place.pointee.sa_family) {
    case AF_INET:
      self.init(bytes: withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) })
    case AF_INET6:
      self.init(bytes: withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) })
    default: return nil
    }
  }

  init?(_ address: SocketAddress?) {
    guard let text = address?.ipAddress else { return nil }
    self.init(plain: text.prefix { $0 != "%" })
  }

  /// - Parameter text: as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` or `[2001:db8::1]:4711`.
  init?(_ text: some StringProtocol) {
    let text = String(text).filter { $0 != " " }
    if text.hasPrefix("[") {
      self.init(plain: text.dropFirst().prefix { $0 != "]" })
    } else if text.contains("."), let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
      self.init(plain: text[..<colon])
    } else {
      self.init(plain: text[...])
    }
  }

  /// - Parameter text: without a port.
  init?(plain text: Substring) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, String(text), &bytes) == 1 {
      self.init(bytes: Array(bytes.prefix(4)))
    } else if inet_pton(AF_INET6, String(text), &bytes) == 1 {
      self.init(bytes: bytes)
    } else {
      return nil
    }
  }

  /// `192.168.1.5` or `fd00::5`.
  var text: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { room in
      let family = bytes.count == 4 ? AF_INET : AF_INET6
      return inet_ntop(family, bytes, room.baseAddress, socklen_t(room.count)).map { String(cString: $0) } ?? ""
    }
  }

  private static let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

  var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1] }

  /// The unit of a provider's customer: an IPv4 address, or the /64 of an IPv6 address, within which customers choose
  /// freely.
  var network: [UInt8] { bytes.count == 4 ? bytes : Array(bytes.prefix(8)) }

  /// Roughly where a network is: `192.0.2.0/24` or `2001:db8:1::/48`. Nil if it is not a network.
  static func region(of network: [UInt8]) -> String? {
    let (kept, length) = network.count == 4 ? (3, 4) : (6, 16)
    guard network.count >= kept else { return nil }
    let address = NetworkAddress(bytes: Array(network.prefix(kept)) + [UInt8](repeating: 0, count: length - kept))
    return address.map { "\($0.text)/\(kept * 8)" }
  }
}

/// Addresses that begin alike: `192.0.2.0/24`.
struct AddressRange: Hashable, Sendable {
  private let base: NetworkAddress
  private let bits: Int

  /// - Parameter text: an address, or an address and how many of its bits count; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let base = NetworkAddress(plain: parts[0]) else { return nil }
    let most = base.bytes.count * 8
    guard let bits = parts.count == 2 ? Int(parts[1]) : most, (0...most).contains(bits) else { return nil }
    (self.base, self.bits) = (base, bits)
  }

  func contains(_ address: NetworkAddress) -> Bool {
    guard address.bytes.count == base.bytes.count else { return false }
    return address.bytes.indices.allSatisfy { index in
      let shown = max(0, min(8, bits - index * 8))
      return (address.bytes[index] ^ base.bytes[index]) >> (8 - shown) == 0
    }
  }
}

/// The proxies whose forwarding headers are trusted: on this machine, and those that are configured.
struct TrustedProxies: Sendable {
  /// Nil when no proxy stands before the server: then none is believed.
  let ranges: [AddressRange]?

  func contains(_ address: NetworkAddress?) -> Bool {
    guard let ranges, let address else { return false }
    return address.isLoopback || ranges.contains { $0.contains(address) }
  }

  /// The origin of a request: the last address that is not a trusted proxy's. Anyone can forge what comes before it.
  ///
  /// - Parameter forwarded: `X-Forwarded-For`, to which each proxy adds the address that it has seen.
  func origin(of peer: NetworkAddress?, forwarded: String?) -> NetworkAddress? {
    guard contains(peer), let forwarded else { return peer }
    var origin = peer
    for text in forwarded.split(separator: ",").reversed() {
      guard let address = NetworkAddress(text) else { break }
      origin = address
      if !contains(address) { break }
    }
    return origin
  }
}
