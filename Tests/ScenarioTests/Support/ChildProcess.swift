import Glibc
import TestSupport

/// A program that the test has started, and that it has to wait for.
final class ChildProcess {
  let pid: pid_t
  private var status: ExitStatus?
  /// Comes to its end when the process does, because the other end is the process's own.
  private let lifeline: CInt

  /// How a process ended.
  enum ExitStatus: Hashable {
    case exited(CInt)
    case killed(signal: CInt)
  }

  /// - Parameters:
  ///   - input: path of the file that standard input comes from; nil is empty.
  ///   - output: path of the file that standard output goes to; nil throws it away.
  ///   - errors: path of the file that standard error is appended to.
  ///   - socket: handed over as descriptor 3, as systemd does it.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], input: String? = nil, output: String?,
    errors: String, socket: CInt? = nil
  ) throws {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw ScenarioFailure.system("socketpair") }
    defer { close(ends[1]) }
    lifeline = ends[0]

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    // Far from the low numbers, so that neither is in the other's place. Doubled onto itself, a descriptor stays open
    // in the program.
    let lifelineEnd = fcntl(ends[1], F_DUPFD_CLOEXEC, 64)
    defer { close(lifelineEnd) }
    posix_spawn_file_actions_adddup2(&actions, lifelineEnd, lifelineEnd)
    let handedOver = socket.map { fcntl($0, F_DUPFD_CLOEXEC, 64) }
    defer { if let handedOver { close(handedOver) } }
    if let handedOver { posix_spawn_file_actions_adddup2(&actions, handedOver, 3) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A shell in the background, or nohup, has what it starts ignore some of these.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGHUP, SIGTERM] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // The threads of a queue have signals blocked, and a shell would wait for its children in vain.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let argv = ([program] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var pid: pid_t = 0
    let result = posix_spawnp(&pid, program, &actions, &attributes, argv, envp)
    guard result == 0 else {
      close(lifeline)
      throw ScenarioFailure("\(program) cannot be started: \(String(cString: strerror(result)))")
    }
    self.pid = pid
  }

  deinit {
    end()
    close(lifeline)
  }

  /// Sees that the process is gone.
  func end() {
    signal(SIGKILL)
    _ = try? wait()
  }

  func signal(_ number: CInt) { if status == nil { kill(pid, number) } }

  /// Waits for the end of the process.
  func wait(within limit: Duration = Patience.limit) throws -> ExitStatus {
    if let status { return status }
    guard Self.poll([lifeline], within: limit) == [lifeline] else {
      throw ScenarioFailure("process \(pid) is still running after \(limit)")
    }
    var code: CInt = 0
    guard waitpid(pid, &code, 0) == pid else { throw ScenarioFailure.system("waitpid") }
    let status: ExitStatus = code & 0x7f == 0 ? .exited((code >> 8) & 0xff) : .killed(signal: code & 0x7f)
    self.status = status
    return status
  }

  /// Waits until something can be read from a descriptor, or the process has ended.
  ///
  /// - Returns: false at the end of the process or of the time.
  func waits(for descriptor: CInt, within limit: Duration = Patience.limit) -> Bool {
    Self.poll([descriptor, lifeline], within: limit).contains(descriptor)
  }

  private static func poll(_ descriptors: [CInt], within limit: Duration) -> [CInt] {
    var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = CInt(limit / .milliseconds(1))
    while Glibc.poll(&polls, nfds_t(polls.count), milliseconds) < 0 && errno == EINTR {}
    return polls.filter { $0.revents != 0 }.map(\.fd)
  }
}
