/// Which words of a script are names that it gives and uses, and which only look like them: keys, members, keywords.
///
/// It knows no scopes, and needs to know none: whoever gives a name another spelling does so wherever it stands in the
/// module, or in one part of it, so that all that meant the same still does.
struct ScriptNames {
  enum Role {
    case none
    case name
    /// `{name}`, which is short for `{name: name}`.
    case shorthand
  }

  /// For each token.
  private(set) var roles: [Role] = []
  /// The names that are declared at the top.
  private(set) var top: Set<String> = []
  /// For each token, in which part of the module it stands: a statement at the top, or a member of a class there. What is
  /// declared within one is seen in no other.
  private(set) var parts: [Int] = []
  /// For each part, the names that are declared within it.
  private(set) var locals: [[Local]] = []

  struct Local {
    let name: String
    /// Where it may mean what is declared.
    var extents: [Range<Int>]
    /// Where it stands.
    var places: [Int] = []

    func isSeen(at place: Int) -> Bool { extents.contains { $0.contains(place) } }

    /// Whether one of both stands where the other is seen.
    func meets(_ other: Local) -> Bool { other.places.contains(where: isSeen) || places.contains(where: other.isSeen) }
  }

  private enum Frame {
    /// In brackets, and at the top.
    case plain
    case block(isCase: Bool)
    /// An object, or a pattern like one.
    case object(isKey: Bool)
    case members(isValue: Bool)
  }

  private let tokens: [ScriptToken]
  private var frames: [Frame] = [.block(isCase: false)]
  /// For each class whose braces have not come yet, how many frames there are.
  private var classes: [Int] = []
  /// Whether the last colon ended a `case`.
  private var isAfterCase = false

  init(_ tokens: [ScriptToken]) {
    self.tokens = tokens
    for index in tokens.indices {
      roles.append(role(index))
      if frames.count == 1 { top.formUnion(declared(index)) }
      parts.append((parts.last ?? 0) + (beginsPart(index) ? 1 : 0))
      follow(index)
    }
    findLocals()
  }

  private mutating func findLocals() {
    locals = Array(repeating: [], count: (parts.last ?? 0) + 1)
    for declaration in ScriptDeclarations(tokens).all where roles[declaration.place] != .none {
      let (name, part) = (tokens[declaration.place].text, parts[declaration.place])
      if top.contains(name) { continue }
      if let known = locals[part].firstIndex(where: { $0.name == name }) {
        locals[part][known].extents.append(declaration.extent)
      } else {
        locals[part].append(Local(name: name, extents: [declaration.extent]))
      }
    }
    for (place, token) in tokens.enumerated() where roles[place] != .none {
      if let known = locals[parts[place]].firstIndex(where: { $0.name == token.text }) {
        locals[parts[place]][known].places.append(place)
      }
    }
    for part in locals.indices { locals[part].sort { $0.places[0] < $1.places[0] } }
  }

  /// Whether a name may be one that is declared within the part of the module.
  func isLocal(_ place: Int) -> Bool {
    locals[parts[place]].contains { $0.name == tokens[place].text && $0.isSeen(at: place) }
  }

  private func token(_ index: Int) -> ScriptToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  // MARK: Roles

  private func role(_ index: Int) -> Role {
    let token = tokens[index]
    guard token.kind == .name, !token.text.hasPrefix("#"), !Self.keywords.contains(token.text) else { return .none }
    let (last, next) = (self.token(index - 1)?.text, self.token(index + 1)?.text)
    if last == "." || last == "?." { return .none }
    // Between what a loop takes and where it takes it from.
    if token.text == "of", case .plain = frames.last, let last, roles.last != Role.none || ["]", "}"].contains(last) {
      return .none
    }
    switch frames.last {
    case .members(let isValue): return isValue ? .name : .none
    case .object(isKey: true) where last != "...":
      return next.map { [",", "}", "="].contains($0) } ?? false ? .shorthand : .none
    default: return .name
    }
  }

