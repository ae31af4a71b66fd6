/// Identifies one of a child's timers: its kind and, for an activity, its name. One of each runs at a time.
public struct TimerKey: Sendable {
  public let kind: EntryKind
  /// The activity's name as it was typed; empty if the kind has only one timer.
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
  /// Identifies the timer while it runs; for a finished entry, its general name.
  public var timer: TimerKey { TimerKey(kind, name: content.name ?? "") }
}
