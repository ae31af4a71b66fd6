import Foundation
import Testing

@Suite("Desktop files in contrib")
struct ContribTests {
  private static let keys = SourceTree.path("contrib/examples/keys")

  @Test(
    "the desktop files are valid",
    .enabled(if: Machine.has("desktop-file-validate"), "desktop-file-utils is not installed"))
  func desktopFiles() async throws {
    try await Machine.run { machine in
      let files = [
        "contrib/packaging/applications/babybasics.desktop", "contrib/examples/autostart/bbagent.desktop",
      ].map(SourceTree.path)
      let run = try machine.run("desktop-file-validate", files)
      #expect(run.output == "" && run.errors == "" && run.status == 0)
    }
  }

  @Test("our schemes are handled, and the web's never")
  func schemes() throws {
    let lines = try SourceTree.text("contrib/packaging/applications/babybasics.desktop").split(separator: "\n")
    #expect(lines.contains("MimeType=x-scheme-handler/babybasics;x-scheme-handler/nestling;"))
    #expect(lines.contains("Exec=bbctl open -- %u"))
  }

  @Test("every action of the launcher is an existing command, and is answered by a notification")
  func launcher() async throws {
    let text = try SourceTree.text("contrib/packaging/applications/babybasics.desktop")
    let named = try #require(text.firstMatch(of: #/\nActions=(.+);\n/#)).1.split(separator: ";")
    let actions = text.matches(
      of: #/\[Desktop Action (.+)\]\nName=.+\nIcon=(.+)\nExec=env BABYBASICS_NOTIFY=yes bbctl (.+)\n/#)
    #expect(actions.map(\.1) == named && actions.count >= 8)
    #expect(!text.contains("NoDisplay"))
    try await Machine.withEva { machine in
      try machine.bbctl("diaper", "wet")
      for action in actions {
        let run = try machine.shell("bbctl \(action.3) --dry-run")
        #expect(run.status == 0, "bbctl \(action.3): \(run.errors)")
      }
    }
  }

  @Test(
    "sway and i3 take the key bindings", .enabled(if: Machine.has("sway", "i3"), "sway or i3 is not installed"),
    arguments: [("sway", "sway --validate -c"), ("i3", "i3 -C -c")])
  func windowManagers(name: String, command: String) async throws {
    try await Machine.run(asPerson: true) { machine in
      let keys = try SourceTree.text("contrib/examples/keys/\(name)")
      let config = machine.directory + "/config"
      machine.environment["WLR_BACKENDS"] = "headless"
      let guide = try GuidePage("docs/guide/desktop.md").blocks(of: "ContribTests").flatMap(\.lines)
      #expect(!guide.isEmpty)
      let text = "# i3 config file (v4)\nset $mod Mod4\n\(guide.joined(separator: "\n"))\n" + keys
      try machine.write(text, to: config)
      let run = try machine.shell("\(command) config")
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      // What they refuse, they say.
      try machine.write(text + "nonsense here\n", to: config)
      #expect(try machine.shell("\(command) config").status != 0)
    }
  }

  @Test("every bbctl command of a key binding exists", arguments: ["sway", "i3", "sxhkdrc", "gnome"])
  func commands(file: String) async throws {
    let text = try SourceTree.text("contrib/examples/keys/\(file)")
    let commands = text.matches(of: #/bbctl ([a-z ]+)(\{([a-z,]+)\})?/#).flatMap { match in
      (match.3?.split(separator: ",") ?? [""]).map { String(match.1) + $0 }
    }
    try #require(commands.count >= 5)
    try await Machine.withEva { machine in
      try machine.bbctl("sleep", "start", "--at", "1h ago")
      for command in commands {
        // Rehearsed, so that nothing but the command itself decides.
        let run = try machine.shell("bbctl \(command) --dry-run")
        #expect(run.status == 0, "bbctl \(command): \(run.errors)")
      }
    }
  }

  @Test("GNOME's shortcuts are added to the existing ones, and removed again")
  func gnome() async throws {
    try await Machine.run { machine in
      // Stores its settings in files, as GNOME does in its database.
      try machine.addProgram(
        "gsettings",
        """
        file="$HOME/$(printf '%s.%s' "$2" "${3-}" | tr / _)"
        [ ! -e "$HOME/broken" ] || exit 1
        case $1 in
          get) cat "$file" 2>/dev/null || echo '@as []' ;;
          set) printf '%s\\n' "$4" > "$file" ;;
          reset-recursively) rm -f "$HOME/$(printf '%s' "$2" | tr / _)".* ;;
        esac
        """)
      let list = "home/org.gnome.settings-daemon.plugins.media-keys.custom-keybindings"
      try machine.write("['/mine/0/', '/mine/1/']\n", to: machine.directory + "/" + list)
      let run = "'\(Self.keys)/gnome'"

      #expect(try machine.shell("touch home/broken; \(run)").status != 0)
      #expect(try machine.text(list) == "['/mine/0/', '/mine/1/']\n")
      #expect(try machine.shell("rm home/broken; ls home").output.split(separator: "\n").count == 1)
      #expect(try machine.shell("\(run) && \(run)").status == 0)
      let added = try machine.text(list)
      #expect(added.hasPrefix("['/mine/0/','/mine/1/','/org/gnome/"))
      #expect(added.split(separator: ",").count == 11)
      #expect(try machine.shell("cat home/*babybasics-sleep_.command").output == "bbctl sleep toggle\n")
      #expect(try machine.shell("cat home/*babybasics-sleep_.binding").output == "<Super><Alt>s\n")

      #expect(try machine.shell("\(run) --remove").status == 0)
      #expect(try machine.text(list) == "['/mine/0/','/mine/1/']\n")
      #expect(try machine.shell("ls home").output.split(separator: "\n").count == 1)
      #expect(try machine.shell("rm \(list); \(run); \(run) --remove; cat \(list)").output == "[]\n")
    }
  }

  @Test("every icon can be drawn", .enabled(if: Machine.has("rsvg-convert"), "librsvg2-bin is not installed"))
  func icons() async throws {
    try await Machine.run { machine in
      let run = try machine.shell(
        """
        find '\(SourceTree.path("contrib/packaging/icons"))' -name '*.svg' | while read -r icon; do
          rsvg-convert -w 16 "$icon" -o icon.png && head -c 4 icon.png | tail -c 3; echo
        done
        """)
      #expect(run.errors == "")
      #expect(run.output.split(separator: "\n").count >= 9)
      #expect(run.output.split(separator: "\n").allSatisfy { $0 == "PNG" })
    }
  }
}
