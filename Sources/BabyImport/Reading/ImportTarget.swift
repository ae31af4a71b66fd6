public import BabyModel

/// The log that another app's file is imported into.
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
  /// Nil if they do not tell it.
  public internal(set) var born: LocalDate?
}

/// A child that a file of this program's own brings along.
struct ArchivedChild: Hashable, Sendable {
  var id: ChildID
  var name: String
  var isRemoved: Bool
}

/// The logs that the files are imported into, which may be of several children.
public struct ImportTargets: Sendable {
  private var byName: [String: ImportTarget] = [:]
  /// The target of rows without a name.
  private var unnamed: ImportTarget?
  /// As the files have them.
  private var names: [String] = []
  /// Whether the files name several children, and the person has not chosen one.
  private(set) var areSeveral = false
  /// The children here that stand for children whom files bring along.
  private(set) var standIns: [ChildID: ImportTarget] = [:]

  public init() {}

  /// - Parameters:
  ///   - named: the children that the files name.
  ///   - choice: whom the person named: rows of this child become its log, or all rows where they name one child alone.
  ///   - children: all that are known here.
  ///   - current: the log to use if neither the person nor the file names a child.
  ///   - isOneRenamed: whether the names can all be those of one child.
  ///   - keepsNames: whether a local child's name takes precedence over the person's choice: in our own tables.
  ///   - decisions: collects the decisions and questions.
  init(
    _ named: [NamedChild], choice: ImportTarget?, children: [ImportTarget], current: ImportTarget?,
    isOneRenamed: Bool = false, keepsNames: Bool = false, _ decisions: inout ImportDecisions
  ) {
    names = named.map(\.name)
    unnamed = choice ?? current
    areSeveral = choice == nil && names.count > 1
    if let choice {
      byName[Self.key(choice.child.name)] = choice
      if names.count == 1, self[names[0]] == nil,
        !(keepsNames && Self.isOther(names[0], than: choice, among: children))
      {
        byName[Self.key(names[0])] = choice
        decisions.add(.init(subject: "Child", value: choice.child.name, reason: "the file names one child alone"))
      } else if isOneRenamed, !named.contains(where: { Self.isOther($0.name, than: choice, among: children) }) {
        for name in names { byName[Self.key(name)] = choice }
        decisions.add(
          .init(
            subject: "Child", value: choice.child.name,
            reason: "the names do not overlap in time, as after a renaming"))
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

  /// Whether a name is that of another child here.
  private static func isOther(_ name: String, than choice: ImportTarget, among children: [ImportTarget]) -> Bool {
    children.contains { key($0.child.name) == key(name) && $0.child.id != choice.child.id }
  }

  /// Finds the local children for those in files of this program: the child with the same id, or the one that the
  /// person has named. A child that only has the same name leads to a question.
  ///
  /// - Throws: `BabyError.importInvalid` for a person's choice that can be none of the children.
  mutating func replace(
    _ archived: [ArchivedChild], choice: ImportTarget?, children: [ImportTarget], _ decisions: inout ImportDecisions
  ) throws(BabyError) {
    let unknown = archived.filter { child in !children.contains { $0.child.id == child.id } }
    if let choice {
      guard archived.allSatisfy({ $0.id != choice.child.id }) else { return }
      let alike = unknown.filter { Self.key($0.name) == Self.key(choice.child.name) }
      guard let child = alike.first ?? unknown.first, alike.count == 1 || unknown.count == 1 else {
        throw .importInvalid(
          unknown.isEmpty
            ? "All children in the file already exist here, and \(choice.child.name) is not one of them."
            : "The file has several children, and none of them is called \(choice.child.name).")
      }
      standIns[child.id] = choice
      decisions.add(.init(subject: "Child", value: choice.child.name, reason: "you said so"))
      return
    }
    for child in unknown where !child.isRemoved {
      guard let same = children.first(where: { Self.key($0.child.name) == Self.key(child.name) }) else { continue }
      decisions.ask(
        .init(
          option: "child", choices: [same.child.name],
          text: """
            The file brings \(child.name) along, and another \(same.child.name) is here already. If they are the same \
            child, say whose log it becomes; else give one of them another name first.
            """))
    }
  }

  /// The child of a name in the file, or for an empty name that of rows without one; nil if unknown.
  subscript(_ name: String) -> ImportTarget? {
    let key = Self.key(name)
    return key.isEmpty ? unnamed : byName[key]
  }

  /// The named ones, or otherwise the one of rows without a name.
  var all: [ImportTarget] {
    var found: [ImportTarget] = []
    for target in names.isEmpty ? [unnamed] : names.map({ self[$0] }) {
      if let target, !found.contains(where: { $0.child.id == target.child.id }) { found.append(target) }
    }
    return found
  }

  /// The child whom all rows are about.
  ///
  /// - Returns: nil if there are several, or none.
  public var only: ImportTarget? {
    names.allSatisfy { self[$0]?.child.id == unnamed?.child.id } ? unnamed : nil
  }

  var isEmpty: Bool { unnamed == nil && byName.isEmpty }

  static func key(_ name: String) -> String { normalised(name).lowercased() }
}
