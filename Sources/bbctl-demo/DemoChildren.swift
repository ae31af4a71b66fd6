import BabyClient
import BabyModel
import BabyProtocol
import Glibc

/// Runs one program after the other on the terminal of this one, and lets no signal end this one before them.
///
/// Ctrl-C is for the program in front. A terminal that goes away, or a request to end, ends that program first.
struct DemoChildren {
  private static let signals = [SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGCHLD]
  /// How long a program may take to end when it has to, before it is killed.
  private static let patience = timespec(tv_sec: 5, tv_nsec: 0)

  /// From now on, these signals stay pending until `run` takes them.
  init() {
    signal(SIGCHLD, SIG_DFL)
    var set = Self.set
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }

  /// - Returns: the exit status; of a program that a signal has ended, 128 and its number.
  /// - Throws: `DemoInterruption`, also for what came before the start; `DemoFailure`.
  func run(_ command: [String]) throws -> Int32 {
    if let signal = Self.next(within: timespec()), signal != SIGCHLD { throw DemoInterruption(signal: signal) }
    guard let child = Spawn.start(command, input: STDIN_FILENO, output: STDOUT_FILENO) else {
      throw DemoFailure(message: "\(command[0]) cannot be started.", status: .failed)
    }
    var end: Int32?
    while true {
      let signal = Self.next(within: end == nil ? nil : Self.patience)
      // Also when the program has ended by the same signal meanwhile.
      let isEnd = signal == SIGHUP || signal == SIGTERM
      if isEnd { end = signal }
      var status: Int32 = 0
      if waitpid(child, &status, WNOHANG) == child {
        if let end { throw DemoInterruption(signal: end) }
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
      }
      if isEnd {
        // Shells end at this one, and ignore the other.
        kill(child, SIGHUP)
        kill(child, SIGCONT)
      } else if signal == nil {
        kill(child, SIGKILL)
      }
    }
  }

  /// - Parameter limit: nil waits for ever.
  private static func next(within limit: timespec?) -> Int32? {
    var set = set
    while true {
      let signal: Int32
      if var limit { signal = sigtimedwait(&set, nil, &limit) } else { signal = sigwaitinfo(&set, nil) }
      if signal > 0 { return signal }
      if errno != EINTR { return nil }
    }
  }
}

/// The person's shell, with a mark in its prompt where the shell has a place for one.
enum DemoShell {
  /// - Parameter folder: for its files, which go away with the demo.
  static func command(in folder: String) throws -> [String] {
    if !Spawn.canFind("bbctl") {
      let own = Spawn.ownProgram("bbctl").split(separator: "/", omittingEmptySubsequences: false).dropLast()
      setenv("PATH", own.joined(separator: "/") + ":" + (variable("PATH") ?? "/usr/bin:/bin"), 1)
    }
    let named = variable("SHELL") ?? ""
    let shell = named.hasPrefix("/") && access(named, X_OK) == 0 ? named : "/bin/sh"
    switch shell.split(separator: "/").last {
    case "bash":
      try DemoDaemon.write(
        """
        [ ! -r ~/.bashrc ] || . ~/.bashrc
        PS1="(demo) $PS1"

        """, to: folder + "/bashrc")
      return [shell, "--rcfile", folder + "/bashrc"]
    case "zsh":
      let own = variable("ZDOTDIR").map { "ZDOTDIR=" + $0.shellQuoted } ?? "unset ZDOTDIR"
      try DemoDaemon.write(
        """
        \(own)
        [ ! -r "${ZDOTDIR:-$HOME}/.zshenv" ] || . "${ZDOTDIR:-$HOME}/.zshenv"
        _demo_prompt() { [[ $PROMPT = "(demo) "* ]] || PROMPT="(demo) $PROMPT" }
        precmd_functions+=(_demo_prompt)

        """, to: folder + "/.zshenv")
      setenv("ZDOTDIR", folder, 1)
      return [shell]
    case "fish":
      let prompt = "functions --copy fish_prompt demo_prompt; function fish_prompt; echo -n '(demo) '; demo_prompt; end"
      return [shell, "--init-command", prompt]
    default: return [shell]
    }
  }
}
