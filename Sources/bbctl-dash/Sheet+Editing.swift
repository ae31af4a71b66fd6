import BabyClient
import BabyModel
import BabyProtocol

extension Sheet {
  /// To change an entry: the fields that its kind declares, its times and its note.
  init(editing record: EntryRecord, _ format: TimeFormat, now: Instant, key: String) {
    let entry = record.entry
    let kind = entry.kind.declaration
    var fields = zip(kind.fields, entry.content.values).compactMap { declared, value in
      Self.field(declared, value, of: kind)
    }
    func clock(_ time: LocalTime) -> String { Words.clock(time.local.time, format: format) }
    let lasts = entry.end != nil || entry.isRunning
    if !record.isOfDay {
      let start = Field.Input.text(clock(record.startTime(now: now)))
      fields.append(Field(lasts ? "from" : "at", lasts ? DashWords.began : DashWords.when, start))
      if let end = record.endTime(now: now) { fields.append(Field("to", DashWords.ended, .text(clock(end)))) }
    }
    fields.append(Field("note", DashWords.note, .text(Words.noteLine(entry) ?? "")))
    self.init(.edit(record), Words.line([Words.title(entry), record.span(format, now: now)]), fields, key: key)
  }

  /// A field of the kind's own; nil if only a timer sets it.
  private static func field(_ declared: FieldDeclaration, _ value: FieldValue?, of kind: KindDeclaration) -> Field? {
    guard !declared.isOfTimer else { return nil }
    let label = DashWords.label(of: declared, kind)
    switch (declared.type, value) {
    case (.choice(let words), _):
      var place: Int?
      if case .choice(let chosen)? = value { place = chosen }
      let options = words.map { Option(word: $0, label: DashWords.spaced($0)) }
      return Field(declared.name, label, .choice(options, place), isOptional: !declared.isRequired)
    case (.quantity(let quantity), .quantity(let number, let unit)?):
      let text = "\(Words.decimalText(number, places: 3)) \(quantity.units[unit].sign)"
      return Field(declared.name, label, .text(text))
    case (.quantity(let quantity), _):
      return Field(declared.name, label, .text(""), example: quantity.units.first.map(\.sign) ?? "")
    case (.seconds, .seconds(let seconds)?):
      return Field(declared.name, label, .text(seconds == 0 ? "" : Words.duration(.seconds(seconds))))
    case (.seconds, _): return Field(declared.name, label, .text(""), example: "15m")
    case (.count, .count(let count)?): return Field(declared.name, label, .text("\(count)"))
    case (.text, .text(let text)?): return Field(declared.name, label, .text(text))
    case (.count, _), (.text, _): return Field(declared.name, label, .text(""))
    case (.instant, _): return nil
    }
  }

  /// The change, with what is different only.
  func update(_ record: EntryRecord, _ options: WriteOptions) throws(FieldProblem) -> MethodCall {
    var params = EntryUpdate.Params(id: "\(record.entry.id)", options: options)
    var changed = FieldInputs()
    for field in visible.map({ fields[$0] }) where field.input != field.initial {
      switch field.name {
      case "at": params.time.at = field.said
      case "from": params.time.from = field.said
      case "to": params.time.to = field.said
      case "note": params.note = field.said.map { .value($0) } ?? .null
      default: changed.fields += try inputs(of: field, record.entry.kind.declaration)
      }
    }
    if !changed.fields.isEmpty { params.fields = changed }
    return MethodCall(EntryUpdate.self, params)
  }

  /// What a field says, as the daemon takes it: nothing, a word, or a number with its unit.
  func inputs(of field: Field, _ kind: KindDeclaration) throws(FieldProblem) -> [FieldInputs.Field] {
    guard let said = field.said else {
      guard field.input != field.initial else { return [] }
      return [.init(field.name, .nothing)]
    }
    switch kind.fields.first(where: { $0.name == field.name })?.type {
    case .quantity(let quantity)?:
      guard let (number, unit) = DashWords.quantity(said, quantity) else {
        throw FieldProblem(field: field.name, message: DashWords.noNumber(quantity))
      }
      return [.init(field.name, .number(number))] + (unit.map { [.init(quantity.unitName, .word($0))] } ?? [])
    case .seconds?:
      guard let length = Duration(text: said, bareMinutes: true) else {
        throw FieldProblem(field: field.name, message: DashWords.noLength)
      }
      return [.init(field.name, .number(Double(length.components.seconds)))]
    case .count?:
      guard let number = Double(said) else { throw FieldProblem(field: field.name, message: DashWords.noCount) }
      return [.init(field.name, .number(number))]
    case .choice?, .text?, .instant?, nil: return [.init(field.name, .word(said))]
    }
  }

  /// The fields that say something about what is chosen.
  var visible: [Int] { fields.indices.filter { !misfits.contains(fields[$0].name) } }

  /// The fields that say nothing about it.
  private var misfits: Set<String> {
    let action = fields.first { $0.name == "action" }?.said
    switch subject {
    case .log(.feeding, _, _):
      switch action {
      case "left", "right", "both": return ["amount", "content"]
      case "bottle": return ["for"]
      case "pumping": return ["content"]
      case "switch", "pause", "resume": return ["amount", "content", "for", "note"]
      default: return ["amount", "content", "for"]
      }
    case .log(_, _, _): return action == "start" || action == "stop" ? ["for"] : []
    case .edit:
      switch fields.first(where: { $0.name == "method" })?.said {
      case "breast": return ["amount", "content"]
      case "bottle": return ["startedSide", "breasts", "leftSeconds", "rightSeconds"]
      case "pumping": return ["content", "leftSeconds", "rightSeconds"]
      default: return []
      }
    }
  }
}
