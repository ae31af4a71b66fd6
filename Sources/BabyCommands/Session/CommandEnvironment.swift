import BabyClient
public import BabyModel
import Glibc
import SystemCalls

/// A command's environment. The program passes the real one, tests their own.
public struct CommandEnvironment {
  /// The environment's variables.
  public var variables: EnvironmentVariables
  public var now: () -> Instant
  /// A person sits at the keyboard and can be asked.
  public var inputIsTerminal: Bool
  public var outputIsTerminal: Bool
  public var errorIsTerminal: Bool
  /// A desktop key binding has started the program, and its output is not read: a notification shows the result.
  public var isKey = false
  /// Width of the terminal.
  public var columns: Int
  /// The next line from the keyboard without its line feed; nil at the end of the input.
  public var readLine: () -> String?
  /// The next line from the keyboard, which does not show while it is typed; nil at the end of the input.
  public var readSecret: () -> String?
  /// Reads standard input to its end, up to a limit in bytes.
  var readInput: (_ limit: Int) throws(UsageError) -> [UInt8]
  /// Standard output, to notice that its reader is gone; -1 if there is none.
  public var outputDescriptor: Int32
  /// Writes to standard output at once; false when the reader is gone.
  public var write: (String) -> Bool
  /// Starts the pager for long output; nil if there is none.
  var openPager: () -> Pager? = { nil }
  /// Writes to standard error at once: questions and progress.
  public var writeError: (String) -> Void
  /// The time zone that this machine is set to; nil if that is not known.
  var machineZone: () -> String? = { nil }
  /// Starts a program with some variables set, without waiting; false if it cannot be started.
  public var start: (_ arguments: [String], _ variables: [String: String]) -> Bool
  /// Replaces this process by another of the programs, with some variables set; returns if it is not installed.
  public var become: (_ program: String, _ arguments: [String], _ variables: [String: String]) -> Void
  /// Puts a text on the clipboard; false if there is none.
  public var copy: (String) -> Bool
  /// Whether there is a file at a path.
  public var exists: (_ path: String) -> Bool
  /// Whether this user may connect to the socket at a path.
  public var mayOpen: (_ socket: String) -> Bool
  /// How many bytes this user can still write where a path is, or will be; nil if that is not known.
  public var freeBytes: (_ path: String) -> Int?
  /// The bytes of a file up to a limit; nil if it does not exist or is longer.
  public var readFile: (_ path: String, _ limit: Int) -> [UInt8]?
  /// Replaces a private file on the disk, or removes it (nil); false on failure.
  public var replaceFile: (_ path: String, _ content: [UInt8]?) -> Bool
  /// Runs a program to its end, for a few seconds at most; nil when it cannot be run or takes longer.
  public var ask: (_ arguments: [String]) -> ProgramAnswer?

  public init(
    variables: [String: String], now: @escaping () -> Instant, inputIsTerminal: Bool = false,
    outputIsTerminal: Bool = false, errorIsTerminal: Bool = false, columns: Int = 80,
    readLine: @escaping () -> String? = { nil }, readSecret: @escaping () -> String? = { nil },
    readInput: @escaping (Int) -> [UInt8] = { _ in [] }, outputDescriptor: Int32 = -1,
    write: @escaping (String) -> Bool = { _ in true }, writeError: @escaping (String) -> Void = { _ in },
    start: @escaping ([String], [String: String]) -> Bool = { _, _ in false },
    become: @escaping (String, [String], [String: String]) -> Void = { _, _, _ in },
    copy: @escaping (String) -> Bool = { _ in false },
    exists: @escaping (String) -> Bool = { _ in false },
    mayOpen: @escaping (String) -> Bool = { _ in false },
    freeBytes: @escaping (String) -> Int? = { _ in nil },
    readFile: @escaping (String, Int) -> [UInt8]? = { _, _ in nil },
    replaceFile: @escaping (String, [UInt8]?) -> Bool = { _, _ in false },
    ask: @escaping ([String]) -> ProgramAnswer? = { _ in nil }
  ) {
    self.variables = EnvironmentVariables { variables[$0] }
    self.now = now
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.columns = columns
    self.readLine = readLine
    self.readSecret = readSecret
    self.readInput = readInput
    self.outputDescriptor = outputDescriptor
    self.write = write
    self.writeError = writeError
    self.start = start
    self.become = become
    self.copy = copy
    self.exists = exists
    self.mayOpen = mayOpen
    self.freeBytes = freeBytes
    self.readFile = readFile
    self.replaceFile = replaceFile
    self.ask = ask
  }
}

/// Environment variables, each read on demand: the first dictionary that a program creates costs as much as a third of
/// a call.
public struct EnvironmentVariables {
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
public struct ProgramAnswer {
  public var status: Int32
  public var output: String

  public init(status: Int32, output: String) {
    self.status = status
    self.output = output
  }
}

extension CommandEnvironment {
  /// The width that a variable names; 80 where it names none, or one that no terminal has.
  static func columns(named variable: String?) -> Int {
    variable.flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil } ?? 80
  }

  /// Those of this process.
  public static var process: CommandEnvironment {
    let variables = EnvironmentVariables.process
    let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    var environment = CommandEnvironment(
      variables: [:], now: { WallClock.now },
      inputIsTerminal: isatty(STDIN_FILENO) == 1,
      outputIsTerminal: outputIsTerminal, errorIsTerminal: isatty(STDERR_FILENO) == 1,
      columns: outputIsTerminal ? terminalColumns(named: variables["COLUMNS"]) : 80, readLine: { Swift.readLine() },
      readSecret: HiddenInput.readLine,
      outputDescriptor: STDOUT_FILENO, write: { writeAll(Array($0.utf8), to: STDOUT_FILENO) },
      writeError: { _ = writeAll(Array($0.utf8), to: STDERR_FILENO) }, start: startProgram,
      become: replaceProcess, copy: copyToClipboard, exists: DaemonSocket.isThere,
      mayOpen: DaemonSocket.mayOpen, freeBytes: countFreeBytes, readFile: KeptFile.read,
      replaceFile: KeptFile.replace, ask: runProgram)
    environment.isKey = DesktopKey.hasStartedThis
    environment.variables = variables
    environment.machineZone = { machineZoneNames(variable: variables["TZ"]).first(where: isZoneName) }
    environment.openPager = { Pager.start(variables) }
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

private func runProgram(_ arguments: [String]) -> ProgramAnswer? {
  guard let pipe = Spawn.pipe() else { return nil }
  defer { close(pipe.reading) }
  signal(SIGCHLD, SIG_DFL)
  let process = Spawn.start(arguments, output: pipe.writing, isQuiet: true)
  close(pipe.writing)
  guard let process else { return nil }
  let deadline = Deadline(in: .seconds(3))
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
  return ProgramAnswer(status: status >> 8 & 0xff, output: String(decoding: output, as: UTF8.self))
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
