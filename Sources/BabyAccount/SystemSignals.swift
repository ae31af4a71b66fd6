import Foundation
package import Logging
import Synchronization
import SystemCalls
import Systemd

/// The system's signals that matter for reaching a server.
enum SystemSignal: Hashable, Sendable {
  /// The machine has slept, and is awake again.
  case resumed
  case networkUp
}

/// Listens while it exists: to logind and to NetworkManager or systemd-networkd on the system bus, and to the kernel
/// itself if neither of the two is running. It has its own thread, which sleeps while nothing happens.
final class SystemSignals: Sendable {
  /// Open while this object exists; the thread has the other end.
  private let lifeline: CInt

  /// - Parameters:
  ///   - busAddress: of the system bus. It may be absent, and come and go.
  ///   - tell: called on the thread, and must not wait for anything.
  init(
    busAddress: String, logger: Logger, tell: @escaping @Sendable (SystemSignal) -> Void
  ) throws(FileFailure) {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw FileFailure("make", "a socket pair")
    }
    let inside = ends[0]
    lifeline = ends[1]
    let thread = Thread {
      SignalWatch(busAddress: busAddress, lifeline: inside, logger: logger, tell: tell).run()
      close(inside)
    }
    thread.name = "signals"
    thread.start()
  }

  deinit { close(lifeline) }
}

/// The loop of the thread.
private final class SignalWatch {
  /// How long to wait before the bus is tried once more; after the last time, until the network changes.
  private static let delays: [Duration] = [500, 1000, 2000, 4000, 8000, 16_000, 32_000].map { .milliseconds($0) }

  private let busAddress: String
  private let lifeline: CInt
  private let logger: Logger
  private let tell: (SystemSignal) -> Void
  private var bus: SystemBusWatch?
  private var routes: RouteSocket?
  /// How often in a row the bus could not be had.
  private var failures = 0
  private var nextAttempt: BusDeadline? = BusDeadline(in: .zero)

  init(busAddress: String, lifeline: CInt, logger: Logger, tell: @escaping (SystemSignal) -> Void) {
    self.busAddress = busAddress
    self.lifeline = lifeline
    self.logger = logger
    self.tell = tell
  }

  /// Returns when there is no listener any more.
  func run() {
    repeat {
      if let nextAttempt, nextAttempt.isOver { connect() }
      process()
      if bus.map({ $0.isSettled && !$0.hasNetworkManager }) ?? true {
        routes = routes ?? RouteSocket()
      } else {
        routes = nil
      }
    } while wait()
  }

  private func connect() {
    nextAttempt = nil
    do { bus = try SystemBusWatch(address: busAddress, tell: tell) } catch { lost(error) }
  }

  private func process() {
    guard let bus else { return }
    do {
      try bus.bus.process()
      if bus.isSettled { failures = 0 }
    } catch { lost(error) }
  }

  private func lost(_ error: BusError) {
    bus = nil
    if failures < Self.delays.count {
      nextAttempt = BusDeadline(in: Self.delays[failures])
    } else {
      logger.info("the system bus cannot be reached: \(error.message)", metadata: ["address": "\(busAddress)"])
    }
    failures += 1
  }

  /// Waits until there is something to do; false when there never will be.
  private func wait() -> Bool {
    var polls = [pollfd(fd: lifeline, events: 0, revents: 0)]
    polls.append(pollfd(fd: bus?.bus.descriptor ?? -1, events: bus?.bus.events ?? 0, revents: 0))
    polls.append(pollfd(fd: routes?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
    let limits = [bus?.bus.pollLimit ?? -1, nextAttempt?.pollLimit ?? -1]
    poll(&polls, nfds_t(polls.count), limits.filter { $0 >= 0 }.min() ?? -1)
    if polls[2].revents != 0, routes?.isNetworkUp() == true {
      if bus == nil, nextAttempt == nil { nextAttempt = BusDeadline(in: .zero) }
      tell(.networkUp)
    }
    return polls[0].revents == 0
  }
}

/// Listens to the system while there is a server to poll: without an account there is no need for the thread.
package final class AccountSignals: Sendable {
  private let busAddress: String
  private let logger: Logger
  private let wake: @Sendable () -> Void
  private let signals = Mutex<SystemSignals?>(nil)

  /// - Parameters:
  ///   - environment: may name another system bus than the usual one, as D-Bus has it.
  ///   - wake: called when the machine has woken up or a network is available.
  package init(environment: [String: String], logger: Logger, wake: @escaping @Sendable () -> Void) {
    busAddress = BusAddress.system(environment: environment)
    self.logger = logger
    self.wake = wake
  }

  package func listen(_ isLoggedIn: Bool) {
    signals.withLock { signals in
      guard isLoggedIn != (signals != nil) else { return }
      signals = isLoggedIn ? try? SystemSignals(busAddress: busAddress, logger: logger) { [wake] _ in wake() } : nil
    }
  }
}

/// Signals of the system bus about sleep and the network. It belongs to the thread that made it.
final class SystemBusWatch {
  private static let managers = ["org.freedesktop.NetworkManager", "org.freedesktop.network1"]

  let bus: Bus
  private var registrations: [BusRegistration] = []
  /// Which network managers are running; nil for one that has not answered yet.
  private var presence: [String: Bool] = [:]
  private let tell: (SystemSignal) -> Void

  init(address: String, tell: @escaping (SystemSignal) -> Void) throws(BusError) {
    bus = try Bus(address: address)
    self.tell = tell
    try hear(
      "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep"
    ) { $0.first?.truth == false ? .resumed : nil }
    try hear(
      "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager",
      "StateChanged"
    ) { arguments in
      // NM_STATE_CONNECTED_SITE: no way to the Internet, but maybe one to a server at home.
      arguments.first?.integer.map { $0 >= 60 } ?? false ? .networkUp : nil
    }
    try hear(
      "org.freedesktop.network1", "/org/freedesktop/network1", "org.freedesktop.DBus.Properties", "PropertiesChanged"
    ) { arguments in
      arguments.count > 1 && arguments[1]["OperationalState"]?.text == "routable" ? .networkUp : nil
    }
    for name in Self.managers {
      registrations.append(try bus.watch(name: name) { [unowned self] owner in presence[name] = owner != nil })
      let question = BusMember(
        service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        name: "NameHasOwner")
      try bus.call(question, [.string(name)]) { [unowned self] answer in
        if case .success(let values) = answer { presence[name] = values.first?.truth ?? false }
      }
    }
  }

  /// The bus has answered: this connection does not break at once.
  var isSettled: Bool { presence.count == Self.managers.count }

  /// Another service watches the network and reports it.
  var hasNetworkManager: Bool { presence.values.contains(true) }

  private func hear(
    _ sender: String, _ path: String, _ interface: String, _ name: String,
    _ meaning: @escaping ([BusValue]) -> SystemSignal?
  ) throws(BusError) {
    let match = SignalMatch(sender: sender, path: path, interface: interface, name: name)
    registrations.append(try bus.hear(match) { [tell] signal in meaning(signal.arguments).map(tell) })
  }
}
