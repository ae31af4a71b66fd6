public import ArgumentParser
public import BabyModel
public import BabyProtocol

// The model's words as arguments.

extension Side: ExpressibleByArgument {}
extension ChartBackground: ExpressibleByArgument {}
extension Paper: ExpressibleByArgument {}
extension Topic: ExpressibleByArgument {}
extension Role: ExpressibleByArgument {}
extension SharedRole: ExpressibleByArgument {}
extension NoteCategory: ExpressibleByArgument {}
extension PredictionKind: ExpressibleByArgument {}
extension DiaperType: ExpressibleByArgument {
  /// `pee` and `poop` are words for it too.
  public init?(argument: String) {
    switch argument {
    case "pee": self = .wet
    case "poop": self = .dirty
    default: self.init(rawValue: argument)
    }
  }

  public static var allValueStrings: [String] { allCases.map(\.rawValue) + ["pee", "poop"] }
}

extension BottleContent: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }

  public static var allValueStrings: [String] {
    allCases.map { Words.name(of: $0).replacing(" ", with: "-") }
  }
}

extension EntryKind: ExpressibleByArgument {
  /// `feed` is a word for a feeding, as it is the command's.
  public init?(argument: String) {
    self.init(rawValue: argument == "feed" ? EntryKind.feeding.rawValue : argument)
  }

  public static var allValueStrings: [String] {
    allCases.map { $0 == .feeding ? "feed" : $0.rawValue }
  }
}

extension LocalDate: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension BodyWeight: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

/// A value, or the word `none`, which clears the field.
enum OptionalArgument<Value: ExpressibleByArgument & Sendable>: ExpressibleByArgument {
  case value(Value)
  case none

  init?(argument: String) {
    if argument == "none" {
      self = .none
    } else if let value = Value(argument: argument) {
      self = .value(value)
    } else {
      return nil
    }
  }

  var isValue: Bool { if case .value = self { true } else { false } }

  var nullable: Nullable<Value> { nullable(as: { $0 }) }

  func nullable<Wire: Sendable>(as wire: (Value) -> Wire) -> Nullable<Wire> {
    switch self {
    case .value(let value): .value(wire(value))
    case .none: .null
    }
  }

  static var allValueStrings: [String] { Value.allValueStrings.isEmpty ? [] : Value.allValueStrings + ["none"] }
}

extension Sex: ExpressibleByArgument {}
extension FeedingStyle: ExpressibleByArgument {}
extension VolumeUnit: ExpressibleByArgument {}
extension ExportFormatWord: ExpressibleByArgument {}

/// An amount as people type it: `120ml`, `4.5 oz`, or `120` in the configured unit.
struct Amount: Equatable, ExpressibleByArgument {
  var value: Double
  /// Nil means the unit that is set.
  var unit: VolumeUnit?

  init?(argument: String) {
    let text = argument.lowercased().replacing(",", with: ".")
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let word = text.dropFirst(number.count).drop { $0 == " " }
    guard let value = Double(number), value.isFinite else { return nil }
    self.value = value
    if word.isEmpty {
      unit = nil
    } else if let unit = VolumeUnit(rawValue: String(word)) {
      self.unit = unit
    } else {
      return nil
    }
  }
}

/// A bottle as people type it: `120ml`, `90 ml formula`, `formula 90`, `60ml of breast milk`.
struct BottleArgument {
  private(set) var amount: Amount?
  private(set) var content: BottleContent?

  init?(argument: String) {
    amount = Amount(argument: argument)
    guard amount == nil else { return }
    let words = argument.split(separator: " ")
    for split in 0..<min(words.count, Self.mostWords) {
      for (how, what) in [(words[..<split], words[split...]), (words[split...], words[..<split])] {
        let what = what.first == "of" ? what.dropFirst() : what
        let amount = how.isEmpty ? nil : Amount(argument: how.joined(separator: " "))
        guard amount != nil || how.isEmpty, let content = BottleContent(argument: what.joined(separator: " ")) else {
          continue
        }
        (self.amount, self.content) = (amount, content)
        return
      }
    }
    return nil
  }

  /// Of an amount, and of the longest name of what a bottle holds.
  private static let mostWords = 6
}
