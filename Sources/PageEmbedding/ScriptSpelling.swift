/// How the names of modules are spelt in joined files, where all modules have one top: as short as can be.
///
/// A function at a top that nobody names is left out, and so is what only that names: tests use it, or once somebody did.
///
/// Each name that is declared at a top has a spelling of its own. One that is declared within a part of a module
/// (`ScriptNames.parts`) has one that nothing else has that the part names, and the same in all parts where it can
/// (`UsualSpellings`). What nobody declares is the browser's: such a
/// name keeps its spelling, wherever it stands and whatever it means there.
struct ScriptSpelling {
  private struct Target: Hashable {
    let path: String
    let name: String
  }

  private let modules: [String: ScriptModule]
  private let numbers: [String: Int]
  /// The names that are not spelt as they are.
  private var spellings: [Target: String] = [:]
  /// What is a text or a number, and stands wherever it is named: what is named once, and what is as short as a name.
  private var literals: [Target: ScriptToken] = [:]
  /// The names of the browser.
  private var foreign: Set<String> = []
  /// The modules that somebody has as one object.
  private var wholes: Set<String> = []
  /// How names are spelt within functions, where nothing else is spelt so.
  private let usual: UsualSpellings
  /// The functions that nobody names.
  private var unused: Set<Target> = []
  /// Members that are the page's own.
  private let members: ScriptMembers
  /// Keys of texts, which are the page's own, too.
  private let texts: ScriptTexts

  /// A script by itself.
  init(_ module: ScriptModule) throws(EmbeddingError) {
    try self.init([module], ScriptMembers(), ScriptTexts(nil, []), .init())
  }

