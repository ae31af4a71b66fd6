import BabyModel
import BabyProtocol

extension MapDraft {
  var tree: JSON {
    var members: [(String, JSON)] = [
      (
        "columns",
        .object(
          JSONObject(
            ColumnMap.Role.allCases.compactMap { role in
              guard let names = columns[role] else { return nil }
              return (role.rawValue, names.count == 1 ? .string(names[0]) : .array(names.map(JSON.string)))
            }))
      )
    ]
    if let lengths { members.append(("units", .object(JSONObject([("duration", .string(lengths.rawValue))])))) }
    if let every { members.append(("every", every.tree)) }
    if !words.isEmpty { members.append(("words", .object(JSONObject(words.map { ($0.text, $0.tree) })))) }
    if every == nil { members.append(("others", .string(ColumnMap.Others.note.rawValue))) }
    return .object(JSONObject(members))
  }

  /// In YAML, with remarks for a person.
  var text: String {
    var lines = [
      "# What the columns of this file mean. It was guessed: look at every line before you import.",
      "# Behind a # stands what only you read. mapping.md among the documents of bbctl tells what else.", "columns:",
    ]
    for role in ColumnMap.Role.allCases {
      if let names = columns[role] {
        let quoted = names.map(\.inYAML)
        let value = quoted.count == 1 ? quoted[0] : "[\(quoted.joined(separator: ", "))]"
        lines.append("  \(role.rawValue): \(value)  # \(role.remark)")
      } else if role == .start || role == .end || role == .amount {
        lines.append("  # \(role.rawValue): …  # \(role.remark)")
      }
    }
    if let lengths {
      lines += ["units:", "  duration: \(lengths.rawValue.inYAML)  # or m:ss, if 1:05 is a minute and five seconds"]
    }
    if let every {
      lines += ["# What every row is, for no column seems to say it:", "every: \(every.valueText)"]
    }
    if !words.isEmpty {
      lines += [
        "# What each word means: a kind, a kind with its fields, note, or skip for rows to leave out.", "words:",
      ]
      lines += words.map { "  \($0.text.inYAML): \($0.valueText)" }
    }
    if every == nil {
      let more = hasMoreWords ? "; there are more of them than a map can have" : ""
      lines += ["# Rows with any other word become a note; or skip, or refuse\(more):", "others: note"]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension MapDraft.Word {
  fileprivate var tree: JSON {
    guard let meaning else { return .string(EntryKind.note.rawValue) }
    if meaning.fields.isEmpty { return .string(meaning.kind.rawValue) }
    let fields = meaning.fields.compactMap { field in field.text.map { (field.name, JSON.string($0)) } }
    return .object(JSONObject([("kind", .string(meaning.kind.rawValue))] + fields))
  }

  /// The same in YAML, with its remark.
  fileprivate var valueText: String {
    let kind = meaning?.kind.rawValue ?? EntryKind.note.rawValue
    let fields = (meaning?.fields ?? []).compactMap { field in field.text.map { "\(field.name): \($0)" } }
    let value = fields.isEmpty ? kind : "{\((["kind: \(kind)"] + fields).joined(separator: ", "))}"
    return value + (remark.map { "  # \($0.inRemark)" } ?? "")
  }
}

extension FieldInputs.Field {
  fileprivate var text: String? { if case .word(let word) = value { word } else { nil } }
}

extension ColumnMap.Role {
  fileprivate var remark: String {
    switch self {
    case .date: "the day, where the time stands in another column"
    case .start: "when it began"
    case .end: "when it ended"
    case .duration: "how long it took: minutes, unless it says something else"
    case .kind: "what it was: see words"
    case .amount: "how much"
    case .unit: "the unit of how much"
    case .side: "left or right"
    case .name: "what a medicine, a food or an activity is called"
    case .note: "kept as the note, the first as it is, others with their titles"
    case .author: "who wrote it down"
    case .child: "which child it is about"
    case .skip: "to leave out"
    }
  }
}

extension String {
  /// In quotation marks, whatever is in it.
  fileprivate var inYAML: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.isPlain: text.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return text + "\""
  }

  /// Behind a number sign, where nothing can be escaped.
  fileprivate var inRemark: String {
    var text = ""
    for scalar in unicodeScalars { text.unicodeScalars.append(scalar.isPlain ? scalar : "?") }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether a text in YAML takes it as it is, and everybody sees it.
  fileprivate var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
