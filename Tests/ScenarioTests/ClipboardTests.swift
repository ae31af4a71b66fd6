import Testing

@Suite("The clipboard")
struct ClipboardTests {
  @Test(
    "a summary goes to the clipboard by whichever tool is installed",
    arguments: [("wl-copy", "WAYLAND_DISPLAY"), ("xclip", "DISPLAY")])
  func clipboard(program: String, display: String) async throws {
    try await Machine.withEva { machine in
      machine.environment["PATH"] = "/usr/bin:/bin"
      try machine.addProgram(program, "cat > \(machine.directory)/clipboard")
      try machine.bbctl("feed", "bottle", "120ml")
      #expect(try machine.bbctl("summary", "last", "--copy").status == 2, "there is no display")
      machine.environment[display] = "none"
      let run = try machine.bbctl("summary", "last", "--copy")
      #expect(run.output.hasPrefix("Feed · 120 ml · "))
      #expect(try machine.text("clipboard") + "\n" == run.output)
    }
  }
}
