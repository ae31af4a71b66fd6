import ArgumentParser

/// How much one account, and all who share one child, may take of a server.
struct QuotaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Changes that one account may make in a day, and that may be made to one child's log.", valueName: "number"))
  var dailyChanges = ServerLimits().dailyWrites

  @Option(
    help: ArgumentHelp(
      "MiB that one account may write in a day, and that may be written to one child's log.", valueName: "number"))
  var dailyMegabytes = ServerLimits().dailyBytes / mebibyte

  @Option(
    help: ArgumentHelp(
      "Sessions of one account; with one more, the one used longest ago ends.", valueName: "number"))
  var sessions = ServerLimits().sessions

  @Option(help: ArgumentHelp("Open invitations to one child.", valueName: "number"))
  var openInvitations = ServerLimits().openShares

  func validate() throws {
    let all = [
      ("--daily-changes", dailyChanges), ("--daily-megabytes", dailyMegabytes), ("--sessions", sessions),
      ("--open-invitations", openInvitations),
    ]
    for (name, value) in all where !(1...1_000_000_000).contains(value) {
      throw ValidationError("\(name) must be from 1 to 1000000000.")
    }
  }

  func apply(to limits: inout ServerLimits) {
    limits.dailyWrites = dailyChanges
    limits.dailyBytes = dailyMegabytes * mebibyte
    limits.sessions = sessions
    limits.openShares = openInvitations
  }
}

private let mebibyte = 1024 * 1024
