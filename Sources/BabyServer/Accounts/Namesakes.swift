import BabyAPI
import BabyModel
import BabyStore

extension ServerReader {
  /// Refuses a name that looks like that of another member of the child: entries show by name who logged them.
  ///
  /// - Throws: `APIError` with `invalid`.
  func refuseNamesake(of user: User, in child: ChildID) throws {
    let others = try members(of: child).map(\.user).filter { $0.id != user.id }
    guard let other = others.first(where: { PersonName.looksLike($0.name, user.name) }) else { return }
    throw APIError(
      .invalid,
      """
      \(other.name) already shares this child, and your entries would look like theirs. Choose another name, such as \
      "\(user.name) 2"; if you have an account already: bbctl account name NAME
      """, details: [FieldError("name", "looks like that of another member")])
  }
}
