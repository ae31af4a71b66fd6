import BabyModel

/// The app's other activities with a kind here. Most of their data is in a sentence; one in an unusual form is ignored,
/// and so is an impossible value: such a row stays a note.
extension BabyConnectRow {
  /// An entry's fields, and the parts of the row that do not fit into them.
  struct Declared {
    var content: EntryContent
    var remarks: [String] = []
  }

  /// - Parameter child: the name by which the sentence may call the child.
  /// - Returns: nil for what stays a note.
  func declared(of child: String) -> Declared? {
    let declared: Declared? =
      switch activity {
      case "Weight": measured(.weight)
      case "Height": measured(.length)
      case "Head Size": measured(.head)
      case "Temperature": measured(.temperature)
      case "Medicine": medicine
      case "Vaccine": vaccine
      case "Solid", "Eating": food
      case "Milestone": milestone(of: child)
      default: nil
      }
    guard var declared else { return nil }
    // Such an entry is of a moment.
    declared.remarks.append(sentence.length ?? lengthOfMoment)
    return declared
  }

  /// The name of an activity: `bath`, `reading`; nil if the row has none, or it is not a valid name.
  var activityName: String? {
    switch activity {
    case "Bath": return "bath"
    case "Activity":
      guard var name = phrase(after: [" is doing ", " is "]) else { return nil }
      name = normalised(name).lowercased()
      return name.fits(TextLimits.activity) ? name : nil
    default: return nil
    }
  }

  // MARK: What is measured

  private func measured(_ kind: KindDeclaration) -> Declared? {
    guard let declaration = kind.quantity else { return nil }
    let value: (number: Double, unit: String)?
    var others = ""
    if let number = cellNumber(quantity), let unit = declaration.unit(called: extraData) {
      value = (number, unit)
    } else {
      value = phrase(after: [": "]).flatMap(declaration.reading(inCell:))
      others = columns
    }
    guard let (number, unit) = value, declaration.allows(number, unit: unit) else { return nil }
    let place = sentence.bracket.lowercased()
    let isPlace = kind == .temperature && ["rectal", "ear", "forehead", "armpit"].contains(place)
    let content = try? EntryContent.measured(
      kind, number, unit: unit, and: isPlace ? [.init("place", .word(place))] : [], column: Column.quantity.rawValue)
    return content.map { Declared(content: $0, remarks: [isPlace ? "" : sentence.bracket, others]) }
  }

  // MARK: What has a name

  /// `Eva took Tylenol (2.5 ml)`, `Eva took 2.5 ml of Tylenol`, `Eva took Tylenol: 2.5 ml`, or the dose in its columns.
  private var medicine: Declared? {
    guard let said = phrase(after: [" took ", " was given "]), let declaration = KindDeclaration.medicine.quantity
    else {
      return nil
    }
    // A comma parts a name from its dose, unless it is that of a number.
    var name = withPoint(said)
    var dose = declaration.reading(inCell: sentence.bracket)
    var remarks = [dose == nil ? sentence.bracket : ""]
    if dose == nil, let of = name.firstRange(of: " of "), let said = declaration.reading(String(name[..<of.lowerBound]))
    {
      (dose, name) = (said, String(name[of.upperBound...]))
    }
    if dose == nil, let sign = name.lastIndex(where: { $0 == ":" || $0 == "," }),
      let said = declaration.reading(String(name[name.index(after: sign)...]))
    {
      (dose, name) = (said, String(name[..<sign]))
    }
    if dose == nil {
      dose = declaration.reading(inCell: columns)
      if dose == nil { remarks.append(columns) }
    } else if !columns.isEmpty {
      let other = declaration.reading(inCell: columns)
      if other?.number != dose?.number || other?.unit != dose?.unit { remarks.append(columns) }
    }
    name = normalised(name)
    guard name.fits() else { return nil }
    let content = try? EntryContent.medicine(name, dose: dose, column: Column.text.rawValue)
    return content.map { Declared(content: $0, remarks: remarks) }
  }

  /// `Eva received MMR vaccine`, `Eva got vaccine: MMR`
  private var vaccine: Declared? {
    guard var name = phrase(after: [": ", " received ", " got ", " had "]) else { return nil }
    let words = name.split(separator: " ").filter {
      !["a", "the", "vaccine", "vaccination", "shot"].contains($0.lowercased())
    }
    name = words.joined(separator: " ")
    guard name.fits(),
      let content = try? EntryContent(.vaccine, [.init("name", .word(name))], column: Column.text.rawValue)
    else { return nil }
    return Declared(content: content, remarks: [sentence.bracket, columns])
  }

  /// `Eva ate veggies: 4 tsp`, `Eva ate cereal: 2 tbsp, fruits: 1 oz`
  private var food: Declared? {
    guard let phrase = phrase(after: [" ate "]) else { return nil }
    let parts = withPoint(phrase).split(separator: ",").map { part in
      part.split(separator: ":", maxSplits: 1).map { normalised(String($0)) }
    }
    let foods = parts.compactMap(\.first).filter { !$0.isEmpty }.joined(separator: ", ")
    // The app's word for a meal without a description.
    guard foods.lowercased() != "food", foods.fits(),
      let content = try? EntryContent(.food, [.init("foods", .word(foods))], column: Column.text.rawValue)
    else { return nil }
    let amounts = parts.contains { $0.count > 1 } ? parts.count == 1 ? parts[0][1] : normalised(phrase) : ""
    return Declared(content: content, remarks: [amounts, sentence.bracket, columns])
  }

  /// The sentence without the child's name at its beginning.
  private func milestone(of child: String) -> Declared? {
    var title = sentence.statement
    let name = normalised(child).lowercased() + " "
    if title.lowercased().hasPrefix(name) { title = normalised(String(title.dropFirst(name.count))) }
    if !sentence.bracket.isEmpty { title += " (\(sentence.bracket))" }
    guard title.fits(),
      let content = try? EntryContent(.milestone, [.init("title", .word(title))], column: Column.text.rawValue)
    else { return nil }
    return Declared(content: content, remarks: [columns])
  }
}

extension QuantityDeclaration {
  /// Whether an entry can have a number in a unit.
  fileprivate func allows(_ number: Double, unit word: String) -> Bool {
    guard plausible.contains(number), let unit = unitWords.firstIndex(of: word) else { return false }
    return limits?.contains(inBaseUnit(number, unit: unit)) ?? true
  }
}
