import BabyClient
import BabyModel
import BabyProtocol

/// What stands on a bar: words of ours, which are escaped, and markup that its owner wrote into a template.
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
  var plain: String { written(Escaping.none) }

  /// The text with figure spaces behind it, or cut, so that it takes so many columns; markup is never cut.
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

  init(_ state: BarState, _ look: Look) {
    let text: BarText
    if let template = look.template {
      text = template.filled { BarWords(state, look).segments(of: $0) }
    } else {
      let segments = BarWords(state, look).all
      text = BarText(look.width.map(segments.fitting) ?? segments)
    }
    self = (look.width.map(text.fitted) ?? text).bounded
  }
}

/// How a bar's owner wants it.
struct Look {
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
