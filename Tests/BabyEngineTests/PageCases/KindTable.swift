import BabyModel
import BabyProtocol

// What is declared of the kinds of entries.

extension VolumeUnit {
  static var table: JSON { .object(JSONObject(allCases.map { ($0.rawValue, .amount($0.milliliters)) })) }
}

extension EntryKind {
  static var table: JSON { .object(JSONObject(allCases.map { ($0.rawValue, $0.declaration.row) })) }
}

extension KindDeclaration {
  fileprivate var row: JSON {
    .present([
      "title": title == spokenWord ? nil : .string(title), "longest": longest.map { .milliseconds($0) },
      "hasTimer": .flag(hasTimer), "runsWithoutEnd": .flag(runsWithoutEnd),
      "isDeclared": .flag(DeclaredKinds.all.contains(self)), "hasDays": .flag(hasDays),
      "requiredNote": requiredNote.map { .string($0) },
      "namedBy": fields.first { isNamed(by: $0) }.map { .string($0.name) },
      "fields": .array(fields.map(\.row)),
    ])
  }
}

extension KindDeclaration {
  /// What a page makes of the word by itself: "Brief waking" of "briefWaking".
  private var spokenWord: String {
    let spaced = word.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
    return spaced.prefix(1).uppercased() + spaced.dropFirst()
  }
}

extension FieldDeclaration {
  fileprivate var row: JSON {
    let common: [(String, JSON?)] = [
      ("name", .string(name)), ("type", .string(type.word)), ("isRequired", .flag(isRequired)),
    ]
    let own: [(String, JSON?)] =
      switch type {
      case .choice(let words): [("words", .words(words)), ("standard", standard(among: words).map { .string($0) })]
      case .quantity(let quantity):
        [
          ("unitName", .string(quantity.unitName)),
          ("least", .factor(quantity.plausible.lowerBound, unless: 0)),
          ("most", .amount(quantity.plausible.upperBound)),
          ("limits", quantity.limits.map { [.amount($0.lowerBound), .amount($0.upperBound)] }),
          ("units", .array(quantity.units.map(\.row))),
        ]
      case .seconds(let range), .count(let range):
        [
          ("least", .factor(Double(range.lowerBound), unless: 0)), ("most", .integer(Int64(range.upperBound))),
          ("prefix", alsoSaid.first.map { .string($0) }),
        ]
      case .instant, .text: []
      }
    return .object(JSONObject((common + own).compactMap { name, value in value.map { (name, $0) } }))
  }

  private func standard(among words: [String]) -> String? {
    if case .choice(let place)? = standard { words[place] } else { nil }
  }
}

extension QuantityDeclaration.Unit {
  fileprivate var row: JSON {
    .present([
      "word": .string(word), "sign": sign == word ? nil : .string(sign),
      "plural": plural == sign ? nil : .string(plural),
      "factor": .factor(factor, unless: 1), "offset": .factor(offset, unless: 0),
      "parts": parts.map { ["word": .string($0.word), "perWhole": .amount($0.perWhole)] },
    ])
  }
}

extension JSON? {
  /// What is so is said, and what is not is not.
  fileprivate static func flag(_ isSo: Bool) -> JSON? { isSo ? JSON.bool(true) : .none }

  /// A number, unless it is the usual one.
  fileprivate static func factor(_ number: Double, unless usual: Double) -> JSON? {
    number == usual ? .none : JSON.amount(number)
  }
}

extension FieldType {
  fileprivate var word: String {
    switch self {
    case .choice: "choice"
    case .quantity: "quantity"
    case .seconds: "seconds"
    case .instant: "instant"
    case .count: "count"
    case .text: "text"
    }
  }
}
