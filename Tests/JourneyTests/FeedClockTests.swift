import BabyProtocol
import TestSupport
import Testing

/// Two machines and a family server: what is set for the baby holds on both.
@Suite("A top-up on two machines")
struct FeedClockTests {
  @Test("a bottle soon after a breast feed does not change the time since it, the due time and the bar, on both")
  func shared() async throws {
    try await Family.run { family in
      for words in [["feeding.topUp", "30m"], ["feeding.interval", "3h"]] {
        #expect(
          try family.anna.bbctl(["settings", "set"] + words + ["--child", "Eva"]).status == 0)
      }
      try family.anna.bbctl("left", "10m", "1h ago")
      try family.settle()
      let before = try family.ben.call("dashboard.get")
      try family.ben.bbctl("feed", "bottle", "2oz", "--at", "25m ago")
      try family.settle()
      for machine in [family.anna, family.ben] {
        let after = try machine.call("dashboard.get")
        #expect(after["lastFeeding"]?["method"] == "breast")
        #expect(after["lastFeeding"]?["id"] == before["lastFeeding"]?["id"])
        #expect(after["nextFeedingDue"] == before["nextFeedingDue"])
        #expect(after["today"]?["bottles"] == 1)
      }
      try family.ben.bbctl("settings", "set", "reminders.from", "end", "--child", "Eva")
      try family.settle()
      for machine in [family.anna, family.ben] {
        let after = try machine.call("dashboard.get")
        #expect(after["feedingSince"] != nil && after["nextFeedingDue"] != before["nextFeedingDue"])
        #expect(try machine.bbctl("status", "--plain").output.contains("25m ago"))
      }
    }
  }
}
