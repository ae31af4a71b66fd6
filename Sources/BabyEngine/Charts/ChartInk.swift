import BabyModel
import BabyProtocol

/// The colours of a chart on one background.
struct ChartInk {
  let background: String
  /// Where nothing is drawn in a band.
  let band: String
  let text: String
  let faint: String
  /// The line of the current time.
  let now: String
  private let kinds: [EntryKind: String]
  /// Black on white: shapes take the place of colours.
  let isPrint: Bool

  init(_ theme: Theme, on background: ChartBackground) {
    isPrint = background == .print
    if isPrint {
      (self.background, band, text, faint, now) = ("#ffffff", "#ffffff", "#000000", "#444444", "#000000")
      kinds = [.sleep: "#666666"]
      return
    }
    let appearance: Appearance = background == .light ? .light : .dark
    let colors = theme.colors(in: appearance)
    self.background = colors.background.hex
    band = colors.surface.hex
    text = colors.text.hex
    faint = colors.textSecondary.hex
    now = colors.primary.hex
    let drawn: [EntryKind] = [.sleep, .feeding, .diaper, .tummyTime, .note]
    kinds = Dictionary(uniqueKeysWithValues: drawn.map { ($0, theme.color(of: $0, in: appearance).hex) })
  }

  func color(of kind: EntryKind) -> String { kinds[kind] ?? text }
}
