import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol

extension DashState {
  mutating func press(_ key: TerminalInput.Key, at now: Instant) -> [DashEffect] {
    switch mode {
    case .home: return pressAtHome(key, at: now)
    case .help:
      mode = .home
      return key == .character("q") ? [.quit] : []
    case .question(let question):
      mode = .home
      return key == .character("y") || key == .character("Y") ? write(question.call) : []
    case .search(let text): return search(for: text, key)
    case .sheet(let sheet): return press(key, in: sheet, at: now)
    }
  }

  /// Pasted text goes where text is typed, and nowhere else.
  mutating func paste(_ letter: Character) -> [DashEffect] {
    switch mode {
    case .search(let text): search(with: letter, after: text)
    case .sheet(var sheet) where !sheet.isBusy:
      if sheet.type(letter) { sheet.key = keys.next() }
      mode = .sheet(sheet)
    case .home, .help, .question, .sheet: break
    }
    return []
  }

  private mutating func pressAtHome(_ key: TerminalInput.Key, at now: Instant) -> [DashEffect] {
    switch key {
    case .character(let letter): return press(letter, at: now)
    case .up: select(moving: -1)
    case .down: select(moving: 1)
    case .pageUp: select(moving: -10)
    case .pageDown: select(moving: 10)
    case .home: select(moving: -1000)
    case .end: select(moving: 1000)
    case .left: return show(daysBack: daysBack + 1)
    case .right: return show(daysBack: daysBack - 1)
    case .enter: return edit(at: now)
    case .delete: askToDelete(at: now)
    case .escape:
      guard query != nil || daysBack > 0 else {
        selection = nil
        return []
      }
      (query, daysBack) = (nil, 0)
      return turn()
    case .tab, .backTab, .backspace: break
    }
    return []
  }

  private mutating func press(_ letter: Character, at now: Instant) -> [DashEffect] {
    if let kind = DashWords.kinds.first(where: { $0.key == letter })?.kind {
      openSheet(for: kind)
      return []
    }
    switch letter {
    case "q", "Q": return [.quit]
    case "u": return askToUndo()
    case "e": return edit(at: now)
    case "x": askToDelete(at: now)
    case "c": return switchChild(at: now)
    case "/": mode = .search("")
    case "?": mode = .help
    default: break
    }
    return []
  }

  // MARK: The timeline

  private mutating func select(moving steps: Int) {
    guard let shown = entries?.entries, !shown.isEmpty else { return }
    let current = shown.firstIndex { $0.entry.id == selection }
    let place = current.map { $0 + steps } ?? (steps > 0 ? steps - 1 : 0)
    selection = shown[min(max(place, 0), shown.count - 1)].entry.id
  }

  private mutating func show(daysBack days: Int) -> [DashEffect] {
    guard days >= 0, query == nil, days != daysBack else { return [] }
    daysBack = days
    return turn()
  }

  private mutating func search(with letter: Character, after text: String) {
    if text.utf8.count < TextLimits.field.bytes { mode = .search(text + String(letter)) }
  }

  private mutating func search(for text: String, _ key: TerminalInput.Key) -> [DashEffect] {
    switch key {
    case .character(let letter): search(with: letter, after: text)
    case .backspace: mode = text.isEmpty ? .home : .search(String(text.dropLast()))
    case .escape: mode = .home
    case .enter:
      mode = .home
      query = text.isEmpty ? nil : text
      return turn()
    default: break
    }
    return []
  }

  private mutating func switchChild(at now: Instant) -> [DashEffect] {
    let children = family.children.map(\.child)
    guard children.count > 1, let place = children.firstIndex(where: { $0.id == dashboard?.child.id }) else {
      if let child = dashboard?.child { say(DashWords.onlyChild(child.name), .faint, at: now) }
      return []
    }
    return [.follow(children[(place + 1) % children.count].id)]
  }

  // MARK: Changing

  mutating func openSheet(for kind: EntryKind) {
    guard let dashboard else { return }
    mode = .sheet(Sheet(logging: kind, for: dashboard, key: keys.next()))
  }

  mutating func edit(at now: Instant) -> [DashEffect] {
    guard let selected, let format = entries?.timeFormat else { return [] }
    mode = .sheet(Sheet(editing: selected, format, now: now, key: keys.next()))
    return []
  }

  private mutating func askToDelete(at now: Instant) {
    guard let selected, let entries else { return }
    let line = Words.line([selected.line(entries.units, now: now), selected.span(entries.timeFormat, now: now)])
    let options = WriteOptions(idempotencyKey: keys.next())
    let call = MethodCall(EntryDelete.self, .init(id: "\(selected.entry.id)", options: options))
    mode = .question(Question(text: DashWords.delete(line), call: DashCall(write: call)))
  }

  private mutating func askToUndo() -> [DashEffect] {
    write(DashCall(.undoQuestion, Undo.self, .init(options: WriteOptions(dryRun: true))))
  }

  private mutating func press(_ key: TerminalInput.Key, in open: Sheet, at now: Instant) -> [DashEffect] {
    var sheet = open
    if key == .escape {
      mode = .home
      return []
    }
    // What is on its way is not changed.
    guard !sheet.isBusy else { return [] }
    guard key == .enter else {
      if sheet.press(key) { sheet.key = keys.next() }
      mode = .sheet(sheet)
      return []
    }
    guard !isWriting else { return [] }
    let call = sheet.submit()
    mode = .sheet(sheet)
    return call.map { write(DashCall(write: $0)) } ?? []
  }

  // MARK: The mouse

  mutating func point(_ mouse: TerminalInput.Mouse, at now: Instant) -> [DashEffect] {
    switch mouse {
    case .wheelUp: if case .home = mode { select(moving: -3) }
    case .wheelDown: if case .home = mode { select(moving: 3) }
    case .pressed(let column, let row):
      guard let target = DashView(self, now: now).screen().target(column: column, row: row) else { return [] }
      switch (target, mode) {
      case (.card(let kind), .home): openSheet(for: kind)
      case (.entry(let id), .home):
        if selection == id { return edit(at: now) }
        selection = id
      case (.key(let key), _): return press(key, at: now)
      case (.field(let field, let option), .sheet(var sheet)) where !sheet.isBusy:
        sheet.focus = field
        if let option, sheet.choose(option) { sheet.key = keys.next() }
        mode = .sheet(sheet)
      case (.card, _), (.entry, _), (.field, _): break
      }
    }
    return []
  }
}
