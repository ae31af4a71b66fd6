import Foundation
import FoundationXML

/// A picture as a reader of it sees it: its size, its shapes and its texts.
final class SVGPicture: NSObject, XMLParserDelegate {
  struct Text {
    var words: String
    var x, y, size: Double
    var anchor: String
    var fill: String

    /// Where it is drawn at most: sans-serif letters are on average about half as wide as the text is high.
    var box: CGRect {
      let width = Double(words.count) * size * 0.55
      let left = anchor == "end" ? x - width : anchor == "middle" ? x - width / 2 : x
      return CGRect(x: left, y: y - size * 0.8, width: width, height: size)
    }
  }

  private(set) var size = CGSize.zero
  private(set) var shapes: [(name: String, box: CGRect)] = []
  private(set) var texts: [Text] = []
  /// The colour of the first shape, which covers everything.
  private(set) var background = ""
  private(set) var title = ""
  private(set) var spoken = ""
  private var open: [String] = []

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? ScenarioFailure("not XML") }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? 0 }
    defer { open.append(name) }
    // What patterns are made of is drawn nowhere itself.
    guard !open.contains("defs") else { return }
    switch name {
    case "svg" where open.isEmpty: size = CGSize(width: number("width"), height: number("height"))
    case "rect":
      if shapes.isEmpty { background = attributes["fill"] ?? "" }
      shapes.append((name, CGRect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))))
    case "circle":
      let radius = number("r")
      shapes.append(
        (
          name, CGRect(x: number("cx") - radius, y: number("cy") - radius, width: 2 * radius, height: 2 * radius)
        ))
    case "line", "polyline":
      let points = attributes["points"].map { $0.split { $0 == " " || $0 == "," }.compactMap { Double($0) } }
      let places = points ?? ["x1", "y1", "x2", "y2"].map(number)
      let xs = stride(from: 0, to: places.count, by: 2).map { places[$0] }
      let ys = stride(from: 1, to: places.count, by: 2).map { places[$0] }
      guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return }
      shapes.append((name, CGRect(x: left, y: top, width: right - left, height: bottom - top)))
    case "text":
      texts.append(
        Text(
          words: "", x: number("x"), y: number("y"), size: number("font-size"),
          anchor: attributes["text-anchor"] ?? "start", fill: attributes["fill"] ?? ""))
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters words: String) {
    switch open.last {
    case "text": texts[texts.count - 1].words += words
    case "title": title += words
    case "desc": spoken += words
    default: break
    }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  /// What is wrong with it, in words; empty if nothing is.
  var faults: [String] {
    let view = CGRect(origin: .zero, size: size).insetBy(dx: -0.01, dy: -0.01)
    var faults = shapes.filter { !view.contains($0.box) }.map { "\($0.name) \($0.box) is outside" }
    for (index, text) in texts.enumerated() {
      if !view.contains(text.box) { faults.append("\"\(text.words)\" is outside: \(text.box)") }
      for other in texts[(index + 1)...] where text.box.intersects(other.box) {
        faults.append("\"\(text.words)\" and \"\(other.words)\" overlap")
      }
      let contrast = Self.contrast(text.fill, background)
      if contrast < 4.5 { faults.append("\"\(text.words)\" has a contrast of \(contrast)") }
    }
    if title.isEmpty || spoken.isEmpty { faults.append("a screen reader has nothing to say") }
    return faults
  }

  /// By WCAG, 1 to 21.
  private static func contrast(_ one: String, _ other: String) -> Double {
    func luminance(_ hex: String) -> Double {
      guard let value = Int(hex.dropFirst(), radix: 16) else { return 0 }
      let channels = [value >> 16 & 255, value >> 8 & 255, value & 255].map { channel -> Double in
        let share = Double(channel) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
    let both = [luminance(one), luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }
}
