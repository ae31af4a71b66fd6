import Glibc
import Testing

extension DesktopTests {
  @Suite("tmux", .enabled(if: Machine.has("tmux"), "tmux is not installed"))
  struct TmuxTests {
    @Test("the status line shows it, and leaves no process behind")
    func statusLine() async throws {
      try await Desktop.run { desktop in
        let terminal = try Terminal(on: desktop, config: try desktop.machine.shell("bbbar config tmux").output)
        try desktop.machine.bbctl("sleep", "start")
        try desktop.waits(for: "the sleep") { try terminal.statusLine().contains("Sleeping") }
        #expect(desktop.running("bbbar").count == 1)
        terminal.process.signal(SIGKILL)
        try desktop.waits(for: "the end of its client") { desktop.running("bbbar").isEmpty }
      }
    }
  }
}
