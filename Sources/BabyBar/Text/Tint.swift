import BabyClient
import BabyModel

/// What a piece of the text is about, which decides its colour.
enum Tint: Hashable {
  case kind(EntryKind)
  /// What is overdue, or has failed.
  case danger
  /// What may not be right any more.
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

/// A piece of what a bar says.
struct Segment: Equatable {
  var words: String
  var tint: Tint?
  /// Where there is no room for all, the least worth is left out first.
  var worth: Worth

  enum Worth: Int, Comparable {
    case side, feed, due, child, state, trouble

    static func < (one: Worth, other: Worth) -> Bool { one.rawValue < other.rawValue }
  }

  init(_ words: String, _ worth: Worth, _ tint: Tint? = nil) {
    (self.words, self.worth, self.tint) = (words, worth, tint)
  }
}

extension [Segment] {
  /// As they are read, one after the other.
  var plain: String { map(\.words).joined(separator: Words.separator) }

  /// Those for which there is room, at least one; none is cut.
  func fitting(columns: Int) -> [Segment] {
    var kept = self
    while kept.count > 1, kept.plain.displayWidth > columns,
      let least = kept.indices.min(by: { kept[$0].worth < kept[$1].worth })
    {
      kept.remove(at: least)
    }
    return kept
  }
}
