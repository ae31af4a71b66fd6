/// The known push services. Clients can register any endpoint: messages go only to these.
struct PushServices: Hashable, Sendable {
  /// Those of the browsers' makers, over HTTPS.
  static let browsers = PushServices(origin: nil, certificate: nil)

  /// A test's own service in place of the real ones; it may be on this machine and speak plain HTTP.
  ///
  /// - Parameters:
  ///   - origin: `http://127.0.0.1:4711`
  ///   - certificate: path of a PEM file with what to trust for HTTPS.
  static func testing(_ origin: String, certificate: String? = nil) -> PushServices {
    PushServices(origin: origin, certificate: certificate)
  }

  /// Of Chrome and browsers based on it, Firefox, Safari and Edge. A name with a dot first stands for all below it.
  static let hosts = [
    "fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com",
  ]

  /// Of the test's service.
  let origin: String?
  let certificate: String?

  static func service(at host: String) -> String? {
    hosts.first { $0.hasPrefix(".") ? host.hasSuffix($0) && host.count > $0.count : host == $0 }
  }
}

/// Where a service takes messages for one browser. The address comes from the browser, so it is not trusted.
struct PushEndpoint: Hashable, Sendable {
  /// In bytes; real ones have about 200.
  static let longest = 1_000

  /// The address as the browser has named it.
  let text: String
  /// Scheme, host and port.
  let origin: String
  let host: String
  /// The service: a failure of one endpoint affects all of the same service.
  let service: String

  /// Nil if it is not an address of a known service. The services' endpoints have no port, no user name and no numeric
  /// address.
  init?(_ text: String, of services: PushServices = .browsers) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isPlain) else { return nil }
    self.text = text
    if let origin = services.origin {
      guard text.hasPrefix(origin + "/"), let host = origin.split(separator: "/").last else { return nil }
      (self.origin, service) = (origin, origin)
      self.host = String(host.prefix { $0 != ":" })
      return
    }
    let scheme = "https://"
    guard text.hasPrefix(scheme) else { return nil }
    let rest = text.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: "/"), slash != rest.index(before: rest.endIndex) else { return nil }
    var host = rest[..<slash]
    if host.hasSuffix(":443") { host = host.dropLast(4) }
    guard host.utf8.allSatisfy(Self.isOfHost), let service = PushServices.service(at: String(host)) else { return nil }
    (self.host, self.service) = (String(host), service)
    origin = scheme + host
  }

  /// The allowed characters of an address. No `#`, which is for browsers, and no character that could end a header.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7e).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(byte)
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}

struct PushConfiguration: Sendable {
  /// The contact of this server's administrator for push services.
  var contact = PushContact.anonymous
  /// The allowed push services. Tests have their own.
  var services = PushServices.browsers
  var retry = PushRetry()
  /// The minimum interval between two checks: entries in between are combined.
  var interval: Duration = .seconds(1)
}
