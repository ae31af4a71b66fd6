import BabyModel

extension OtherLog {
  /// Says whose the backup is, which of its children have never been here, and what a restore would do.
  var explanation: String {
    let count = Words.count(entries, .entries)
    let unknown = strangers.isEmpty ? nil : "\(Self.list(strangers)) \(verb(strangers)) never been in this one"
    guard let owner else {
      return "This backup is of another log, with \(count): \(unknown ?? ""). Nothing was changed."
    }
    let sentences = ["This backup is of \(Self.noun(owner, besides: here)), with \(count)", unknown, future]
    return sentences.compactMap(\.self).joined(separator: ". ") + ". Nothing was changed."
  }

  /// "another account's log on baby.example.org"
  private static func noun(_ owner: LogOwner, besides here: LogOwner?) -> String {
    guard case .account(let account) = owner else { return "a log without an account" }
    let isAnother = if case .account = here { true } else { false }
    return (isAnother ? "another account's log" : "an account's log") + (account.map { " on \($0.server.host)" } ?? "")
  }

  /// The consequence of a restore.
  private var future: String {
    guard case .account(let account) = here else {
      return "This machine has no account: what is in the backup would stay on this machine, and no sync would follow"
    }
    let server = account.map { " on \($0.server.host)" } ?? ""
    let isTwice = twice.isEmpty ? "" : ". Then it has \(Self.list(twice)) twice"
    return "Whatever your account\(server) does not have would be sent to it in your name\(isTwice)"
  }

  private func verb(_ names: [String]) -> String { names.count == 1 ? "has" : "have" }

  /// A file from elsewhere may have any number of them.
  private static func list(_ names: [String]) -> String {
    let more = names.count - 3
    return Words.listed(names.prefix(3).map(\.excerpt) + (more > 0 ? ["\(more) more"] : []))
  }
}
