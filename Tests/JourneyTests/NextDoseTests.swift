import BabyProtocol
import TestSupport
import Testing

@Suite("The next dose of a medicine")
struct NextDoseTests {
  private func open(on machine: Machine) throws -> [JSON] {
    try machine.call("reminder.list")["open"]?.arrayValue ?? []
  }

  @Test("is on status and today; \"may be given again\" is announced once, over restarts of the daemon")
  func next() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("medicine", "Tylenol", "5ml", "every", "6h", "5h ago")
      for words in [["status"], ["today"], ["medicines"]] {
        let shown = try machine.bbctl(words).output
        #expect(shown.contains("Tylenol") && shown.contains("next from"), "\(words): \(shown)")
      }

      // Its time comes in a minute, which the daemon that took it does not live to see.
      try machine.bbctl("medicine", "Tylenol", "every", "1h", "59m ago")
      try machine.restart()
      #expect(try open(on: machine).isEmpty)
      try machine.pass(.minutes(1))
      try machine.wait(for: "the reminder") { try !open(on: machine).isEmpty }
      let told = try open(on: machine)[0]
      #expect(told["text"] == "Tylenol may be given again" && told["kind"] == "medicine", "\(told.text)")
      #expect(try machine.bbctl("status").output.contains("may be given again"))
      try machine.restart()
      #expect(try open(on: machine).map { $0["toldAt"] } == [told["toldAt"]])

      // Undone, the dose is awaited by the one before it; a further one takes the reminder back.
      try machine.bbctl("undo")
      #expect(try open(on: machine).isEmpty)
      #expect(try machine.bbctl("status").output.contains("next from"))
      try machine.bbctl("redo")
      #expect(try open(on: machine).count == 1)
      try machine.bbctl("medicine", "Tylenol")
      #expect(try open(on: machine).isEmpty)
    }
  }
}
