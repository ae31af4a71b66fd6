import BabyClient
import BabyModel
import BabyProtocol

extension Undo.Answer {
  /// Words about it, and whose it was: "Undid: Logged left breast · Eva"
  func named(_ words: String) -> String {
    // "Added Eva" names her already.
    Words.line([words] + children.map(\.name).filter { !words.contains($0) })
  }
}

extension Page {
  /// The undone or redone changes, and the current entries.
  ///
  /// - Parameter opposite: the command that takes it back.
  static func undone(_ answer: Undo.Answer, opposite: String, now: Instant) -> Page {
    var page = Page()
    page.line(.init(answer.named(answer.message)), wayBack(answer.isDryRun, opposite))
    if let later = answer.later {
      page.line(.init("  Not your last change. What you did since stays: \(later)", .severity(.warning)))
    }
    let listed = answer.entries.prefix(10)
    for record in listed {
      let line = record.line(now: now) + (record.entry.deletedAt == nil ? "" : Words.separator + "deleted")
      page.row([.init(record.shortID, .id), .init(record.span(answer.timeFormat, now: now)), .init(line)])
    }
    if answer.count > listed.count { page.line(.init("  and \(Count.grouped(answer.count - listed.count)) more")) }
    return page
  }

  /// The steps that can be undone, the last first.
  static func journal(_ answer: UndoList.Answer, now: Instant) -> Page {
    guard !answer.steps.isEmpty else { return Page(line: "Nothing to undo.") }
    var page = Page()
    for step in answer.steps {
      page.row([
        .init(step.entryID.map { String("\($0)".suffix(6)) } ?? step.id, .id),
        .init(step.time(answer.timeFormat, now: now)),
        .init(step.title), .init(step.remark, .faint),
      ])
    }
    return page
  }
}

extension UndoStepRecord {
  fileprivate var title: String {
    // A label says some of it already: "Uploaded 6 entries", "Added Eva".
    let more = (count > 1 ? [Words.count(count, .entries)] : []) + children.map(\.name)
    return Words.line([label] + more.filter { !label.contains($0) })
  }

  fileprivate var remark: String {
    switch state {
    case .done: ""
    case .undone: "undone: bbctl redo"
    case .skipped: "changed again since"
    }
  }

  fileprivate func time(_ format: TimeFormat, now: Instant) -> String {
    LocalTime(atLocal, at: at, now: now).text(format)
  }
}
