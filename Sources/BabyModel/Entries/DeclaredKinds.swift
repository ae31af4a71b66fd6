import Synchronization

/// The kinds of entries that are declarations and nothing more.
///
/// Which there are stays as it is from the first time that anybody asks.
public enum DeclaredKinds {
  /// Those of every program; a further kind is one more of these.
  private static let ours: [KindDeclaration] = [
    .weight, .length, .head, .temperature, .medicine, .vaccine, .food, .milestone, .milkStore, .briefWaking,
  ]

  /// What the program has added; nil once somebody has asked.
  private static let added = Mutex<[KindDeclaration]?>([])

  public static let all: [KindDeclaration] = added.withLock { kinds in
    defer { kinds = nil }
    return ours + (kinds ?? [])
  }

  /// Adds kinds that this program alone knows, before it does anything else.
  ///
  /// - Returns: false, and nothing is added, once somebody has asked which kinds there are.
  public static func add(_ kinds: [KindDeclaration]) -> Bool {
    added.withLock { added in
      guard added != nil else { return false }
      added? += kinds
      return true
    }
  }

  /// The kind that a phrase which begins with a word can be about.
  public static func kind(called word: String) -> KindDeclaration? {
    let word = word.lowercased()
    return all.first { $0.isCalled(word) }
  }
}
