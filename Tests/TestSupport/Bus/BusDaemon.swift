import Foundation
package import Systemd

/// A message bus of the test's own, by the real dbus-daemon, that starts no services.
package final class BusDaemon {
  package static let isInstalled = access("/usr/bin/dbus-daemon", X_OK) == 0
  package static let whyNot = "dbus-daemon is not installed: apt-get install dbus"

  package let address: String
  /// For files of the test; it goes with the bus.
  package let directory: String
  private var process: StartedProgram?

  package init() throws {
    var template = Array("/tmp/bb-bus-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BusTestFailure("mkdtemp") }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    address = "unix:path=\(directory)/bus"
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
        </policy>
      </busconfig>
      """
    try Data(configuration.utf8).write(to: URL(filePath: directory + "/bus.conf"))
    try start()
  }

  deinit {
    end()
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Starts it again after its end, at the same address.
  package func start() throws {
    try? FileManager.default.removeItem(atPath: directory + "/bus")
    let process = try StartedProgram(
      ["/usr/bin/dbus-daemon", "--config-file=\(directory)/bus.conf", "--nofork", "--print-address"], isQuiet: true)
    self.process = process
    // It prints its address when it listens.
    guard process.read() != nil else { throw BusTestFailure("dbus-daemon ended") }
  }

  package func end() { process = nil }

  package func connect() throws -> Bus { try Bus(address: address) }
}

package struct BusTestFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Lets connections of one thread work until something is so.
package func pump(_ buses: Bus..., until isSo: () throws -> Bool) throws {
  let deadline = ContinuousClock.now + Patience.limit
  while true {
    for bus in buses { try bus.process() }
    if try isSo() { return }
    var polls = buses.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    guard ContinuousClock.now < deadline else { throw BusTestFailure("nothing came") }
    poll(&polls, nfds_t(polls.count), 50)
  }
}

/// Waits until a name has an owner.
package func awaitOwner(of name: String, at address: String) throws {
  let bus = try Bus(address: address)
  var isOwned = false
  let registration = try bus.watch(name: name) { isOwned = $0 != nil }
  let question = BusMember(
    service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
    name: "NameHasOwner")
  if try bus.call(question, [.string(name)]).first?.truth == true { return }
  try pump(bus) { isOwned }
  _ = registration
}
