import BabyClient
import BabyModel
import BabyProtocol
import Glibc

/// Follows the daemon and keeps a bar up to date. It sleeps until something happens or something shown turns.
final class BarLoop {
  private let options: BarCommand.FollowOptions
  private let follower: Follower
  private var view = FamilyView()
  private var output = Output(descriptor: STDOUT_FILENO)
  private var timer = WallTimer()
  private let signals: Signals
  private var clicks: ClickReader?
  private let wrapped: WrappedProcess?
  /// The bar is hidden: nothing is written.
  private var isStopped = false
  /// Until then nothing is shown if nothing is known: the daemon is just about to answer.
  private var patience: Deadline?
  /// Set when it is over, to the exit status.
  private var status: Int32?

  /// - Throws: `badTimeout`.
  init(_ options: BarCommand.FollowOptions) throws(ClientError) {
    self.options = options
    let takesClicks = options.format.takesClicks
    follower = Follower(
      socket: options.place.path, name: BarCommand.Place.client, topics: [.dashboard, .children, .connection, .banner],
      childID: options.place.child, timeout: try options.place.timeout())
    signals = Signals(takesStops: options.format.isGenerator)
    clicks = takesClicks ? ClickReader() : nil
    wrapped = options.wrapped.flatMap(WrappedProcess.init)
    patience = Deadline(in: .milliseconds(80))
  }

  /// Runs until the bar is gone or a signal arrives, and returns the exit status.
  func run() -> Int32 {
    if options.format.isGenerator {
      output.begin(with: I3barStream.beginning(stopSignal: Signals.stop, contSignal: Signals.cont))
    }
    while true {
      let events = follower.process()
      for event in events { learn(event) }
      show()
      if let status { return status }
      wait()
    }
  }

  // MARK: Showing

  private func show() {
    if view.reachability == .awaited, let patience, patience.millisecondsLeft > 0 { return }
    patience = nil
    guard !isStopped else { return }
    let now = WallClock.now
    let content = BarContent(BarState(view, at: now), options.layout, usesColor: options.usesColor)
    if options.format.isGenerator {
      output.show(I3barStream.frame(I3bar.block(content), wrapped?.generator.blocks ?? []))
    } else {
      output.show(options.format.line(content))
    }
    if !output.flush() { status = 0 }
    timer.set(BarClock.nextTurn(view, after: now))
  }

  // MARK: Waiting

  private func wait() {
    var polls = [
      pollfd(fd: follower.descriptor, events: follower.events, revents: 0),
      pollfd(fd: timer.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      // With no events requested, poll still reports that the reader is gone.
      pollfd(fd: STDOUT_FILENO, events: output.hasUnwritten && !isStopped ? Int16(POLLOUT) : 0, revents: 0),
      pollfd(fd: clicks?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wrapped?.output ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let limits = [follower.millisecondsLeft, patience?.millisecondsLeft ?? -1].filter { $0 >= 0 }
    guard poll(&polls, nfds_t(polls.count), limits.min() ?? -1) > 0 else { return }
    if polls[1].revents != 0 { timer.acknowledge() }
    if polls[2].revents != 0 { while let signal = signals.next() { take(signal) } }
    if polls[3].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { status = 0 }
    if polls[4].revents != 0 { readClicks() }
    if polls[5].revents != 0 { _ = wrapped?.receive() }
  }

  private func take(_ signal: Int32) {
    switch signal {
    case Signals.stop:
      isStopped = true
      wrapped?.stop()
    case Signals.cont:
      isStopped = false
      output.forget()
      wrapped?.resume()
    default: status = 0
    }
  }

  // MARK: Clicks

  private func readClicks() {
    guard let lines = clicks?.read() else {
      clicks = nil
      // The bar has ended. i3blocks 1.4 has no clicks for a program that stays, and closes its input at once.
      if options.format.isGenerator { status = 0 }
      return
    }
    for line in lines {
      guard let line = ClickLine(line) else { continue }
      if line.name == I3bar.name || !options.format.isGenerator {
        if let button = line.button { press(button) }
      } else {
        wrapped?.click(line.event)
      }
    }
  }

  private func press(_ button: Button) {
    let now = WallClock.now
    guard clicks?.debounce.admits(button, at: now) == true else { return }
    switch Click.on(button, view, child: options.place.child) {
    case .nothing: break
    case .menu:
      if !options.place.openMenu() { view.complain("No menu could be opened.", at: now) }
    case .call(let call):
      if follower.call(call) == nil { view.complain(view.loss?.message ?? Words.offline, at: now) }
    }
  }

  private func learn(_ event: FollowerEvent) {
    let now = WallClock.now
    view.learn(event, at: now)
    if case .answered(_, .failure(let error)) = event { view.complain(error.message, at: now) }
  }
}
