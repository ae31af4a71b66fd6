import BabyAPI
import BabyModel
import BabyProtocol
import Crypto

/// Tokens and codes: random, shown once, and stored as their hash.
struct Secrets: Sendable {
  /// Random bytes; tests pass a counter.
  let random: @Sendable (Int) -> [UInt8]

  static let system = Secrets { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// 256 bits.
  func token() -> String { "bbs_" + random(32).hexadecimal }

  /// Whether it could be a token of ours.
  static func isToken(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 68 && text.hasPrefix("bbs_")
      && text.utf8.dropFirst(4).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// For a person to type, once. The number of guesses is limited: docs/decisions/accounts.md.
  func code() -> TypedCode { TypedCode(random: random(TypedCode.randomCount)) }

  /// The hash of a typed code.
  ///
  /// - Parameter typed: as it was given.
  /// - Throws: `APIError` for a mistyped code, which reveals nothing about valid ones.
  static func hash(typed: String) throws(APIError) -> [UInt8] {
    guard let code = TypedCode(typed: typed) else {
      let wrong = "is mistyped: it has ten letters and digits. Compare it with the one you were given"
      throw APIError(.invalid, "This code \(wrong).", details: [FieldError("code", wrong)])
    }
    return hash(code)
  }

  static func hash(_ code: TypedCode) -> [UInt8] { hash(code.text) }

  /// The stored form. A secret this random needs no slow hash: while a code is valid, not many can be tried.
  static func hash(_ secret: String) -> [UInt8] { hash(Array(secret.utf8)) }

  static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
