import CProcess
package import Glibc

/// Starts programs, with signals as a program expects to find them.
package enum Spawn {
  /// - Parameters:
  ///   - arguments: the program, looked for on the path, and its arguments.
  ///   - input: for standard input; nil is `/dev/null`.
  ///   - output: for standard output; nil is `/dev/null`.
  ///   - isQuiet: what it says on standard error is not wanted.
  ///   - isDetached: keeps running after its parent and the parent's session have ended.
  /// - Returns: the process, or nil when it cannot be started.
  package static func start(
    _ arguments: [String], input: Int32? = nil, output: Int32? = nil, isQuiet: Bool = false, isDetached: Bool = false
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (given, standard, mode) in [(input, STDIN_FILENO, O_RDONLY), (output, STDOUT_FILENO, O_WRONLY)] {
      if let given {
        posix_spawn_file_actions_adddup2(&actions, given, standard)
      } else {
        posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", mode, 0)
      }
    }
    if isQuiet { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
    // A reader that waits until this program's files are closed would otherwise wait for the started one too.
    _ = process_spawn_closes(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // POSIX_SPAWN_SETSID
    let session = isDetached ? 0x80 : 0
    posix_spawnattr_setflags(
      &attributes, Int16(Int(POSIX_SPAWN_SETSIGMASK) | Int(POSIX_SPAWN_SETSIGDEF) | session))

    let argv = arguments.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var pid: pid_t = 0
    guard let program = arguments.first, posix_spawnp(&pid, program, &actions, &attributes, argv, environ) == 0 else {
      return nil
    }
    return pid
  }

  /// The two ends of a pipe, which started programs do not inherit; nil if the system has no descriptors left.
  package static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The path of one of our own programs: beside this one, otherwise on the search path.
  package static func ownProgram(_ name: String) -> String {
    var own = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &own, own.count - 1)
    let path = String(decoding: own.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let beside = (path.lastIndex(of: "/").map { path[...$0] } ?? "") + name
    return access(String(beside), X_OK) == 0 ? String(beside) : name
  }

  /// Whether a program is on the path.
  package static func canFind(_ program: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
