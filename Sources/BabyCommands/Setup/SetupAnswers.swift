import BabyModel
import BabyProtocol

/// A person's answers so far, and the open questions.
struct SetupAnswers {
  /// The options' values, which are not asked about.
  let given: [SetupQuestion: String]
  /// The locale's values, by settings.
  let locale: [String: String]
  private let today: LocalDate
  /// The time zone that this machine is set to; nil if that is not known.
  private let machineZone: String?
  private(set) var answered: [SetupQuestion: String] = [:]
  /// Answers before a "back": they become the defaults.
  private var earlier: [SetupQuestion: String] = [:]

  /// - Parameter today: in any time zone; the questions about a baby do not depend on the day.
  init(given: [SetupQuestion: String], locale: [String: String], today: LocalDate, machineZone: String? = nil) {
    self.given = given
    self.locale = locale
    self.today = today
    self.machineZone = machineZone
  }

  /// The answer to a question; nil before it is given. An empty one leaves it open.
  subscript(question: SetupQuestion) -> String? { given[question] ?? answered[question] }

  /// The answer, unless it was left open, or is to a question that other answers have made pointless.
  func said(_ question: SetupQuestion) -> String? {
    guard given[question] != nil || isAsked(question) else { return nil }
    return self[question].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The next question; nil when all is answered.
  var next: SetupQuestion? { SetupQuestion.allCases.first { isAsked($0) && self[$0] == nil } }

  private func isAsked(_ question: SetupQuestion) -> Bool {
    if given[question] != nil { return false }
    if [.due, .weight].contains(question) { return isBaby }
    if question == .sex { return isYounger(thanDays: Self.daysOfGrowth) }
    guard let setting = question.setting else { return question != .locale || !locale.isEmpty }
    return locale[setting] == nil || self[.locale] == "change"
  }

  /// Whether the child is under two: until then, how early it came says something of its age.
  private var isBaby: Bool { isYounger(thanDays: 2 * 366) }

  /// The days of life for which growth standards distinguish the sexes.
  private static let daysOfGrowth = 1857

  private func isYounger(thanDays days: Int) -> Bool {
    guard let born = said(.born).flatMap({ LocalDate($0) }) else { return false }
    // Somewhere it is tomorrow already.
    return (-1..<days).contains(today.dayNumber - born.dayNumber)
  }

  /// Accepts a typed answer.
  ///
  /// - Returns: false for an invalid answer.
  mutating func take(_ line: String, to question: SetupQuestion) -> Bool {
    let line = line.isEmpty ? earlier[question] ?? "" : line
    let order = locale["date.order"].flatMap { DateOrder(rawValue: $0) } ?? .ask
    guard var answer = question.answer(in: line, day: { try? LocalDate(said: $0, today: today, order: order) }) else {
      return false
    }
    // The daemon may have been started with another zone than the one that the question names.
    if question == .zone, answer.isEmpty { answer = machineZone ?? "" }
    answered[question] = answer
    earlier[question] = nil
    return true
  }

  /// Asks again for an answer, and offers it.
  mutating func reopen(_ question: SetupQuestion) { earlier[question] = answered.removeValue(forKey: question) }

  /// Goes back to the question that was answered before another one.
  ///
  /// - Returns: false if there is none.
  mutating func goBack(from question: SetupQuestion) -> Bool {
    let before = SetupQuestion.allCases.prefix { $0 != question }
    guard let last = before.last(where: { isAsked($0) && answered[$0] != nil }) else { return false }
    reopen(last)
    return true
  }

  /// The settings that follow from the answers, by name.
  var settings: [String: String] {
    var settings = locale
    for question in SetupQuestion.allCases {
      guard let setting = question.setting, let said = said(question) else { continue }
      settings[setting] = said
    }
    // People who measure in ounces usually measure in pounds and degrees Fahrenheit, too.
    if let units = said(.units), locale["units"] != units {
      settings["units.weight"] = units == "oz" ? "lb" : "kg"
      settings["units.temperature"] = units == "oz" ? "F" : "C"
    }
    return settings
  }

  // MARK: The words

  /// A question with what Enter means.
  func text(of question: SetupQuestion) -> String {
    let text = words(of: question)
    if let earlier = earlier[question], !earlier.isEmpty { return "\(text) [\(earlier)]" }
    return text
  }

  private func words(of question: SetupQuestion) -> String {
    let name = said(.name) ?? "your child"
    switch question {
    case .name: return "Your child's name?"
    case .born: return "When was \(name) born, such as 2026-01-31?"
    case .due: return "Was \(name) born early? If so, type the date when \(name) was due. Press Enter if not."
    case .weight: return "What did \(name) weigh at birth, such as 3200g or 7lb4oz? Press Enter to skip."
    case .sex:
      return "Is \(name) a girl or a boy? Growth is compared with that of others. Press Enter to skip."
    case .feeding: return "Is \(name) mostly fed by breast, bottle or both? Press Enter to skip."
    case .zone: return "Time zone, such as Europe/Berlin? Press Enter for \(machineZone ?? "this machine's")."
    case .locale: return "\(localeWords). Press Enter to keep that, or type change."
    case .units: return "Amounts in ml or oz? Press Enter for \(usual(.units))."
    case .clock: return "Clock times as 12h (3:06 PM) or 24h (15:06)? Press Enter for \(usual(.clock))."
    case .dates:
      let usual = locale["date.order"].map { "Press Enter for \($0)." } ?? "Press Enter to be asked each time."
      return "In a date such as 11/3, which comes first, the day or the month? \(usual)"
    case .week: return "Does a week begin on monday, saturday or sunday? Press Enter for \(usual(.week))."
    case .server: return "Family server, such as https://baby.example? Press Enter for none."
    }
  }

  /// The default.
  private func usual(_ question: SetupQuestion) -> String {
    let key = question.setting.flatMap { name in SettingKey.all.first { $0.name == name } }
    return key.map { locale[$0.name] ?? $0.defaultValue } ?? ""
  }

  /// "As this machine's language has it: amounts in ml, 24h clock, dates day-month, weeks from monday"
  private var localeWords: String {
    let parts = [
      locale["units"].map { "amounts in \($0)" }, locale["time.format"].map { "clock times in \($0)" },
      locale["date.order"].map { "dates in the order \($0)" }, locale["week.start"].map { "weeks from \($0)" },
    ]
    return "Defaults from this machine's locale: " + parts.compactMap(\.self).joined(separator: ", ")
  }

  // MARK: The draft

  /// The longest file that is read.
  static let draftLimit = 16 << 10

  /// The answers as they are kept until setting up is done.
  var draft: JSON {
    .object(JSONObject(SetupQuestion.allCases.compactMap { key in answered[key].map { (key.rawValue, .string($0)) } }))
  }

  /// Resumes with the saved answers. Invalid ones are asked again.
  mutating func resume(_ draft: JSON) {
    for question in SetupQuestion.allCases where given[question] == nil {
      if let answer = draft[question.rawValue]?.stringValue { _ = take(answer, to: question) }
    }
  }
}