  private static let keywords: Set<String> = [
    "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
    "else", "extends", "false", "finally", "for", "function", "if", "in", "instanceof", "let", "new", "null", "return",
    "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void", "while", "yield",
  ]

  // MARK: Frames

  private mutating func follow(_ index: Int) {
    let token = tokens[index]
    switch (token.kind, token.text) {
    case (.template, let text):
      if text.hasPrefix("}") { frames.removeLast() }
      if text.hasSuffix("${") { frames.append(.plain) }
    case (.name, "class") where self.token(index - 1)?.text != "." && beginsClass(index): classes.append(frames.count)
    case (.name, "case"), (.name, "default"):
      if case .block = frames.last { frames[frames.count - 1] = .block(isCase: true) }
    case (.punctuator, "{"): frames.append(brace(index))
    case (.punctuator, "("), (.punctuator, "["): frames.append(.plain)
    case (.punctuator, "}"), (.punctuator, ")"), (.punctuator, "]"): if frames.count > 1 { frames.removeLast() }
    case (.punctuator, ":"):
      isAfterCase = false
      switch frames.last {
      case .object: frames[frames.count - 1] = .object(isKey: false)
      case .block(isCase: true):
        frames[frames.count - 1] = .block(isCase: false)
        isAfterCase = true
      default: break
      }
    case (.punctuator, "="):
      switch frames.last {
      case .object: frames[frames.count - 1] = .object(isKey: false)
      case .members: frames[frames.count - 1] = .members(isValue: true)
      default: break
      }
    case (.punctuator, ","):
      if case .object = frames.last { frames[frames.count - 1] = .object(isKey: true) }
    case (.punctuator, ";"):
      if case .members = frames.last { frames[frames.count - 1] = .members(isValue: false) }
    default: break
    }
  }

  /// And is no key of that name.
  private func beginsClass(_ index: Int) -> Bool {
    guard let next = token(index + 1) else { return false }
    return next.kind == .name || next.text == "{"
  }

  private mutating func brace(_ index: Int) -> Frame {
    if classes.last == frames.count {
      classes.removeLast()
      return .members(isValue: false)
    }
    guard let last = token(index - 1) else { return .block(isCase: false) }
    let isObject =
      switch last.kind {
      case .template: last.text.hasSuffix("${")
      case .name: Self.wordsBeforeObjects.contains(last.text)
      case .punctuator: last.text == ":" ? !isAfterCase : ![")", "=>", ";", "{", "}"].contains(last.text)
      default: false
      }
    return isObject ? .object(isKey: true) : .block(isCase: false)
  }

  private static let wordsBeforeObjects: Set<String> = [
    "await", "case", "const", "default", "delete", "extends", "in", "instanceof", "let", "new", "of", "return", "throw",
    "typeof", "var", "void", "yield",
  ]

  // MARK: Declarations

  /// The names of a declaration that begins here.
  private func declared(_ index: Int) -> [String] {
    let last = token(index - 1)?.text
    guard last == nil || [";", "}", "async"].contains(last), tokens[index].kind == .name else { return [] }
    switch tokens[index].text {
    case "function", "class":
      return [token(index + 1), token(index + 2)].compactMap { $0 }.first { $0.kind == .name }.map { [$0.text] } ?? []
    case "const", "let", "var": return ScriptDeclarations.list(tokens[(index + 1)...])
    default: return []
    }
  }

  /// Whether nothing that is declared before, but at the top, can be meant from here on.
  private func beginsPart(_ index: Int) -> Bool {
    guard let last = token(index - 1), last.kind == .punctuator, [";", "}"].contains(last.text) else { return false }
    switch (frames.count, frames.last) {
    case (1, _): return ["async", "class", "const", "function", "let"].contains(tokens[index].text)
    case (2, .members(isValue: false)): return tokens[index].kind == .name
    default: return false
    }
  }
}
