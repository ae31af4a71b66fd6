import BabyModel

/// Writes SVG 1.1, as far as charts need it: rectangles, lines, circles and texts.
struct SVGWriter {
  enum Anchor: String { case start, middle, end }

  private(set) var text: String

  /// - Parameters:
  ///   - title: the picture's name for screen readers.
  ///   - description: what it shows, for screen readers.
  ///   - size: its width and height on paper, "210mm"; left out, they are those of its units.
  ///   - ids: begins the ids of its elements, where several pictures are in one document.
  init(
    width: Double, height: Double, title: String, description: String, size: (width: String, height: String)? = nil,
    ids: String = ""
  ) {
    let size = size ?? (Self.number(width), Self.number(height))
    text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.width)\" height=\"\(size.height)\" "
      + "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\" role=\"img\" "
      + "aria-labelledby=\"\(ids)title \(ids)desc\" "
      + "font-family=\"sans-serif\">\n<title id=\"\(ids)title\">\(Self.escaped(title))</title>\n"
      + "<desc id=\"\(ids)desc\">\(Self.escaped(description))</desc>\n"
  }

  /// The whole picture.
  var document: String { text + "</svg>\n" }

  /// A definition that others refer to, such as a pattern.
  mutating func define(_ definition: String) { text += "<defs>\(definition)</defs>\n" }

  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0, _ paint: SVGPaint
  ) {
    let round = radius > 0 ? " rx=\"\(Self.number(radius))\"" : ""
    text +=
      "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
      + "height=\"\(Self.number(height))\"\(round)\(paint.attributes)/>\n"
  }

  mutating func circle(_ x: Double, _ y: Double, radius: Double, _ paint: SVGPaint) {
    text +=
      "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\"\(paint.attributes)/>\n"
  }

  mutating func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ paint: SVGPaint) {
    text +=
      "<line x1=\"\(Self.number(start.x))\" y1=\"\(Self.number(start.y))\" x2=\"\(Self.number(end.x))\" "
      + "y2=\"\(Self.number(end.y))\"\(paint.attributes)/>\n"
  }

  /// A line through points; nothing for fewer than two.
  mutating func path(_ points: [(x: Double, y: Double)], _ paint: SVGPaint) {
    guard points.count > 1 else { return }
    let places = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    text += "<polyline points=\"\(places)\"\(paint.attributes)/>\n"
  }

  mutating func words(
    _ words: String, _ x: Double, _ y: Double, size: Double, isBold: Bool = false, anchor: Anchor = .start,
    fill: String
  ) {
    let weight = isBold ? " font-weight=\"bold\"" : ""
    let place = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    text +=
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\"\(weight)\(place) "
      + "fill=\"\(fill)\">\(Self.escaped(words))</text>\n"
  }

  /// Without what XML does not allow, and with the rest escaped.
  static func escaped(_ words: String) -> String {
    var allowed = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\n", "\t": allowed += " "
      // Control characters, and what is no character.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": break
      default: allowed.unicodeScalars.append(scalar)
      }
    }
    return Markup.escape(allowed)
  }

  /// With at most two decimals: "12", "12.25"
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// How a shape is filled and outlined.
struct SVGPaint {
  var fill = "none"
  var stroke: String?
  var width = 1.0
  var isDashed = false
  var opacity = 1.0

  static func fill(_ color: String, opacity: Double = 1) -> SVGPaint { SVGPaint(fill: color, opacity: opacity) }

  static func stroke(_ color: String, width: Double = 1, isDashed: Bool = false) -> SVGPaint {
    SVGPaint(stroke: color, width: width, isDashed: isDashed)
  }

  fileprivate var attributes: String {
    var attributes = " fill=\"\(fill)\""
    if let stroke {
      attributes += " stroke=\"\(stroke)\" stroke-width=\"\(SVGWriter.number(width))\""
      if isDashed { attributes += " stroke-dasharray=\"3 2\"" }
    }
    if opacity < 1 { attributes += " opacity=\"\(SVGWriter.number(opacity))\"" }
    return attributes
  }
}
