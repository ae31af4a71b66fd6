import BabyModel

/// Takes the members out of an object, or collects what members there are when it describes a type.
public struct ObjectReader {
  private let object: WireInput?
  /// The position that is checked first for the next member.
  private var hint = 0
  /// The input may come from an untrusted sender.
  private let isStrict: Bool
  /// The number of members of the object that were read.
  private var foundCount = 0
  private(set) var properties: [Schema.Property] = []
  /// The kind of entries that decides which members there are, once it is known; nil if none does.
  private(set) var kind: EntryKind?
  /// The kinds whose members are asked for: the one that was read, or all of those that are described.
  private(set) var kinds: [EntryKind] = []

  /// Ignores unknown members, and does not describe its own.
  var isLenient: Bool { object != nil && !isStrict }

  /// There is no object: the reads describe a schema.
  var isDescribing: Bool { object == nil }

  /// A reader that describes: it hands out samples and remembers what was asked for.
  ///
  /// - Parameter kind: the one to describe, if the kind decides which members there are; nil describes those of all.
  init(describing kind: EntryKind? = nil) {
    object = nil
    isStrict = false
    self.kind = kind
  }

  /// - Parameters:
  ///   - object: what is an object.
  ///   - isStrict: limits the length of texts and lists, before anything else looks at them.
  init(_ object: WireInput, isStrict: Bool = false) {
    self.object = object
    self.isStrict = isStrict
  }

  /// A member that has to be there.
  ///
  /// - Parameter longest: of a text that is read strictly, in bytes.
  public mutating func required<Value: WireValue>(
    _ name: String, _ summary: String, longest: Int = WireLimit.text
  ) throws(WireError) -> Value {
    if isDescribing {
      properties.append(.init(name: name, summary: summary, isRequired: true, schema: Value.schema))
      return Value.sample
    }
    guard let member = try find(name, longest: longest) else { throw WireError(path: name, message: "is missing") }
    return try value(member, name)
  }

  /// A member that may be left out; null is the same as nothing.
  ///
  /// - Parameter longest: of a text that is read strictly, in bytes.
  public mutating func optional<Value: WireValue>(
    _ name: String, _ summary: String, longest: Int = WireLimit.text
  ) throws(WireError) -> Value? {
    if isDescribing {
      describe(name, .nullable(Value.schema), summary)
      return nil
    }
    guard let member = try find(name, longest: longest), !member.isNull else { return nil }
    return try value(member, name)
  }

  /// Finds a member.
  private mutating func find(_ name: String, longest: Int = WireLimit.text) throws(WireError) -> WireInput? {
    guard let member = object?.member(name, hint: &hint) else { return nil }
    foundCount += 1
    if isStrict { try WireLimit.check(member, name, longest: longest) }
    return member
  }

  /// The member `kind`, which decides what other members there are.
  ///
  /// - Parameter isAllowed: which kinds are allowed, at least one.
  mutating func kind(
    _ summary: String, where isAllowed: (KindDeclaration) -> Bool = { _ in true }
  ) throws(WireError) -> EntryKind {
    if isDescribing {
      kinds = EntryKind.allCases.filter { isAllowed($0.declaration) && (self.kind == nil || $0 == self.kind) }
      properties.append(
        .init(name: "kind", summary: summary, isRequired: true, schema: .choice(kinds.map(\.rawValue))))
      return kinds.first ?? EntryKind.sample
    }
    let word: String = try required("kind", summary)
    guard let kind = EntryKind(rawValue: word), isAllowed(kind.declaration) else {
      let words = EntryKind.allCases.filter { isAllowed($0.declaration) }.map(\.rawValue)
      throw WireError(path: "kind", message: "must be one of \(words.joined(separator: ", ")), not \(word.excerpt)")
    }
    self.kind = kind
    kinds = [kind]
    return kind
  }

  /// Insists on a member that was asked for as one that may be left out, if the one kind that is meant needs it.
  mutating func require(_ name: String) throws(WireError) {
    guard kinds.count == 1 else { return }
    if isDescribing {
      guard let index = properties.firstIndex(where: { $0.name == name }) else { return }
      properties[index].isRequired = true
      if case .nullable(let schema) = properties[index].schema { properties[index].schema = schema }
    } else if peek(name)?.isNull ?? true {
      throw WireError(path: name, message: "is missing for \(kinds[0].declaration.noun)")
    }
  }

  private func value<Value: WireValue>(_ member: WireInput, _ name: String) throws(WireError) -> Value {
    do { return try Value(wire: member) } catch { throw error.within(name) }
  }

