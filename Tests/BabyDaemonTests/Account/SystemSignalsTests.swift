import TestSupport
import Foundation
import Logging
import Synchronization
import Systemd
import Testing

@testable import BabyAccount
@testable import BabyDaemon

@Suite("The system's signals")
struct SystemSignalsTests {
  /// What has been told, in order.
  private final class Heard: Sendable {
    private let signals = Mutex<[SystemSignal]>([])
    private let count = DispatchSemaphore(value: 0)

    func tell(_ signal: SystemSignal) {
      signals.withLock { $0.append(signal) }
      count.signal()
    }

    /// The next one; nil when none comes in time.
    func next(within limit: DispatchTimeInterval = .seconds(Patience.seconds)) -> SystemSignal? {
      guard count.wait(timeout: .now() + limit) == .success else { return nil }
      return signals.withLock { $0.removeFirst() }
    }
  }

  /// logind, NetworkManager and systemd-networkd, as far as they tell of anything.
  private struct FakeSystem {
    let bus: Bus

    init(at address: String, names: [String] = ["login1", "NetworkManager", "network1"]) throws {
      bus = try Bus(address: address)
      for name in names { #expect(try bus.request(name: "org.freedesktop.\(name)")) }
    }

    func prepareForSleep(_ begins: Bool) throws {
      try bus.emit(
        "PrepareForSleep", of: "org.freedesktop.login1.Manager", at: "/org/freedesktop/login1", [.bool(begins)])
      try bus.flush()
    }

    func networkManagerState(_ state: UInt32) throws {
      try bus.emit(
        "StateChanged", of: "org.freedesktop.NetworkManager", at: "/org/freedesktop/NetworkManager", [.uint32(state)])
      try bus.flush()
    }

    func networkdState(_ state: String) throws {
      try bus.emit(
        "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: "/org/freedesktop/network1",
        [
          .string("org.freedesktop.network1.Manager"), .properties(["OperationalState": .string(state)]), .strings([]),
        ])
      try bus.flush()
    }

    /// Returns when the signals are heard, and all that came before has been told.
    func awaitListener(_ heard: Heard) throws {
      repeat { try prepareForSleep(false) } while heard.next(within: .milliseconds(50)) == nil
      try networkManagerState(70)
      while heard.next() != .networkUp {}
    }
  }

  private func listen(at address: String, _ heard: Heard) throws -> SystemSignals {
    try SystemSignals(busAddress: address, logger: Logger(label: "test")) { heard.tell($0) }
  }

  @Test(
    "arrive when the machine wakes up and when the network is up, and at no other time",
    .enabled(if: BusDaemon.isInstalled, "\(BusDaemon.whyNot)"))
  func telling() throws {
    let daemon = try BusDaemon()
    let (system, heard) = (try FakeSystem(at: daemon.address), Heard())
    let signals = try listen(at: daemon.address, heard)
    try system.awaitListener(heard)
    try system.prepareForSleep(true)
    for state: UInt32 in [20, 30, 40, 50] { try system.networkManagerState(state) }
    try system.networkManagerState(60)
    #expect(heard.next() == .networkUp)
    try system.networkdState("no-carrier")
    try system.networkdState("degraded")
    try system.prepareForSleep(false)
    #expect(heard.next() == .resumed)
    try system.networkdState("routable")
    #expect(heard.next() == .networkUp)
    _ = signals
  }

  @Test(
    "of other senders are ignored", .enabled(if: BusDaemon.isInstalled, "\(BusDaemon.whyNot)"))
  func impostors() throws {
    let daemon = try BusDaemon()
    let (system, heard) = (try FakeSystem(at: daemon.address), Heard())
    let signals = try listen(at: daemon.address, heard)
    try system.awaitListener(heard)
    let impostor = try FakeSystem(at: daemon.address, names: [])
    try impostor.prepareForSleep(false)
    try impostor.networkManagerState(70)
    // Once its name is answered, all that it has sent before is delivered.
    _ = try impostor.bus.request(name: "org.example.Impostor")
    try system.networkdState("routable")
    try system.prepareForSleep(false)
    #expect(heard.next() == .networkUp)
    #expect(heard.next() == .resumed)
    _ = signals
  }

