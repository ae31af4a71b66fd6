/// One ES module, read as far as joining modules needs it. What does not keep to the forms that are understood ends the
/// build: see docs/decisions/page.md.
struct ScriptModule {
  /// `import {theirs as ours} from '…'`, or `import * as whole from '…'`.
  struct Import: Hashable {
    /// The other module's path below the folder.
    let from: String
    var whole: String?
    var names: [Name] = []
  }

  struct Name: Hashable {
    /// As it is called where it comes from.
    var first: String
    /// As it is called where it goes.
    var last: String
  }

  enum Export: Hashable {
    case own(Name)
    case passedOn(Name, from: String)
    /// Everything that another module exports.
    case all(from: String)
  }

  /// Below the folder.
  let path: String
  private(set) var imports: [Import] = []
  private(set) var exports: [Export] = []
  /// The rest, without the word `export`.
  private(set) var body: [ScriptToken] = []
  /// The constants at the top that are texts and numbers.
  private(set) var literals: [String: Literal] = [:]

  struct Literal: Hashable {
    /// Where the declaration begins, which is five tokens long.
    let place: Int
    let token: ScriptToken
  }

  /// The functions at the top, by name: where they are declared. Nothing happens there unless somebody calls them.
  private(set) var functions: [String: Range<Int>] = [:]

  /// What the words of the body are.
  private(set) var names = ScriptNames([])

  /// The modules that are there before it is.
  var needs: [String] {
    imports.map(\.from)
      + exports.compactMap { export in
        switch export {
        case .own: nil
        case .passedOn(_, let from), .all(let from): from
        }
      }
  }

  init(_ file: SourceFile) throws(EmbeddingError) {
    path = file.path
    var rest = try ScriptReader.tokens(of: file.text, path: file.path)[...]
    var depth = 0
    while let token = rest.first {
      let next = rest.dropFirst().first?.text
      let isStart = depth == 0 && [nil, ";", "}"].contains(body.last?.text)
      if token.text == "import", token.kind == .name, body.last?.text != ".", next == "(" || next == "." {
        try readExpression(&rest)
      } else if isStart, token.text == "import" {
        try readImport(&rest)
      } else if isStart, token.text == "export" {
        try readExport(&rest)
      } else {
        depth += token.depth
        body.append(rest.removeFirst())
      }
    }
    names = ScriptNames(body)
    findLiterals()
    findFunctions()
  }

  private mutating func findLiterals() {
    var depth = 0
    for index in body.indices {
      let rest = body[index...].prefix(5)
      if depth == 0, rest.count == 5, index == 0 || [";", "}"].contains(body[index - 1].text),
        rest[index].text == "const", rest[index + 2].text == "=", rest[index + 4].text == ";",
        [.number, .text].contains(rest[index + 3].kind)
      {
        literals[rest[index + 1].text] = Literal(place: index, token: rest[index + 3])
      }
      depth += body[index].depth
    }
  }

  private mutating func findFunctions() {
    var depth = 0
    for index in body.indices {
      if depth == 0, index == 0 || [";", "}"].contains(body[index - 1].text), let (name, range) = function(at: index) {
        functions[name] = range
      }
      depth += body[index].depth
    }
  }

  /// `function a() {…}`, `async function* a() {…}` or `const a = (b) => …;`
  private func function(at start: Int) -> (name: String, range: Range<Int>)? {
    func isNext(_ index: Int, _ text: String) -> Bool { body.indices.contains(index) && body[index].text == text }
    var index = start
    if isNext(index, "const") {
      guard isNext(index + 2, "="), let end = end(of: index, at: ";") else { return nil }
      let name = body[index + 1].text
      index += isNext(index + 3, "async") ? 4 : 3
      let takes = isNext(index, "(") ? self.end(of: index, at: ")") : index + 1
      return takes.flatMap { isNext($0, "=>") ? (name, start..<end) : nil }
    }
    if isNext(index, "async") { index += 1 }
    guard isNext(index, "function") else { return nil }
    index += isNext(index + 1, "*") ? 2 : 1
    guard let takes = end(of: index + 1, at: ")"), isNext(takes, "{"), let end = end(of: takes, at: "}") else {
      return nil
    }
    return (body[index].text, start..<end)
  }

