import Synchronization

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

  /// Has this program know other kinds, before it does anything else: as a later version will, or an earlier one did.
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
