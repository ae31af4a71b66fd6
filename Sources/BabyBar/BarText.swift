import BabyClient
import BabyModel
import BabyProtocol

/// A bar's text: our words, which are escaped, and markup from the user's template.
struct BarText: Equatable {
  enum Part: Equatable {
    case words(String, Tint?)
    case markup(String)
  }

  var parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }

  init(_ segments: [Segment]) {
    parts = Array(segments.map { [Part.words($0.words, $0.tint)] }.joined(separator: [.words(Words.separator, nil)]))
  }

  /// The text for a bar that is escaped so.
  ///
  /// - Parameter paint: puts escaped words in a colour.
  func written(_ escape: (String) -> String, _ paint: (String, Tint) -> String = { words, _ in words }) -> String {
    parts.map { part in
      switch part {
      case .words(let words, nil): escape(words)
      case .words(let words, let tint?): paint(escape(words), tint)
      case .markup(let markup): markup
      }
    }.joined()
  }

  /// The text as it is read.
  var plain: String { written(\.self) }

  /// The text padded with figure spaces, or cut, to a width in columns; markup is never cut.
  func fitted(to width: Int) -> BarText {
    let length = plain.displayWidth
    if length > width, case .words(let words, let tint)? = parts.first, parts.count == 1 {
      return BarText([.words(words.cut(toWidth: width), tint)])
    }
    return BarText(parts + [.words(String(repeating: "\u{2007}", count: max(0, width - length)), nil)])
  }
}

extension BarText {
  /// So that no template and no name makes a line longer than bars take.
  private var bounded: BarText {
    plain.utf8.count <= 240 ? self : BarText([.words(ShownText.cut(plain, toBytes: 240), nil)])
  }

  init(_ state: BarState, _ layout: BarLayout) {
    let text: BarText
    if let template = layout.template {
      text = template.filled { BarWords(state, layout).segments(of: $0) }
    } else {
      let segments = BarWords(state, layout).all
      text = BarText(layout.width.map(segments.fitting) ?? segments)
    }
    self = (layout.width.map(text.fitted) ?? text).bounded
  }
}

/// How a bar's owner wants it.
struct BarLayout {
  var icons = Icons.none
  /// Columns that the text always takes; nil takes what it needs.
  var width: Int?
  /// Nil shows what matters most.
  var template: Template?
  /// The style sheet that the bar has; nil for the colours of the family's theme.
  var style: WaybarStyle?

  /// A bar of fixed width has lengths of time that are always as wide.
  var lengths: Lengths { width == nil ? .words : .digits }
}

/// The meaning of a piece of the text, which decides its colour.
enum Tint: Hashable {
  case kind(EntryKind)
  /// Overdue or failed.
  case danger
  /// Possibly outdated.
  case warning

  /// The colour that words about it are written in.
  func color(in theme: Theme, _ appearance: Appearance) -> Color {
    let colors = theme.colors(in: appearance)
    return switch self {
    case .kind(let kind): colors.legible(theme.color(of: kind, in: appearance))
    case .danger: colors.danger
    case .warning: colors.warning
    }
  }
}

/// A piece of a bar's text.
struct Segment: Equatable {
  var words: String
  var tint: Tint?
  /// Where there is no room for all, the least worth is left out first.
  var priority: Priority

  enum Priority: Int, Comparable {
    case side, feed, due, child, state, trouble

    static func < (one: Priority, other: Priority) -> Bool { one.rawValue < other.rawValue }
  }

  init(_ words: String, _ priority: Priority, _ tint: Tint? = nil) {
    (self.words, self.priority, self.tint) = (words, priority, tint)
  }
}

extension [Segment] {
  /// As they are read, one after the other.
  var plain: String { map(\.words).joined(separator: Words.separator) }

  /// Those that fit, at least one; none is cut.
  func fitting(columns: Int) -> [Segment] {
    var kept = self
    while kept.count > 1, kept.plain.displayWidth > columns,
      let least = kept.indices.min(by: { kept[$0].priority < kept[$1].priority })
    {
      kept.remove(at: least)
    }
    return kept
  }
}

/// Text that others wrote, made fit for one line of a bar.
enum ShownText {
  /// Bytes that one piece of foreign text may take.
  static let longest = 160

  /// One line without control or bidirectional characters, cut where it is long.
  static func line(_ text: String, atMost limit: Int = longest) -> String {
    cut(SafeText.line(text), toBytes: limit)
  }

  /// The text, cut with an ellipsis where it has more bytes in UTF-8.
  ///
  /// It is cut between scalars, since one character can be of any length.
  static func cut(_ text: String, toBytes limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var kept = String.UnicodeScalarView()
    var room = limit - 3
    for scalar in text.unicodeScalars {
      room -= UTF8.width(scalar)
      guard room >= 0 else { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }
}

/// How lengths of time are written.
enum Lengths {
  /// "1h 04m", "45m"
  case words
  /// "1:04", "0:45": always as wide, but for the hours.
  case digits

  /// Whole minutes: a bar that showed seconds would have to move every second.
  func text(_ length: Duration) -> String {
    let minutes = max(length.wholeMinutes, 0)
    switch self {
    case .words: return Words.duration(.minutes(Int(minutes)))
    case .digits: return "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    }
  }
}
