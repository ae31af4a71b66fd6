/// Where a family server is: scheme, host and port, and nothing more.
///
/// Normalised: two ways to write the same address are equal.
public struct ServerAddress: Hashable, Sendable {
  public enum Scheme: String, Hashable, Sendable {
    case http, https

    /// The port that is meant when none is written.
    public var port: Int { self == .https ? 443 : 80 }
  }

  /// A placeholder for an address in examples; the domain is reserved.
  public static let example = ServerAddress(scheme: .https, host: .name("baby.example.org"))

  public let scheme: Scheme
  let name: ServerHost
  /// 1 to 65535
  public let port: Int

  init(scheme: Scheme, host: ServerHost, port: Int? = nil) {
    self.scheme = scheme
    name = host
    self.port = port ?? scheme.port
  }

  /// Reads an address as people write it: `baby.example.org`, `https://baby.example.org:8443/`, `localhost:8080`.
  ///
  /// Without a scheme it is https, but http for this machine itself, where the server has no certificate.
  ///
  /// - Parameter insecureHTTP: allows plain http to other machines, where everybody on the way reads along.
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

  /// This machine: what is sent there passes no network.
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
    guard digits.utf8.allSatisfy(isDigit), let port = Int(digits), (1...65535).contains(port) else {
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
      "Over plain http to \(host), anybody on the way could read the password and everything else."
    }
  }
}
