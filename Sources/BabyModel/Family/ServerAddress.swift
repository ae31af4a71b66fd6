/// Where a family server is: scheme, host and port, and nothing more.
///
/// Normalised: two ways to write the same address are equal.
public struct ServerAddress: Hashable, Sendable {
  /// How the server is reached: with TLS, or in plain text.
  public enum Scheme: String, Hashable, Sendable {
    case http, https

    /// The port that is meant when none is written.
    public var port: Int { self == .https ? 443 : 80 }
  }

  /// A placeholder for an address in examples; the domain is reserved.
  public static let example = ServerAddress(scheme: .https, host: .name("baby.example.org"))

  public let scheme: Scheme
  private let name: ServerHost
  /// 1 to 65535
  public let port: Int

  private init(scheme: Scheme, host: ServerHost, port: Int? = nil) {
    self.scheme = scheme
    name = host
    self.port = port ?? scheme.port
  }

  /// Reads an address as people write it: `baby.example.org`, `https://baby.example.org:8443/`, `localhost:8080`.
  ///
  /// Without a scheme it is https, but http for this machine itself, where the server has no certificate.
  ///
  /// - Parameter insecureHTTP: allows plain http to other machines, where everybody on the way reads along.
  /// - Throws: `ServerAddressError`, which says what to write instead.
  public init(_ text: String, insecureHTTP: Bool = false) throws(ServerAddressError) {
    var rest = text[...].trimmed
    var scheme: Scheme?
    if let end = rest.place(of: "://") {
      let name = rest[..<end.lowerBound].lowercased()
      scheme = Scheme(rawValue: name)
      guard scheme != nil else { throw .scheme(name) }
      rest = rest[end.upperBound...]
    }
    if rest.last == "/" { rest.removeLast() }
    guard !rest.contains("@") else { throw .credentials }
    guard !rest.contains(where: { "/?#\\".contains($0) }) else { throw .path }
    let (host, port) = try Self.split(rest)
    self.init(scheme: scheme ?? (host.isLoopback ? .http : .https), host: host, port: port)
    guard self.scheme == .https || isLoopback || insecureHTTP else { throw .insecure(host: self.host) }
  }

  /// The host without brackets: `baby.example.org`, `192.168.1.2`, `fd00::2`.
  public var host: String { name.text }

  /// This machine: no network is involved.
  public var isLoopback: Bool { name.isLoopback }

  private static func split(_ text: Substring) throws(ServerAddressError) -> (ServerHost, Int?) {
    var end = text.firstIndex(of: ":") ?? text.endIndex
    let host: ServerHost?
    if text.first == "[" {
      guard let bracket = text.firstIndex(of: "]") else { throw .host(String(text)) }
      host = ServerHost(sixth: text[..<bracket].dropFirst())
      end = text.index(after: bracket)
    } else {
      host = ServerHost(text[..<end])
    }
    guard let host else { throw .host(String(text[..<end])) }
    guard end < text.endIndex else { return (host, nil) }
    guard text[end] == ":" else { throw .host(String(text)) }
    let digits = text[end...].dropFirst()
    guard digits.utf8.allSatisfy(\.isDigit), let port = Int(digits), (1...65535).contains(port) else {
      throw .port(String(digits))
    }
    return (host, port)
  }
}

extension ServerAddress: CustomStringConvertible {
  /// The address as a URL without a path: `https://baby.example.org`, `http://[::1]:8080`.
  public var description: String {
    let bracketed = host.contains(":") ? "[\(host)]" : host
    return "\(scheme.rawValue)://\(bracketed)" + (port == scheme.port ? "" : ":\(port)")
  }
}

/// Why a text is not a usable address of a family server.
public enum ServerAddressError: Error, Hashable, Sendable {
  /// Neither https nor http.
  case scheme(String)
  /// A user name or a password is in it.
  case credentials
  /// There is more than a host and a port.
  case path
  case host(String)
  case port(String)
  /// Plain http to another machine.
  case insecure(host: String)
}

extension ServerAddressError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .scheme(let scheme): "A server's address must begin with https://, not \"\(scheme)://\"."
    case .credentials: "A server's address must not contain a user name or a password."
    case .path: "A server's address must end with its host or port: https://baby.example.org:8443"
    case .host(let host) where host.isEmpty: "The server's address has no host."
    case .host(let host): "\"\(host)\" is not a host name or an IP address."
    case .port(let port): "\"\(port)\" is not a port: ports are numbers from 1 to 65535."
    case .insecure(let host):
      "Over plain http to \(host), others on the network could read the password and everything else."
    }
  }
}

/// A host as a URL names it.
private enum ServerHost: Hashable, Sendable {
  /// In lower case, without the dot of the root.
  case name(String)
  case ipv4([UInt8])
  /// Eight groups.
  case ipv6([UInt16])

  /// A name or an IPv4 address. Names from beyond ASCII are taken in their encoded form (`xn--…`) only.
  init?(_ text: Substring) {
    var text = text.lowercased()
    if text.last == "." { text.removeLast() }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    // A host that ends in a number is an IPv4 address, possibly in one of its lesser-known spellings.
    if let last = labels.last, last.hasPrefix("0x") || !last.isEmpty && last.utf8.allSatisfy(\.isDigit) {
      let bytes = labels.compactMap { $0.first == "0" && $0 != "0" || $0.first == "+" ? nil : UInt8($0) }
      guard labels.count == 4, bytes.count == 4 else { return nil }
      self = .ipv4(bytes)
      return
    }
    guard text.utf8.count <= 253, labels.allSatisfy(Self.isLabel) else { return nil }
    self = .name(text)
  }

  /// An IPv6 address, without brackets and without a zone.
  init?(sixth text: Substring) {
    let halves = text.parts(around: "::")
    guard halves.count <= 2, let front = Self.groups(halves[0]) else { return nil }
    if halves.count == 1 {
      guard front.count == 8 else { return nil }
      self = .ipv6(front)
    } else {
      guard let back = Self.groups(halves[1]), front.count + back.count < 8 else { return nil }
      self = .ipv6(front + Array(repeating: 0, count: 8 - front.count - back.count) + back)
    }
  }

  var isLoopback: Bool {
    switch self {
    case .name(let name): name == "localhost"
    case .ipv4(let bytes): bytes.first == 127
    case .ipv6(let groups): groups.last == 1 && groups.dropLast().allSatisfy { $0 == 0 }
    }
  }

  var text: String {
    switch self {
    case .name(let name): name
    case .ipv4(let bytes): bytes.map { "\($0)" }.joined(separator: ".")
    case .ipv6(let groups): Self.text(groups)
    }
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy {
        $0.isDigit || isLowerLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  private static func groups(_ text: Substring) -> [UInt16]? {
    if text.isEmpty { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let groups = parts.compactMap { $0.first == "+" || $0.utf8.count > 4 ? nil : UInt16($0, radix: 16) }
    return groups.count == parts.count ? groups : nil
  }

  /// With the longest run of zeros left out, the first of equals (RFC 5952).
  private static func text(_ groups: [UInt16]) -> String {
    func joined(_ groups: ArraySlice<UInt16>) -> String {
      groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
    var longest = 0..<0
    for start in groups.indices {
      let end = groups[start...].firstIndex { $0 != 0 } ?? groups.endIndex
      if end - start > max(longest.count, 1) { longest = start..<end }
    }
    if longest.isEmpty { return joined(groups[...]) }
    return joined(groups[..<longest.lowerBound]) + "::" + joined(groups[longest.upperBound...])
  }
}

private func isLowerLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
