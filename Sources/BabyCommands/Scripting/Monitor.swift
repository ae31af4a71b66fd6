import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Monitor: Command {
  static let commandName = "monitor"

  static let configuration = command(
    "Print every change as it happens, one per line.", usage: "monitor [<topic> ...]",
    discussion: """
      It runs until you interrupt it, and carries on after the daemon restarts.

        bbctl monitor timeline banner
        bbctl monitor sleep --json
      """)

  @Argument(
    help: ArgumentHelp("What to print; default: everything.", valueName: "topic"))
  var topics: [Topic] = []

  @Option(help: ArgumentHelp("Stop after this many events.", valueName: "number"))
  var limit: Int?

  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("The limit must be 1 or more.") }
  }

  func run(in session: CommandSession) throws {
    let topics = topics.isEmpty ? Topic.allCases : topics
    let follower = session.follower(of: topics, child: child)
    var loop = FollowLoop(follower, output: session.environment.outputDescriptor)
    var left = limit ?? .max
    while left > 0, let events = loop.next(until: nil) {
      for event in events where left > 0 {
        if let refusal = event.refusal { throw refusal }
        if case .change = event { left -= 1 }
        let line =
          session.printsJSON ? event.jsonLine : event.line(now: session.now, isPlain: session.renderer.isPlain)
        guard session.write(line) else { return }
      }
    }
  }
}

extension FollowerEvent {
  /// One line of JSON: an event as the daemon sent it, or `snapshot` or `lost` alone.
  var jsonLine: String {
    var writer = JSONWriter()
    switch self {
    case .snapshot(let answer): writer.object { $0.field("snapshot", answer) }
    case .change(let event): event.write(to: &writer)
    case .lost(let error):
      writer.object { members in
        members.raw("lost") { writer in
          writer.object {
            $0.field("name", error.name)
            $0.field("message", error.message)
          }
        }
      }
    case .answered: break
    }
    return SafeText.json(String(decoding: writer.bytes, as: UTF8.self)) + "\n"
  }

  /// "#42  timeline  logged · Left breast · 15 min"
  ///
  /// - Parameter isPlain: for a screen reader: "42, timeline, logged, Left breast, 15 min"
  func line(now: Instant, isPlain: Bool = false) -> String {
    let cells: [String]
    switch self {
    case .snapshot(let answer):
      cells = ["\(answer.seq)", "snapshot", answer.isResync ? "all again" : "following"]
    case .change(let event): cells = ["\(event.seq)", event.topic.rawValue, event.words(now: now)]
    case .lost(let error): cells = [error.message]
    case .answered: cells = []
    }
    if isPlain { return Renderer.spoken(cells.joined(separator: Words.separator)) + "\n" }
    guard cells.count == 3 else { return SafeText.line(cells.joined()) + "\n" }
    func padded(_ text: String, to width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return SafeText.line(padded("#" + cells[0], to: 8) + padded(cells[1], to: 12) + cells[2]) + "\n"
  }
}

extension ChangeEvent {
  fileprivate func words(now: Instant) -> String {
    guard let payload = try? payload() else { return "nothing: there is no child" }
    switch payload {
    case .dashboard(let dashboard):
      let counts = DashboardLines.counts(dashboard.today, dashboard.units) ?? Words.nothingCounted
      return dashboard.child.name + Words.separator + counts
    case .sleep(let timer): return timer.words(.sleep, now: now)
    case .tummy(let timer): return timer.words(.tummyTime, now: now)
    case .children(let list): return list.children.map(\.child.name).joined(separator: ", ")
    case .settings(let list):
      return list.settings.filter { $0.source != .default }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    case .account(let account):
      return [account.state.rawValue, account.email, account.server].compactMap(\.self).joined(
        separator: Words.separator)
    case .connection(let connection):
      return [connection.state.rawValue, connection.reason, connection.waiting].compactMap(\.self)
        .joined(separator: Words.separator)
    case .reminders(let list): return "\(list.open.count) open, \(list.waiting.count) to come"
    case .activity(let news): return news.words
    case .reminder(let notice): return notice.child.name + Words.separator + notice.text
    case .timeline(let change):
      return change.operation.rawValue + Words.separator + Words.line(change.entry.entry, units: .milliliters)
    case .queue(let change): return change.state.rawValue
    case .banner(let banner):
      return (banner.isResolved ? "resolved" : banner.severity.rawValue) + Words.separator + banner.text
    }
  }
}

extension ActivityNews {
  /// "Eva · Bottle · 120 ml · changed by Omar · Sam left"
  fileprivate var words: String {
    let done = item.map { item in
      [
        item.action == .deleted
          ? Words.queued(item.entry.entry, units: .milliliters) : Words.line(item.entry.entry, units: .milliliters),
        Words.done(item.action, by: Activity.Person(item.person, isYou: item.isYou)),
      ]
    }
    return Words.line(([child.name] + (done ?? []) + [member?.words]).compactMap(\.self))
  }
}

extension TimerRecord {
  fileprivate func words(_ kind: EntryKind, now: Instant) -> String {
    let state = running.map { Words.running(TimerKey(kind), since: $0.entry.start, now: now) } ?? "not running"
    return child.name + Words.separator + state
  }
}
