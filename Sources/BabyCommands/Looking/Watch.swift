import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol
import Glibc

struct Watch: Command {
  static let commandName = "watch"

  static let configuration = command(
    "Show the day so far, and keep it up to date until interrupted.", usage: "watch",
    discussion: """
      The page is redrawn when something is logged, here or elsewhere, and when a
      time on it changes; q ends it. Its colours are the theme's for the
      terminal's own background. With --json, it prints the daemon's dashboard on
      one line each time that changes.
      """)

  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let terminal = global.plain ? nil : session.liveTerminal()
    defer { terminal?.giveBack() }
    var loop = FollowLoop(
      session.follower(of: [.dashboard, .account, .connection], child: child),
      output: session.environment.outputDescriptor, inputs: terminal?.descriptors ?? [])
    var view = FamilyView()
    var screen = Screen(terminal, session.renderer)
    while let events = loop.next(until: session.printsJSON ? nil : view.nextTurn(after: session.now)) {
      for event in events {
        if let refusal = event.refusal { throw refusal }
        view.learn(event, at: session.now)
        if session.printsJSON, let json = view.news(in: event), !session.write(json) { return }
      }
      if session.printsJSON { continue }
      for event in terminal?.process() ?? [] {
        if event == .lost || event == .key(.character("q")) || event == .key(.character("Q")) { return }
        screen.take(event)
      }
      guard view.isKnown, let drawn = screen.draw(view.page(now: session.now)) else { continue }
      if !session.write(drawn) { return }
    }
  }
}

extension CommandSession {
  /// The terminal that a page is kept up to date on; nil if it goes elsewhere.
  fileprivate func liveTerminal() -> LiveTerminal? {
    guard environment.outputIsTerminal, !printsJSON else { return nil }
    return LiveTerminal(
      input: environment.inputIsTerminal ? STDIN_FILENO : nil, output: environment.outputDescriptor,
      asksBackground: renderer.colors.depth != .none)
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

  /// Whether there is anything to show, or a reason why there is not.
  fileprivate var isKnown: Bool { reachability != .awaited }

  /// Problems come first: on a small terminal the rest may not fit.
  fileprivate func page(now: Instant) -> Page {
    var page = Page(theme: dashboard?.theme ?? Theme())
    if let loss {
      let known = dashboard == nil ? loss.message : Words.offlineWithData
      page.line(.init(known, .severity(.warning)))
    } else if dashboard == nil {
      page.line("No child has been added yet: bbctl setup")
    }
    if let dashboard { page.append(.dashboard(dashboard, sync: sync, now: now)) }
    return page
  }

  /// When the first of the times that are shown turns by itself.
  fileprivate func nextTurn(after now: Instant) -> Instant? {
    guard let dashboard else { return nil }
    let lasts =
      [
        dashboard.lastFeeding, dashboard.lastDiaper, dashboard.lastSleep, dashboard.lastTummyTime,
        dashboard.runningSleep, dashboard.runningTummyTime,
      ].compactMap(\.self) + (dashboard.runningActivities ?? [])
    let counted = dashboard.runningFeeding.map { [$0.entry.countedSince.nextMinute(after: now)] } ?? []
    let turns =
      counted
      + (lasts.flatMap { [$0.entry.start, $0.entry.end] } + [dashboard.feedingSince]).compactMap(\.self).map {
        $0.nextMinute(after: now)
      }
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

/// Draws pages: in place of each other on a terminal, otherwise one after the other.
private struct Screen {
  private let terminal: LiveTerminal?
  private var renderer: Renderer
  private var page = LivePage()
  private var printed: String?

  init(_ terminal: LiveTerminal?, _ renderer: Renderer) {
    self.terminal = terminal
    self.renderer = renderer
  }

  mutating func take(_ event: LiveTerminal.Event) {
    switch event {
    case .background(let color): renderer.colors.ground = color
    case .disturbed: page.forget()
    case .key, .pasted, .mouse, .lost: break
    }
  }

  /// The text to write; nil if the page is unchanged.
  mutating func draw(_ content: Page) -> String? {
    guard let terminal else {
      let text = renderer.render(content)
      defer { printed = text }
      return text == printed ? nil : (printed == nil ? "" : "\n") + text
    }
    let size = terminal.size
    renderer.width = size.columns
    return page.draw(renderer.render(content), rows: size.rows)
  }
}
