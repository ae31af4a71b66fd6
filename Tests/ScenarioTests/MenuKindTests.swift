import BabyProtocol
import Testing

@Suite("Kinds that a family uses, in the menu of its bar")
struct MenuKindTests {
  @Test("are offered once they were logged; the typed text is then of the chosen kind")
  func menu() async throws {
    try await Machine.withEva { machine in
      // Chooses the line that is named in a file, and types what is in another.
      try machine.addProgram(
        "rofi",
        """
        echo "$@" >> \(machine.directory)/asked
        choices=$(cat)
        if [ -n "$choices" ]; then echo "$choices" >> \(machine.directory)/offered; echo "$choices" | grep -F "$(cat \(machine.directory)/choice)"
        else cat \(machine.directory)/typed; fi
        """)
      func choose(_ choice: String, typing line: String = "") throws -> Machine.Run {
        try machine.write(choice, to: machine.directory + "/choice")
        try machine.write(line + "\n", to: machine.directory + "/typed")
        return try machine.run(Machine.program("bbbar"), ["menu"])
      }
      #expect(try choose("Log medicine").status == 0)
      #expect(try !machine.text("offered").contains("Log medicine"))
      try machine.bbctl("medicine", "Iron", "1drop")
      #expect(try choose("Log medicine", typing: "Vitamin D 2 drops 30m ago").status == 0)
      let logged = try machine.call("timeline.list", ["kinds": ["medicine"]])["entries"]?.arrayValue ?? []
      let names = logged.compactMap { $0["name"]?.stringValue }
      #expect(names.contains("Vitamin D"), "\(names)")
      #expect(try machine.text("asked").contains("Medicine:"))

      // One press, once it is used and the child sleeps.
      try machine.bbctl("sleep", "start", "--at", "2h ago")
      try machine.bbctl("sleep", "waking", "--at", "1h ago")
      #expect(try choose("Log brief waking").status == 0)
      let wakings = try machine.call("dashboard.get")["wakings"]
      #expect(wakings?["count"] == 2, "\(wakings?.text ?? "none")")
    }
  }
}
