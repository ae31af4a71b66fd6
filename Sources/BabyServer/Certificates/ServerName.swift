import SwiftASN1
import X509

/// A name or an address by which phones and other machines reach the server.
enum ServerName: Hashable, Sendable, CustomStringConvertible {
  case host(String)
  case address(NetworkAddress)

  /// As many as a certificate may have; more would be a mistake.
  static let most = 32

  /// - Parameter text: `home.local`, `192.168.1.5` or `fd00::5`, and nothing beside it.
  /// - Throws: `ServerStartFailure` for what is neither a name nor an address of one machine.
  init(_ text: String) throws(ServerStartFailure) {
    if let address = NetworkAddress(plain: text[...]) {
      guard address.isOneMachine else { throw ServerStartFailure("\(text) is not the address of one machine.") }
      self = .address(address)
    } else if let host = Self.host(text) {
      self = .host(host)
    } else {
      throw ServerStartFailure(
        "\(text) is neither a name nor an address. Write it alone, such as home.local or 192.168.1.5.")
    }
  }

  private static func host(_ text: String) -> String? {
    var text = text.lowercased()
    if text.hasSuffix(".") { text.removeLast() }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
    }
    // A last part of digits alone would make it an address, which it is not.
    guard isName, text.utf8.count <= 253, labels.last?.contains(where: { !$0.isNumber }) == true else { return nil }
    return text
  }

  var description: String {
    switch self {
    case .host(let name): name
    case .address(let address): address.text
    }
  }

  /// As it stands in an address of the web.
  var inURL: String {
    if case .address(let address) = self, address.bytes.count == 16 { "[\(address.text)]" } else { description }
  }

  /// A name of one part, such as `baby` or `nas`: out in the world, a whole top-level domain may be called so.
  var isTopLevel: Bool { if case .host(let name) = self { !name.contains(".") } else { false } }

  /// Whether a certificate that is constrained to another name may be for this one: a name stands for all below it, unless
  /// it is that of a top-level domain.
  func isWithin(_ permitted: ServerName) -> Bool {
    switch (self, permitted) {
    case (.host(let name), .host(let suffix)):
      name == suffix || (!permitted.isTopLevel && name.hasSuffix("." + suffix))
    case (.address(let one), .address(let other)): one == other
    default: false
    }
  }

  // MARK: In certificates

  var generalName: GeneralName {
    switch self {
    case .host(let name): .dnsName(name)
    case .address(let address): .ipAddress(ASN1OctetString(contentBytes: address.bytes[...]))
    }
  }

  /// As a constraint has it: an address with a mask.
  var constraint: GeneralName {
    guard case .address(let address) = self else { return generalName }
    let mask = [UInt8](repeating: 0xff, count: address.bytes.count)
    return .ipAddress(ASN1OctetString(contentBytes: (address.bytes + mask)[...]))
  }

  /// All names that lie below it, and not it itself.
  var allBelow: GeneralName { .dnsName(".\(self)") }

  /// Nil for a name of another form.
  init?(_ name: GeneralName) {
    switch name {
    case .dnsName(let host): self = .host(host)
    case .ipAddress(let octets):
      guard let address = NetworkAddress(bytes: Array(octets.bytes)) else { return nil }
      self = .address(address)
    default: return nil
    }
  }

  /// Nil for a constraint that is not about one name or one address.
  init?(constraint: GeneralName) {
    switch constraint {
    case .ipAddress(let octets):
      let bytes = octets.bytes
      guard bytes.suffix(bytes.count / 2).allSatisfy({ $0 == 0xff }),
        let address = NetworkAddress(bytes: Array(bytes.prefix(bytes.count / 2)))
      else { return nil }
      self = .address(address)
    default: self.init(constraint)
    }
  }
}

extension NetworkAddress {
  /// Not all of a machine's addresses, not many machines at once, and not one whose meaning depends on the network card.
  fileprivate var isOneMachine: Bool {
    if bytes.allSatisfy({ $0 == 0 }) { return false }
    return bytes.count == 4
      ? bytes[0] < 224 && bytes[0] != 0 : bytes[0] != 0xff && !(bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80)
  }
}
