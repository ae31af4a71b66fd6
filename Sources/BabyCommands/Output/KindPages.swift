import BabyClient
import BabyModel
import BabyProtocol

extension NoteConvert.Answer {
  var converted: Int { notes.count { $0.entry != nil } }
}

extension Page {
  /// The entries that notes would become, and the notes that stay.
  static func conversions(_ pages: [NoteConvert.Answer], now: Instant) -> Page {
    guard let first = pages.first else { return Page() }
    var page = Page(theme: first.theme)
    page.heading(Words.line(["Notes", first.child.name]))
    let notes = pages.flatMap(\.notes)
    if !notes.contains(where: { $0.entry != nil }) { page.line(.init(Words.noNotesToConvert)) }
    for record in notes {
      guard let entry = record.entry else { continue }
      page.row([
        .init(record.note.shortID, .id), .init(record.note.span(first.timeFormat, now: now)),
        .init(record.text), .init("becomes", .faint),
        .init(entry.line(first.units, now: now), .kind(entry.entry.kind)),
      ])
    }
    let left = notes.filter { $0.entry == nil }
    if !left.isEmpty {
      page.gap()
      page.heading("Not certain: these stay notes")
      for record in left {
        page.row([
          .init(record.note.shortID, .id), .init(record.note.span(first.timeFormat, now: now)), .init(record.text),
        ])
      }
    }
    return page
  }

  static func converted(_ pages: [NoteConvert.Answer]) -> Page {
    let count = pages.reduce(0) { $0 + $1.converted }
    let words = Words.line([Words.converted(count), pages.first?.child.name].compactMap(\.self))
    var page = Page()
    page.line(.init(words), wayBack(false))
    return page
  }

  /// The page of `bbctl foods`.
  static func foods(_ answer: FoodList.Answer) -> Page {
    var page = Page(theme: answer.theme)
    page.heading(Words.line(["Foods", answer.child.name]))
    if answer.foods.isEmpty { page.line(.init(Words.noFood)) }
    for food in answer.foods {
      page.row([
        .init(food.name, .strong), .init("first \(food.firstDay)"), .init(Words.times(food.count)),
        .init(food.liking ?? ""), .init(food.remarks),
      ])
    }
    if let leftOut = answer.leftOut { page.line(.init("\(leftOut) more: --limit", .faint)) }
    return page
  }

  /// The page of `bbctl milk`.
  static func milk(_ answer: MilkGet.Answer, now: Instant) -> Page {
    var page = Page(theme: answer.theme)
    page.heading(Words.line(["Milk store", answer.child.name]))
    guard !answer.changes.isEmpty else {
      page.line(.init(Words.noMilk))
      return page
    }
    page.line(.init(Words.stored(milliliters: answer.amountMl, in: answer.units), .strong))
    if answer.amountMl < 0 { page.line(.init("bbctl milk more 60ml note \"found a bag\"", .faint)) }
    page.gap()
    for record in answer.changes {
      page.row([
        .init(record.shortID, .id), .init(record.span(answer.timeFormat, now: now)),
        .init(record.line(answer.units, now: now)),
      ])
    }
    return page
  }
}

extension NoteConversionRecord {
  /// The note, or its beginning.
  fileprivate var text: String { Words.noteLine(note.entry)?.excerpt ?? "" }
}

extension FoodRecord {
  /// "reaction: a mild rash · allergens: egg"
  fileprivate var remarks: String {
    let said = [("reaction", reactions), ("allergens", allergens)].filter { !$0.1.isEmpty }
    return Words.line(said.map { "\($0): \(Words.line($1, separator: ", "))" })
  }
}
