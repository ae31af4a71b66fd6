import BabyProtocol
import Foundation
import Glibc
import TestSupport
import Testing

/// Two machines and a family server, each a process of its own.
@Suite("A family on two machines")
struct SyncTests {
  @Test("one machine's entries are on the other within one poll, with their author")
  func withinOnePoll() async throws {
    try await Family.run { family in
      let place = try family.ben.call("changes.wait", ["topics": ["timeline"], "timeoutSeconds": 1])
      let since: JSON = ["instance": place["instance"] ?? .null, "seq": place["seq"] ?? .null]
      let waiting = try family.ben.begin(
        Machine.program("bbctl"),
        [
          "call", "changes.wait", (["topics": ["timeline"], "timeoutSeconds": 3600, "since": since] as JSON).text,
          "--timeout", "3600",
        ], output: "wait.out", errors: "wait.err")
      try family.anna.bbctl("feed", "bottle", "120ml")
      #expect(try waiting.wait() == .exited(0))
      let told = try JSON(parsing: family.ben.text("wait.out").utf8)
      let entry = told["events"]?.arrayValue?.first?["data"]?["entry"]
      #expect(entry?["kind"] == "feeding")
      #expect(entry?["amount"] == 120)
      #expect(entry?["author"] == "Anna")
      let inbox = try family.ben.bbctl("inbox", "--plain")
      #expect(inbox.output.contains("Anna logged"))
    }
  }

  @Test("a feed that one of them starts and the other switches keeps its minutes at each breast on both machines")
  func nursing() async throws {
    try await Family.run { family in
      try family.anna.bbctl("feed", "start", "left", "--at", "12m ago")
      try family.anna.bbctl("sync")
      try family.ben.bbctl("sync")
      try family.ben.bbctl("feed", "switch", "--at", "4m ago")
      try family.ben.bbctl("sync")
      try family.anna.bbctl("sync")
      let status = try family.anna.bbctl("status", "--plain").output
      #expect(status.contains("Feeding right 4m") && status.contains("left 8m"), "\(status)")
      let ended = try family.anna.bbctl("feed", "stop").output
      #expect(ended.contains("left 8 min"), "\(ended)")
      try family.anna.bbctl("sync")
      try family.ben.bbctl("sync")
      let (ours, theirs) = (try family.anna.call("dashboard.get"), try family.ben.call("dashboard.get"))
      #expect(ours["lastFeeding"]?["leftSeconds"] == theirs["lastFeeding"]?["leftSeconds"])
      #expect(ours["lastFeeding"]?["rightSeconds"] == theirs["lastFeeding"]?["rightSeconds"])
      #expect(theirs["lastFeeding"]?["breasts"] == "both" && theirs["runningFeeding"] == .null)
    }
  }

  @Test("both log while the server is away; nothing is lost or duplicated, and both show the same")
  func bothOffline() async throws {
    try await Family.run { family in
      let port = family.server.port
      try family.server.stop()
      for amount in 0..<10 {
        try family.anna.bbctl("feed", "bottle", "\(100 + amount)ml", "--at", "\(40 - amount)m ago")
        try family.ben.bbctl("note", "ben \(amount)", "--at", "\(30 - amount)m ago")
      }
      #expect(try family.anna.call("queue.list")["unsent"]?.integerValue ?? 0 > 0)
      let status = try family.anna.bbctl("status", "--plain")
      #expect(status.status == 0)
      family.server = try ServerProcess(on: family.home, port: port)
      try family.settle()
      let (anna, ben) = (try family.timeline(family.anna), try family.timeline(family.ben))
      #expect(anna.count == 20)
      #expect(anna == ben)
      #expect(try family.serverEntries() == anna.sorted { $0.id < $1.id }.map(\.id))
    }
  }

  @Test("a change shows that it is being sent while the server takes its time")
  func sending() async throws {
    try await Family.run { family in
      kill(family.server.pid, SIGSTOP)
      defer { kill(family.server.pid, SIGCONT) }
      try family.anna.bbctl("feed", "bottle", "120ml")
      try family.anna.wait(for: "the change to be sent") {
        let items = try family.anna.call("queue.list")["items"]?.arrayValue ?? []
        return items.contains { $0["state"] == "sending" }
      }
      #expect(try family.anna.bbctl("queue", "list", "--plain").output.contains("sending"))
      kill(family.server.pid, SIGCONT)
      try family.settle()
      #expect(try family.anna.call("queue.list")["items"] == [])
    }
  }

