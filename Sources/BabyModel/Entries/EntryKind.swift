import Synchronization

/// The kinds of entries, in the order in which screens show them.
///
/// Five kinds have rules of their own, and the compiler finds every place that has to handle each. All others follow
/// from their declaration.
public enum EntryKind: Sendable {
  case feeding, diaper, sleep, tummyTime, note
  case declared(KindDeclaration)

  /// Breast feeds, sleep, tummy time and other activities can run; one of each at a time for a child.
  public var hasTimer: Bool { declaration.hasTimer }

  public var declaration: KindDeclaration {
    switch self {
    case .feeding: .feeding
    case .diaper: .diaper
    case .sleep: .sleep
    case .tummyTime: .tummyTime
    case .note: .note
    case .declared(let kind): kind
    }
  }
}

extension EntryKind: CaseIterable {
  /// The kinds with their own rules and columns.
  public static let withRules: [EntryKind] = [.feeding, .diaper, .sleep, .tummyTime, .note]

  public static let allCases = withRules + DeclaredKinds.all.map(EntryKind.declared)
}

extension EntryKind: RawRepresentable {
  /// The name on the wire and in tables.
  public var rawValue: String {
    switch self {
    case .feeding: "feeding"
    case .diaper: "diaper"
    case .sleep: "sleep"
    case .tummyTime: "tummy"
    case .note: "note"
    case .declared(let kind): kind.word
    }
  }

  /// Nil for a word that is not a kind of this program's (`DeclaredKinds`).
  public init?(rawValue: String) {
    switch rawValue {
    case "feeding": self = .feeding
    case "diaper": self = .diaper
    case "sleep": self = .sleep
    case "tummy": self = .tummyTime
    case "note": self = .note
    default:
      guard let kind = DeclaredKinds.all.first(where: { $0.word == rawValue }) else { return nil }
      self = .declared(kind)
    }
  }
}

extension EntryKind: Hashable {
  // By numbers: what a RawRepresentable comes with compares words.
  public static func == (one: EntryKind, other: EntryKind) -> Bool { one.number == other.number }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  private var number: UInt {
    switch self {
    case .feeding: 1
    case .diaper: 2
    case .sleep: 3
    case .tummyTime: 4
    case .note: 5
    case .declared(let kind): UInt(bitPattern: ObjectIdentifier(kind))
    }
  }
}

/// The kinds of entries that are declarations and nothing more.
///
/// The set of kinds is fixed at the first access.
public enum DeclaredKinds {
  /// The built-in kinds; add new ones here.
  private static let ours: [KindDeclaration] = [
    .weight, .length, .head, .temperature, .medicine, .vaccine, .food, .milestone, .milkStore, .briefWaking, .activity,
  ]

  /// The kinds of this program; fixed at the first access.
  private static let known = Mutex<[KindDeclaration]?>(ours)

  public static let all: [KindDeclaration] = known.withLock { kinds in
    defer { kinds = nil }
    return kinds ?? []
  }

  /// Changes the program's kinds, before anything else: to simulate a later or an earlier version.
  ///
  /// - Returns: false, and changes nothing, after the first access to the kinds.
  public static func change(_ change: (inout [KindDeclaration]) -> Void) -> Bool {
    known.withLock { kinds in
      guard var changed = kinds else { return false }
      change(&changed)
      kinds = changed
      return true
    }
  }

  /// The kind that a phrase which begins with a word can be about.
  public static func kind(called word: String) -> KindDeclaration? {
    let word = word.lowercased()
    return all.first { $0.isCalled(word) }
  }
}
