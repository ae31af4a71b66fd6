import BabyClient
import BabyModel
import BabyProtocol

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