  @Test("a baby that was removed on one machine and restored there is back on the other, with its log")
  func restoredChild() async throws {
    try await Family.run { family in
      try family.anna.bbctl("feed", "bottle", "120ml")
      try family.settle()
      _ = try family.anna.call("child.remove", ["childId": "Eva"])
      try family.settle()
      #expect(try family.ben.call("child.list")["children"] == [])
      _ = try family.anna.call("child.restore", ["childId": "Eva"])
      try family.settle()
      #expect(try family.ben.call("child.list")["children"]?.arrayValue?.count == 1)
      #expect(try family.timeline(family.ben) == family.timeline(family.anna))
      #expect(try family.timeline(family.ben).count == 1)
    }
  }

  @Test("a machine whose session has ended keeps logging; everything is sent after the next login")
  func loggedOut() async throws {
    try await Family.run { family in
      _ = try family.home.shell("echo 'battery staple' | babybasics-server user reset-password anna@example.org")
      try family.anna.bbctl("diaper", "wet")
      _ = try? family.anna.bbctl("sync")
      #expect(try family.anna.call("account.status")["account"]?["state"] == "unauthenticated")
      try family.anna.bbctl("diaper", "dirty")
      #expect(try family.timeline(family.anna).count == 2)
      let login = try family.anna.shell(
        "echo 'battery staple' | bbctl login --password-stdin --email anna@example.org --no-upload")
      #expect(login.status == 0, "\(login.errors)")
      try family.settle()
      #expect(try family.timeline(family.ben).count == 2)
    }
  }

  @Test("entries from before the first login are offered and uploaded once")
  func localFirst() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("feed", "bottle", "120ml")
      try machine.bbctl("diaper", "wet")
      let server = try ServerProcess(on: machine)
      let registered = try machine.shell(
        """
        echo 'correct horse' | bbctl register --server \(server.address) --email anna@example.org --name Anna \
        --password-stdin --no-upload
        """)
      #expect(registered.status == 0, "\(registered.errors)")
      #expect(try machine.call("account.status", ["thorough": true])["account"]?["localEntries"] == 2)
      for _ in 0..<2 { _ = try machine.call("account.upload") }
      #expect(try machine.call("timeline.list")["entries"]?.arrayValue?.count == 2)
      #expect(try machine.call("account.status", ["thorough": true])["account"]?["localEntries"] == nil)
      _ = try machine.call("dashboard.refresh")
      #expect(try machine.call("queue.list")["items"] == [])
    }
  }

  @Test("a new account takes earlier entries along, on request")
  func takenAlong() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("feed", "bottle", "120ml")
      let server = try ServerProcess(on: machine)
      let registered = try machine.shell(
        """
        echo 'correct horse' | bbctl register --server \(server.address) --email anna@example.org --name Anna \
        --password-stdin --upload
        """)
      #expect(registered.status == 0 && registered.errors == "", "\(registered.errors)")
      #expect(registered.output.hasPrefix("Registered Anna · ") && registered.output.contains("Uploaded 1 entry"))
      #expect(try machine.bbctl("today", "--plain").output.contains("Bottle, 120 ml"))
    }
  }

  @Test("erasing on the server, too, leaves the others without the child; here it is as on the first day")
  func erased() async throws {
    try await Family.run { family in
      try family.anna.bbctl("note", "a secret")
      try family.settle()
      #expect(try family.timeline(family.ben).count == 1)
      func erase(_ password: String) throws -> CommandRun {
        try family.anna.bbctl(
          ["erase", "--server", "--confirm", "DELETE", "--password-stdin"], input: password + "\n")
      }
      let refused = try erase("wrong horse")
      #expect(refused.status != 0 && refused.errors.contains("The current password is wrong."), "\(refused.errors)")
      #expect(try family.timeline(family.ben).count == 1)
      let run = try erase("correct horse")
      #expect(run.output.contains("here and on "), "\(run.errors)")
      #expect(run.errors.contains("which have no other owner: Eva (also for 1 other)."))
      #expect(try family.anna.call("account.status")["account"]?["state"] == "onboarding")
      #expect(try family.anna.call("daemon.status")["children"] == 0)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: family.anna.paths.data).filter {
          $0.hasPrefix("account-")
        } == [])
      #expect(try family.serverEntries() == [])
      try family.sync(family.ben)
      #expect(try family.ben.call("daemon.status")["children"] == 0)
      #expect(try erase("correct horse").status == 4)
    }
  }
}
