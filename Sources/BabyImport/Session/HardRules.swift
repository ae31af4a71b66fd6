import BabyModel

/// What no entry may break, however it came to be.
func checkHardRules(_ entry: Entry, now: Instant) throws(RowFault) {
  var errors: [FieldError] = []
  if entry.start > now + .seconds(300) { errors.append(FieldError("start", "must not be in the future")) }
  if let duration = entry.duration {
    let longest: Duration? =
      switch entry.kind {
      case .sleep: .hours(24)
      case .tummyTime: .hours(2)
      case .feeding, .diaper, .note: nil
      }
    if duration < .zero {
      errors.append(FieldError("end", "must not be before the start"))
    } else if entry.kind.hasTimer, duration == .zero {
      errors.append(FieldError("end", "must be after the start"))
    } else if let longest, duration > longest {
      errors.append(FieldError("end", "must be at most \(longest.wholeMinutes / 60) h after the start"))
    }
  }
  if case .feeding(let feeding) = entry.content, let milliliters = feeding.amount?.milliliters {
    if milliliters <= 0 { errors.append(FieldError("amount", "must be more than 0")) }
    if milliliters > 500 { errors.append(FieldError("amount", "must be at most 500 ml")) }
  }
  if !errors.isEmpty { throw .invalid(errors) }
}
