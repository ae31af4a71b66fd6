import BabyAPI
import BabyModel
import BabyStore

extension ServerReader {
  /// Has people who share a child go by names that nobody takes for each other's: entries show who logged them by name.
  ///
  /// - Throws: `APIError` with `invalid`.
  func refuseNamesake(of user: User, in child: ChildID) throws {
    let others = try members(of: child).map(\.user).filter { $0.id != user.id }
    guard let other = others.first(where: { PersonName.looksLike($0.name, user.name) }) else { return }
    throw APIError(
      .invalid,
      """
      \(other.name) shares this child already, and what you log would look like theirs. Take another name, such as \
      "\(user.name) 2": with an account that is there, by bbctl account name NAME.
      """, details: [FieldError("name", "is that of somebody who shares the child")])
  }
}
