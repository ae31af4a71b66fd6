import BabyProtocol
import Foundation
import Testing

@Suite("bbbar, as a bar runs it")
struct BarTests {
  private func bar(_ machine: Machine, _ command: String...) throws -> BarProcess {
    try BarProcess(on: machine, command)
  }

  @Test("without a daemon the first line comes at once and reports that, and the next when there is one")
  func daemonComes() async throws {
    try await Machine.run { machine in
      let bar = try bar(machine, "waybar")
      let first = try JSON(parsing: try #require(bar.next()).utf8)
      #expect(first["text"] == "<span color=\"#de9651\">! Offline</span>")
      #expect(first["class"] == ["offline"])
      try machine.start()
      try machine.addEva(zone: "UTC")
      #expect(try bar.line(with: "No events yet today").contains(#""class":["awake","fresh","child-eva"]"#))
    }
  }

  @Test("entries from anywhere are shown, and changes without effect are not shown again")
  func changes() async throws {
    try await Machine.withEva { machine in
      let bar = try bar(machine, "plain")
      _ = try bar.line(with: "No events yet today")
      try machine.bbctl("sleep", "start", "--at", "64m ago")
      #expect(bar.next() == "Sleeping 1h 04m")
      try machine.bbctl("note", "slept at once")
      try machine.bbctl("sleep", "stop")
      #expect(bar.next() == "Awake 0m")
    }
  }

  @Test("while the daemon is away the last state stays, with its age, and it continues when the daemon is back")
  func restart() async throws {
    try await Machine.withEva { machine in
      let bar = try bar(machine, "plain")
      try machine.bbctl("sleep", "start", "--at", "64m ago")
      _ = try bar.line(with: "Sleeping 1h 04m")
      try machine.kill()
      #expect(try bar.line(with: "Sleeping 1h 04m · ! as of ").hasSuffix("M"))
      try machine.start()
      #expect(try bar.line(with: "Sleeping 1h 04m") == "Sleeping 1h 04m")
    }
  }

  @Test(
    "--once prints one line and ends, with the daemon and without it", arguments: ["waybar", "tmux", "argos", "i3bar"])
  func once(format: String) async throws {
    try await Machine.run { machine in
      let without = try machine.run(Machine.program("bbbar"), [format, "--once"])
      #expect(without.status == 0)
      #expect(without.output.contains("Offline"))
      try machine.start()
      try machine.addEva(zone: "UTC")
      let with = try machine.run(Machine.program("bbbar"), [format, "--once"])
      #expect(with.status == 0)
      #expect(with.output.contains("No events yet today"))
    }
  }

  @Test("when its reader is gone it ends, even without output")
  func readerGone() async throws {
    try await Machine.withEva { machine in
      let bar = try bar(machine, "waybar")
      _ = try bar.line(with: "No events yet today")
      bar.stopReading()
      #expect(try bar.process.wait() == .exited(0))
    }
  }

  @Test("when the bar is killed nothing is left, even with a shell in between")
  func orphans() async throws {
    try await Machine.withEva { machine in
      let bar = try BarProcess(on: machine, [], shell: "bbbar waybar; true")
      _ = try bar.line(with: "No events yet today")
      bar.process.signal(SIGKILL)
      bar.stopReading()
      // The shell's descriptors are bbbar's too: they come to their end with the last of the two.
      #expect(try bar.process.wait() == .killed(signal: SIGKILL))
    }
  }

  @Test("signals that bars and their users send around do no harm, and SIGTERM ends it")
  func signals() async throws {
    try await Machine.withEva { machine in
      let bar = try bar(machine, "waybar")
      _ = try bar.line(with: "No events yet today")
      for number in [SIGUSR1, SIGUSR2, SIGCHLD, SIGPIPE] + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
      { bar.process.signal(number) }
      try machine.bbctl("diaper", "wet")
      #expect(try bar.line(with: "Diaper 0m") != "")
      bar.process.signal(SIGTERM)
      #expect(try bar.process.wait() == .exited(0))
    }
  }

  @Test("it ends on request, even while its output is not read")
  func stuckReader() async throws {
    try await Machine.withEva { machine in
      let bar = try bar(machine, "waybar")
      bar.narrow()
      for _ in 0..<30 { try machine.bbctl("diaper", "wet") }
      bar.process.signal(SIGTERM)
      #expect(try bar.process.wait() == .exited(0))
    }
  }

  @Test("for i3bar it begins with a header and an array, and ends with its input")
  func i3bar() async throws {
    try await Machine.withEva { machine in
      let bar = try bar(machine, "i3bar")
      #expect(try JSON(parsing: try #require(bar.next()).utf8)["click_events"] == true)
      #expect(bar.next() == "[")
      let blocks = try JSON(parsing: try bar.line(with: "No events yet today").dropLast().utf8).arrayValue
      #expect(blocks?.first?["name"] == "babybasics")
      #expect(try machine.run("/bin/sh", ["-c", "bbbar i3bar < /dev/null"]).status == 0)
    }
  }

  @Test("a click in i3bar reaches the database, twice at once as one press")
  func click() async throws {
    try await Machine.withEva { machine in
      let bar = try bar(machine, "swaybar")
      _ = try bar.line(with: "No events yet today")
      bar.click("[")
      bar.click(#"{"name":"babybasics","button":1,"event":272,"x":3,"y":4,"scale":1.0}"#)
      bar.click(#",{"name":"babybasics","button":1,"event":272,"x":3,"y":4,"scale":1.0}"#)
      _ = try bar.line(with: "Sleeping 0m")
      #expect(try machine.sqlite("select count(*), count(end_at) from entry") == "1|0")
      bar.click(#",{"name":"babybasics","button":2}"#)
      _ = try bar.line(with: "No events yet today")
    }
  }

  @Test("scrolling switches the child")
  func scroll() async throws {
    try await Machine.withEva { machine in
      try machine.call("child.add", ["name": "Tom", "born": "2020-01-31", "zone": "UTC"])
      try machine.call("child.select", ["childId": "Eva"])
      let bar = try bar(machine, "i3bar", "--template", "{child}")
      _ = try bar.line(with: #""full_text":"Eva""#)
      bar.click(#"[{"name":"babybasics","button":5}"#)
      _ = try bar.line(with: #""full_text":"Tom""#)
      _ = try machine.run(Machine.program("bbbar"), ["click", "scroll-up"])
      _ = try bar.line(with: #""full_text":"Eva""#)
    }
  }

  @Test("a click without effect shows the reason, for a while")
  func failedClick() async throws {
    try await Machine.run { machine in
      let bar = try bar(machine, "i3bar")
      _ = try bar.line(with: "Offline")
      bar.click(#"[{"name":"babybasics","button":1}"#)
      _ = try bar.line(with: "The daemon is not running")
    }
  }

  @Test("a hidden bar gets no output, and everything when it is shown again")
  func hidden() async throws {
    try await Machine.withEva { machine in
      let (bar, other) = (try bar(machine, "i3bar"), try bar(machine, "i3bar"))
      for bar in [bar, other] { _ = try bar.line(with: "No events yet today") }
      bar.process.signal(SIGUSR1)
      try machine.wait(for: "the signal to be taken") { try !bar.process.isPending(SIGUSR1) }
      try machine.bbctl("sleep", "start", "--at", "64m ago")
      // The other bar is not updated earlier.
      _ = try other.line(with: "Sleeping 1h 04m")
      #expect(bar.next(within: .zero) == nil)
      bar.process.signal(SIGUSR2)
      #expect(try #require(bar.next()).contains("Sleeping 1h 04m"))
    }
  }

  @Test("another generator's blocks are after ours, and its clicks reach it")
  func wrap() async throws {
    try await Machine.withEva { machine in
      let generator = machine.directory + "/generator"
      try machine.write(
        """
        #!/bin/sh
        echo '{"version":1,"click_events":true}'
        echo '['
        echo '[{"name":"clock","full_text":"12:00"}]'
        while read -r click; do
          case $click in *clock*) echo ',[{"name":"clock","full_text":"clicked"}]' ;; esac
        done
        """, to: generator)
      let bar = try bar(machine, "i3bar", "--wrap", "exec sh \(generator)")
      _ = try bar.line(with: #"},{"name":"clock","full_text":"12:00"}],"#)
      try machine.bbctl("sleep", "start", "--at", "64m ago")
      _ = try bar.line(with: "Sleeping 1h 04m")
      bar.click("[")
      bar.click(#"{"name":"clock","button":1}"#)
      let line = try bar.line(with: "clicked")
      #expect(line.contains("Sleeping 1h 04m"))
      bar.stopReading()
      #expect(try bar.process.wait() == .exited(0), "neither is left")
    }
  }

  @Test("clicks as commands: one press however often it is fired, and refused if the bar showed another state")
  func commands() async throws {
    try await Machine.withEva { machine in
      let twice = try machine.shell("bbbar click left & bbbar click left & wait")
      #expect(twice.errors == "")
      #expect(try machine.sqlite("select count(*), count(end_at) from entry") == "1|0")
      let stale = try machine.run(Machine.program("bbbar"), ["click", "left", "--state", "awake"])
      #expect(stale.status == 6)
      #expect(stale.errors.contains("bbbar: "))
      #expect(try machine.sqlite("select count(*), count(end_at) from entry") == "1|0")
      #expect(try machine.run(Machine.program("bbbar"), ["click", "middle"]).status == 0)
      #expect(try machine.sqlite("select count(*) from entry where deleted_at is null") == "0")
    }
  }

  @Test("the right button opens an installed menu, and the choice is logged")
  func menu() async throws {
    try await Machine.withEva { machine in
      // Chooses the fifth line with the keyboard.
      for name in ["rofi", "fuzzel"] {
        try machine.addProgram(name, "echo \"$@\" > \(machine.directory)/asked\nsed -n 5p")
      }
      let bar = try bar(machine, "plain")
      _ = try bar.line(with: "No events yet today")
      #expect(try machine.shell("bbbar click right").status == 0)
      #expect(bar.next() == "Diaper 0m")
      #expect(try machine.text("asked").contains("Log for Eva"))
    }
  }

  @Test("the menu accepts a typed line, and asks back if it is unknown or ambiguous")
  func say() async throws {
    try await Machine.withEva { machine in
      // Types a line where there is nothing to choose from, something else the second time, and chooses the last one.
      try machine.addProgram(
        "rofi",
        """
        echo "$@" >> \(machine.directory)/asked
        choices=$(cat)
        if [ -n "$choices" ]; then echo "$choices" | tail -1
        elif grep -q 'is not understood' \(machine.directory)/asked; then echo 'feed 15'
        else echo 'feed plenty'; fi
        """)
      #expect(try machine.run(Machine.program("bbbar"), ["menu"]).status == 0)
      let entry = try machine.call("entry.get", ["id": "last"])["entry"]
      #expect(entry?["method"] == "breast")
      let asked = try machine.text("asked").split(separator: "\n")
      #expect(asked.count == 4)
      #expect(asked.map { $0.contains("-no-custom") } == [true, false, false, true])
      #expect(asked.last?.hasSuffix("Which one?") == true)
    }
  }

  @Test("a menu that answers by itself with invalid lines is asked twice; then a notification shows the reason")
  func sayInVain() async throws {
    try await Machine.withEva { machine in
      try machine.addProgram(
        "rofi",
        """
        echo "$@" >> \(machine.directory)/asked
        choices=$(cat)
        if [ -n "$choices" ]; then echo "$choices" | tail -1; else echo 'feed plenty'; fi
        """)
      let run = try machine.run(Machine.program("bbbar"), ["menu"])
      #expect(run.status == 2)
      #expect(run.errors.contains("is not understood"))
      let asked = try machine.text("asked").split(separator: "\n")
      #expect(asked.map { $0.contains("-no-custom") } == [true, false, false])
      #expect(try machine.call("timeline.list")["entries"]?.arrayValue?.count == 0)
    }
  }

  @Test("wrong arguments are a usage error")
  func usage() async throws {
    try await Machine.run { machine in
      let run = try machine.run(Machine.program("bbbar"), ["wayber"])
      #expect(run.status == 2)
      #expect(run.errors == "bbbar: There is no bar \"wayber\".\n  Try: bbbar waybar\n")
      #expect(try machine.run(Machine.program("bbbar"), ["--version"]).output == "\(versionText)\n")
      #expect(try machine.run(Machine.program("bbbar"), ["config", "waybar"]).output.contains("exec bbbar waybar"))
      #expect(try machine.run(Machine.program("bbbar"), ["click", "left"]).status == 5)
    }
  }
}
