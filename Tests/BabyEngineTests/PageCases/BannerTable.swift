import BabyEngine
import BabyModel
import BabyProtocol

/// What banners say of changes on their way to the server, and how long they are shown, as bbctl, bars and the tray have it.
enum BannerTable {
  private static let entry = QueuedChange.Subject.entry(Sample.named)
  private static let failure = SyncFailure.rateLimited

  static let texts: JSON = .present([
    "savedHere": told(.retrying(entry, failure, at: Sample.start, isFirst: true), .warning),
    "saved": .string(saved.text),
    "retrying": .string(BannerRecord.retrying(entry).text),
    "couldntSync": told(.failed(entry, failure, wasRequested: false), .error),
    "stillCouldntSync": told(.failed(entry, failure, wasRequested: true), .error),
  ])

  /// In milliseconds, by the severity; null is until it is resolved. What is only a confirmation is shown for less.
  static let lifetimes: JSON = .present([
    "success": lifetime(of: BannerRecord(id: "", severity: .success, text: "")),
    "warning": lifetime(of: BannerRecord(id: "", severity: .warning, text: "")),
    "error": lifetime(of: BannerRecord(id: "", severity: .error, text: "")), "saved": lifetime(of: saved),
  ])

  private static var saved: BannerRecord { BannerRecord.about(.sent(entry, .requested))[0] }

  private static func told(_ outcome: SyncOutcome, _ severity: BannerRecord.Severity) -> JSON {
    let record = BannerRecord.about(outcome)[0]
    precondition(record.severity == severity)
    return .string(record.text)
  }

  private static func lifetime(of record: BannerRecord) -> JSON {
    record.lifetimeSeconds.map { .integer(Int64($0) * 1000) } ?? .null
  }
}
