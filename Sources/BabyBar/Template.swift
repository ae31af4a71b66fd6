import BabyModel

/// A text with fields that are filled in: `{sleep} · {feed}`. `{{` and `}}` stand for the braces themselves.
struct Template {
  private enum Part {
    case markup(String)
    case field(Field)
  }

  private var parts: [Part] = []

  /// - Throws: `BarUsageError` for an unknown field, or a brace without its other half.
  init(_ text: String) throws(BarUsageError) {
    var literal = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(character)
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw BarUsageError("The template has a { without a }.", hint: "{{ stands for the brace itself")
        }
        if !literal.isEmpty { parts.append(.markup(literal)) }
        literal = ""
        parts.append(.field(try Field(named: String(rest[..<end]))))
        rest = rest[rest.index(after: end)...]
      case "}": throw BarUsageError("The template has a } without a {.", hint: "}} stands for the brace itself")
      case "\n", "\r", "\r\n": throw BarUsageError("The template has more than one line.")
      default: literal.append(character)
      }
    }
    if !literal.isEmpty { parts.append(.markup(literal)) }
  }

  func filled(_ value: (Field) -> [Segment]) -> BarText {
    BarText(
      parts.flatMap { part -> [BarText.Part] in
        switch part {
        case .markup(let text): [.markup(text)]
        case .field(let field): BarText(value(field)).parts
        }
      })
  }
}

/// The fields of a template.
enum Field: String, CaseIterable {
  case text, child, state, sleep, feed, diaper, tummy
  case sleepTime = "sleep-time"
  case feedTime = "feed-time"
  case diaperTime = "diaper-time"
  case tummyTime = "tummy-time"
  case due, next, side, feeds, amount, diapers, wet, dirty, today, age

  /// One phrase for the help.
  var summary: String {
    switch self {
    case .text: "what is shown without a template"
    case .child: "the child's name"
    case .state: "feeding, sleeping, tummy, activity, awake, empty (no child) or offline"
    case .sleep: "Sleeping 1h 04m, or Awake 1h 10m"
    case .feed: "Feed 2h 15m, or Feeding left 12m · right 4m"
    case .diaper: "Diaper 45m"
    case .tummy: "Tummy time 4m"
    case .sleepTime: "1h 04m: how long asleep or awake"
    case .feedTime: "2h 15m"
    case .diaperTime: "45m"
    case .tummyTime: "4m"
    case .due: "Feed in 25m, or Feed overdue 10m"
    case .next: "what is likely next; in half of all cases, when: Next nap 1:50–2:40 PM"
    case .side: "the breast to offer next: Left, Right"
    case .feeds: "today's feeds: 6"
    case .amount: "the amount drunk today: 480 ml"
    case .diapers: "today's diapers: 7"
    case .wet: "today's wet diapers: 5"
    case .dirty: "today's dirty diapers: 3"
    case .today: "all of today's counts: 6 feeds · 480 ml · 5 wet"
    case .age: "as of 8:24 PM, while the daemon cannot be reached"
    }
  }

  fileprivate init(named name: String) throws(BarUsageError) {
    if let field = Field(rawValue: name) {
      self = field
      return
    }
    let names = Field.allCases.map(\.rawValue)
    let nearest = nearestName(to: name, among: names)
    throw BarUsageError(
      "There is no field {\(name)}.",
      hint: nearest.map { "{\($0)}" } ?? "one of {" + names.joined(separator: "} {") + "}")
  }
}
