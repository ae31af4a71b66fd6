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

  func run(in session: CommandSession) throws {
    var loop = FollowLoop(
      session.follower(of: [.dashboard, .account, .connection], child: child),
      output: session.surroundings.outputDescriptor)
    var view = FamilyView()
    var screen = Screen(isTerminal: session.surroundings.outputIsTerminal && !global.plain)
    while let events = loop.next(until: session.printsJSON ? nil : view.nextTurn(after: session.now)) {
      for event in events {
        if case .lost(.refused(let error)) = event { throw ClientError.refused(error) }
        view.learn(event, at: session.now)
        if session.printsJSON, let json = view.news(in: event), !session.write(json) { return }
      }
      guard !session.printsJSON else { continue }
      let text = session.renderer.render(view.page(now: session.now))
      if let drawn = screen.draw(text), !session.write(drawn) { return }
    }
  }
}

extension FamilyView {
  /// The dashboard as JSON, when the event has brought one.
  fileprivate func news(in event: FollowerEvent) -> String? {
    switch event {
    case .change(let event) where event.topic != .dashboard: nil
    case .snapshot, .change: dashboard.map { SafeText.json(String(decoding: $0.encoded, as: UTF8.self)) + "\n" }
    case .lost, .answered: nil
    }
  }

  fileprivate func page(now: Instant) -> Page {
    var page = dashboard.map { Page.dashboard($0, sync: sync, now: now) } ?? Page()
    if let loss {
      let known = dashboard == nil ? loss.message : Words.offlineWithData
      page.line(.init(known, .severity(.warning)))
    } else if dashboard == nil {
      page.line("No child has been added yet: bbctl setup")
    }
    return page
  }

  /// When the first of the times that are shown turns by itself.
  fileprivate func nextTurn(after now: Instant) -> Instant? {
    guard let dashboard else { return nil }
    let lasts = [
      dashboard.lastFeeding, dashboard.lastDiaper, dashboard.lastSleep, dashboard.lastTummyTime,
      dashboard.runningSleep, dashboard.runningTummyTime,
    ].compactMap(\.self)
    let counted = dashboard.runningFeeding.map { [$0.entry.countedSince.nextMinute(after: now)] } ?? []
    let turns =
      counted + lasts.flatMap { [$0.entry.start, $0.entry.end].compactMap(\.self) }.map { $0.nextMinute(after: now) }
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
