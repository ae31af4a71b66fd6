import BabyProtocol
import Foundation
import TestSupport
import Testing

/// Two machines and a family server: Anna was away, and Ben has logged.
@Suite("The handover between two caregivers")
struct HandoverTests {
  @Test("activity shows the other's entries since the last visit, also while the server is away")
  func handover() async throws {
    try await Family.run { family in
      #expect(try family.anna.bbctl("diaper", "wet").status == 0)
      try family.settle()
      for words in [["feed", "bottle", "120ml"], ["note", "a", "little", "rash"], ["sleep", "start"]] {
        let logged = try family.ben.bbctl(words)
        #expect(logged.status == 0, "\(logged.errors)")
      }
      try family.settle()

      let shown = try family.anna.bbctl("activity").output.split(separator: "\n").map(String.init)
      #expect(shown.first?.hasPrefix("Since you logged the diaper at ") == true, "\(shown)")
      #expect(shown.contains("  Ben  1 feed · 1 sleep · 1 note"), "\(shown)")
      #expect(shown.contains { $0.hasPrefix("Asleep since ") }, "\(shown)")
      #expect(shown.count { $0.hasSuffix("by Ben") } == 3, "\(shown)")

      // Ben has logged nothing before Anna did: it is of the last hours, and what she has logged is hers.
      let his = try family.ben.call("activity.list")
      #expect(his["people"]?.arrayValue?.map { $0["person"]?.stringValue } == ["Anna", nil])
      #expect(his["people"]?.arrayValue?.map { $0["you"] } == [nil, true])
      #expect(his["anchor"] == nil)

      // What Anna logs herself does not hide what Ben has logged before.
      #expect(try family.ben.bbctl("sleep", "stop").status == 0)
      try family.settle()
      try family.cutOff()
      #expect(try family.anna.bbctl("diaper", "dirty").status == 0)
      let offline = try family.anna.call("activity.list")
      #expect(offline["people"]?.arrayValue?.map { $0["person"]?.stringValue } == ["Ben", nil])
      #expect(offline["people"]?.arrayValue?.last?["diapers"] == 1)
      #expect(offline["running"]?.arrayValue?.isEmpty == true)
    }
  }

  @Test(
    "activity shows who changed what elsewhere, who joined and who left; show names them, too, also without the server")
  func people() async throws {
    try await Family.run { family in
      try await family.withAnother { cleo in
        try cleo.start()
        try Family.register(cleo, "Cleo", at: family.server.address)
        #expect(try family.anna.bbctl("feed", "bottle", "150ml").status == 0)
        try family.settle()
        let bottle = try #require(try family.ben.call("timeline.list")["entries"]?.arrayValue?.first?["id"])
        _ = try family.ben.call("entry.update", ["id": bottle, "amount": 120, "unit": "ml"])
        let code = try family.anna.call("share.create", ["role": "viewer"])["code"]?.stringValue ?? ""
        #expect(try cleo.bbctl("share", "accept", code).status == 0)
        #expect(try family.anna.bbctl("share", "role", "Ben", "viewer").status == 0)
        #expect(try cleo.bbctl("share", "leave", "--yes").status == 0)
        try family.settle()
        // Ben sees his notices, and not how others can be reached.
        let his = try family.ben.call("activity.list")
        #expect(his["members"]?.arrayValue?.map { $0["action"]?.stringValue } == ["left", "role", "joined", "joined"])
        #expect(his["members"]?.arrayValue?.dropFirst().first?["you"] == true)
        #expect(!his.text.contains("@example.org"))

        try family.cutOff()
        let shown = try family.anna.bbctl("activity", "--since", "1h ago", "--plain").output
        for words in [
          "Cleo left, ", "Ben is now a viewer, by you, ", "Cleo joined as a viewer, ", "Ben joined as a caregiver, ",
          "changed by Ben",
        ] { #expect(shown.contains(words), "\(shown)") }
        let entry = try family.anna.bbctl("show", bottle.stringValue ?? "", "--plain").output
        #expect(entry.contains("by Ben"), "\(entry)")
        let news = try family.anna.call("changes.subscribe", ["topics": ["activity"]])["snapshot"]?["activity"]
        #expect(news?["item"]?["person"] == "Ben" && news?["member"]?["person"] == "Cleo")
      }
    }
  }
}
