import BabyClient
import BabyModel
import Glibc
import SystemCalls

/// A command's environment. The program passes the real one, tests their own.
struct CommandEnvironment {
  /// The environment's variables.
  var variables: EnvironmentVariables
  var now: () -> Instant
  /// A person sits at the keyboard and can be asked.
  var inputIsTerminal = false
  var outputIsTerminal = false
  var errorIsTerminal = false
  /// A desktop key binding has started the program, and its output is not read: a notification shows the result.
  var isKey = false
  /// Width of the terminal.
  var columns = 80
  /// The next line from the keyboard without its line feed; nil at the end of the input.
  var readLine: () -> String? = { nil }
  /// The next line from the keyboard, which does not show while it is typed; nil at the end of the input.
  var readSecret: () -> String? = { nil }
  /// Reads standard input to its end, up to a limit in bytes.
  var readInput: (_ limit: Int) throws(UsageError) -> [UInt8] = { _ in [] }
  /// Standard output, to notice that its reader is gone; -1 if there is none.
  var outputDescriptor: Int32 = -1
  /// Writes to standard output at once; false when the reader is gone.
  var write: (String) -> Bool = { _ in true }
  /// Starts the pager for long output; nil if there is none.
  var openPager: () -> Pager? = { nil }
  /// Writes to standard error at once: questions and progress.
  var writeError: (String) -> Void = { _ in }
  /// The time zone that this machine is set to; nil if that is not known.
  var machineZone: () -> String? = { nil }
  /// Starts a program with some variables set, without waiting; false if it cannot be started.
  var start: (_ arguments: [String], _ variables: [String: String]) -> Bool = { _, _ in false }
  /// Replaces this process by another of the programs, with some variables set; returns if it is not installed.
  var become: (_ program: String, _ arguments: [String], _ variables: [String: String]) -> Void = { _, _, _ in }
  /// Puts a text on the clipboard; false if there is none.
  var copy: (String) -> Bool = { _ in false }
  /// Whether there is a file at a path.
  var exists: (_ path: String) -> Bool = { _ in false }
  /// Whether this user may connect to the socket at a path.
  var mayOpen: (_ socket: String) -> Bool = { _ in false }
  /// How many bytes this user can still write where a path is, or will be; nil if that is not known.
  var freeBytes: (_ path: String) -> Int? = { _ in nil }
  /// The bytes of a file up to a limit; nil if it does not exist or is longer.
  var readFile: (_ path: String, _ limit: Int) -> [UInt8]? = { _, _ in nil }
  /// Replaces a private file on the disk, or removes it (nil); false on failure.
  var replaceFile: (_ path: String, _ content: [UInt8]?) -> Bool = { _, _ in false }
  /// Runs a program to its end, for a few seconds at most; nil when it cannot be run or takes longer.
  var ask: (_ arguments: [String]) -> ProgramAnswer? = { _ in nil }
  /// Has a program make one file out of another, in a minute at most.
  var convert: (_ arguments: [String], _ file: [UInt8]) -> Conversion = { _, _ in .notInstalled }

  /// One without a person, a terminal, files or other programs.
  init(variables: [String: String], now: @escaping () -> Instant) {
    self.variables = EnvironmentVariables { variables[$0] }
    self.now = now
  }
}

/// Environment variables, each read on demand: the first dictionary that a program creates costs as much as a third of
/// a call.
struct EnvironmentVariables {
  private let read: (String) -> String?

  init(_ read: @escaping (String) -> String?) { self.read = read }

  /// Those of this process.
  ///
  /// `HOME` is as every program of ours takes it.
  static var process: EnvironmentVariables {
    EnvironmentVariables { name in
      let value = getenv(name).map { String(cString: $0) }
      return name == "HOME" ? homeFolder(variable: value) : value
    }
  }

  subscript(_ name: String) -> String? { read(name) }
}

/// The standard output of a finished program.
struct ProgramAnswer {
  var status: Int32
  var output: String
}

/// The result of converting a file.
enum Conversion {
  case output([UInt8])
  case notInstalled
  case failed
}

extension CommandEnvironment {
  /// The width that a variable names; 80 where it names none, or one that no terminal has.
  static func columns(named variable: String?) -> Int {
    variable.flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil } ?? 80
  }

  /// Those of this process.
  static var process: CommandEnvironment {
    let variables = EnvironmentVariables.process
    var environment = CommandEnvironment(variables: [:]) { WallClock.now }
    environment.variables = variables
    environment.inputIsTerminal = isatty(STDIN_FILENO) == 1
    environment.outputIsTerminal = isatty(STDOUT_FILENO) == 1
    environment.errorIsTerminal = isatty(STDERR_FILENO) == 1
    environment.isKey = DesktopKey.hasStartedThis
    if environment.outputIsTerminal { environment.columns = terminalColumns(named: variables["COLUMNS"]) }
    environment.readLine = { Swift.readLine() }
    environment.readSecret = HiddenInput.readLine
    environment.outputDescriptor = STDOUT_FILENO
    environment.write = { writeAll(Array($0.utf8), to: STDOUT_FILENO) }
    environment.writeError = { _ = writeAll(Array($0.utf8), to: STDERR_FILENO) }
    environment.openPager = { Pager.start(variables) }
    environment.machineZone = { machineZoneNames(variable: variables["TZ"]).first(where: isZoneName) }
    environment.start = startProgram
    environment.become = replaceProcess
    environment.copy = copyToClipboard
    environment.exists = DaemonSocket.isThere
    environment.mayOpen = DaemonSocket.mayOpen
    environment.freeBytes = countFreeBytes
    environment.readFile = StateFile.read
    environment.replaceFile = StateFile.replace
    environment.ask = { arguments in
      runProgram(arguments, within: .seconds(3)).map {
        ProgramAnswer(status: $0.status, output: String(decoding: $0.output, as: UTF8.self))
      }
    }
    environment.convert = convertFile
    environment.readInput = { limit throws(UsageError) in
      var source = try ByteSource("-")
      return try source.read(upTo: limit)
    }
    return environment
  }
}

