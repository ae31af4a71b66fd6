import BabyModel

extension FieldError {
  /// The error in a field for people: "time at the left breast must be at least 0". Programs get the field's name on
  /// the wire beside it.
  var words: String {
    let message = self.message.split(separator: " ", omittingEmptySubsequences: false).map { word in
      // Only words that do not occur in sentences: "for" and "to" are words, too.
      let name = word.hasSuffix(",") ? word.dropLast() : word
      let isCompound = name.contains { $0.isUppercase } && name.first?.isLowercase == true
      guard isCompound, let said = Self.names[String(name)] else { return String(word) }
      return said + word.dropFirst(name.count)
    }
    return ([Self.names[field] ?? field] + message).joined(separator: " ")
  }

  /// Readable names of fields, if theirs are not.
  private static let names = [
    "at": "the time", "from": "the start", "to": "the end", "for": "the length", "id": "the entry",
    "value": "what was measured", "leftSeconds": "time at the left breast", "rightSeconds": "time at the right breast",
    "startedSide": "the breast it began with", "content": "what the bottle held", "endUnknown": "an unknown end",
    "timedSince": "the beginning of the turn", "pausedSince": "the beginning of the pause", "childId": "the child",
    "dueDate": "the due date", "birthWeight": "the weight at birth", "feedingStyle": "how the child is fed",
  ]
}
