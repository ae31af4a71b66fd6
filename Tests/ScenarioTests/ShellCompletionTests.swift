import Foundation
import Testing

@Suite("Completion in the shells themselves, on a terminal")
struct ShellCompletionTests {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The path that `bbctl completion --help` names for its script, or a file that the shell loads.
    fileprivate var script: String {
      switch self {
      case .bash: ".bash_completion"
      case .zsh: ".zfunc/_bbctl"
      case .fish: ".config/fish/completions/bbctl.fish"
      }
    }

    /// What a person has in the file that the shell reads at its start.
    fileprivate var start: (file: String, text: String)? {
      switch self {
      case .bash: (".bashrc", "source ~/.bash_completion\nPS1='ready> '\n")
      case .zsh: (".zshrc", "fpath=(~/.zfunc $fpath)\nautoload -Uz compinit\ncompinit -u\nPS1='ready> '\n")
      case .fish: (".config/fish/config.fish", "function fish_prompt; echo 'ready> '; end\n")
      }
    }
  }

  @Test("offers commands, days and the name of a child, and the inserted line runs", arguments: Shell.allCases)
  func completes(shell: Shell) async throws {
    try #require(Machine.has(shell.rawValue), "apt-get install \(shell.rawValue)")
    try await Machine.run { machine in
      try machine.start()
      try machine.bbctl("child", "add", "Eva Marie", "--born", "2020-01-01")
      try machine.bbctl("child", "add", "Max", "--born", "2020-01-01")
      try machine.bbctl("child", "select", "Max")
      let home = try #require(machine.environment["HOME"])
      try machine.shell("mkdir -p home/.zfunc home/.config/fish/completions")
      try machine.write(machine.bbctl("completion", shell.rawValue).output, to: "\(home)/\(shell.script)")
      if let start = shell.start { try machine.write(start.text, to: "\(home)/\(start.file)") }
      machine.environment["PATH"] = Machine.programs + ":" + (machine.environment["PATH"] ?? "")
      machine.environment["TERM"] = "xterm"
      machine.environment["PAGER"] = "cat"

      let terminal = try PseudoTerminal(rows: 60, columns: 120)
      let process = try machine.begin(shell.rawValue, ["-i"], on: terminal)
      try terminal.read(until: "ready>")
      terminal.type("bbctl fe\tbottle 90ml\r")
      try terminal.read(until: "Logged bottle · 90 ml")
      terminal.type("bbctl history \t\t")
      try terminal.read(until: "yesterday")
      // Control-U
      terminal.type("\u{15}bbctl history ye\t\r")
      try terminal.read(until: "No events · Max")
      terminal.type("bbctl today --child E\t\r")
      try terminal.read(until: "No events yet today · Eva Marie")
      terminal.type("bbctl start bat\t\r")
      try terminal.read(until: "Bath started")
      // What the family has called so itself, the daemon tells.
      if shell != .fish {
        terminal.type("bbctl activity zoo 10m\r")
        try terminal.read(until: "Logged zoo")
        terminal.type("bbctl start zo\t\r")
        try terminal.read(until: "Zoo started")
      }
      #expect(!terminal.output.contains("not found"), "\(terminal.output)")
      terminal.type("exit\r")
      #expect(try process.wait() == .exited(0))
    }
  }

  @Test("bash offers words of recent notes, names of children, medicines and backups, fields and values of settings")
  func completion() async throws {
    try await Machine.withEva { machine in
      for text in ["spat up a little", "spat up again", "first smile"] { try machine.bbctl("note", text) }
      try machine.bbctl("medicine", "Tylenol", "5ml")
      let backup = try #require(try machine.call("data.backup")["backup"]?["name"]?.stringValue)
      try machine.write(
        """
        source <(bbctl completion bash)
        offer() {
          COMPREPLY=()
          COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=$((${#COMP_LINE} + 1))
          _bbctl bbctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
          echo "${COMPREPLY[@]}"
        }
        offer bbctl history --search s
        offer bbctl today --child E
        offer bbctl settings set units o
        offer bbctl edit last --set startedS
        offer bbctl restore \(backup.dropLast(3))
        BBCTL_SAID=medicine offer bbctl log Ty

        """, to: machine.directory + "/complete")
      let run = try machine.run("bash", [machine.directory + "/complete"])
      #expect(run.output == "spat smile\nEva\noz\nstartedSide=\n\(backup)\nTylenol\n", "\(run.errors)")
    }
  }
}
