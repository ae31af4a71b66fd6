import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct ActivityCommand: EachChildCommand {
  static let commandName = "activity"
  static let sentences = SentenceUse.begins

  static let configuration = command(
    "List what was logged, changed and deleted since you were here.", usage: "activity",
    discussion: """
      For the handover between two caregivers: who logged how much, and what runs
      now. It begins with your last entry before the newest of another person, or
      with --since. If no one else has logged anything in the last 24 hours, or you
      nothing before, it shows the last 12 hours.

      It also shows who joined, left, was removed or got another role. The family
      server reports who changed or deleted an entry; with an older server, only
      changes on this machine have a name.

      "bbctl monitor activity" prints changes as they happen.

        bbctl activity
        bbctl activity --since 11:40
        bbctl activity --since '6h ago' --child Eva
      """)

  @Option(help: ArgumentHelp("Only changes after this time.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("How many entries at most, 1 to 1000; default: 100.", valueName: "number"))
  var limit: Int?

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws { try OptionHelp.validate(limit: limit) }

  func run(in session: CommandSession) throws {
    try session.answer(ActivityList.self, .init(childID: child, since: since, limit: limit)) {
      .activity($0, sync: session.isFurtherChild ? nil : session.sync(), now: session.now)
    }
  }
}

extension Page {
  /// The page of `bbctl activity`: each person's share, people who joined or left, running timers, and each entry under
  /// its day, newest first.
  ///
  /// - Parameter sync: the account and the state of the connection to the server.
  static func activity(_ answer: ActivityList.Answer, sync: AccountStatus.Answer?, now: Instant) -> Page {
    var page = Page(theme: answer.theme)
    page.warning(sync, answer.timeFormat, now: now)
    let since = LocalTime(answer.sinceLocal, at: answer.since, now: now)
    let heading = Words.since(
      since.local, today: since.today, format: answer.timeFormat, anchor: answer.anchor?.entry)
    page.heading(Words.line([heading, answer.child.name]))
    for share in answer.people { page.row([.init(share.name, .strong), .init(Words.line(share.counts))]) }
    if answer.people.isEmpty { page.line(.init(Words.nothingDone)) }
    for member in answer.members ?? [] {
      let clock = LocalTime(member.atLocal, at: member.at, now: now).text(answer.timeFormat)
      page.line(.init(Words.line([member.words, clock])))
    }
    for record in answer.running {
      let clock = record.startTime(now: now).text(answer.timeFormat)
      page.line(.init(Words.runningSince(record.entry.timer, clock), .active))
    }
    var shown: LocalDate?
    for item in answer.items {
      let start = item.entry.startTime(now: now)
      if start.local.date != shown {
        shown = start.local.date
        page.gap()
        page.heading(Words.dayHeading(start.local.date, today: start.today))
      }
      page.row(of: item, answer, now: now)
    }
    if let leftOut = answer.leftOut { page.line(.init("\(Words.more(leftOut)): --limit shows up to 1000.", .faint)) }
    if answer.isShortened { page.line(.init(Words.logBegins, .faint)) }
    return page
  }

  private mutating func row(of item: ActivityItemRecord, _ answer: ActivityList.Answer, now: Instant) {
    let record = item.entry
    let isDeleted = item.action == .deleted
    row([
      .init(record.shortID, .id), .init(record.clockSpan(answer.timeFormat, now: now)),
      .init(
        isDeleted ? Words.queued(record.entry, units: answer.units) : record.line(answer.units, now: now),
        isDeleted ? .faint : .kind(record.entry.kind)),
      .init(Words.line(item.persons), .faint),
    ])
  }
}

extension ActivityItemRecord {
  /// "by Ben", "changed by Omar"
  fileprivate var persons: [String] {
    let changer: Activity.Person? =
      changer == nil && !changerIsYou ? nil : Activity.Person(changer, isYou: changerIsYou)
    return [
      Words.done(action, by: Activity.Person(person, isYou: isYou)),
      changer.flatMap { Words.done(.changed, by: $0) },
    ].compactMap(\.self)
  }
}

extension ActivityMemberRecord {
  /// "Omar joined as a caregiver"
  var words: String {
    let owner: Activity.Person? = by == nil && !byYou ? nil : Activity.Person(by, isYou: byYou)
    return Words.member(action, Activity.Person(person, isYou: isYou), as: role, by: owner)
  }
}

extension ActivityShareRecord {
  fileprivate var name: String { Words.name(of: Activity.Person(person, isYou: isYou)) }

  /// "2 feeds", "1 diaper", "1 changed"
  fileprivate var counts: [String] {
    let logged: [(Int, Words.Tally)] = [
      (feeds, .feeds), (pumpings, .pumpings), (diapers, .diapers), (sleeps, .sleeps), (tummyTimes, .tummyTimes),
      (notes, .notes), (others, .others),
    ]
    let done: [(Int, Activity.Action)] = [(changed, .changed), (deleted, .deleted)]
    return logged.filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }
      + done.filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }
  }
}
