extension Entry {
  /// Checks everything that can be known of an entry by itself.
  ///
  /// - Throws: `BabyError.entryInvalid` with all that is wrong.
  public func validate(child: Child, zone: ZoneRules, now: Instant) throws(BabyError) {
    let frame = EntryFrame(start: start, end: end, endUnknown: endUnknown, note: note)
    let own: [FieldError] =
      if case .feeding(let feeding) = content {
        feeding.errors + feeding.sideErrors(start: start, end: end, now: now)
      } else {
        []
      }
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
    if content != nil, method != .bottle { errors.append(.misfit("content", EntrySort(method))) }
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

  /// The errors in the time at each breast.
  fileprivate func sideErrors(start: Instant, end: Instant?, now: Instant) -> [FieldError] {
    var errors: [FieldError] = []
    for (side, field) in [(Side.left, "leftSeconds"), (.right, "rightSeconds")] where self[side] != nil {
      if method != .breast { errors.append(.misfit(field, EntrySort(method))) }
    }
    if let turn {
      let field = turn.isPaused ? "pausedSince" : "timedSince"
      if method != .breast { errors.append(.misfit(field, EntrySort(method))) }
      if end != nil { errors.append(FieldError(field, "does not apply to a feed that has an end")) }
      if turn.since < start { errors.append(FieldError(field, "must not be before the start")) }
      if turn.since > now + EntryLimits.clockDifference {
        errors.append(FieldError(field, "must not be in the future"))
      }
    }
    guard let sidesTogether else { return errors }
    if let end, sidesTogether > end - start {
      errors.append(FieldError("leftSeconds", "and rightSeconds together must not be longer than the feed"))
    } else if sidesTogether > EntryLimits.feed {
      let hours = EntryLimits.feed.wholeMinutes / 60
      errors.append(FieldError("leftSeconds", "and rightSeconds together must be at most \(hours) hours"))
    }
    return errors
  }
}
