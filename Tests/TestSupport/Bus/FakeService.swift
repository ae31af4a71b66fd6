import Foundation
package import Systemd

/// A program on a bus that answers as the test wants, on a thread of its own. It leaves when this goes away.
package final class FakeService: Sendable {
  private let lifeline: CInt

  /// Returns when it has its name.
  ///
  /// - Parameter objects: what it offers, and where.
  package init(
    _ name: String, at address: String, objects: @escaping @Sendable () -> [(path: String, interface: BusInterface)]
  ) throws {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw BusTestFailure("socketpair")
    }
    let inside = ends[0]
    lifeline = ends[1]
    Thread {
      defer { close(inside) }
      try? Self.serve(name, at: address, objects(), until: inside)
    }.start()
    try awaitOwner(of: name, at: address)
  }

  deinit { close(lifeline) }

  private static func serve(
    _ name: String, at address: String, _ objects: [(path: String, interface: BusInterface)], until end: CInt
  ) throws {
    let bus = try Bus(address: address)
    let registrations = try objects.map { try bus.export($0.interface, at: $0.path) }
    guard try bus.request(name: name) else { return }
    var polls = [pollfd(fd: end, events: 0, revents: 0)]
    while polls[0].revents == 0 {
      try bus.process()
      polls = [polls[0], pollfd(fd: bus.descriptor, events: bus.events, revents: 0)]
      poll(&polls, 2, bus.pollLimit)
    }
    _ = registrations
  }
}
