import BabyProtocol
import Foundation
import Glibc
import Testing
import TestSupport

@Suite("The daemon and its service manager")
struct LifetimeTests {
  @Test("it reports when it is ready, its state, and that it stops")
  func notifications() async throws {
    try await Machine.withEva(zone: "UTC") { machine in
      try machine.stop()
      let daemon = try machine.start()
      let start = try machine.call("timer.start", ["kind": "sleep"])
      let clock = try #require(start["entry"]?["startLocal"]?.stringValue?.dropFirst(11).prefix(5))
      #expect(daemon.nextNotification() == ["STATUS=Sleeping since \(clock)"])
      try machine.call("timer.stop", ["kind": "sleep"])
      #expect(daemon.nextNotification() == ["STATUS=Ready"])
      daemon.process.signal(SIGTERM)
      #expect(daemon.nextNotification()?.first == "STOPPING=1")
      #expect(try daemon.process.wait() == .exited(0))
    }
  }

  @Test("nothing wakes it without calls, with a watchdog or not")
  func asleep() async throws {
    try await Machine.withEva { machine in
      try machine.stop()
      // The first look at whether calls get on is at once, the next one in half an hour.
      machine.environment["WATCHDOG_USEC"] = "3600000000"
      let daemon = try machine.start()
      for call in ["timer.start", "timer.stop"] { try machine.call(call, ["kind": "sleep"]) }
      for call in ["rpc.discover", "daemon.diagnostics", "data.export", "data.backup"] { try machine.call(call) }
      // What was begun comes to its end first: a backup, pages that are given back, a thread of Dispatch's.
      try machine.wait(for: "the daemon to wait without a limit", within: Patience.limit * 5) {
        try daemon.process.waitsForEventsAlone()
      }
    }
  }

  @Test("nor after it has created its database, and restored a backup")
  func asleepAfterClosing() async throws {
    try await Machine.run { machine in
      let daemon = try machine.start()
      try machine.addEva(zone: "UTC")
      let name = try #require(try machine.call("data.backup")["backup"]?["name"]?.stringValue)
      #expect(try machine.bbctl("restore", name, "--yes").status == 0)
      try machine.wait(for: "the daemon to wait without a limit", within: Patience.limit * 5) {
        try daemon.process.waitsForEventsAlone()
      }
    }
  }

  @Test("TERM and INT end it when it is idle, and remove the socket", arguments: [SIGTERM, SIGINT])
  func idle(_ signal: CInt) async throws {
    try await Machine.run { machine in
      let daemon = try machine.start()
      let idle = try LineClient(machine.paths.socket)
      daemon.process.signal(signal)
      #expect(try daemon.process.wait() == .exited(0))
      #expect(try idle.answer() == nil)
      #expect(access(machine.paths.socket, F_OK) != 0)
    }
  }

  @Test("TERM lets accepted requests be written and answered")
  func draining() async throws {
    try await Machine.withEva { machine in
      let client = try LineClient(machine.paths.socket)
      for number in 0..<200 { client.send(number, "entry.log", ["kind": "note", "note": .string("note \(number)")]) }
      // With the first answer the daemon is in the midst of them.
      var answered: [JSON?] = [try client.answer()?["id"]]
      machine.daemon?.process.signal(SIGTERM)
      while let answer = try client.answer() {
        if answer["result"] != nil { answered.append(answer["id"]) }
      }
      #expect(try machine.stop() == .exited(0))
      let written = try machine.sqlite("SELECT substr(note, 6) FROM entry ORDER BY CAST(substr(note, 6) AS INTEGER)")
      #expect(written.split(separator: "\n").map { .integer(Int64($0) ?? -1) } == answered)
    }
  }

  @Test("TERM waits for a client that never reads, but not for ever")
  func stuck() async throws {
    try await Machine.withEva { machine in
      let client = try LineClient(machine.paths.socket)
      for number in 0..<30 { client.send(number, "rpc.discover", [:]) }
      // With the first answer the daemon is in the midst of them.
      #expect(client.line() != nil)
      let began = ContinuousClock.now
      #expect(try machine.stop() == .exited(0))
      #expect(ContinuousClock.now - began > .seconds(2))
    }
  }

  @Test("a socket of the service manager is served, with the calls that wait in it, and stays")
  func activation() async throws {
    try await Machine.run { machine in
      let path = machine.directory + "/handed-over.sock"
      let listener = try listeningSocket(path)
      defer { close(listener) }
      for _ in 0..<2 {
        let client = try LineClient(path)
        client.send(1, "daemon.status", [:])
        try machine.start(socket: listener)
        #expect(try client.answer()?["result"]?["socket"] == .string(path))
        #expect(try machine.stop() == .exited(0))
        #expect(access(path, F_OK) == 0)
        #expect(access(machine.paths.socket, F_OK) != 0)
      }
    }
  }

  @Test("HUP reloads the log level, and a bad file keeps the old one")
  func reload() async throws {
    try await Machine.run { machine in
      let file = machine.paths.configurationFiles[0]
      try machine.write("log:\n  level: error\n", to: file)
      let daemon = try machine.start()
      #expect(machine.daemonErrors == "")

      try machine.write("log:\n  level: notice\n", to: file)
      daemon.process.signal(SIGHUP)
      #expect(daemon.nextNotification()?.first == "RELOADING=1")
      #expect(daemon.nextNotification()?.first == "READY=1")
      #expect(machine.daemonErrors.contains("read the configuration again"))

      try machine.write("log:\n  levle: debug\n", to: file)
      daemon.process.signal(SIGHUP)
      #expect(daemon.nextNotification()?.first == "RELOADING=1")
      #expect(daemon.nextNotification()?.first == "READY=1")
      #expect(machine.daemonErrors.contains("the configuration was refused; the old one stays in effect"))
      #expect(machine.daemonErrors.contains("\(file):2:3"))
      #expect(try machine.bbctl("call", "daemon.status").status == 0)
    }
  }
}
