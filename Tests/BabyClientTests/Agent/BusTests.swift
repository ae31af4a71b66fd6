import TestSupport
import Foundation
import Systemd
import Testing

@Suite("A message bus", .enabled(if: BusDaemon.isInstalled, Comment(rawValue: BusDaemon.whyNot)))
struct BusTests {
  private static let echo = BusMember(
    service: "org.example.Echo", path: "/echo", interface: "org.example.Echo", name: "Echo")

  /// One of each type, and what is empty.
  static let samples: [BusValue] = [
    .byte(7), .bool(true), .bool(false), .int16(-300), .uint16(60_000), .int32(.min), .uint32(.max), .int64(.min),
    .uint64(.max), .double(29.5735), .string(""), .string("Jörg's 👶 <b>&"), .objectPath("/a/b"), .signature("a{sv}"),
    .bytes([]), .bytes([0, 255]), .strings([]), .strings(["a", "b"]), .array(of: "(iiay)", []),
    .array(of: "(iiay)", [.structure([.int32(1), .int32(2), .bytes([3])])]), .properties([:]),
    .properties(["label": .string("Left"), "enabled": .bool(false), "inner": .properties(["n": .int32(1)])]),
    .dictionary(key: "u", value: "as", [.uint32(1): .strings(["x"])]), .variant(.variant(.string("deep"))),
    .structure([.uint32(1), .structure([.string("in")]), .variant(.array(of: "v", [.variant(.bool(true))]))]),
  ]

  @Test("carries every type in both directions", arguments: samples)
  func values(_ value: BusValue) throws {
    let daemon = try BusDaemon()
    let (server, client) = (try daemon.connect(), try daemon.connect())
    let interface = BusInterface(
      name: "org.example.Echo", methods: [.init("Echo", takes: value.type, answers: value.type) { $0 }])
    let registration = try server.export(interface, at: "/echo")
    #expect(try server.request(name: "org.example.Echo"))
    var answer: Result<[BusValue], BusError>?
    try client.call(Self.echo, [value]) { answer = $0 }
    try pump(server, client) { answer != nil }
    #expect(answer == .success([value]))
    _ = registration
  }

