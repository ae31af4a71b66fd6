import BabyModel
import BabyProtocol

extension Page {
  /// One line about an entry that was logged or changed: what, when, whose, and the way back.
  static func echo(_ answer: EntryAnswer, now: Instant) -> Page {
    var page = Page()
    let parts = [answer.message, Clock.times(answer.entry, answer.timeFormat), answer.child.name]
    page.line(.init(parts.joined(separator: " · ")), wayBack(answer.isDryRun))
    return page
  }

  static func change(from before: EntryGet.Answer, to after: EntryAnswer, now: Instant) -> Page {
    var page = Page()
    page.line(.init(after.message + " · " + after.child.name), wayBack(after.isDryRun))
    page.row(["Before", .init(Clock.summary(before.entry, before.timeFormat, now: now))])
    page.row(["After", .init(Clock.summary(after.entry, after.timeFormat, now: now))])
    return page
  }

  static func undone(_ answer: Undo.Answer, opposite: String, now: Instant) -> Page {
    var page = Page()
    page.line(.init(answer.message), wayBack(answer.isDryRun, opposite))
    return page
  }

  static func childChange(_ answer: ChildAnswer) -> Page {
    var page = Page()
    page.line(
      .init(answer.message), .init(" · born \(answer.child.child.born) · \(answer.child.child.zone)"),
      answer.isDryRun ? dryRun : "")
    return page
  }

  static func settingChange(_ answer: SettingAnswer) -> Page {
    var page = Page()
    page.line(.init(answer.message), answer.isDryRun ? dryRun : "")
    return page
  }

  private static let dryRun = Span("  (dry run: nothing was changed)", .faint)

  private static func wayBack(_ isDryRun: Bool, _ command: String = "undo") -> Span {
    isDryRun ? dryRun : Span("  (\(command): bbctl \(command))", .faint)
  }
}
