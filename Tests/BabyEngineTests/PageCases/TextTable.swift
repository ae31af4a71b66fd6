import BabyClient
import BabyModel
import BabyProtocol

/// Texts that people read, as the model says them.
enum TextTable {
  static let all: JSON = {
    let today = LocalDateTime(LocalDate(dayNumber: 18_000), .midnight)
    let midnight = Words.clock(.midnight, format: .twentyFourHour)
    func due(isPast: Bool) -> String {
      Words.due(today, today: today.date, isPast: isPast, format: .twentyFourHour)
    }
    return .present([
      "separator": .string(Words.separator),
      "today": .string(Words.dayHeading(today.date, today: today.date)),
      "yesterday": .string(Words.dayHeading(today.date.adding(days: -1), today: today.date)),
      "justNow": .string(Words.ago(Sample.start, now: Sample.start)),
      "ago": .string(Words.ago(Sample.start, now: Sample.start + .minutes(1)).with("1m")),
      "wasDue": .string(String(due(isPast: true).dropLast(midnight.count))),
      "awake": .string(Words.awake(for: Sample.place)),
      "next": .string(Words.next(.diaper).with(Words.title(.diaper).lowercased())),
      "diaper": .string(Words.title(Sample.entry(.diaper(.wet))).with(Words.title(DiaperType.wet))),
      "unknown": .string(Words.unknown(UnknownEntry(id: Sample.named.id, word: Sample.place, json: ""))),
      "endUnknown": .string(Words.measures(Sample.entry(.sleep, endUnknown: true), units: .milliliters)[0]),
      "switched": .string(switched.with(Words.title(.left))),
      "sleeping": .string(Words.line(Sample.entry(.sleep), units: .milliliters)),
      "runs": .string(Words.line(Sample.running, units: .milliliters)),
      "feeding": .string(Words.line(Sample.nursing(.left), units: .milliliters).with("left")),
      "offlineWithData": .string(Words.offlineWithData),
      "feedPaused": .string(Words.line(Sample.nursing(.left, isPaused: true), units: .milliliters)),
      "logged": .string(Words.logged(Sample.named, units: .milliliters)),
      "started": .string(Words.started(Sample.running)), "ended": .string(Words.stopped(Sample.named)),
      "updated": .string(Words.updated(Sample.named)), "deleted": .string(Words.deleted(Sample.named.timer)),
      "undid": .string(Words.undid(Sample.place)),
      "resumed": .string(Words.took(.resume(nil), Sample.nursing(.left)).with("left")),
      "switchedTo": .string(Words.took(.switchSides(), Sample.nursing(.left)).with("left")),
      "switchTo": .string(Words.switchSides(to: .left).with("left")),
      "mayBeGiven": .string(Words.nextDose("", isOver: true)),
      "nextFrom": .string(Words.nextDose(Sample.place, isOver: false)), "last": .string(Words.lastDose(Sample.place)),
      "pendingDeleted": .string(pendingDeleted), "startedTwice": .string(Words.startedTwice(Sample.named.timer)),
      "conflict": .string(Words.conflict(with: Sample.named)),
      "notShared": .string(Words.notShared(Sample.named, of: Sample.place)),
      "readOnly": .string(Words.readOnly(Sample.named, of: Sample.place)),
    ])
  }()

  /// Words for a feed that began at the left breast.
  private static var switched: String {
    guard case .feeding(let feeding) = Sample.feed(.left, .both).content else { return "" }
    return Words.switched(feeding) ?? ""
  }

  /// As a deleted entry stands within a sentence.
  private static var pendingDeleted: String {
    let parts = Words.couldntSync(Sample.named).parts(around: Sample.place)
    return String(Words.couldntSync(Sample.deleted).dropFirst(parts[0].count).dropLast(parts[1].count))
  }
}

/// Words for a day's counts and sums.
enum CountTable {
  static let all: JSON = .present([
    "feeds": both(.feeds), "pumpings": both(.pumpings), "notes": both(.notes),
    "left": day(\.leftSeconds, 60, "1m"), "right": day(\.rightSeconds, 60, "1m"), "wet": day(\.wetDiapers, 7, "7"),
    "dirty": day(\.dirtyDiapers, 7, "7"), "asleep": day(\.sleepSeconds, 60, "1m"),
    "tummy": day(\.tummySeconds, 60, "1m"),
    "wakings": .words([1, 7].map { wakings($0, awake: .zero).with("\($0)") }),
    "awakeFor": .string(wakings(7, awake: .minutes(1)).with(wakings(7, awake: .zero)).with("1m")),
  ])

  /// Of one and of several.
  private static func both(_ tally: Words.Tally) -> JSON {
    .words([1, 7].map { Words.count($0, tally).with("\($0)") })
  }

  private static func day(_ count: WritableKeyPath<DayTotalsRecord, Int>, _ number: Int, _ shown: String) -> JSON {
    var day = DayTotalsRecord.zero
    day[keyPath: count] = number
    return .string((DashboardLines.counts(day, .milliliters) ?? "").with(shown))
  }

  private static func wakings(_ count: Int, awake: Duration) -> String {
    Words.wakings(BriefWakings(count: count, awake: awake)) ?? ""
  }
}

/// What words of the wire are called.
enum TitleTable {
  static let all: JSON = .present([
    "diapers": titles(DiaperType.self) { Words.title($0) },
    "notes": titles(NoteCategory.self) { Words.title($0) },
    "feeds": feeds,
    "predictions": titles(PredictionKind.self) { Words.title($0) },
    "reasons": .present([
      "network": .string(Words.noConnection), "server": .string(Words.serverFailed),
      "limited": .string(Words.tooManyRequests),
    ]),
  ])

  private static func titles<Word: CaseIterable & RawRepresentable<String>>(
    _: Word.Type, _ title: (Word) -> String
  ) -> JSON {
    .object(JSONObject(Word.allCases.map { ($0.rawValue, .string(title($0))) }))
  }

  /// By the method and, at the breast, by what is known of the side.
  private static var feeds: JSON {
    func title(_ method: FeedingMethod) -> JSON {
      .string(Words.title(Sample.entry(.feeding(Feeding(method: method)))))
    }
    return .present([
      "breast": title(.breast), "bottle": title(.bottle), "pumping": title(.pumping),
      "left": .string(Words.title(Sample.feed(.left))), "right": .string(Words.title(Sample.feed(.right))),
      "both": .string(Words.title(Sample.feed(nil, .both))),
    ])
  }
}
