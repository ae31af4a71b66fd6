/// An invitation to share a child: a link with a code that works once.
public struct Share: Hashable, Sendable, Identifiable {
  /// How long an invitation can be accepted.
  public static let lifetime: Duration = .hours(7 * 24)

  public var id: ShareID
  public var childID: ChildID
  /// The role of the person who accepts it; never an owner.
  public var role: Role
  public var createdAt: Instant
  public var expiresAt: Instant

  public init(id: ShareID, childID: ChildID, role: Role, createdAt: Instant) {
    self.init(id: id, childID: childID, role: role, createdAt: createdAt, expiresAt: createdAt + Self.lifetime)
  }

  public init(id: ShareID, childID: ChildID, role: Role, createdAt: Instant, expiresAt: Instant) {
    self.id = id
    self.childID = childID
    self.role = role
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

/// Names an invitation.
public typealias ShareID = Identifier<Share>

/// A code that a person reads out and types: ten letters and digits, shown as two groups, "K7QM2-XNPAZ".
///
/// Nine of them are random, which is 45 bits. The tenth detects typing errors before a lookup: each single wrong
/// character and each swap of two.
public struct TypedCode: Hashable, Sendable {
  /// How many bytes of random a code is made of.
  public static let randomCount = 9
  /// The maximum length of a text that could be a code.
  private static let longest = 100
  /// Crockford's: without I, L, O and U, which look like others.
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// The normalized code, which is hashed and stored.
  public let text: String

  /// - Parameter random: as many bytes as a code is made of, of which five bits each count.
  public init(random: [UInt8]) {
    let values = random.prefix(Self.randomCount).map { $0 & 31 }
    text = String(decoding: (values + [Self.check(values)]).map { Self.alphabet[Int($0)] }, as: UTF8.self)
  }

  /// Parses a typed code. Spaces, dashes and case do not matter, nor do the confusions of O and 0, I, L and 1, U and V.
  ///
  /// - Parameter typed: of any length.
  /// - Returns: nil when it was mistyped.
  public init?(typed: String) {
    guard typed.utf8.count <= Self.longest else { return nil }
    let said = typed.uppercased().unicodeScalars.filter { !$0.properties.isWhitespace && !$0.properties.isDash }
    let values = said.compactMap(Self.value)
    guard said.count == Self.randomCount + 1, values.count == said.count,
      Self.check(values.dropLast()) == values.last
    else { return nil }
    text = String(decoding: values.map { Self.alphabet[Int($0)] }, as: UTF8.self)
  }

  /// In two groups, for a person and for a command line: "K7QM2-XNPAZ".
  public var grouped: String { "\(text.prefix(5))-\(text.dropFirst(5))" }

  private static func value(of scalar: Unicode.Scalar) -> UInt8? {
    let meant: Unicode.Scalar =
      switch scalar {
      case "O": "0"
      case "I", "L": "1"
      case "U": "V"
      default: scalar
      }
    guard meant.isASCII, let place = alphabet.firstIndex(of: UInt8(meant.value)) else { return nil }
    return UInt8(place)
  }

  /// Check character: makes the weighted sum zero in GF(32).
  private static func check(_ values: some Sequence<UInt8>) -> UInt8 {
    func timesX(_ value: UInt8) -> UInt8 { value & 16 == 0 ? value << 1 : (value << 1 & 31) ^ 0b00101 }
    return timesX(values.reduce(0) { timesX($0) ^ $1 })
  }
}

/// A child that is shared with an account and was removed for everybody, until an owner brings it back.
public struct RemovedChild: Hashable, Sendable {
  public var childID: ChildID
  /// The owner who removed it, by their name at that time; nil if unknown.
  public var by: String?

  public init(childID: ChildID, by: String? = nil) {
    self.childID = childID
    self.by = by
  }
}
