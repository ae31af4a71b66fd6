public import BabyModel

/// Whose log another app's file becomes.
public struct ImportTarget: Sendable {
  public var child: Child
  /// The zone of clock times that carry none.
  public var zone: ZoneRules

  public init(child: Child, zone: ZoneRules) {
    self.child = child
    self.zone = zone
  }
}

/// A child whom files name.
public struct NamedChild: Hashable, Sendable {
  /// As the files have it.
  public var name: String
  /// Nil where they do not tell it.
  public internal(set) var born: LocalDate?
}

/// Whose logs the files become, which may be about several children.
public struct ImportTargets: Sendable {
  private var byName: [String: ImportTarget] = [:]
  /// Of rows that name nobody.
  private var unnamed: ImportTarget?
  /// As the files have them.
  private var names: [String] = []

  public init() {}

  /// - Parameters:
  ///   - named: the children that the files name.
  ///   - choice: whom the person named: rows of this child become its log, or all rows where they name one child alone.
  ///   - children: all that are known here.
  ///   - current: whose log it becomes where neither the person nor the file names anybody.
  ///   - decisions: learns what was found out, and what is to be asked.
  init(
    _ named: [NamedChild], choice: ImportTarget?, children: [ImportTarget], current: ImportTarget?,
    _ decisions: inout ImportDecisions
  ) {
    names = named.map(\.name)
    unnamed = choice ?? current
    if let choice {
      byName[Self.key(choice.child.name)] = choice
      if names.count == 1, self[names[0]] == nil {
        byName[Self.key(names[0])] = choice
        decisions.add(.init(subject: "Child", value: choice.child.name, reason: "the file names one child alone"))
      }
      return
    }
    for target in children { byName[Self.key(target.child.name)] = target }
    let unknown = named.filter { self[$0.name] == nil }
    if names.count == 1, unknown.isEmpty { unnamed = self[names[0]] }
    guard !unknown.isEmpty else { return }
    decisions.ask(
      .init(
        option: "child", choices: children.map(\.child.name),
        text: """
          The file is about \(unknown.map { "“\($0.name)”" }.joined(separator: ", ")), and no child here has that name. \
          Say whose log it becomes, or add the child first with bbctl child add.
          """, children: unknown))
  }

  /// The child that a name in the file stands for, or for an empty name that of rows without one; nil where nobody said.
  subscript(_ name: String) -> ImportTarget? {
    let key = Self.key(name)
    return key.isEmpty ? unnamed : byName[key]
  }

  /// Those that files name, or else the one of rows that name nobody.
  var all: [ImportTarget] {
    var found: [ImportTarget] = []
    for target in names.isEmpty ? [unnamed] : names.map({ self[$0] }) {
      if let target, !found.contains(where: { $0.child.id == target.child.id }) { found.append(target) }
    }
    return found
  }

  /// Whether all rows are about one child.
  public var areAboutOne: Bool { names.isEmpty || names.allSatisfy { self[$0]?.child.id == unnamed?.child.id } }

  var isEmpty: Bool { unnamed == nil && byName.isEmpty }

  static func key(_ name: String) -> String { normalised(name).lowercased() }
}
