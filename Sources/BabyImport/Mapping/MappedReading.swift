import BabyModel

extension MappedRow {
  /// The row as an entry. Data without a field stays in its note; a row without required values becomes a note.
  func reading(
    from moment: Moment, in zone: ZoneRules, _ context: ReadingContext
  ) throws(RowFault) -> RowReading {
    let (span, minutes) = try span(from: moment, in: zone, context)
    var reading = RowReading(content: .note(.general), start: span.start, flags: span.flags)
    var collected = FieldCollector(fields: fields)
    try say(amountIn: &collected, &reading, context)
    say(nameIn: &collected)
    say(sideIn: &collected)
    say(contentIn: &collected)
    do throws(BabyError) {
      reading.content = try EntryContent(kind, fields: FieldInputs(collected.fields))
    } catch {
      guard collected.isIncomplete(kind) else { throw .unreadable(column: self[.amount]?.column.title ?? word) }
      reading.content = .note(kind.noteCategory)
      collected.remarks += collected.unsaid
    }
    collected.remarks += try say(end: span, minutes, in: &reading)
    let isNote = reading.content.kind == .note
    if self[.amount] == nil, let unit = self[.unit] { collected.remarks.append(unit.remark) }
    let notes = notes + rest.map(\.remark)
    reading.note = joined((isNote ? wordsOfNote : words(beyond: reading.content)) + collected.remarks + notes)
    if isNote, joined(collected.remarks + notes) == nil { reading.note = word.isEmpty ? nil : word }
    reading.author = self[.author]?.text
    if isNote { reading.keptAsNote = wordKeptAsNote }
    return reading
  }

  /// Collects a row's fields, for its content.
  private struct FieldCollector {
    var fields: [FieldInputs.Field]
    /// Data without a field.
    var remarks: [String] = []
    /// The text of a note in place of the fields.
    var unsaid: [String] = []

    func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// Whether something is missing that an entry of a kind is nothing without.
    func isIncomplete(_ kind: EntryKind) -> Bool {
      kind.declaration.fields.contains { $0.isRequired && $0.standard == nil && !has($0.name) }
    }

    mutating func say(_ name: String, _ value: FieldInputs.Value, as cell: LooseRow.Cell? = nil) {
      fields.removeAll { $0.name == name }
      fields.append(.init(name, value))
      if let cell { unsaid.append(cell.remark) }
    }
  }

  // MARK: Fields

