/// tmux with a status line, and another tmux around it in which that line is seen.
struct Terminal {
  let desktop: Desktop
  /// The tmux whose status line it is.
  let process: ChildProcess

  init(on desktop: Desktop, config: String) throws {
    self.desktop = desktop
    let machine = desktop.machine
    machine.environment["TMUX_TMPDIR"] = machine.directory
    process = try desktop.start("tmux", "-L", "in", "-f", try desktop.file("tmux.conf", config), "-D")
    try desktop.start("tmux", "-L", "out", "-f", "/dev/null", "-D")
    try desktop.waits(for: "tmux") {
      let inner = "until tmux -N -L in new; do sleep 0.1; done"
      return try machine.shell("tmux -N -L out new -d -x 120 -y 5 '\(inner)'").status == 0
    }
  }

  func statusLine() throws -> String {
    let lines = try desktop.machine.shell("tmux -N -L out capture-pane -p").output.split(separator: "\n")
    return String(lines.last ?? "")
  }
}
