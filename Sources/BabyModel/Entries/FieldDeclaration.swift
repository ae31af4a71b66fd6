/// A kind's own field, beside those of every entry.
///
/// The wire, the tables and the files read and write it by what stands here.
public final class FieldDeclaration: Sendable {
  /// The name on the wire and in errors.
  public let name: String
  /// Other names that people use for it, in lower case.
  package let alsoSaid: [String]
  /// Its column in the tables of entries, if the kind has its own columns there.
  public let column: String
  /// Its column in an exported table, which has those of the five kinds: fields of several kinds share one.
  public let heading: String
  public let type: FieldType
  /// Whether an entry is nothing without it.
  public let isRequired: Bool
  /// The default when the wire leaves it out.
  public let standard: FieldValue?
  /// Whether only a running timer has it, and its methods set it: it cannot be logged.
  package let isOfTimer: Bool
  /// The meaning, as written in the reference.
  public let summary: String

  public init(
    _ name: String, alsoSaid: [String] = [], column: String? = nil, heading: String? = nil, _ type: FieldType,
    isRequired: Bool = false, standard: FieldValue? = nil, isOfTimer: Bool = false, _ summary: String
  ) {
    self.name = name
    self.alsoSaid = alsoSaid
    self.column = column ?? name
    self.heading = heading ?? name
    self.type = type
    self.isRequired = isRequired
    self.standard = standard
    self.isOfTimer = isOfTimer
    self.summary = summary
  }
}

/// The possible values of a field.
public enum FieldType: Sendable {
  /// One of some words.
  case choice([String])
  case quantity(QuantityDeclaration)
  /// A length of time, in whole seconds.
  case seconds(ClosedRange<Int>)
  case instant
  /// A whole number without a unit.
  case count(ClosedRange<Int>)
  /// One line of free text, at most `TextLimits.field`.
  case text

  static func choice<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type) -> FieldType {
    .choice(Word.allCases.map(\.rawValue))
  }
}

/// The value of a field, by its declaration.
public enum FieldValue: Hashable, Sendable {
  /// The place of a word among those of the choice.
  case choice(Int)
  /// A number as it was entered, and the place of its unit.
  case quantity(Double, unit: Int)
  case seconds(Int)
  case instant(Instant)
  case count(Int)
  case text(String)

  static func choice<Word: CaseIterable & Equatable>(_ word: Word) -> FieldValue where Word.AllCases == [Word] {
    .choice(Word.allCases.firstIndex(of: word) ?? 0)
  }

  static func quantity(_ volume: Volume) -> FieldValue {
    .quantity(volume.value, unit: VolumeUnit.allCases.firstIndex(of: volume.unit) ?? 0)
  }

  /// The word, of a choice between the cases.
  func word<Word: CaseIterable>(_: Word.Type = Word.self) -> Word? where Word.AllCases == [Word] {
    guard case .choice(let place) = self, Word.allCases.indices.contains(place) else { return nil }
    return Word.allCases[place]
  }

  var seconds: Duration? {
    if case .seconds(let seconds) = self { .seconds(seconds) } else { nil }
  }

  var instant: Instant? {
    if case .instant(let instant) = self { instant } else { nil }
  }

  var volume: Volume? {
    guard case .quantity(let number, let unit) = self, VolumeUnit.allCases.indices.contains(unit) else { return nil }
    return Volume(number, VolumeUnit.allCases[unit])
  }
}

extension KindDeclaration {
  /// The first field that has to be there and is not.
  ///
  /// - Parameter values: of all fields, in their order.
  public func missingField(in values: [FieldValue?]) -> FieldDeclaration? {
    zip(fields, values).first { $0.isRequired && $1 == nil }?.0
  }

  /// The errors in the values of the fields.
  func errors(in values: [FieldValue?]) -> [FieldError] {
    zip(fields, values).compactMap { field, value in
      switch (field.type, value) {
      case (_, nil): field.isRequired ? FieldError(field.name, "is missing") : nil
      case (.quantity(let quantity), .quantity(let number, let unit)?):
        quantity.problem(number, unit: unit).map { FieldError(field.name, $0) }
      case (.text, .text(let text)?): TextLimits.problem(withField: text).map { FieldError(field.name, $0) }
      case (.choice, _), (.quantity, _), (.seconds, _), (.instant, _), (.count, _), (.text, _): nil
      }
    }
  }
}
