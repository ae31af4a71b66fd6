extension Entry {
  /// The same content again as of now: what lasted ends now, and what happens at a point in time happens now.
  ///
  /// - Throws: `BabyError.entryInvalid` for an entry without a duration to repeat: a running timer, or one with an
  ///   unknown end.
  public func duplicate(id: EntryID, now: Instant) throws(BabyError) -> Entry {
    if isRunning { throw .entryInvalid([FieldError("id", "is still running; stop it first")]) }
    if endUnknown, !kind.declaration.isNamed {
      throw .entryInvalid([FieldError("id", "has no end, so there is no length to repeat")])
    }
    return Entry(
      id: id, childID: childID, content: content, start: now - (duration ?? .zero), end: end.map { _ in now },
      endUnknown: endUnknown,
      note: note, createdAt: now, updatedAt: now)
  }
}