  /// A number that may be left out, and is held against a range before anything is calculated with it.
  public mutating func optional<Number: WireValue & Comparable>(
    _ name: String, in range: ClosedRange<Number>, _ summary: String
  ) throws(WireError) -> Number? {
    guard let number: Number = try optional(name, summary) else { return nil }
    guard range.contains(number) else {
      let bounds = [range.lowerBound, range.upperBound].map { String(decoding: $0.encoded, as: UTF8.self) }
      throw WireError(path: name, message: "must be between " + bounds.joined(separator: " and "))
    }
    return number
  }

  /// One of some words that may be left out, as its place among them.
  mutating func optional(
    _ name: String, among words: [String], _ summary: String
  ) throws(WireError) -> Int? {
    if isDescribing {
      describe(name, among: words, summary)
      return nil
    }
    guard let member = try find(name), !member.isNull else { return nil }
    guard let text = member.stringValue, let place = words.firstIndex(of: text) else {
      throw WireError(expected: words, found: member).within(name)
    }
    return place
  }

  /// Kinds of entries can share a member, which means something else in each.
  private mutating func describe(_ name: String, _ schema: Schema, _ summary: String) {
    if let index = properties.firstIndex(where: { $0.name == name && $0.schema.json == schema.json }) {
      properties[index].summary += " " + summary
    } else {
      properties.append(.init(name: name, summary: summary, isRequired: false, schema: schema))
    }
  }

  /// Kinds of entries can share a member that has other words in each.
  private mutating func describe(_ name: String, among words: [String], _ summary: String) {
    guard let index = properties.firstIndex(where: { $0.name == name }),
      case .nullable(.choice(let known)) = properties[index].schema
    else {
      properties.append(.init(name: name, summary: summary, isRequired: false, schema: .nullable(.choice(words))))
      return
    }
    properties[index].schema = .nullable(.choice(known + words.filter { !known.contains($0) }))
    properties[index].summary += " " + summary
  }

  /// Ignores members that have no meaning here, if they are present.
  ///
  /// - Parameter names: of members that are not read otherwise.
  mutating func passOver(_ names: [String]) { foundCount += names.count { object?[$0] != nil } }

  /// A member for which null means something else than leaving it out.
  ///
  /// - Parameter longest: of a text that is read strictly, in bytes.
  public mutating func nullable<Value: WireValue>(
    _ name: String, _ summary: String, longest: Int = WireLimit.text
  ) throws(WireError) -> Nullable<Value>? {
    guard peek(name)?.isNull == true else {
      let value: Value? = try optional(name, summary, longest: longest)
      return value.map { .value($0) }
    }
    foundCount += 1
    return .null
  }

  /// A flag that is false when left out.
  public mutating func flag(_ name: String, _ summary: String) throws(WireError) -> Bool {
    try optional(name, summary) ?? false
  }

  /// A member that decides how the others are read, ahead of reading it; nil if it is missing.
  public func peek(_ name: String) -> WireInput? { object?[name] }

  /// All members but those with these names, as they came.
  public mutating func others(than names: [String]) -> JSONObject {
    var others = JSONObject()
    others.members = members.filter { !names.contains($0.name) }
    foundCount += others.members.count
    return others
  }

  /// All that there are, as they came.
  private var members: [JSONObject.Member] { object?.json.objectValue?.members ?? [] }

  /// Refuses unknown members.
  ///
  /// - Parameter names: the names of the known members for a kind; nil is all kinds together. Called only if there is an
  ///   unknown one.
  func refuseUnknownMembers(_ names: (EntryKind?) -> [String]) throws(WireError) {
    guard let object, foundCount < object.count else { return }
    let known = names(kind)
    guard let unknown = members.first(where: { !known.contains($0.name) }) else { return }
    let suggestion = nearestName(to: unknown.name, among: known).map { "; did you mean \"\($0)\"?" }
    let ofAnotherKind = names(nil).contains(unknown.name) ? kind : nil
    let problem = ofAnotherKind.map { "does not apply to \($0.declaration.noun)" } ?? "is not known"
    throw WireError(path: unknown.name.excerpt, message: problem + (suggestion ?? ""))
  }
}

/// The size limits of a member from an untrusted sender.
public enum WireLimit {
  /// Bytes of a text, such as a name, a time or a key.
  public static let text = 1024
  /// Bytes of a note: twice what it can have, so that a slip is refused by the note's own limit and in its words.
  public static let note = 2 * TextLimits.note.bytes
  /// Bytes of a file's part in base64.
  public static let chunk = 512 * 1024
  /// Elements of a list.
  public static let elements = 1024

  fileprivate static func check(_ member: WireInput, _ name: String, longest: Int) throws(WireError) {
    if let length = member.withUTF8(\.count), length > longest {
      throw WireError(path: name, message: "must have at most \(longest) bytes")
    }
    if member.elements != nil, member.count > elements {
      throw WireError(path: name, message: "must have at most \(elements) elements")
    }
  }
}

/// A value that was given, which may be null.
public enum Nullable<Value: Sendable>: Sendable {
  case null
  case value(Value)

  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}
