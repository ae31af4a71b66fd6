/// How far a long command is, on standard error, when a person watches.
struct ProgressBar {
  private let total: Int?
  private let write: ((String) -> Void)?
  private var done = 0
  private var shownPercent = -1

  init(total: Int?, in session: CommandSession) {
    self.total = total
    let isShown = session.surroundings.errorIsTerminal && !session.renderer.isPlain && !session.printsJSON
    write = isShown ? session.surroundings.writeError : nil
  }

  mutating func advance(by bytes: Int, rows: Int) {
    done += bytes
    guard let write else { return }
    guard let total, total > 0 else {
      write("\r\(Count.grouped(rows)) rows")
      return
    }
    let percent = min(100, done * 100 / total)
    guard percent != shownPercent else { return }
    shownPercent = percent
    let filled = percent * 30 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    write("\r[\(bar)] \(percent) %  \(Count.grouped(rows)) rows")
  }

  /// Takes the bar away, so that what follows begins on an empty line.
  mutating func clear() {
    if done > 0 { write?("\r\u{1B}[K") }
    done = 0
  }
}
