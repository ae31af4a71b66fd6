package import BabyModel
package import BabyProtocol

/// An account that has been used here, with everything that is stored about it except the token.
package struct KnownAccount: Hashable, Sendable {
  package let server: ServerAddress
  package let user: UserID
  package var email: String
  package var name: String
  /// Where its session's token is stored; nil without one.
  package var tokenPlace: TokenPlace?

  /// Names the account's database and its token, and says nothing about it.
  package var key: String { Self.key(server: server, user: user) }

  /// 128 bits, in hexadecimal digits: the same account has the same database at each login.
  static func key(server: ServerAddress, user: UserID) -> String {
    String(fingerprint(of: "\(server) \(user)").prefix(32))
  }
}

extension KnownAccount: WireObject {
  package init(reading members: inout ObjectReader) throws(WireError) {
    server = try members.required("server", "URL of the family server.")
    user = try members.required("user", "The account's id there.")
    email = try members.required("email", "Offered at the next login.")
    name = try members.required("name", "The name that other caregivers see.")
    tokenPlace = try members.optional("tokenPlace", "Where the token is; null when nobody is logged in.")
  }

  package func write(to members: inout ObjectWriter) {
    members.field("server", server)
    members.field("user", user)
    members.field("email", email)
    members.field("name", name)
    members.nullable("tokenPlace", tokenPlace)
  }
}
