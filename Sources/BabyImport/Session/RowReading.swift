import BabyModel

/// A parsed row without an id.
struct RowReading {
  var content: EntryContent
  var start: Instant
  var end: Instant?
  var endUnknown = false
  var note: String?
  var flags: [ImportFlag] = []
  var author: String?
  /// The app's word for what is kept as a note.
  var keptAsNote: String?

  init(content: EntryContent, start: Instant, flags: [ImportFlag]) {
    self.content = content
    self.start = start
    self.flags = flags
  }

  /// A named activity without its own kind; it stays a note if the name is not valid.
  ///
  /// - Returns: false for a note.
  mutating func setActivity(_ name: String) -> Bool {
    let name = normalised(name).lowercased()
    guard name.fits(TextLimits.activity), let activity = try? EntryContent.activity(name) else { return false }
    content = activity
    return true
  }

  /// With an end that is one: what an app says to have ended as it began was only begun, or has no length there.
  var settled: RowReading {
    guard end == start else { return self }
    var reading = self
    reading.end = nil
    if content.kind.declaration.runsWithoutEnd {
      reading.endUnknown = true
      // Of an activity that is how one without a length is kept.
      if content == .sleep || content == .tummyTime { reading.flags.append(.endMissing) }
    }
    return reading
  }

  /// Clock times count, and the minutes are checked against them; both are whole minutes, so they may be one apart.
  mutating func setEnd(of span: FlaggedSpan, minutes: Int?) {
    end = span.end
    if end == nil, content.kind.declaration.runsWithoutEnd {
      endUnknown = true
      flags.append(.endMissing)
    }
    if let minutes, let passed = span.minutes, abs(passed - minutes) > 1 { flags.append(.durationDiffers) }
  }

  /// The minutes of a nursing are those at the breast, without the pauses that lie between its clock times. The times count,
  /// for what comes next is counted from the end; the minutes are kept as time at a breast.
  ///
  /// - Parameter lengths: at each breast, if the app has them.
  /// - Returns: whether these are kept, and what no field has room for.
  mutating func setNursing(
    _ span: FlaggedSpan, minutes: Int?, _ lengths: [Side: Duration]
  ) -> (keepsSides: Bool, remark: String) {
    end = span.end
    var paused = false
    if let minutes, let passed = span.minutes {
      paused = passed - minutes > 1
      if minutes - passed > 1 { flags.append(.durationDiffers) }
    }
    leaveOutPauses(atBreast: minutes.map { .minutes($0) })
    if keep(lengths) {
      let together = Int(lengths.values.reduce(.zero, +).wholeMinutes)
      // Some files contradict themselves.
      guard paused, let minutes, abs(together - minutes) > 1 else { return (true, "") }
      return (true, "\(minutes)m at the breast")
    }
    guard paused, let minutes, !flags.contains(.pausesLeftOut) else { return (false, "") }
    if case .feeding(let feeding) = content, feeding.breasts == .one, let side = feeding.startedSide,
      keep([side: .minutes(minutes)])
    {
      return (false, "")
    }
    flags.append(.pausesInNote)
    return (false, "\(minutes)m at the breast")
  }

  /// With pauses a feed may take longer than one can: then it lasts as long as the child was at the breast.
  mutating func leaveOutPauses(atBreast length: Duration?) {
    guard let last = end, let length, last - start > EntryLimits.feed, length < last - start else { return }
    end = start + length
    flags.append(.pausesLeftOut)
  }

  /// Keeps the time at each breast, which is in whole minutes, as the feed's is: so they may be one apart.
  ///
  /// - Returns: false if there are none, or they are longer than the feed.
  mutating func keep(_ lengths: [Side: Duration]) -> Bool {
    guard case .feeding(var feeding) = content, !lengths.isEmpty else { return false }
    let together = lengths.values.reduce(.zero, +)
    guard together > .zero, together <= end.map({ $0 - start + .minutes(1) }) ?? EntryLimits.feed else { return false }
    end = max(end ?? start, start + together)
    (feeding.left, feeding.right) = (lengths[.left], lengths[.right])
    feeding.settleSides()
    content = .feeding(feeding)
    return true
  }
}

/// The parts that are not empty, as one note.
func joined(_ parts: [String]) -> String? {
  let parts = parts.filter { !$0.isEmpty }
  return parts.isEmpty ? nil : parts.joined(separator: " · ")
}
