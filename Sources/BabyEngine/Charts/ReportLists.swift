import BabyModel
import BabyProtocol

/// What a report lists of a period, newest first.
struct ReportLists {
  private let log: ChartLog
  private let newFoods: NewFoods
  /// Those that begin in the period, newest first.
  private let entries: [Entry]

  /// In degrees Celsius; less than what 100.4 °F comes to.
  private static let fever = 37.995

  init(_ log: ChartLog, newFoods: NewFoods) {
    (self.log, self.newFoods) = (log, newFoods)
    entries = log.days.flatMap(\.begun).reversed()
  }

  var sections: [Report.Section] {
    [
      section("Medicines", ["Medicine", "Usual dose", "Given", "On days"], medicines),
      section("Temperatures of 38 °C and above", ["Time", "Temperature", "Where"], temperatures),
      section("Vaccines", ["Day", "Vaccine", "Dose", "Where"], rows(of: .vaccine, ["Name", "Dose number", "Site"])),
      section("New foods", ["Day", "Food", "Taken", "Reaction"], foods),
      section("Milestones", ["Day", "Milestone", "About"], rows(of: .milestone, ["Title", "Category"])),
      section("Questions from the notes", ["Day", "Note"], questions),
    ]
  }

  private func section(_ title: String, _ headings: [String], _ rows: [[String]]) -> Report.Section {
    Report.Section(title: title, table: ChartTable(headings: headings, rows: rows))
  }

  /// The medicines by how many doses were given; the usual dose is the most frequent one.
  private var medicines: [[String]] {
    let doses = entries.filter { $0.kind == .declared(.medicine) }
    let byName = Dictionary(grouping: doses) { (text("Name", of: $0) ?? "").lowercased() }
    return byName.values.sorted { ($0.count, $0[0].start) > ($1.count, $1[0].start) }.map { doses in
      let amounts = Dictionary(grouping: doses.compactMap { text("Dose", of: $0) }, by: \.self)
      let usual = amounts.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
      let days = Set(doses.map { date(of: $0) }).count
      return [
        text("Name", of: doses[0]) ?? "", usual ?? "", Words.times(doses.count),
        "on \(days) of \(Words.days(log.days.count))",
      ]
    }
  }

  private var temperatures: [[String]] {
    entries.filter { entry in
      guard case .declared(.temperature, let values) = entry.content,
        case .quantity(let quantity)? = KindDeclaration.temperature.fields.first?.type,
        case .quantity(let number, let unit)?? = values.first
      else { return false }
      return quantity.inBaseUnit(number, unit: unit) >= Self.fever
    }.map { entry in
      let measures = Words.measures(entry, units: log.settings.units, log.settings.measures)
      let clock = Words.clock(log.zone.local(entry.start).time, format: log.settings.timeFormat)
      return ["\(date(of: entry)) \(clock)", measures.first ?? "", measures.dropFirst().first ?? ""]
    }
  }

  private var foods: [[String]] {
    entries.flatMap { entry in
      newFoods.foods(of: entry).map { food in
        ["\(date(of: entry))", food, text("Liking", of: entry) ?? "", text("Reaction", of: entry) ?? ""]
      }
    }
  }

  private var questions: [[String]] {
    entries.filter { $0.kind == .note && $0.note?.contains("?") == true }
      .map { ["\(date(of: $0))", Words.noteLine($0) ?? ""] }
  }

  /// The entries of a kind: the day and some of its fields.
  private func rows(of kind: KindDeclaration, _ fields: [String]) -> [[String]] {
    entries.filter { $0.kind == .declared(kind) }.map { entry in
      ["\(date(of: entry))"] + fields.map { text($0, of: entry) ?? "" }
    }
  }

  /// A field in words; nil without it.
  private func text(_ field: String, of entry: Entry) -> String? {
    Words.fields(entry.content) { _ in "" }.first { $0.title == field }?.value
  }

  /// By the calendar, as the history has it.
  private func date(of entry: Entry) -> LocalDate { log.zone.local(entry.start).date }
}

/// The sentences of a report.
struct ReportWords {
  private let log: ChartLog
  private let first: LocalDate
  private let last: LocalDate

  init(_ log: ChartLog) {
    self.log = log
    first = log.days.first?.window.date ?? log.today
    last = log.days.last?.window.date ?? log.today
  }

  func facts(visit: LocalDate??) -> [String] {
    let child = log.child
    let sex: String? =
      switch child.sex {
      case .female: "girl"
      case .male: "boy"
      case .other, nil: nil
      }
    let due = child.ageBasis.correction > 0 ? child.dueDate.map { "due \($0)" } : nil
    let logged = log.days.count { !$0.isUnlogged }
    var period = "\(first) to \(last)"
    if case .some(let visit) = visit {
      period += visit.map { ", since the visit of \($0)" } ?? ", as no visit was logged"
    }
    let before = log.before.isEmpty ? "" : "; before: the \(Words.days(log.before.count)) before these"
    let authors = self.authors
    return [
      Words.line(["Born \(child.born)", due, age, sex].compactMap(\.self)),
      "\(period): entries on \(logged) of \(Words.days(log.days.count))\(before)",
      Words.line((authors.isEmpty ? [] : ["Logged by \(Words.listed(authors))"]) + ["times in \(log.zone.name)"])
        .capitalizedFirst,
      "The family's log, not a diagnosis. Hatched: nothing was logged, which does not mean that nothing happened.",
    ]
  }

  /// "6 days old" in the first two weeks.
  private var age: String? {
    let days = last.dayNumber - log.child.born.dayNumber
    if (0..<14).contains(days), !log.child.ageBasis.isCorrected(on: last) { return "\(Words.days(days)) old" }
    return Words.age(on: last, log.child.ageBasis).map { "\($0) old" }
  }

  /// Those who logged most, at most four, and how many more.
  private var authors: [String] {
    let counts = Dictionary(grouping: log.days.flatMap(\.begun).compactMap(\.author), by: \.self).mapValues(\.count)
    let names = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map(\.key)
    return names.prefix(4) + (names.count > 4 ? ["\(names.count - 4) more"] : [])
  }

  /// How to get the same numbers again, and when the page was made.
  var footer: [String] {
    let days = first == last ? "\(first)" : "\(first)..\(last)"
    let local = log.zone.local(log.now)
    let clock = Words.clock(local.time, format: log.settings.timeFormat)
    return [
      "Numbers: bbctl growth · bbctl chart sleep \(days), and the same with feeds, diapers and day in place of sleep",
      "Lists: bbctl history \(days) --kind medicine, and with temperature, vaccine, food, milestone and note",
      "Made \(local.date) \(clock) by Baby Basics \(version). Percentiles by the WHO standards; least numbers of diapers "
        + "by Texas WIC.",
    ]
  }
}
