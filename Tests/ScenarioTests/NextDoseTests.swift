import BabyProtocol
import Foundation
import Testing

@Suite("The next dose of a medicine")
struct NextDoseTests {
  private func open(on machine: Machine) throws -> [JSON] {
    try machine.call("reminder.list")["open"]?.arrayValue ?? []
  }

  @Test("is on status, today and the bar; that it may be given again is told once, over kills of the daemon")
  func next() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("medicine", "Tylenol", "5ml", "every", "6h", "5h ago")
      for words in [["status"], ["today"], ["medicines"]] {
        let shown = try machine.bbctl(words).output
        #expect(shown.contains("Tylenol") && shown.contains("next from"), "\(words): \(shown)")
      }
      let bar = try machine.run(Machine.program("bbbar"), ["waybar", "--once"])
      #expect(bar.output.contains("Tylenol") && bar.output.contains("next from"), "\(bar.output)\(bar.errors)")

      // Its time comes in a moment, and once more the daemon does not live to see it.
      try machine.bbctl("medicine", "Tylenol", "every", "1h", "59m 57s ago")
      try machine.kill()
      try machine.start()
      try machine.wait(for: "the reminder") { try !open(on: machine).isEmpty }
      let told = try open(on: machine)[0]
      #expect(told["text"] == "Tylenol may be given again" && told["kind"] == "medicine", "\(told.text)")
      #expect(try machine.bbctl("status").output.contains("may be given again"))
      try machine.kill()
      try machine.start()
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
