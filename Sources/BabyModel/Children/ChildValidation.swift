extension Child {
  /// Checks everything except whether the zone exists, which only the zone database knows.
  ///
  /// - Parameter today: the date in the child's zone.
  /// - Throws: `BabyError.childInvalid` with all that is wrong.
  public func validate(today: LocalDate) throws(BabyError) {
    var errors: [FieldError] = []
    let letters = String(name[...].trimmed)
    if letters.isEmpty {
      errors.append(FieldError("name", "must not be empty"))
    } else if let problem = TextLimits.name.problem(with: letters) {
      errors.append(FieldError("name", problem))
    }
    if letters.lowercased() == "all" {
      errors.append(FieldError("name", "must not be \"all\", which stands for every child"))
    }
    if letters.hasPrefix("-") { errors.append(FieldError("name", "must not begin with -, as options do")) }
    if !name.isPlainLine {
      errors.append(FieldError("name", "must not contain control characters"))
    }
    if born > today { errors.append(FieldError("born", "must not be in the future")) }
    if born.year < 1900 { errors.append(FieldError("born", "must not be before 1900")) }
    if let dueDate, !(-Self.longestOverdue...Self.earliest).contains(dueDate.dayNumber - born.dayNumber) {
      errors.append(
        FieldError(
          "dueDate",
          "must be at most \(Self.earliest) days after the date of birth and at most \(Self.longestOverdue) before it"))
    }
    if let birthWeight, !BodyWeight.plausibleAtBirth.contains(birthWeight.grams) {
      let limits = BodyWeight.plausibleAtBirth
      let text = [limits.lowerBound, limits.upperBound].map { Words.decimalText($0, places: 0) }
      errors.append(FieldError("birthWeight", "must be between \(text[0]) and \(text[1]) g"))
    }
    guard errors.isEmpty else { throw .childInvalid(errors) }
  }

  /// How many days before it was due a child can be born: no child has lived that was born half way to term.
  private static let earliest = 140
  /// How many days after it was due.
  private static let longestOverdue = 30
}