  @Test(
    "arrive again after the bus was away, or was missing at first",
    .enabled(if: BusDaemon.isInstalled, "\(BusDaemon.whyNot)"))
  func restarts() throws {
    let daemon = try BusDaemon()
    daemon.end()
    let heard = Heard()
    let signals = try listen(at: daemon.address, heard)
    for _ in 0..<2 {
      try daemon.start()
      try FakeSystem(at: daemon.address).awaitListener(heard)
      daemon.end()
    }
    _ = signals
  }

  @Test("end their thread when there is no listener any more")
  func ending() async throws {
    // What the handler holds goes when the thread ends.
    weak var held: Heard?
    do {
      let heard = Heard()
      held = heard
      _ = try listen(at: "unix:path=/nonexistent/bus", heard)
    }
    try await eventually("the thread has ended") { held == nil }
  }

  @Test(
    "come from the kernel if there is no network manager",
    .enabled(if: NetworkNamespace.isAllowed, "\(NetworkNamespace.whyNot)"))
  func kernel() throws {
    try NetworkNamespace.run {
      let heard = Heard()
      let signals = try listen(at: "unix:path=/nonexistent/bus", heard)
      var number = 0
      repeat {
        number += 1
        try NetworkNamespace.ip("addr add 192.0.2.\(number)/32 dev lo")
      } while heard.next(within: .milliseconds(50)) == nil
      try NetworkNamespace.ip("link set lo up")
      try NetworkNamespace.ip("route add 198.51.100.0/24 dev lo")
      while heard.next(within: .milliseconds(50)) != nil {}
      try NetworkNamespace.ip("route add default dev lo")
      try #require(heard.next() == .networkUp)
      _ = signals
    }
  }

  @Test(
    "come from the kernel as addresses and default routes, and only new ones",
    .enabled(if: NetworkNamespace.isAllowed, "\(NetworkNamespace.whyNot)"))
  func routeSocket() throws {
    try NetworkNamespace.run {
      let socket = try #require(RouteSocket())
      /// Some things the kernel does a little later.
      func comesUp() -> Bool {
        var polled = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, Patience.milliseconds) > 0 { if socket.isNetworkUp() { return true } }
        return false
      }
      try #require(!socket.isNetworkUp())
      try NetworkNamespace.ip("addr add 192.0.2.1/24 dev lo valid_lft 600 preferred_lft 600")
      try #require(comesUp())
      try NetworkNamespace.ip("addr change 192.0.2.1/24 dev lo valid_lft 900 preferred_lft 900")
      try #require(!socket.isNetworkUp())
      try NetworkNamespace.ip("link set lo up")
      try NetworkNamespace.ip("route add default via 192.0.2.9 dev lo")
      try #require(comesUp())
      try NetworkNamespace.ip("addr del 192.0.2.1/24 dev lo")
      try #require(!socket.isNetworkUp())
      try NetworkNamespace.ip("-6 addr add 2001:db8::1/64 dev lo nodad")
      try #require(comesUp())
    }
  }

  @Test(
    "come only from the bus while a network manager is running",
    .enabled(if: NetworkNamespace.isAllowed && BusDaemon.isInstalled, "\(NetworkNamespace.whyNot)"))
  func managed() throws {
    let daemon = try BusDaemon()
    let address = daemon.address
    try NetworkNamespace.run {
      var system: FakeSystem? = try FakeSystem(at: address)
      let heard = Heard()
      let signals = try listen(at: address, heard)
      try system?.awaitListener(heard)
      try NetworkNamespace.ip("addr add 192.0.2.1/32 dev lo")
      try system?.prepareForSleep(false)
      try #require(heard.next() == .resumed)

      system = nil
      var number = 1
      repeat {
        number += 1
        try NetworkNamespace.ip("addr add 192.0.2.\(number)/32 dev lo")
      } while heard.next(within: .milliseconds(50)) == nil
      _ = signals
    }
    _ = daemon
  }
}