/// Whether a value of `TZ` is a zone's name and not a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`. This program has no zone
/// database: the form decides.
func isZoneName(_ text: String) -> Bool {
  text.allSatisfy(\.isLetter) || text.contains("/") && !text.contains(",")
}

/// Does not wait for the program: it writes to the same output, and reports its own errors.
private func startProgram(_ arguments: [String], _ variables: [String: String]) -> Bool {
  signal(SIGCHLD, SIG_IGN)
  for (name, value) in variables { setenv(name, value, 1) }
  return Spawn.start(arguments, output: STDOUT_FILENO) != nil
}

/// Hands a text to the program that keeps the clipboard: Wayland's, or X11's.
private func copyToClipboard(_ text: String) -> Bool {
  let programs = [("WAYLAND_DISPLAY", ["wl-copy"]), ("DISPLAY", ["xclip", "-selection", "clipboard"])]
  for (display, command) in programs where getenv(display) != nil && Spawn.canFind(command[0]) {
    guard let pipe = Spawn.pipe() else { return false }
    defer { close(pipe.reading) }
    guard let process = Spawn.start(command, input: pipe.reading) else {
      close(pipe.writing)
      continue
    }
    let isWritten = writeAll(Array(text.utf8), to: pipe.writing)
    close(pipe.writing)
    var status: Int32 = 0
    return isWritten && waitpid(process, &status, 0) == process && status == 0
  }
  return false
}

private func convertFile(by arguments: [String], _ file: [UInt8]) -> Conversion {
  guard let program = arguments.first, Spawn.canFind(program) else { return .notInstalled }
  // It goes away when it is closed. A pipe could be full while the program waits until its output is read.
  guard let input = tmpfile() else { return .failed }
  defer { fclose(input) }
  guard fwrite(file, 1, file.count, input) == file.count, fflush(input) == 0, fseek(input, 0, SEEK_SET) == 0,
    let answer = runProgram(arguments, input: fileno(input), within: .seconds(60)), answer.status == 0
  else { return .failed }
  return .output(answer.output)
}

/// Runs a program to its end; nil when it cannot be run or takes longer.
private func runProgram(
  _ arguments: [String], input: Int32? = nil, within limit: Duration
) -> (status: Int32, output: [UInt8])? {
  guard let pipe = Spawn.pipe() else { return nil }
  defer { close(pipe.reading) }
  signal(SIGCHLD, SIG_DFL)
  let process = Spawn.start(arguments, input: input, output: pipe.writing, isQuiet: true)
  close(pipe.writing)
  guard let process else { return nil }
  let deadline = Deadline(in: limit)
  var output: [UInt8] = []
  while true {
    var ready = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
    let count = poll(&ready, 1, deadline.millisecondsLeft)
    if count < 0, errno == EINTR { continue }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let length = count > 0 ? read(pipe.reading, &chunk, chunk.count) : -1
    if length < 0 { kill(process, SIGKILL) }
    if length <= 0 { break }
    output += chunk.prefix(length)
  }
  var status: Int32 = 0
  guard waitpid(process, &status, 0) == process, status & 0x7f == 0 else { return nil }
  return (status >> 8 & 0xff, output)
}

/// Of the file system that a path is on, or the nearest folder above it that there is.
private func countFreeBytes(_ path: String) -> Int? {
  var path = path[...]
  while !path.isEmpty {
    var system = statvfs()
    if statvfs(String(path), &system) == 0 { return Int(clamping: UInt64(system.f_bavail) * UInt64(system.f_frsize)) }
    path = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  }
  return nil
}

/// The terminal's width, otherwise the variable `COLUMNS`, otherwise 80.
private func terminalColumns(named variable: String?) -> Int {
  var size = winsize()
  if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
  return CommandEnvironment.columns(named: variable)
}

/// Replaces this process by a program: the one beside it, otherwise the first on the path. Returns if there is none.
private func replaceProcess(_ program: String, _ arguments: [String], _ variables: [String: String]) {
  for (name, value) in variables { setenv(name, value, 1) }
  let words = ([program] + arguments).map { strdup($0) } + [nil]
  defer { words.forEach { free($0) } }
  execvp(Spawn.ownProgram(program), words)
}
