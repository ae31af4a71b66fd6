import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyCommands

@Suite("The next steps that setup names")
struct NextStepsTests {
  private static func facts(_ change: (inout MachineFacts) -> Void) -> MachineFacts {
    var facts = MachineFacts()
    change(&facts)
    return facts
  }

  @Test(
    "the bar's and the key's follow from what runs and what is configured",
    arguments: [
      (facts { _ in }, []),
      (
        facts { ($0.running, $0.isInSway, $0.files) = (["waybar"], true, ["waybar/config.jsonc"]) },
        ["bbbar config waybar > ~/.config/waybar/babybasics.jsonc", "bindsym Mod4+Shift+s exec bbctl sleep toggle"]
      ),
      (
        facts { ($0.running, $0.folder) = (["waybar"], "'/my conf'") },
        ["mkdir -p '/my conf'/waybar && bbbar config waybar > '/my conf'/waybar/babybasics.jsonc"]
      ),
      (
        facts { $0.isInSway = true },
        ["bbbar config swaybar", "bindsym Mod4+Shift+s exec bbctl sleep toggle"]
      ),
      (
        facts { ($0.running, $0.isInI3) = (["i3bar"], true) },
        ["bbbar config i3bar", "bindsym Mod4+Shift+s exec --no-startup-id bbctl sleep toggle"]
      ),
      (
        facts { ($0.running, $0.isInI3) = (["i3bar", "i3blocks"], true) },
        [
          "mkdir -p ~/.config/i3blocks && bbbar config i3blocks >> ~/.config/i3blocks/config",
          "bindsym Mod4+Shift+s exec --no-startup-id bbctl sleep toggle",
        ]
      ),
      (
        facts { ($0.running, $0.hasScreen, $0.files) = (["polybar"], true, ["polybar/config"]) },
        ["bbbar config polybar >> ~/.config/polybar/config", "bbctl sleep toggle"]
      ),
      (
        facts { ($0.desktops, $0.hasScreen, $0.isInTmux, $0.hasAgent) = (["ubuntu", "GNOME"], true, true, true) },
        ["systemctl --user enable --now bbagent", "bbctl sleep toggle"]
      ),
      (
        facts { ($0.desktops, $0.keyScript, $0.running) = (["GNOME"], "/my keys/gnome", ["bbagent"]) },
        ["sh '/my keys/gnome'"]
      ),
      (
        facts { ($0.desktops, $0.hasScreen) = (["KDE"], true) },
        ["sudo apt-get install bbagent && systemctl --user enable --now bbagent", "bbctl sleep toggle"]
      ),
      (
        facts { $0.isInTmux = true }, ["bbbar config tmux >> ~/.tmux.conf && tmux source-file ~/.tmux.conf"]
      ),
      (
        facts { ($0.isInTmux, $0.files) = (true, ["tmux/tmux.conf"]) },
        ["bbbar config tmux >> ~/.config/tmux/tmux.conf && tmux source-file ~/.config/tmux/tmux.conf"]
      ),
      (facts { $0.files = ["sway/config"] }, ["bbbar config swaybar"]),
    ] as [(MachineFacts, [String])])
  func barAndKey(machine: MachineFacts, lines: [String]) {
    #expect(NextStep.all(machine).dropLast().map(\.line) == lines)
  }

  @Test(
    "the phone's follows from the family server",
    arguments: [
      (MachineFacts.Server.address("https://home.local:8443"), "https://home.local:8443", "https://home.local:8443"),
      (.trust("http://home.local:8080/trust"), "http://home.local:8080/trust", "http://home.local:8080/trust"),
      (.own, "babybasics-server certificate", nil),
      (.installed, "babybasics-server certificate", nil),
      (
        .service,
        "sudo runuser -u babybasics-server -- babybasics-server certificate --database "
          + "/var/lib/babybasics-server/server.db", nil
      ),
      (nil, "sudo apt-get install babybasics-server && babybasics-server certificate", nil),
    ] as [(MachineFacts.Server?, String, String?)])
  func phone(server: MachineFacts.Server?, line: String, code: String?) {
    let step = NextStep.all(Self.facts { $0.server = server }).last
    #expect(step?.line == line && step?.code == code)
  }

  /// A machine on which programs give these answers, by a part of their command line.
  private func environment(
    _ variables: [String: String] = [:], files: [String] = [], answers: [String: String]
  ) -> CommandEnvironment {
    var environment = CommandEnvironment(variables: ["HOME": "/home/eva"].merging(variables) { $1 }) { Sample.now }
    environment.exists = files.contains
    environment.ask = { arguments in
      let line = arguments.joined(separator: " ")
      return answers.first { line.contains($0.key) }.map { ProgramAnswer(status: 0, output: $0.value) }
    }
    return environment
  }

