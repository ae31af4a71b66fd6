import Synchronization

/// The kinds of entries that are declarations and nothing more.
///
/// Which there are stays as it is from the first time that anybody asks.
public enum DeclaredKinds {
  /// Those of every program; a further kind is one more of these.
  private static let ours: [KindDeclaration] = [
    .weight, .length, .head, .temperature, .medicine, .vaccine, .food, .milestone, .milkStore, .briefWaking, .activity,
  ]

  /// What this program knows; nil once somebody has asked.
  private static let known = Mutex<[KindDeclaration]?>(ours)

  public static let all: [KindDeclaration] = known.withLock { kinds in
    defer { kinds = nil }
    return kinds ?? []
  }

  /// Has this program know other kinds, before it does anything else: as a later version will, or an earlier one did.
  ///
  /// - Returns: false, and nothing is changed, once somebody has asked which kinds there are.
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
