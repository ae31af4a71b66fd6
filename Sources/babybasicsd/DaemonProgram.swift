import BabyDaemon

@main
enum DaemonProgram {
  // On the main actor, for Swift's own thread pool would wake up each second from then on: see `TaskExecutors.swift`.
  @MainActor
  static func main() async { await DaemonCommand.run() }
}