  @Test("what runs, and which files there are, is looked up")
  func looking() {
    let machine = MachineFacts(
      in: environment(
        [
          "XDG_CURRENT_DESKTOP": "sway:wlroots", "XDG_CONFIG_HOME": "/conf", "WAYLAND_DISPLAY": "wayland-1", "TMUX": "",
        ],
        files: ["/conf/waybar/config", "/usr/share/doc/bbctl/keys/gnome", "/home/eva/.config/i3/config"],
        answers: ["waybar|": "12 waybar\n4194304 sway\n\n7\nnonsense", "bbagent --version": "0.2.0\n"]), account: nil)
    #expect(machine.running == ["waybar", "sway"] && machine.isInSway && !machine.isInI3 && !machine.isInTmux)
    #expect(machine.files == ["waybar/config"] && machine.folder == "/conf" && machine.hasScreen)
    #expect(machine.isIn("sway") && !machine.isIn("GNOME") && machine.keyScript == "/usr/share/doc/bbctl/keys/gnome")
    #expect(machine.hasAgent)
    let bare = MachineFacts(in: environment(answers: [:]), account: nil)
    #expect(bare.running == [] && bare.server == nil && bare.folder == "~/.config" && !bare.hasScreen && !bare.hasAgent)
  }

  private static let process = "-a -x babybasics-serv"

  @Test(
    "the family server is the account's, otherwise the one that runs here",
    arguments: [
      ("https://home.local:8443", [:], .address("https://home.local:8443")),
      ("http://127.0.0.1:8080", [:], nil), ("https://localhost:8443", [:], nil),
      ("http://127.0.0.1:8080", ["babybasics-server --version": "0.2.0\n"], .installed),
      (nil, ["pgrep \(process)": "7 babybasics-server serve\n"], .service),
      (nil, ["-u \(getuid()) \(process)": "", "pgrep \(process)": "7 babybasics-server serve\n"], .own),
      (
        nil,
        [
          "pgrep \(process)": "7 babybasics-server --trust-port 8080 --port=8443\n8 babybasics-server\n",
          "http://127.0.0.1:8080/": "https://home.local:8443/",
        ], .trust("http://home.local:8080/trust")
      ),
      (
        nil,
        [
          "pgrep \(process)": "7 babybasics-server --trust-port=80\n", "http://127.0.0.1:80/": "https://[fd00::5]/",
        ], .trust("http://[fd00::5]/trust")
      ),
      (nil, ["pgrep \(process)": "7 babybasics-server --trust-port\n"], .service),
      (nil, ["pgrep \(process)": "7 babybasics-server --trust-port 8080\n", "http://127.0.0.1": ""], .service),
    ] as [(String?, [String: String], MachineFacts.Server?)])
  func server(account: String?, answers: [String: String], server: MachineFacts.Server?) {
    #expect(MachineFacts(in: environment(answers: answers), account: account).server == server)
  }

  @Test("they come at the end of setup, and again whenever it is run, on a terminal with the phone's QR code")
  func atTheEnd() throws {
    let account = AccountStatus.Answer(account: Sample.anna, connection: ConnectionRecord(state: .online))
    let daemon = try SampleDaemon.start(account)
    defer { daemon.stop() }
    func run(_ line: String, isTerminal: Bool) -> Outcome {
      var environment = environment(
        ["BABYBASICS_SOCKET": daemon.socket, "SWAYSOCK": "/run/sway.sock"],
        answers: ["qr https://": "\u{1B}[7m▀▄\u{1B}[0m\n"])
      environment.outputIsTerminal = isTerminal
      environment.columns = 40
      return BbctlProgram.run(words(line), in: environment)
    }
    let shown = run("setup", isTerminal: true)
    #expect(shown.status == .success)
    let lines = String(decoding: shown.output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.first?.contains("Eva") == true)
    #expect(lines.contains("  bindsym Mod4+Shift+s exec bbctl sleep toggle"), "it is not broken: \(lines)")
    #expect(lines.suffix(2) == ["  https://baby.example", "\u{1B}[7m▀▄\u{1B}[0m"])
    #expect(!String(decoding: run("setup --plain", isTerminal: true).output, as: UTF8.self).contains("▀"))

    let piped = String(decoding: run("setup", isTerminal: false).output, as: UTF8.self)
    #expect(piped.hasSuffix("You can start logging: bbctl feed, bbctl diaper wet, bbctl sleep start\n"))
    // What it was asked to do has not been done.
    #expect(run("setup --name Mia --born 2026-01-31", isTerminal: true).status == .invalid)
    #expect(run("setup --json", isTerminal: true).status == .invalid)
  }
}
