/// Why words name none of the people who share a child.
public enum MemberNotFound: Error, Hashable, Sendable {
  case nobody
  /// Several are called so.
  case several([Member])
}

extension [Member] {
  /// Finds a member by id, name or e-mail address.
  ///
  /// - Parameter reference: an id or an e-mail address, else a name in whatever case.
  public func member(_ reference: String) throws(MemberNotFound) -> Member {
    if let id = UserID(reference), let found = first(where: { $0.user.id == id }) { return found }
    let email = User.normalized(email: reference)
    if !email.isEmpty, let found = first(where: { $0.user.email == email }) { return found }
    let named = filter { $0.user.name.lowercased() == email }
    guard let found = named.first else { throw .nobody }
    guard named.count == 1 else { throw .several(named) }
    return found
  }
}
