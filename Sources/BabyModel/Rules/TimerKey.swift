/// Which of a child's timers it is: its kind and, of an activity, its name. One of each runs at a time.
public struct TimerKey: Sendable {
  public let kind: EntryKind
  /// What the activity is called, as somebody wrote it; empty where a kind has one timer.
  public let name: String

  public init(_ kind: EntryKind, name: String = "") {
    self.kind = kind
    self.name = name
  }

  public static let feeding = TimerKey(.feeding)
  public static let sleep = TimerKey(.sleep)
  public static let tummyTime = TimerKey(.tummyTime)

  /// The name as names are compared, and as tables have it: "Music  Class" and "music-class" are "music class".
  public var text: String {
    Words.line(
      name.split { $0.isWhitespace || $0 == "-" }.map { $0.lowercased() }, separator: " ")
  }

  /// "Sleep", "Tummy time", "Music class"
  public var title: String { name.isEmpty ? Words.title(kind) : name.prefix(1).uppercased() + name.dropFirst() }

  /// Within a sentence: "sleep", "tummy time", "music class"
  public var noun: String { name.isEmpty ? Words.title(kind).lowercased() : name }
}

extension TimerKey: Hashable {
  public static func == (one: TimerKey, other: TimerKey) -> Bool { one.kind == other.kind && one.text == other.text }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(text)
  }
}

extension Entry {
  /// Which timer it is while it runs; of any entry, what it is called in general.
  public var timer: TimerKey { TimerKey(kind, name: content.name ?? "") }
}
