import BabyModel

/// What no entry may break.
func checkHardRules(_ entry: Entry, now: Instant) throws(RowFault) {
  if entry.start > now + .seconds(300) { throw .invalid([FieldError("start", "is in the future")]) }
  if let duration = entry.duration {
    if duration < .zero { throw .invalid([FieldError("end", "is before the start")]) }
    if entry.kind == .sleep, duration > .hours(24) {
      throw .invalid([FieldError("end", "is over 24 h after the start")])
    }
  }
  if case .feeding(let feeding) = entry.content, let amount = feeding.amount, !(0...500).contains(amount.milliliters) {
    throw .invalid([FieldError("amount", "is over 500 ml")])
  }
}