  @Test("reports a missing peer, and one that does not answer in time")
  func failures() throws {
    let daemon = try BusDaemon()
    let (server, client) = (try daemon.connect(), try daemon.connect())
    let nobody = try #require(throws: BusError.self) { try client.call(Self.echo, [.string("x")]) }
    #expect(nobody.isWithoutOwner)
    #expect(try server.request(name: "org.example.Echo"))
    // The server is of this thread, which waits.
    let silence = try #require(throws: BusError.self) {
      try client.call(Self.echo, [.string("x")], within: .milliseconds(50))
    }
    #expect(silence.isTimeout)
  }

  @Test("times out at the deadline, also while it is still connecting")
  func deadlines() throws {
    let daemon = try BusDaemon()
    let (server, client) = (try daemon.connect(), try daemon.connect())
    #expect(try server.request(name: "org.example.Echo"))
    let silence = try #require(throws: BusError.self) {
      try client.call(Self.echo, [.string("x")], until: BusDeadline(in: .milliseconds(50)))
    }
    #expect(silence.isTimeout)
    // A peer that accepts connections and never answers.
    let listener = try SilentListener(at: daemon.directory + "/mute")
    let mute = try Bus(address: "unix:path=\(daemon.directory)/mute")
    let nothing = try #require(throws: BusError.self) {
      try mute.call(Self.echo, [.string("x")], until: BusDeadline(in: .milliseconds(50)))
    }
    #expect(nothing.isTimeout)
    _ = listener
  }

  @Test("answers within the deadline")
  func answers() throws {
    let daemon = try BusDaemon()
    let service = try FakeService("org.example.Echo", at: daemon.address) {
      [("/echo", BusInterface(name: "org.example.Echo", methods: [.init("Echo", takes: "s", answers: "s") { $0 }]))]
    }
    let answer = try daemon.connect().call(Self.echo, [.string("x")], until: BusDeadline(in: Patience.limit))
    #expect(answer == [.string("x")])
    _ = service
  }

  @Test("is at the address in the environment")
  func addresses() {
    #expect(BusAddress.session(environment: [:]) == nil)
    #expect(BusAddress.session(environment: ["XDG_RUNTIME_DIR": "/run/user/1000"]) == "unix:path=/run/user/1000/bus")
    #expect(BusAddress.session(environment: ["XDG_RUNTIME_DIR": "/a b;c"]) == "unix:path=/a%20b%3bc/bus")
    let named = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x", "XDG_RUNTIME_DIR": "/run/user/1000"]
    #expect(BusAddress.session(environment: named) == "unix:path=/x")
    #expect(BusAddress.system(environment: ["DBUS_SYSTEM_BUS_ADDRESS": ""]).hasPrefix("unix:path=/run/dbus/"))
    #expect(BusAddress.system(environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/x"]) == "unix:path=/x")
  }

  @Test("passes on errors by name, and refuses missing members of an object")
  func refusals() throws {
    let daemon = try BusDaemon()
    let (server, client) = (try daemon.connect(), try daemon.connect())
    let refusal = BusError(name: "org.example.Error.Asleep", message: "Not now: she sleeps.")
    let interface = BusInterface(
      name: "org.example.Echo",
      methods: [.init("Echo", takes: "s") { (_: [BusValue]) throws(BusError) -> [BusValue] in throw refusal }])
    let registration = try server.export(interface, at: "/echo")
    #expect(try server.request(name: "org.example.Echo"))
    func failure(_ member: BusMember, _ arguments: [BusValue]) throws -> BusError? {
      var answer: Result<[BusValue], BusError>?
      try client.call(member, arguments) { answer = $0 }
      try pump(server, client) { answer != nil }
      if case .failure(let error)? = answer { return error } else { return nil }
    }
    #expect(try failure(Self.echo, [.string("x")]) == refusal)
    #expect(try failure(Self.echo, [.int32(1)])?.name == "org.freedesktop.DBus.Error.InvalidArgs")
    var unknown = Self.echo
    unknown.name = "Sing"
    #expect(try failure(unknown, [])?.name == "org.freedesktop.DBus.Error.UnknownMethod")
    _ = registration
  }

  @Test("shows properties and introspection to other implementations")
  func introspection() throws {
    let daemon = try BusDaemon()
    let server = try daemon.connect()
    var title = "Eva"
    let interface = BusInterface(
      name: "org.example.Echo", methods: [.init("Echo", takes: "s", answers: "s") { $0 }],
      properties: [.init("Title", type: "s") { .string(title) }], signals: [.init("NewTitle", carries: "s")])
    let registration = try server.export(interface, at: "/echo")
    #expect(try server.request(name: "org.example.Echo"))
    func ask(_ arguments: String...) throws -> String {
      let program = try StartedProgram(
        ["/usr/bin/dbus-send", "--bus=\(daemon.address)", "--print-reply=literal", "--dest=org.example.Echo", "/echo"]
          + arguments)
      try pump(server) { program.hasOutput }
      return String(decoding: program.readToEnd(), as: UTF8.self)
    }
    let get = "org.freedesktop.DBus.Properties.Get"
    #expect(try ask(get, "string:org.example.Echo", "string:Title").contains("Eva"))
    title = "Ben"
    #expect(try ask(get, "string:org.example.Echo", "string:Title").contains("Ben"))
    let introspection = try ask("org.freedesktop.DBus.Introspectable.Introspect")
    for part in [
      #"<method name="Echo">"#, #"<property name="Title" type="s" access="read">"#, #"signal name="NewTitle""#,
    ] {
      #expect(introspection.contains(part))
    }
    _ = registration
  }

  @Test("delivers signals to listeners, while they listen")
  func signals() throws {
    let daemon = try BusDaemon()
    let (server, client) = (try daemon.connect(), try daemon.connect())
    var heard: [[BusValue]] = []
    let match = SignalMatch(
      sender: try server.uniqueName(), path: "/echo", interface: "org.example.Echo", name: "Said",
      firstArgument: "so")
    var registration: BusRegistration? = try client.hear(match) { heard.append($0.arguments) }
    // Asked of the bus in this order: once the name is answered, the signals are on.
    _ = try client.uniqueName()
    #expect(try client.request(name: "org.example.Listener"))
    try server.emit("Said", of: "org.example.Echo", at: "/echo", [.string("something else")])
    try server.emit("Said", of: "org.example.Echo", at: "/elsewhere", [.string("so")])
    try server.emit("Said", of: "org.example.Echo", at: "/echo", [.string("so"), .int32(1)])
    try pump(server, client) { !heard.isEmpty }
    #expect(heard == [[.string("so"), .int32(1)]])
    #expect(registration != nil)
    registration = nil
    try server.emit("Said", of: "org.example.Echo", at: "/echo", [.string("so")])
    #expect(try client.request(name: "org.example.Later"))
    try client.process()
    #expect(heard.count == 1)
  }

  @Test("refuses to subscribe to signals with a match that would be misread")
  func apostrophe() throws {
    let daemon = try BusDaemon()
    let client = try daemon.connect()
    #expect(throws: BusError.self) { try client.hear(SignalMatch(firstArgument: "',sender='x")) { _ in } }
  }

  @Test("reports when a name is taken and released; one peer has it at a time")
  func names() throws {
    let daemon = try BusDaemon()
    let client = try daemon.connect()
    var owners: [String?] = []
    let registration = try client.watch(name: "org.example.Echo") { owners.append($0) }
    #expect(try client.request(name: "org.example.Watcher"))
    var server: Bus? = try daemon.connect()
    let name = try #require(try server?.uniqueName())
    #expect(try server?.request(name: "org.example.Echo") == true)
    #expect(try client.request(name: "org.example.Echo") == false)
    server = nil
    try pump(client) { owners.count == 2 }
    #expect(owners == [name, nil])
    _ = registration
  }

  @Test("reports that it is gone, and fails the calls that wait")
  func disconnection() throws {
    let daemon = try BusDaemon()
    let (server, client) = (try daemon.connect(), try daemon.connect())
    #expect(try server.request(name: "org.example.Echo"))
    var answer: Result<[BusValue], BusError>?
    try client.call(Self.echo, [.string("x")]) { answer = $0 }
    try client.flush()
    daemon.end()
    #expect(throws: BusError.self) { try pump(client) { false } }
    guard case .failure? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
  }

  @Test("that is missing is an error with a reason")
  func noBus() throws {
    let error = try #require(throws: BusError.self) {
      try Bus(address: "unix:path=/nonexistent/bus").uniqueName()
    }
    #expect(error.message == "No such file or directory")
  }
}
