import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// The page of `bbctl show`: everything that is stored about an entry.
  static func entry(_ answer: EntryGet.Answer, now: Instant) -> Page {
    let record = answer.entry
    let entry = record.entry
    var page = Page()
    func clock(_ instant: Instant) -> String {
      LocalTime(instant, near: record, now: now).text(answer.timeFormat)
    }
    page.heading(Words.title(entry) + Words.separator + answer.child.name)
    page.fact("Kind", Words.title(entry.kind))
    for field in Words.fields(entry.content, clock: clock) { page.fact(field.title, field.value) }
    page.fact("When", record.span(answer.timeFormat, now: now))
    if entry.isRunning {
      page.row([.init("Running", .strong), .init(Words.duration(now - entry.start), .active)])
    } else if let duration = entry.duration {
      page.fact("Length", Words.length(duration))
    }
    if entry.endUnknown, !entry.kind.declaration.isNamed { page.fact("End", "unknown") }
    page.fact("Age", answer.age)
    page.fact("Note", entry.note)
    page.fact(
      "Logged", [clock(entry.createdAt), record.by(unless: nil)].compactMap(\.self).joined(separator: Words.separator))
    page.fact("Imported", answer.origin.map { "from \($0.app), \(clock($0.importedAt))" })
    let changer = entry.changedBy.map { "by \($0)" }
    func told(_ instant: Instant) -> String { Words.line([clock(instant), changer].compactMap(\.self)) }
    if entry.updatedAt != entry.createdAt {
      page.fact("Changed", entry.deletedAt == nil ? told(entry.updatedAt) : clock(entry.updatedAt))
    }
    if let deletedAt = entry.deletedAt {
      page.row([
        .init("Deleted", .strong), .init(told(deletedAt), .severity(.warning)),
        .init("bbctl undo \(record.shortID)", .faint),
      ])
    }
    switch answer.queued {
    case .failed?:
      page.row([.init("Server", .strong), .init("could not be sent", .severity(.error)), .init("bbctl queue", .faint)])
    case .some: page.fact("Server", "waiting to be sent")
    case nil: break
    }
    page.fact("ID", "\(entry.id)")
    return page
  }

  private mutating func fact(_ label: String, _ text: String?) {
    guard let text else { return }
    row([.init(label, .strong), .init(text)])
  }
}
