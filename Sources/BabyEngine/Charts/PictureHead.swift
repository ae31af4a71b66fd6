import BabyModel
import BabyProtocol

/// The title and the sentence above a picture, in as many lines as they take.
struct PictureHead {
  /// The child and the title.
  let name: String
  private let titles: [String]
  private let sentences: [String]
  private let margin: Double

  /// - Parameters:
  ///   - margin: on both sides.
  ///   - width: of the whole picture.
  init(child: String, chart: Chart, margin: Double, width: Double) {
    name = Words.line([child, chart.title])
    self.margin = margin
    let room = width - 2 * margin
    titles = TextWidth.lines(name, width: room, size: 18, isBold: true, most: 3)
    sentences = TextWidth.lines(chart.sentence, width: room, size: 13, most: 4)
  }

  /// Where the sentence ends.
  var height: Double { 8 + 20 * Double(titles.count) + 4 + 16 * Double(sentences.count) }

  func add(to svg: inout SVGWriter, ink: ChartInk) {
    for (index, line) in titles.enumerated() {
      svg.words(line, margin, 28 + 20 * Double(index), size: 18, isBold: true, fill: ink.text)
    }
    for (index, line) in sentences.enumerated() {
      svg.words(line, margin, 28 + 20 * Double(titles.count + index) - 4 * Double(index), size: 13, fill: ink.faint)
    }
  }

  /// Where the parts of a legend stand, in rows from the left end to the right end.
  ///
  /// - Parameter widths: of the parts, each with the gap behind it.
  static func legendPlaces(_ widths: [Double], from left: Double, to right: Double) -> [(x: Double, row: Int)] {
    var (x, row) = (left, 0)
    return widths.map { width in
      if x > left, x + width > right { (x, row) = (left, row + 1) }
      defer { x += width }
      return (x, row)
    }
  }
}