  /// What comes after the next such sign that is in no brackets, or closes those that open here; nil where a comma is
  /// before it.
  private func end(of start: Int, at sign: String) -> Int? {
    var depth = 0
    for index in body[start...].indices {
      depth += body[index].depth
      if depth == 0, body[index].text == sign { return index + 1 }
      if depth < 0 || depth == 0 && body[index].isSign(",") { return nil }
    }
    return nil
  }

  // MARK: Statements

  private mutating func readImport(_ rest: inout ArraySlice<ScriptToken>) throws(EmbeddingError) {
    rest.removeFirst()
    var (names, whole): ([Name], String?) = ([], nil)
    if rest.first?.text == "*" {
      rest.removeFirst()
      try pass("as", &rest)
      whole = rest.popFirst()?.text
      try pass("from", &rest)
    } else if rest.first?.kind != .text {
      names = try readNames(&rest)
      try pass("from", &rest)
    }
    imports.append(Import(from: try readPath(&rest), whole: whole, names: names))
    try pass(";", &rest)
  }

  private mutating func readExport(_ rest: inout ArraySlice<ScriptToken>) throws(EmbeddingError) {
    let word = rest.removeFirst()
    switch rest.first?.text {
    case "*":
      rest.removeFirst()
      try pass("from", &rest)
      exports.append(.all(from: try readPath(&rest)))
      try pass(";", &rest)
    case "{":
      let names = try readNames(&rest)
      if rest.first?.text == "from" {
        rest.removeFirst()
        let other = try readPath(&rest)
        exports += names.map { .passedOn($0, from: other) }
      } else {
        exports += names.map { .own($0) }
      }
      try pass(";", &rest)
    default:
      let names = declared(rest)
      guard !names.isEmpty, var first = rest.popFirst() else { throw refused("export") }
      exports += names.map { .own(Name(first: $0, last: $0)) }
      first.gap = word.gap
      body.append(first)
    }
  }

  /// `import.meta.url`; nothing else is imported within an expression.
  private mutating func readExpression(_ rest: inout ArraySlice<ScriptToken>) throws(EmbeddingError) {
    let word = rest.removeFirst()
    for text in [".", "meta", ".", "url"] { try pass(text, &rest) }
    body.append(ScriptToken(kind: .place, text: path, gap: word.gap))
  }

  /// The names of a declaration that is exported.
  private func declared(_ rest: ArraySlice<ScriptToken>) -> [String] {
    var rest = rest
    if rest.first?.text == "async", rest.dropFirst().first?.text == "function" { rest.removeFirst() }
    switch rest.popFirst()?.text {
    case "function", "class":
      if rest.first?.text == "*" { rest.removeFirst() }
      return rest.first.map { [$0.text] } ?? []
    case "const", "let": return ScriptDeclarations.list(rest)
    default: return []
    }
  }

  // MARK: Parts

  /// `{a, b as c}`
  private func readNames(_ rest: inout ArraySlice<ScriptToken>) throws(EmbeddingError) -> [Name] {
    var names: [Name] = []
    try pass("{", &rest)
    while rest.first?.text != "}" {
      guard let name = rest.popFirst(), name.kind == .name, name.text != "default" else { throw refused("{") }
      names.append(Name(first: name.text, last: name.text))
      if rest.first?.text == "as", let other = rest.dropFirst().first, other.kind == .name {
        names[names.count - 1].last = other.text
        rest = rest.dropFirst(2)
      }
      if rest.first?.text != "}" { try pass(",", &rest) }
    }
    try pass("}", &rest)
    return names
  }

  private func readPath(_ rest: inout ArraySlice<ScriptToken>) throws(EmbeddingError) -> String {
    guard let said = rest.popFirst()?.said else { throw refused("import") }
    guard said.hasPrefix("./") || said.hasPrefix("../") else {
      throw EmbeddingError(path, "\(said) does not begin with ./ or ../")
    }
    var parts = path.split(separator: "/").dropLast()
    for part in said.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        throw EmbeddingError(path, "\(said) leads out of the page")
      }
    }
    return parts.joined(separator: "/")
  }

  private func pass(_ text: String, _ rest: inout ArraySlice<ScriptToken>) throws(EmbeddingError) {
    guard rest.popFirst()?.text == text else { throw refused(text) }
  }

  private func refused(_ word: String) -> EmbeddingError {
    EmbeddingError(
      path,
      "at \(word): what can be joined is import {a, b as c} from, import * as a from, import './a.js', "
        + "import.meta.url, export {a, b as c}, export {a} from, export * from, and export before a declaration")
  }
}
