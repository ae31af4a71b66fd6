import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Watch: Command {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show the day so far, and keep it up to date until interrupted.",
    usage: "bbctl watch [<options>]",
    discussion: """
      The page is redrawn when something is logged, here or elsewhere, and when a
      time on it changes. With --json, it prints the daemon's dashboard on one
      line each time that changes.
      """)

  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    var loop = FollowLoop(
      session.follower(of: [.dashboard, .account, .connection], child: child),
      output: session.surroundings.outputDescriptor)
    var watched = WatchedDay()
    var screen = Screen(isTerminal: session.surroundings.outputIsTerminal && !global.plain)
    while let events = loop.next(until: session.printsJSON ? nil : watched.nextTurn(after: session.now)) {
      for event in events {
        if case .lost(.refused(let error)) = event { throw ClientError.refused(error) }
        watched.learn(event)
        if session.printsJSON, let json = watched.news(in: event), !session.write(json) { return }
      }
      guard !session.printsJSON else { continue }
      let text = session.renderer.render(watched.page(now: session.now))
      if let drawn = screen.draw(text), !session.write(drawn) { return }
    }
  }
}

/// What `bbctl watch` knows.
private struct WatchedDay {
  private var dashboard: DashboardGet.Answer?
  private var account: AccountRecord?
  private var connection: ConnectionRecord?
  private var loss: ClientError?

  mutating func learn(_ event: FollowerEvent) {
    switch event {
    case .snapshot(let answer):
      dashboard = answer.snapshot.dashboard
      account = answer.snapshot.account
      connection = answer.snapshot.connection
      loss = nil
    case .change(let event):
      switch try? event.payload() {
      case .dashboard(let changed): dashboard = changed
      case .account(let changed): account = changed
      case .connection(let changed): connection = changed
      case nil where event.topic == .dashboard: dashboard = nil
      default: break
      }
    case .lost(let error): loss = error
    case .answered: break
    }
  }

  /// The dashboard as JSON, when the event has brought one.
  func news(in event: FollowerEvent) -> String? {
    switch event {
    case .change(let event) where event.topic != .dashboard: nil
    case .snapshot, .change: dashboard.map { SafeText.json(String(decoding: $0.encoded, as: UTF8.self)) + "\n" }
    case .lost, .answered: nil
    }
  }

  func page(now: Instant) -> Page {
    var page = dashboard.map { Page.dashboard($0, sync: sync, now: now) } ?? Page()
    if let loss {
      let known = dashboard == nil ? loss.message : Words.offlineWithData
      page.line(.init(known, .severity(.warning)))
    } else if dashboard == nil {
      page.line("No child has been added yet: bbctl setup")
    }
    return page
  }

  private var sync: AccountStatus.Answer? {
    guard let account, let connection else { return nil }
    return AccountStatus.Answer(account: account, connection: connection)
  }

  /// When the first of the times that are shown turns by itself.
  func nextTurn(after now: Instant) -> Instant? {
    guard let dashboard else { return nil }
    let lasts = [
      dashboard.lastFeeding, dashboard.lastDiaper, dashboard.lastSleep, dashboard.lastTummyTime,
      dashboard.runningSleep, dashboard.runningTummyTime,
    ].compactMap(\.self)
    let turns = lasts.flatMap { [$0.entry.start, $0.entry.end].compactMap(\.self) }.map { $0.nextMinute(after: now) }
    let dues = [dashboard.nextFeedingDue, dashboard.nextDiaperDue].compactMap(\.self).filter { $0 > now }
    return (turns + dues).min()
  }
}

extension Instant {
  /// The next instant at which a whole number of minutes has passed since this one.
  fileprivate func nextMinute(after now: Instant) -> Instant {
    guard now >= self else { return self }
    return now + .milliseconds(60_000 - (now.milliseconds - milliseconds) % 60_000)
  }
}

/// A page that is drawn in place of the one before.
private struct Screen {
  let isTerminal: Bool
  private var shown: String?

  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  /// What to write; nil when the page is the one that is there.
  mutating func draw(_ text: String) -> String? {
    guard text != shown else { return nil }
    defer { shown = text }
    guard isTerminal else { return (shown == nil ? "" : "\n") + text }
    // Home, each line to its end, and nothing below: nothing flickers.
    let start = shown == nil ? "\u{1B}[2J\u{1B}[H" : "\u{1B}[H"
    return start + text.replacing("\n", with: "\u{1B}[K\n") + "\u{1B}[J"
  }
}
