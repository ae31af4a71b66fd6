import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol

extension DashView {
  private static let labelWidth = 15
  private static let margin = [DashSpan(String(repeating: " ", count: labelWidth))]

  /// A sheet: a line for each field, more where its options do not fit, and what is wrong below it. If not all of it fits,
  /// the part with the field that keys are for.
  func sheet(_ sheet: Sheet, width: Int, rows: Int) -> DashScreen {
    var screen = DashScreen()
    screen.add(line([DashSpan(sheet.title, .strong)], width: width))
    if rows >= 16 { screen.add() }
    var focused = 0
    for place in sheet.visible {
      let field = sheet.fields[place]
      let isFocused = place == sheet.focus
      if isFocused { focused = screen.height }
      let margin = isFocused ? DashSpan("▸ ", .active) : DashSpan("  ")
      let label = [margin, DashSpan(field.label, isFocused ? .active : .plain)].fitted(to: Self.labelWidth)
      switch field.input {
      case .choice(let options, let chosen):
        add(options.map(\.label), chosen, place, isFocused, after: label, width: width, to: &screen)
      case .when(let chosen, let exact):
        let labels = DashWords.moments.map(\.label) + [DashWords.exact]
        let isExact = chosen == DashWords.moments.count
        add(labels, chosen, place, isFocused, after: label, width: width, to: &screen)
        if isExact {
          add(text: exact, field.example, place, isFocused, after: Self.margin, width, to: &screen)
        }
      case .text(let text):
        add(text: text, field.example, place, isFocused, after: label, width, to: &screen)
      }
      if let problem = field.problem {
        let isSentence = problem.first?.isLowercase != true
        add(problem: isSentence ? problem : field.label + " " + problem, width: width, to: &screen)
      }
    }
    if let problem = sheet.problem { add(problem: problem, width: width, to: &screen) }
    guard screen.height > rows else { return screen }
    return screen.cropped(from: min(max(0, focused - rows / 2), screen.height - rows), height: rows)
  }

  /// Adds options one after the other, on as many lines as they need. The chosen one is in brackets: colours may be off.
  private func add(
    _ labels: [String], _ chosen: Int?, _ place: Int, _ isFocused: Bool, after label: [DashSpan], width: Int,
    to screen: inout DashScreen
  ) {
    var spans = label
    var areas: [(Range<Int>, DashTarget)] = []
    func end() {
      screen.add(line(spans, width: width), .field(place, option: nil), width: width)
      for (columns, target) in areas { screen.mark(columns, target) }
      (spans, areas) = (Self.margin, [])
    }
    for (option, text) in labels.enumerated() {
      let isChosen = option == chosen
      let shown = isChosen ? "[\(text)]" : " \(text) "
      if spans.width + shown.displayWidth > width, !areas.isEmpty { end() }
      areas.append((spans.width..<spans.width + shown.displayWidth, .field(place, option: option)))
      spans.append(DashSpan(shown, isChosen ? (isFocused ? .active : .strong) : .faint))
    }
    end()
  }

  /// Adds what is typed. The end of a long text is shown, where it is typed.
  private func add(
    text: String, _ example: String, _ place: Int, _ isFocused: Bool, after label: [DashSpan], _ width: Int,
    to screen: inout DashScreen
  ) {
    var text = SafeText.line(text)
    let room = max(1, width - Self.labelWidth - 2)
    while text.displayWidth > room { text.removeFirst() }
    let typed = label + [DashSpan(" " + text)]
    let shown = text.isEmpty ? typed + [DashSpan(DashWords.example(example).cut(toWidth: room), .faint)] : typed
    screen.add(line(shown, width: width), .field(place, option: nil), width: width)
    if isFocused { screen.placeCursor(at: typed.width) }
  }

  private func add(problem: String, width: Int, to screen: inout DashScreen) {
    let indent = Self.margin + [DashSpan(" ")]
    var words = SafeText.line(problem).split(separator: " ")[...]
    while !words.isEmpty {
      var text = String(words.removeFirst())
      while let next = words.first, text.displayWidth + 1 + String(next).displayWidth <= width - Self.labelWidth - 1 {
        text += " " + next
        words.removeFirst()
      }
      screen.add(line(indent + [DashSpan(text, .severity(.error))], width: width))
    }
  }
}
