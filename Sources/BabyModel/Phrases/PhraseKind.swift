/// The kind that a phrase is about, with its fields.
struct PhraseKind {
  let kind: KindDeclaration
  /// The phrase with the kind's name before it, behind that name.
  let reader: TokenReader
  var child: String?
  /// The kind was not named: `tylenol 5ml`.
  let isImplied: Bool

  /// Nil for a phrase about anything else.
  init?(_ reader: TokenReader, in context: PhraseContext) throws(PhraseRefusal) {
    var reader = reader
    let names = context.children.map(NameMatcher.init)
    let start = reader.position
    var first: Int?
    while true {
      let here = reader.position
      if let name = reader.name(among: names) {
        child = name
        first = first ?? here
      } else if !reader.takeFiller() {
        break
      }
    }
    // Activities go by their own names.
    if let kind = context.kinds.first(where: { !$0.isNamed && $0.takeName(&reader) }) {
      (self.kind, self.reader, isImplied) = (kind, reader, false)
      return
    }
    let behind = reader.position
    reader.position = start
    let rest = reader.text(of: (first ?? behind)..<reader.tokens.count)
    if let (kind, name) = reader.measuredKind(in: context) {
      (self.kind, self.reader) = (kind, Self.reader(of: reader.text(replacing: (name, "")), kind))
      (child, isImplied) = (nil, false)
      return
    }
    guard context.impliesKinds, let kind = try Self.implied(by: reader, behind, names, in: context),
      context.kinds.contains(kind)
    else { return nil }
    (self.kind, self.reader, child, isImplied) = (kind, Self.reader(of: rest, kind), nil, true)
  }

  private static func reader(of text: String, _ kind: KindDeclaration) -> TokenReader {
    var reader = TokenReader("\(kind.word) \(text)")
    reader.position = 1
    return reader
  }

  // MARK: Kinds that are not named

  /// The kind of which a sentence names an example: a medicine, a food, a first time of something.
  private static func implied(
    by reader: TokenReader, _ start: Int, _ names: [NameMatcher], in context: PhraseContext
  ) throws(PhraseRefusal) -> KindDeclaration? {
    var rest = reader
    rest.position = start
    if rest.word() == "first", firsts.contains(rest.word(1) ?? "") { return .milestone }
    let known = context.medicines.map(KnownName.init)
    var (isMedicine, isFood, isOther, isMore) = (false, false, false, false)
    var later: Range<Int>?
    rest.position = 0
    while let next = rest.next {
      if case .word(let word) = next.kind, remarks.contains(word) { break }
      if rest.name(among: names) != nil { continue }
      if let length = medicineLength(rest, known) {
        isMedicine = true
        rest.position += length
        continue
      }
      guard let (meaning, length) = PhraseWord.reading(rest) else {
        rest.position += 1
        continue
      }
      switch meaning {
      case .begins(.food) where foods.contains(rest.word() ?? ""): isFood = true
      case .filler, .begins, .notKept, .thing(.feed), .fed, .content(.water), .remark: break
      case .later: later = later ?? rest.position..<rest.position + length
      case .thing, .content, .namedContent, .pumped, .remarkable: isMore = true
      default: isOther = true
      }
      rest.position += length
    }
    if isOther { return nil }
    if let later, isMedicine || isFood { throw .later(rest.text(of: later)) }
    if isMedicine {
      guard !isMore else { throw .severalThings }
      return .medicine
    }
    return isFood && !isMore ? .food : nil
  }

  /// The number of tokens of a medicine's name here: of common ones, and of the child's.
  static func medicineLength(_ reader: TokenReader, _ known: [KnownName]) -> Int? {
    if let length = known.lazy.compactMap({ reader.length(of: $0) }).max() { return length }
    guard let (meaning, length) = PhraseWord.reading(reader), meaning == .begins(.medicine),
      !measures.contains(reader.word() ?? "")
    else { return nil }
    return length
  }

  /// The same for a word that can stand in a name of the kind.
  static func nameLength(_ reader: TokenReader, of kind: KindDeclaration, _ known: [KnownName]) -> Int? {
    guard let word = reader.word() else { return reader.next.map { _ in 1 } }
    switch kind {
    case .medicine:
      return medicineLength(reader, known) ?? (besideMedicines.contains(word) || word.utf8.count == 1 ? 1 : nil)
    case .food:
      if foods.contains(word) || besideFoods.contains(word) { return 1 }
      return nil
    default: return word == "first" || firsts.contains(word) ? 1 : nil
    }
  }

  /// Words about medicine that are not names of one.
  private static let measures: Set<String> = [
    "drops", "dose", "mg", "mcg", "medicine", "medicines", "medication", "meds",
  ]
  private static let besideMedicines: Set<String> = [
    "children's", "childrens", "infant", "infants", "infant's", "infants'", "baby", "junior", "liquid", "syrup",
    "drops",
    "drop", "suspension", "water", "oral", "strength", "kids", "suppository", "suppositories", "chewable", "tablet",
    "tablets",
  ]
  private static let foods: Set<String> = ["banana", "avocado", "oatmeal", "rice", "cereal", "porridge", "yogurt"]
  private static let besideFoods: Set<String> = [
    "mashed", "puree", "baby", "cereal", "plain", "breakfast", "lunch", "dinner",
  ]
  private static let firsts: Set<String> = [
    "tooth", "smile", "steps", "step", "word", "words", "laugh", "giggle", "haircut", "crawl", "roll",
  ]
  static let remarks: Set<String> = [
    "with", "without", "for", "because", "before", "after", "during",
  ]
}

extension TokenReader {
  /// The measured kind whose name follows a number: `7 lb 4 oz weight`, `at 3 temp 38.2`.
  fileprivate func measuredKind(in context: PhraseContext) -> (KindDeclaration, name: Range<Int>)? {
    let kinds = context.kinds.filter { [.weight, .length, .head, .temperature].contains($0) }
    guard !kinds.isEmpty, tokens.contains(where: \.isNumber) else {
      return nil
    }
    var rest = self
    var found: (KindDeclaration, Range<Int>)?
    while let next = rest.next {
      if PhraseKind.remarks.contains(next.word) { break }
      let start = rest.position
      if found == nil, let kind = kinds.first(where: { $0.takeName(&rest) }) {
        found = (kind, start..<rest.position)
        continue
      }
      guard let (meaning, length) = PhraseWord.reading(rest) else {
        rest.position += 1
        continue
      }
      switch meaning {
      // The phrase names another thing as well.
      case .begins(.medicine): return nil
      case .filler, .begins, .notKept: rest.position += length
      default: return nil
      }
    }
    return found
  }
}
