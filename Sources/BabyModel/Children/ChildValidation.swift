extension Child {
  /// Checks what can be known of a child by itself; whether its zone exists is the zone database's to say.
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
    if name.unicodeScalars.contains(where: { $0.isControl || $0.isDirectional }) {
      errors.append(FieldError("name", "must not contain control characters"))
    }
    if born > today { errors.append(FieldError("born", "must not be in the future")) }
    if born.year < 1900 { errors.append(FieldError("born", "must not be before 1900")) }
    guard errors.isEmpty else { throw .childInvalid(errors) }
  }
}
