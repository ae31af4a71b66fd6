import BabyProtocol
import TestSupport
import Testing

/// Anna's and Ben's machines and a family server.
@Suite("Undoing changes that the family server has")
struct TakingBackTests {
  private func inbox(_ machine: Machine) throws -> [String] {
    try machine.call("inbox.list")["items"]?.arrayValue?.compactMap { $0["text"]?.stringValue } ?? []
  }

  private func children(_ machine: Machine) throws -> [String] {
    try machine.call("child.list")["children"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
  }

  private func entries(_ machine: Machine) throws -> Int {
    Int(try machine.call("daemon.status")["entries"]?.integerValue ?? -1)
  }

  @Test("one undo reverts an import with its own child, and another an upload; both can be redone")
  func undo() async throws {
    try await Family.run { family in
      try await family.withAnother { cleo in
        try cleo.start()
        _ = try cleo.call("child.add", ["name": "Mia", "born": "2026-03-01", "zone": "UTC"])
        for hours in 1...3 { try cleo.bbctl("note", "n\(hours)", "--at", "\(hours)h ago") }
        let file = cleo.directory + "/mia.json"
        #expect(try cleo.bbctl("export", file).status == 0)
        let imported = try family.anna.bbctl("import", file, "--yes")
        #expect(imported.status == 0, "\(imported.errors)")
        try family.sync(family.anna)
        let undone = try family.anna.bbctl("undo")
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(try children(family.anna) == ["Eva"] && entries(family.anna) == 0)
        try family.sync(family.anna)

        try Family.register(cleo, "Cleo", at: family.server.address, "--upload")
        try Family.sync(cleo)
        #expect(try children(cleo) == ["Mia"] && entries(cleo) == 3)
        let back = try cleo.bbctl("undo")
        #expect(back.status == 0, "\(back.errors)")
        #expect(try children(cleo) == [] && entries(cleo) == 0)
        try Family.sync(cleo)
        let again = try cleo.bbctl("account", "upload")
        #expect(again.output.contains("Uploaded 3 entries"), "\(again.output) \(again.errors)")
        try Family.sync(cleo)
        #expect(try children(cleo) == ["Mia"] && entries(cleo) == 3)
      }
    }
  }

  @Test("a child that was removed by mistake: the others see by whom, and their entries meanwhile arrive")
  func removedChild() async throws {
    try await Family.run { family in
      try family.cutOff()
      try family.ben.bbctl("diaper", "wet", "--note", "while she was gone")
      try family.ben.stop()
      try family.reconnect()
      #expect(try family.anna.bbctl("child", "remove", "Eva", "--yes").status == 0)
      try family.sync(family.anna)
      try family.ben.start()
      try Machine.wait(for: "Ben to be told: \(try inbox(family.ben))") {
        _ = try family.ben.call("dashboard.refresh")
        return try inbox(family.ben).contains { $0.hasPrefix("Anna removed Eva") }
      }
      let status = try family.ben.bbctl("status")
      #expect(
        status.errors.contains("Eva has been removed") && status.errors.contains("bbctl inbox"), "\(status.errors)")
      #expect(try family.ben.bbctl("inbox").status == 0)
      #expect(try family.anna.bbctl("undo").status == 0)
      try family.sync(family.anna)
      try Machine.wait(for: "all of Ben's to arrive: \(try family.ben.call("queue.list").text)") {
        let connection = try family.ben.call("dashboard.refresh")["connection"]
        return try children(family.ben) == ["Eva"] && connection?["unsent"] == 0 && connection?["failed"] == 0
      }
      try family.sync(family.anna)
      #expect(try family.anna.bbctl("today").output.contains("while she was gone"))
    }
  }
}
