/// Names of people on entries: no name can be mistaken for another person's.
public enum PersonName {
  /// Between the author and the importer.
  public static let marker = ", imported by "

  /// The author of an entry that a person imported: "Anna, imported by Ben".
  ///
  /// - Parameters:
  ///   - author: as the log that is brought along has it.
  ///   - person: who brings it. Their own entries are theirs, wherever they come from.
  ///   - shown: what they are called among those who share the child.
  public static func imported(_ author: String, by person: String, shownAs shown: String) -> String {
    let writer = writer(author)
    return writer == person || writer == shown ? shown : writer + marker + shown
  }

  /// The original author, from an author's name that also names the importer.
  public static func writer(_ author: String) -> String {
    guard let end = author.firstRange(of: marker)?.lowerBound, end > author.startIndex else { return author }
    return String(author[..<end])
  }

  /// The importer, or otherwise the author.
  public static func bringer(_ author: String) -> String {
    author.firstRange(of: marker).map { String(author[$0.upperBound...]) } ?? author
  }

  /// Names as they are shown beside each other: where several look alike, all but the first have a number.
  ///
  /// - Parameter names: in the order in which their owners came.
  public static func distinguished(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.map { name in
      var (shown, number) = (name, 1)
      while !seen.isDisjoint(with: spellings(shown)) {
        number += 1
        shown = "\(name) (\(number))"
      }
      seen.formUnion(spellings(shown))
      return shown
    }
  }

  /// Whether a person has logged or imported an author's entries.
  ///
  /// - Parameter shown: what the person is called among those who share the child, with the number if there is one:
  ///   "Anna (2)" is not "Anna".
  public static func isAuthor(_ author: String, shownAs shown: String) -> Bool { bringer(author) == shown }

  /// An entry's author as a server takes it; nil for what it would refuse.
  public static func sent(_ author: String) -> String? {
    let writer = writer(author)
    return User.problem(withName: writer) == nil ? writer : nil
  }

  /// Whether a name contains the words that only the server may add.
  static func claimsImport(_ name: String) -> Bool { spelled(name).contains("importedby") }

  /// Whether people could confuse two names: they differ only in case, spaces, invisible characters, look-alike letters
  /// of another script or width, or in I, l and 1.
  public static func looksLike(_ name: String, _ other: String) -> Bool {
    !spellings(name).isDisjoint(with: spellings(other))
  }

  /// Normalized spellings of a name: with its letters as they are, and as they look.
  private static func spellings(_ name: String) -> Set<String> {
    [spelled(name), spelled(String(String.UnicodeScalarView(name.unicodeScalars.map { strokes[$0] ?? $0 })))]
  }

  private static func spelled(_ name: String) -> String {
    let plain = String(String.UnicodeScalarView(name.unicodeScalars.map(\.ofUsualWidth)))
    let letters = plain.lowercased().unicodeScalars.filter { !$0.isInvisible && !$0.properties.isWhitespace }
    return String(String.UnicodeScalarView(letters.map { lookalikes[$0] ?? $0 }))
  }

  /// Letters that are one stroke or one ring in most fonts.
  private static let strokes: [Unicode.Scalar: Unicode.Scalar] = ["I": "l", "1": "l", "|": "l", "0": "o"]

  /// Greek and Cyrillic letters that look as Latin ones do.
  private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
    zip("аеорсухіјѕԁһӏкмтвнгпαεορυνικτηβ".unicodeScalars, "aeopcyxijsdhlkmtbhrnaeopuviktnb".unicodeScalars)
  ) { first, _ in first }
}

extension Unicode.Scalar {
  /// The Latin letter, digit or sign that this one is a wide form of.
  fileprivate var ofUsualWidth: Unicode.Scalar {
    (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(value - 0xFEE0) ?? self : self
  }

  /// Takes no room, so that a name with it looks as one without it.
  fileprivate var isInvisible: Bool {
    switch value {
    // A soft hyphen, fillers, joiners, spaces of no width and signs for selecting a form.
    case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E,
      0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  /// Joiners and variation selectors of non-Latin letters and of emoji.
  fileprivate var joins: Bool { value == 0x200C || value == 0x200D || value == 0xFE0F || value == 0xFE0E }
}

extension String {
  /// Whether something in it is not seen, and is of no use where it stands.
  var hasInvisibleMarks: Bool {
    var before: Unicode.Scalar?
    for scalar in unicodeScalars {
      // Scripts that join their letters come behind the European ones, and so do pictures.
      let isUseful = scalar.joins && before.map { $0.value >= 0x590 } ?? false
      if scalar.isInvisible, !isUseful { return true }
      before = scalar
    }
    return false
  }
}
