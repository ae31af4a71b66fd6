/// How far a long command is, on standard error, when a person watches.
struct ProgressBar {
  private let total: Int?
  private let write: ((String) -> Void)?
  private var done = 0
  private var shown = ""

  init(total: Int?, in session: CommandSession) {
    self.total = total
    let isShown = session.environment.errorIsTerminal && !session.renderer.isPlain && !session.printsJSON
    write = isShown ? session.environment.writeError : nil
  }

  mutating func advance(by bytes: Int, rows: Int) {
    done += bytes
    guard let write else { return }
    guard let total, total > 0 else {
      write("\r\(Count.grouped(rows)) rows")
      return
    }
    let percent = min(100, done * 100 / total)
    let filled = percent * 30 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    let line = "[\(bar)] \(percent) %" + (rows > 0 ? "  \(Count.grouped(rows)) rows" : "")
    guard line != shown else { return }
    shown = line
    write("\r" + line)
  }

  /// Takes the bar away, so that what follows begins on an empty line.
  mutating func clear() {
    if done > 0 { write?("\r\u{1B}[K") }
    done = 0
  }
}
