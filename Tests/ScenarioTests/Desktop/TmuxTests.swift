import Glibc
import Testing

extension DesktopTests {
  @Suite("tmux", .enabled(if: Machine.has("tmux"), "tmux is not installed"))
  struct TmuxTests {
    /// One tmux shows the other's status line.
    @discardableResult
    private func start(on desktop: Desktop) throws -> ChildProcess {
      let machine = desktop.machine
      machine.environment["TMUX_TMPDIR"] = machine.directory
      let config = try desktop.file("tmux.conf", try machine.shell("bbbar config tmux").output)
      let inner = try desktop.start("tmux", "-L", "in", "-f", config, "-D")
      try desktop.start("tmux", "-L", "out", "-f", "/dev/null", "-D")
      try desktop.waits(for: "tmux") {
        try machine.shell("tmux -N -L out new -d -x 120 -y 5 'until tmux -N -L in new; do sleep 0.1; done'").status == 0
      }
      return inner
    }

    private func status(_ desktop: Desktop) throws -> String {
      let lines = try desktop.machine.shell("tmux -L out capture-pane -p").output.split(separator: "\n")
      return String(lines.last ?? "")
    }

    @Test("the status line shows it")
    func statusLine() async throws {
      try await Desktop.run { desktop in
        let tmux = try start(on: desktop)
        try desktop.machine.bbctl("sleep", "start")
        try desktop.waits(for: "the sleep") { try status(desktop).contains("Sleeping") }
        tmux.signal(SIGKILL)
        try desktop.waits(for: "the end of its client", within: .seconds(1)) { desktop.running("bbbar").isEmpty }
      }
    }
  }
}