  private func say(
    amountIn collected: inout FieldCollector, _ reading: inout RowReading, _ context: ReadingContext
  ) throws(RowFault) {
    guard let cell = self[.amount] else { return }
    let remark = [cell.remark, self[.unit]?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    let field = kind.declaration.fields.first { if case .quantity = $0.type { true } else { false } }
    guard let field, let quantity = kind.declaration.quantity else {
      collected.remarks.append(remark)
      return
    }
    if let whole = quantity.reading(inCell: cell.text) {
      say(whole.number, whole.unit, of: quantity, field, in: &collected, cell)
    } else if let number = cell.number {
      var unit = try unit(of: quantity)
      if unit == nil, let open = kind.quantity { unit = try context.unit(of: open, column: cell.column.title) }
      if let unit {
        say(number, unit, of: quantity, field, in: &collected, cell)
      } else {
        collected.remarks.append(remark)
        reading.flags.append(.amountUnclear)
      }
    } else if field.isRequired {
      throw cell.fault
    } else {
      collected.remarks.append(remark)
      reading.flags.append(.amountUnclear)
    }
  }

  /// Zero means no amount if the amount is optional.
  private func say(
    _ number: Double, _ unit: String, of quantity: QuantityDeclaration, _ field: FieldDeclaration,
    in collected: inout FieldCollector, _ cell: LooseRow.Cell
  ) {
    if number == 0, !field.isRequired { return }
    collected.say(field.name, .number(number), as: cell)
    collected.say(quantity.unitName, .word(unit))
  }

  /// The name: from a column, from the map, or the word itself.
  private func say(nameIn collected: inout FieldCollector) {
    var cells = all(.name)
    if let field = kind.declaration.requiredText {
      let limit = kind == .declared(.activity) ? TextLimits.activity : TextLimits.field
      if let cell = cells.first, normalised(cell.text).fits(limit) {
        // The row's name takes precedence over the map's.
        collected.say(field.name, .word(name(cell.text)), as: cell)
        cells.removeFirst()
      } else if !collected.has(field.name), let known, known.text.fits(limit),
        map.columns[.name] == nil || kind == .declared(.activity)
      {
        collected.say(field.name, .word(name(known.text)))
      }
    }
    collected.remarks += cells.map(\.remark)
  }

  private func name(_ text: String) -> String {
    kind == .declared(.activity) ? normalised(text).lowercased() : normalised(text)
  }

  /// The breasts of a feed or a pumping.
  private func say(sideIn collected: inout FieldCollector) {
    guard let cell = self[.side] else { return }
    let sides = MapWords.sides(cell.text)
    let isAtBreast = collected.fields.contains {
      $0.name == "method" && [.word("breast"), .word("pumping")].contains($0.value)
    }
    guard kind == .feeding, isAtBreast, let first = sides.first else {
      collected.remarks.append(cell.remark)
      return
    }
    if !MapWords.saysSidesAlone(cell.text) { collected.remarks.append(cell.remark) }
    if !collected.has("breasts") { collected.say("breasts", .word((sides.count == 1 ? Breasts.one : .both).rawValue)) }
    // With both sides, it is unknown which was first.
    if !collected.has("startedSide"), let first { collected.say("startedSide", .word(first.rawValue)) }
  }

  /// A bottle's content, if it is not in the map but in the words of the row.
  private func say(contentIn collected: inout FieldCollector) {
    guard kind == .feeding, collected.fields.last(where: { $0.name == "method" })?.value == .word("bottle"),
      !collected.has("content"), let content = BottleWords(([knownText] + unknownWords).joined(separator: " ")).content
    else { return }
    collected.say("content", .word(content.rawValue))
  }

  // MARK: The end

  /// - Returns: what of it no field has room for.
  private func say(end span: FlaggedSpan, _ minutes: Int?, in reading: inout RowReading) throws(RowFault) -> [String] {
    guard reading.content.kind.declaration.longest != nil else {
      let isMoment = span.end.map { $0 == span.start } ?? true
      return isMoment ? [] : [self[.end], self[.duration]].compactMap { $0?.remark }
    }
    if case .feeding(let feeding) = reading.content {
      var remark = ""
      if feeding.method == .breast, self[.end] != nil {
        remark = reading.setNursing(span, minutes: minutes, [:]).remark
      } else {
        reading.setEnd(of: span, minutes: self[.end] == nil ? nil : minutes)
      }
      // One that was logged without a length.
      if reading.end == reading.start { reading.end = nil }
      return [remark]
    }
    reading.setEnd(of: span, minutes: self[.end] == nil ? nil : minutes)
    // Of an activity that is how one of a moment is kept.
    if reading.content.kind == .declared(.activity) { reading.flags.removeAll { $0 == .endMissing } }
    return []
  }

  // MARK: The note

  /// The first column of notes as it is, each other with its title.
  private var notes: [String] {
    let first = map.columns[.note]?.first.map(ColumnMap.key)
    return all(.note).map { ColumnMap.key($0.column.title) == first ? $0.text : $0.remark }
  }

  /// The words of the row, without those that the entry says: "Nap" of a sleep, and nothing of "Sleep".
  private func words(beyond content: EntryContent) -> [String] {
    let word = normalised(knownText.filter { $0.isWhitespace || String($0).fits() })
    let others = unknownWords.filter { word in
      guard case .feeding(let feeding) = content, feeding.content != nil else { return true }
      return !MapWords.says(content, word)
    }
    return word.isEmpty || MapWords.says(content, word) ? others : [word] + others
  }

  /// The text of a note, unless it only repeats that it is a note.
  private var wordsOfNote: [String] {
    if let known, kind == .note, MapWords.isNote(known.text) { return unknownWords }
    return word.isEmpty ? [] : [word]
  }

  /// A note is counted by a word of the map, because any other might contain anything. Nil for an ordinary note.
  private var wordKeptAsNote: String? {
    if map.every != nil, kind == .note { return nil }
    guard let known else { return map.every == nil ? "Other" : kind.declaration.title }
    return kind == .note && MapWords.isNote(known.text) ? nil : known.text
  }
}
