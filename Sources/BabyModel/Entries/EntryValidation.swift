extension Entry {
  /// Checks everything that can be known of an entry by itself.
  ///
  /// - Throws: `BabyError.entryInvalid` with all that is wrong.
  public func validate(child: Child, zone: ZoneRules, now: Instant) throws(BabyError) {
    let frame = EntryFrame(start: start, end: end, endUnknown: endUnknown, note: note)
    let own = if case .feeding(let feeding) = content { feeding.errors } else { [FieldError]() }
    let errors = kind.declaration.errors(
      in: frame, values: content.values, and: own, child: child, zone: zone, now: now)
    guard errors.isEmpty else { throw .entryInvalid(errors) }
  }
}

extension Feeding {
  fileprivate var errors: [FieldError] {
    var errors: [FieldError] = []
    if method == .bottle {
      if startedSide != nil { errors.append(FieldError("startedSide", "does not apply to a bottle")) }
      if breasts != nil { errors.append(FieldError("breasts", "does not apply to a bottle")) }
    }
    guard let amount else { return errors }
    let most = method == .pumping ? EntryLimits.pumpingMilliliters : EntryLimits.feedMilliliters
    if !(amount.value > 0) {
      errors.append(FieldError("amount", "must be more than 0"))
    } else if amount.milliliters > most {
      let limit = Volume(most, .milliliters)
      errors.append(FieldError("amount", "must be at most \(Words.amount(limit, in: amount.unit))"))
    }
    return errors
  }
}
