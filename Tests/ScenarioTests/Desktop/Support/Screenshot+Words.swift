import BabyModel
import TestSupport

extension Screenshot {
  /// What is written between two gaps, on a ground.
  struct Word {
    let rows: Range<Int>
    let columns: Range<Int>
    /// Of the middle of its strokes against the ground, from 1 to 21.
    let contrast: Double
  }

  /// The words in some rows. The dots between parts are not words.
  ///
  /// - Parameter gap: the widest gap within a word, in pixels.
  func words(rows: Range<Int>, columns: Range<Int>, on ground: Color, gap: Int) -> [Word] {
    stretches(of: columns, gap: gap) { x in rows.contains { self[x, $0] != ground } }.filter { word in
      rows.count { y in word.contains { self[$0, y] != ground } } > 5
    }.map { word in
      let contrasts = rows.lazy.flatMap { y in word.lazy.map { self[$0, y].contrast(with: ground) } }
      return Word(rows: rows, columns: word, contrast: contrasts.max() ?? 1)
    }
  }

  /// The words of a terminal, line by line.
  func words(on ground: Color, gap: Int) -> [Word] {
    let lines = stretches(of: 0..<height, gap: 1) { y in (0..<width).contains { self[$0, y] != ground } }
    return lines.flatMap { words(rows: $0, columns: 0..<width, on: ground, gap: gap) }
  }

  private func stretches(of places: Range<Int>, gap: Int, where isInked: (Int) -> Bool) -> [Range<Int>] {
    places.filter(isInked).reduce(into: []) { stretches, place in
      if let last = stretches.last, place - last.upperBound <= gap {
        stretches[stretches.count - 1] = last.lowerBound..<place + 1
      } else {
        stretches.append(place..<place + 1)
      }
    }
  }
}

extension Screenshot.Color {
  /// From 1 to 21.
  fileprivate func contrast(with ground: Screenshot.Color) -> Double { measured.contrast(with: ground.measured) }

  private var measured: BabyModel.Color { BabyModel.Color(red: red, green: green, blue: blue) }
}
