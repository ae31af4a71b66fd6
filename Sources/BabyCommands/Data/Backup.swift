import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Backup: Command {
  static let commandName = "backup"

  static let configuration = command(
    "Back up the database, or list the backups.", usage: "backup [<file>|list]",
    discussion: """
      The daemon makes a backup every day, in a folder beside the database, and keeps those of the last seven days and
      the last four weeks. With a file, this command also copies the new backup there.

        bbctl backup
        bbctl backup /media/usb/babybasics.db
        bbctl backup list
      """)

  @Argument(help: "Where to put a copy; \"list\" lists the backups, as --list does.", completion: .file())
  var file: String?

  @Flag(help: "List the backups without making one.")
  var list = false

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if list, file != nil || force { throw ValidationError("--list cannot be used with a file.") }
  }

  func run(in session: CommandSession) throws {
    // A copy can still be called "list": "./list" is a path.
    if list || file == "list" {
      return try session.answer(DataBackups.self, .init()) { .backups($0, now: session.now) }
    }
    guard let file else { return try session.answer(DataBackup.self, .init()) { .backup($0.backup) } }
    guard file != "-" else {
      throw UsageError(message: "A backup cannot be written to standard output: name a file.")
    }
    var sink = try ByteSink(file, replacing: force, in: session)
    let backup = try made(in: session, for: file)
    var written = 0
    while true {
      let part = try session.call(DataBackup.self, .init(name: backup.name, offset: written))
      guard let bytes = bytes(base64: part.chunk ?? "") else {
        throw UsageError(message: "The daemon sent a part of the file that cannot be read.")
      }
      try sink.write(bytes)
      written += bytes.count
      if part.isEnd { break }
    }
    try sink.finish()
    session.print(
      json: ["file": .string(file), "bytes": .integer(Int64(written))],
      or: Page(line: "Wrote \(Count.grouped(written)) bytes to \(file)"))
  }

  /// The backup to copy. The daemon makes it beside its database, which needs the space.
  private func made(in session: CommandSession, for file: String) throws -> BackupRecord {
    do { return try session.call(DataBackup.self, .init()).backup } catch {
      guard case .refused(let refusal) = error, refusal.code == .storeFull else { throw error }
      throw UsageError(
        message: "A backup is made beside the database before it is copied, and that disk is full. "
          + "An export needs no room there.", hint: "bbctl export \((file + ".json").shellQuoted)", status: .failed)
    }
  }
}

struct Restore: Command {
  static let commandName = "restore"

  static let configuration = command(
    "Replace the whole database with a backup.", usage: "restore <backup>",
    discussion: """
      The current database is backed up first, so you can go back in the same way. Bars and other clients reconnect by
      themselves. Entries keep their authors.

      Anything logged since the backup was made is then only in that first backup. With an account, the next sync brings
      back what the family server has of it, and sends the server what it lacks. A backup of another log is restored
      only with --other-log or after a question: of another account, of a machine without one, or with children who have
      never been in this log.

        bbctl backup --list
        bbctl restore local-20261121T201405Z.db
        bbctl restore /media/usb/babybasics.db --yes
      """)

  @Argument(help: "The name of a backup, or a file.", completion: .backups)
  var backup: String

  @Flag(help: "Restore a backup of another log, too.")
  var otherLog = false

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    guard backup != "-" || !session.environment.inputIsTerminal else {
      throw UsageError(
        message: "A backup cannot be typed: name a file, or send it to standard input.", hint: "bbctl backup --list")
    }
    let isOwn = try session.call(DataBackups.self, .init()).backups.contains { $0.name == backup }
    // Refuse a file that cannot be read before asking.
    if !isOwn { _ = try ByteSource(backup) }
    guard try isConfirmed(in: session) else { return }
    do { try restore(isOwn: isOwn, takesOtherLog: otherLog, in: session) } catch ClientError.refused(var refusal)
      where refusal.code == .restoreOfOtherLog
    {
      guard backup != "-" else {
        // Standard input cannot be read twice, so there is no hint to paste.
        refusal.message += " To restore it all the same, run the same again with --other-log."
        refusal.hint = "bbctl restore --help"
        throw ClientError.refused(refusal)
      }
      guard !yes else {
        refusal.hint = "bbctl restore \(backup.shellQuoted) --other-log --yes"
        throw ClientError.refused(refusal)
      }
      guard session.confirms("\(refusal.message) Replace this log with that one?") else { return }
      try restore(isOwn: isOwn, takesOtherLog: true, in: session)
    }
    session.followReplacement()
  }

  /// - Parameter isOwn: whether it is one of the daemon's own backups, and not a file.
  private func restore(isOwn: Bool, takesOtherLog: Bool, in session: CommandSession) throws {
    var last = DataRestore.Params(name: backup, otherLog: takesOtherLog)
    if !isOwn {
      var source = try ByteSource(backup)
      var chunk = try source.read(upTo: DataImport.chunkSize)
      while true {
        let next = try source.read(upTo: DataImport.chunkSize)
        if next.isEmpty { break }
        _ = try session.call(DataRestore.self, .init(chunk: base64(chunk)))
        chunk = next
      }
      last = .init(chunk: base64(chunk), end: true, otherLog: takesOtherLog)
    }
    try session.answer(DataRestore.self, last) { .restored($0, from: backup) }
  }

  private func isConfirmed(in session: CommandSession) throws -> Bool {
    if yes { return true }
    try session.requirePerson(for: "replaces the whole database")
    return session.confirms("Replace everything with \(backup)?")
  }
}

extension Page {
  /// The page of `bbctl backup --list`.
  static func backups(_ answer: DataBackups.Answer, now: Instant) -> Page {
    var page = Page()
    if answer.backups.isEmpty {
      page.line("There are no backups yet.")
      return page
    }
    for backup in answer.backups {
      page.row([.init(backup.name), .init(Words.ago(backup.at, now: now)), .init(size(backup.bytes), .faint)])
    }
    page.gap()
    page.line(.init("in \(answer.folder)", .faint))
    return page
  }

  static func backup(_ backup: BackupRecord) -> Page {
    Page(line: [backup.name, size(backup.bytes)].joined(separator: Words.separator))
  }

  static func restored(_ answer: DataRestore.Answer, from name: String) -> Page {
    var page = Page()
    let entries = Count.of(answer.entries ?? 0, "entry", "entries")
    page.line(.init("Restored \(name)", .strong), .init(Words.separator + entries))
    if let replaced = answer.replaced {
      page.line(.init("To go back: bbctl restore \(replaced.name)", .faint))
    }
    return page
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 10_000_000 ? "\(Count.grouped((bytes + 1023) / 1024)) KiB" : "\(Count.grouped(bytes / 1_048_576)) MiB"
  }
}

extension Page {
  /// Shown before anything else while a damaged log is neither restored nor dismissed.
  static func lostLog(_ lost: LostLogRecord) -> Page {
    var page = Page()
    page.line(.init(LostLogRecord.sentence, .severity(.error)))
    page.line(.init((lost.backup == nil ? "There is no backup of it: " : "Restore the newest backup: ") + lost.remedy))
    page.line(.init("  (bbctl inbox dismiss)", .faint))
    page.gap()
    return page
  }
}
