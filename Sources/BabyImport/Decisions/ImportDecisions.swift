public import BabyModel

/// A person's choices for files that leave it open.
public struct ImportChoices: Sendable {
  public var dateOrder: DateOrder?
  /// By the words of their units.
  public var units: [ImportQuantity: String] = [:]
  /// The log of all rows without a name: this child, or the only one that the files name.
  public var child: ImportTarget?
  /// Whether the person has given the zone explicitly.
  public var isZoneSaid: Bool

  public init(
    dateOrder: DateOrder? = nil, units: [ImportQuantity: String] = [:], child: ImportTarget? = nil,
    isZoneSaid: Bool = false
  ) {
    self.dateOrder = dateOrder
    self.units = units
    self.child = child
    self.isZoneSaid = isZoneSaid
  }
}

/// Something that was found out about the files, and why.
public struct ImportDecision: Hashable, Sendable {
  /// The subject of the decision for a person: "Dates", "Volume".
  public var subject: String
  /// "day before month", "ml"
  public var value: String
  /// The rest of a sentence that begins with "because".
  public var reason: String
}

/// A question that the files do not answer.
public struct ImportQuestion: Hashable, Sendable {
  /// The option of `bbctl import` that answers it, without its dashes: "date-order".
  public var option: String
  /// The possible answers; empty if any text is valid.
  public var choices: [String]
  /// One sentence, or two.
  public var text: String
  /// Of a question about children: those that are not here.
  public var children: [NamedChild] = []
}

/// Decisions about the files as a whole, and open questions.
public struct ImportDecisions: Hashable, Sendable {
  var dateOrder: DateOrder?
  var units: [ImportQuantity: String] = [:]
  /// The numbers of files that are in Windows-1252.
  var windows1252: Set<Int> = []
  /// The numbers of files whose times are counted as spreadsheets do.
  var serialFiles: Set<Int> = []
  /// The numbers of files that have times with their half of the day and times without.
  var mixedFiles: Set<Int> = []
  /// See `Survey.carriedOver`.
  var carriedOver: Set<String> = []
  /// See `Survey.facts`.
  var facts: [String: [String]] = [:]
  public private(set) var made: [ImportDecision] = []
  public private(set) var questions: [ImportQuestion] = []

  init() {}

  init(_ survey: Survey, choices: ImportChoices) {
    carriedOver = survey.carriedOver
    facts = survey.facts
    windows1252 = Set(survey.windows1252.keys)
    if let line = survey.windows1252.min(by: { $0.key < $1.key })?.value {
      made.append(.init(subject: "Text", value: "Windows-1252", reason: "line \(line) is not UTF-8"))
    }
    mixedFiles = survey.dates.mixedFiles
    serialFiles = Set(survey.dates.serialFiles.keys)
    if let first = survey.dates.serialFiles.min(by: { $0.key < $1.key }) {
      let example = first.value.map { "; the first is \($0.date) \($0.time)" } ?? ""
      made.append(.init(subject: "Dates", value: "numbers of days", reason: "all times of a file are such\(example)"))
    }
    decideDates(survey.dates, choices.dateOrder)
    for quantity in ImportQuantity.allCases {
      guard let evidence = survey.quantities[quantity], evidence.count > 0 else { continue }
      decide(quantity, evidence, choices.units[quantity])
    }
  }

  private mutating func decideDates(_ evidence: DateEvidence, _ choice: DateOrder?) {
    switch evidence.verdict {
    // Of dates that are all alike both ways, either order says the same.
    case .notNeeded: dateOrder = choice ?? .dayMonth
    case .known(let order, let reason):
      dateOrder = choice ?? order
      made.append(
        .init(subject: "Dates", value: Self.word(choice ?? order), reason: choice == nil ? reason : Self.said))
    case .unknown(let reason):
      dateOrder = choice
      if let choice {
        made.append(.init(subject: "Dates", value: Self.word(choice), reason: Self.said))
      } else {
        questions.append(
          .init(
            option: "date-order", choices: [DateOrder.dayMonth, .monthDay].map(\.rawValue),
            text: """
              Do dates begin with the day or with the month\(evidence.example.map { ", such as \($0)" } ?? "")? The file does \
              not say: \(reason).
              """))
      }
    }
    switch evidence.clocks {
    case _ where !mixedFiles.isEmpty:
      made.append(.init(subject: "Clock", value: "of both kinds", reason: "only some times of a file have AM or PM"))
    case [.twelveHours]: made.append(.init(subject: "Clock", value: "12 hours", reason: "times have AM or PM"))
    case []: break
    default: made.append(.init(subject: "Clock", value: "24 hours", reason: "times have no AM or PM"))
    }
  }

  private mutating func decide(_ quantity: ImportQuantity, _ evidence: QuantityEvidence, _ choice: String?) {
    let subject = quantity.rawValue.capitalizedFirst
    if let choice {
      units[quantity] = choice
      made.append(.init(subject: subject, value: choice, reason: Self.said))
    } else if let (unit, reason) = evidence.unit(of: quantity) {
      units[quantity] = unit
      made.append(.init(subject: subject, value: unit, reason: reason))
    } else {
      questions.append(
        .init(
          option: quantity == .head ? "length" : quantity.rawValue, choices: quantity.units,
          text: "Which unit is the \(quantity.rawValue) in? The file does not say."))
    }
  }

  /// Times of the clock are those of the child's zone, unless lengths deny it.
  ///
  /// - Parameter targets: all whose logs the files become.
  mutating func decideZone(_ evidence: ZoneEvidence, _ choices: ImportChoices, of targets: [ImportTarget]) {
    guard let target = targets.first else { return }
    guard targets.allSatisfy({ $0.zone.name == target.zone.name }) else {
      return made.append(.init(subject: "Zone", value: "that of each child", reason: "the files name none"))
    }
    let zone = target.zone.name
    if choices.isZoneSaid { return made.append(.init(subject: "Zone", value: zone, reason: Self.said)) }
    let (fitting, denied) = evidence.verdict(dateOrder)
    guard let denied else {
      let owner = targets.count == 1 ? "\(target.child.name)'s" : "the children's"
      let nights =
        switch fitting {
        case 0: ""
        case 1: ", and 1 night fits in which its clocks changed"
        default: ", and \(fitting) nights fit in which its clocks changed"
        }
      return made.append(.init(subject: "Zone", value: zone, reason: "it is \(owner)\(nights)"))
    }
    questions.append(
      .init(
        option: "zone", choices: [],
        text: """
          Times and lengths do not go with the clocks of \(zone), as line \(denied) shows. In which time zone was this log \
          kept, such as Europe/Berlin?
          """))
  }

  mutating func add(_ decision: ImportDecision) { made.append(decision) }
  mutating func ask(_ question: ImportQuestion) { questions.append(question) }

  private static let said = "you said so"
  private static func word(_ order: DateOrder) -> String {
    order == .dayMonth ? "day before month" : "month before day"
  }
}