  init(
    _ all: [ScriptModule], _ members: ScriptMembers, _ texts: ScriptTexts, _ manner: UsualSpellings.Manner
  ) throws(EmbeddingError) {
    self.members = members
    self.texts = texts
    usual = UsualSpellings(all, manner)
    modules = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })
    numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.path, $0) })
    for module in all {
      for index in module.body.indices {
        if let whole = Self.whole(at: index, in: module), whole.member == nil { wholes.insert(whole.path) }
      }
    }
    var uses: [Target: Int] = [:]
    for module in all {
      let targets = try targets(of: module)
      for (index, token) in module.body.enumerated() where module.names.roles[index] != .none {
        let name = token.text
        if let mark = name.lastIndex(of: "$"), !name[mark...].dropFirst().contains(where: { !$0.isNumber }) {
          throw EmbeddingError(module.path, "\(name) looks like a name that is made while modules are joined")
        }
        if let target = try target(at: index, in: module, targets) {
          uses[target, default: 0] += 1
        } else if Self.whole(at: index, in: module) == nil, !module.names.isLocal(index) {
          foreign.insert(name)
        }
      }
      for name in wholes.contains(module.path) ? exported(module.path) : [] {
        uses[try target(of: name, in: module.path, for: module.path), default: 0] += 1
      }
    }
    try leaveOut(all, &uses)
    for module in all {
      for (name, literal) in module.literals {
        let target = Target(path: module.path, name: name)
        // It is used once where it is declared.
        if (uses[target] ?? 0) <= 2 || literal.token.text.utf8.count <= 3 { literals[target] = literal.token }
      }
    }
    var names = ScriptShortNames(small: false, taken: foreign)
    let order = uses.sorted {
      ($1.value, numbers[$0.key.path] ?? 0, $0.key.name) < ($0.value, numbers[$1.key.path] ?? 0, $1.key.name)
    }
    for (target, _) in order where literals[target] == nil { spellings[target] = names.next() }
  }

  private mutating func leaveOut(_ all: [ScriptModule], _ uses: inout [Target: Int]) throws(EmbeddingError) {
    var count = -1
    while count < unused.count {
      count = unused.count
      for module in all {
        let targets = try targets(of: module)
        for (name, range) in module.functions {
          let target = Target(path: module.path, name: name)
          // It stands where it is declared, and in itself.
          var own = 0
          for index in range where try self.target(at: index, in: module, targets) == target { own += 1 }
          guard uses[target] == own, unused.insert(target).inserted else { continue }
          for index in range {
            if let other = try self.target(at: index, in: module, targets) { uses[other, default: 0] -= 1 }
          }
        }
      }
    }
    for target in unused { uses[target] = nil }
  }

  /// What stands for all of a module, and at the end of names that it has to itself.
  func variable(_ path: String) -> String { "$\(numbers[path] ?? 0)" }

  /// A module as it stands in a joined file.
  func text(_ module: ScriptModule) throws(EmbeddingError) -> String {
    let targets = try targets(of: module)
    let locals = try locals(of: module)
    let hidden = Self.hidden(in: module)
    let left = Set(
      module.literals.filter { literals[Target(path: module.path, name: $0.key)] != nil }.map(\.value.place))
    var ends: [Int: Int] = [:]
    for (name, range) in module.functions where unused.contains(Target(path: module.path, name: name)) {
      ends[range.lowerBound] = range.upperBound
    }
    var tokens: [ScriptToken] = []
    var index = 0
    while index < module.body.count {
      if let end = ends[index] {
        index = end
        continue
      }
      if left.contains(index) {
        index += 5
        continue
      }
      var token = module.body[index]
      let (name, whole) = (token.text, Self.whole(at: index, in: module))
      let isKey = module.names.roles[index] == .shorthand
      if token.kind == .place {
        token.text = "new URL('\(Self.relative(name))',import.meta.url).href"
      } else if let target = try target(at: index, in: module, targets) {
        if whole != nil { index += 2 }
        let isAsked = index + 1 < module.body.count && module.body[index + 1].text == "."
        token = spelt(target, gap: token.gap, isAsked: isAsked)
      } else if let whole {
        token.text = variable(whole.path)
      } else if token.isHidden {
        token.text = hidden[name] ?? name
      } else if module.names.roles[index] != .none {
        token.text = locals[module.names.parts[index]][name] ?? name
      } else if index > 1, module.body[index - 1].text == ".", ScriptTexts.isHolder(at: index - 2, in: module) {
        token.text = texts.spelling(name)
      } else if token.kind == .name {
        token.text = members.spelling(name)
      }
      let key = members.spelling(name)
      if isKey, token.text != key { token = ScriptToken(kind: .name, text: "\(key):\(token.text)", gap: token.gap) }
      tokens.append(token)
      index += 1
    }
    return tokens.script + (wholes.contains(module.path) ? try whole(module.path) : "")
  }

  /// - Parameter isAsked: whether a member of it is asked for, which a number cannot be as it is.
  private func spelt(_ target: Target, gap: ScriptToken.Gap, isAsked: Bool) -> ScriptToken {
    guard let literal = literals[target] else { return ScriptToken(kind: .name, text: spelling(target), gap: gap) }
    let text = isAsked && literal.kind == .number ? "(\(literal.text))" : literal.text
    return ScriptToken(kind: literal.kind, text: text, gap: gap)
  }

  /// How members are spelt that only their class sees, `#a`.
  private static func hidden(in module: ScriptModule) -> [String: String] {
    var (names, spellings) = (ScriptShortNames(small: true, taken: []), [String: String]())
    for token in module.body where token.isHidden && spellings[token.text] == nil {
      spellings[token.text] = "#\(names.next())"
    }
    return spellings
  }

  /// For each part of a module, how the names are spelt that are declared within it. Two may be spelt alike if neither
  /// stands where the other is seen.
  private func locals(of module: ScriptModule) throws(EmbeddingError) -> [[String: String]] {
    let targets = try targets(of: module)
    var tops = Array(repeating: [(place: Int, spelling: String)](), count: module.names.locals.count)
    for index in module.body.indices {
      guard let target = try target(at: index, in: module, targets) else { continue }
      tops[module.names.parts[index]].append((index, spelling(target)))
    }
    return zip(module.names.locals, tops).map { locals, tops in
      var spellings: [String: String] = [:]
      // The one that is named most chooses first.
      let order = locals.sorted { ($1.places.count, $0.places[0]) < ($0.places.count, $1.places[0]) }
      for local in order where !foreign.contains(local.name) && targets[local.name] == nil {
        var taken = foreign.union(tops.filter { local.isSeen(at: $0.place) }.map(\.spelling))
        for other in locals {
          if let spelling = spellings[other.name], local.meets(other) { taken.insert(spelling) }
        }
        let key = members.spelling(local.name)
        let shorthands = local.places.count { module.names.roles[$0] == .shorthand }
        if isKeyBetter(key, local, shorthands), !taken.contains(key) {
          spellings[local.name] = key
        } else if let wish = usual.spellings[local.name], !taken.contains(wish) {
          spellings[local.name] = wish
        } else {
          var names = ScriptShortNames(small: true, taken: taken)
          spellings[local.name] = names.next()
        }
      }
      return spellings
    }
  }

  /// Whether a name is better spelt as the member that it is taken from or put into, `{a}`: else that is `{a:e}`.
  private func isKeyBetter(_ key: String, _ local: ScriptNames.Local, _ shorthands: Int) -> Bool {
    shorthands > 0 && (key != local.name || 4 * shorthands >= 3 * local.places.count)
  }

  /// What a word names, if it names all that another module exports: that, or one member of it.
  private static func whole(at index: Int, in module: ScriptModule) -> (path: String, member: String?)? {
    let (role, text) = (module.names.roles[index], module.body[index].text)
    guard role != .none, let whole = module.imports.first(where: { $0.whole == text }) else { return nil }
    let isMember = role == .name && index + 2 < module.body.count && module.body[index + 1].text == "."
    return (whole.from, isMember ? module.body[index + 2].text : nil)
  }

  /// All that a module exports, as one object.
  private func whole(_ path: String) throws(EmbeddingError) -> String {
    var members: [String] = []
    for name in exported(path) {
      let spelling = spelling(try target(of: name, in: path, for: path))
      let key = self.members.spelling(name)
      members.append(spelling == key ? key : "\(key):\(spelling)")
    }
    return "let \(variable(path))={\(members.joined(separator: ","))};\n"
  }

  private func spelling(_ target: Target) -> String { spellings[target] ?? literals[target]?.text ?? target.name }

  /// What a word names that some module declares at its top.
  private func target(
    at index: Int, in module: ScriptModule, _ targets: [String: Target]
  ) throws(EmbeddingError) -> Target? {
    guard module.names.roles[index] != .none else { return nil }
    if let whole = Self.whole(at: index, in: module) {
      guard let member = whole.member else { return nil }
      return try target(of: member, in: whole.path, for: module.path)
    }
    let name = module.body[index].text
    return targets[name] ?? (module.names.top.contains(name) ? Target(path: module.path, name: name) : nil)
  }

  /// Where the names come from that a module imports.
  private func targets(of module: ScriptModule) throws(EmbeddingError) -> [String: Target] {
    var targets: [String: Target] = [:]
    for each in module.imports {
      for name in each.names { targets[name.last] = try target(of: name.first, in: each.from, for: module.path) }
    }
    return targets
  }

  /// Where a name is declared that a module exports.
  private func target(of name: String, in path: String, for user: String) throws(EmbeddingError) -> Target {
    for export in modules[path]?.exports ?? [] {
      switch export {
      case .own(let own) where own.last == name:
        // It may be an import of its own.
        if let module = modules[path], !module.names.top.contains(own.first),
          let target = try targets(of: module)[own.first]
        {
          return target
        }
        return Target(path: path, name: own.first)
      case .passedOn(let passed, let from) where passed.last == name:
        return try target(of: passed.first, in: from, for: path)
      case .all(let from) where exported(from).contains(name): return try target(of: name, in: from, for: path)
      default: break
      }
    }
    throw EmbeddingError(user, "\(path) does not export \(name)")
  }

  /// The names that a module exports, always in one order.
  private func exported(_ path: String) -> [String] {
    (modules[path]?.exports ?? []).reduce(into: Set<String>()) { names, export in
      switch export {
      case .own(let name), .passedOn(let name, _): names.insert(name.last)
      case .all(let from): names.formUnion(exported(from))
      }
    }.sorted()
  }

  /// A path as the joined files name it.
  private static func relative(_ path: String) -> String {
    path.hasPrefix("app/") ? "./\(path.dropFirst("app/".count))" : "../\(path)"
  }
}

extension ScriptToken {
  /// Whether it is the name of a member that only its class sees.
  fileprivate var isHidden: Bool { kind == .name && text.hasPrefix("#") }
}
