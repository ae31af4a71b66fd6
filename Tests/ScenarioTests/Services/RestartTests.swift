import BabyProtocol
import Testing

@Suite("Restarts under load", .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")))
struct RestartTests {
  @Test("50 subscribers reconnect at once and get what they have missed")
  func subscribers() async throws {
    try await Lab.run { lab in
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      var clients = try (0..<50).map { _ in try Subscriber(lab.connect(), since: nil) }
      try lab.shell("systemctl restart babybasicsd")
      #expect(try lab.bbctl("diaper wet").status == 0)
      for index in clients.indices {
        while clients[index].client.line() != nil {}
        clients[index] = try Subscriber(lab.connect(), since: clients[index].position)
        let event = try clients[index].client.answer()
        #expect(event?["params"]?["topic"] == "timeline")
      }
      #expect(try lab.property("NRestarts") == "0")
    }
  }

  private struct Subscriber {
    let client: LineClient
    let position: JSON

    init(_ client: LineClient, since: JSON?) throws {
      self.client = client
      var params: JSON = ["topics": ["timeline"]]
      if let since { params = ["topics": ["timeline"], "since": since] }
      let answer = try client.call("changes.subscribe", params)["result"]
      guard let instance = answer?["instance"], let seq = answer?["seq"] else {
        throw ScenarioFailure("no subscription: \(String(describing: answer))")
      }
      position = ["instance": instance, "seq": seq]
    }
  }

  @Test("100 restarts through the activated socket lose no acknowledged call, and the socket is always there")
  func hundred() async throws {
    try await Lab.run { lab in
      try lab.override("[Unit]\nStartLimitIntervalSec=0\n")
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      let before = try lab.property("MainPID")
      try lab.shell(
        "systemd-run --quiet --unit restarts sh -c 'for _ in $(seq 100); do systemctl restart babybasicsd; done'")
      var acknowledged: [String] = []
      var number = 0
      while try lab.property("ActiveState", of: "restarts.service") == "active" {
        // Connecting never fails, whether or not there is a daemon.
        let client = try lab.connect()
        for _ in 0..<50 {
          number += 1
          client.send(number, "entry.log", ["kind": "note", "note": .string("note \(number)")])
          guard let answer = try client.answer() else { break }
          if answer["result"] != nil { acknowledged.append("note \(number)") }
        }
      }
      #expect(try lab.property("ExecMainStatus", of: "restarts.service") == "0")
      #expect(try lab.property("MainPID") != before)
      #expect(acknowledged.count > 100)
      let kept = try lab.shell(
        "runuser -u babybasics -- sqlite3 /var/lib/babybasics/local.db \"SELECT note FROM entry WHERE kind = 'note'\"")
      #expect(Set(acknowledged).subtracting(kept.split(separator: "\n").map(String.init)) == [])
    }
  }
}
