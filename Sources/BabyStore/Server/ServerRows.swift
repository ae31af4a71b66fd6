import BabyModel

// The columns that a family server reads of its own tables.

enum UserRow: Int32, Columns {
  case id, email, name, createdAt

  static let columns = ColumnList<Self>()
  /// Beside other tables' columns of the same names.
  static let list = columns.of("user")
  /// When a session of the user's was last used, to about an hour; NULL without a session.
  static let lastUse = "(SELECT max(used_at) FROM session WHERE session.user_id = user.id)"

  static func decode(_ row: ResultRow<Self>) throws -> User {
    User(id: try row.id(.id), email: row.text(.email), name: row.text(.name), createdAt: row.instant(.createdAt))
  }
}

/// Of a user, behind `UserRow`.
enum PasswordRow: Int32, Columns {
  case password
  static let columns = ColumnList<Self>()
}

/// Of a session and of the whole database, behind `UserRow`.
enum SessionRow: Int32, Columns {
  case sessionID, usedAt, expiresAt, epoch, seq
  static let columns = ColumnList<Self>(computing: [.sessionID: "session.id"])
}

/// Of whoever shares a child, behind `UserRow`.
enum MemberRow: Int32, Columns {
  case role, since, lastSeenAt
  static let columns = ColumnList<Self>(computing: [.lastSeenAt: UserRow.lastUse])
}

/// What somebody has to do with a child, behind `ChildRow`.
enum MembershipRow: Int32, Columns {
  case role, changeSeq, joinedSeq

  static let columns = ColumnList<Self>(computing: [
    .role: "membership.role", .changeSeq: "child.seq", .joinedSeq: "membership.seq",
  ])

  static func decode(_ row: ResultRow<ChildRow>) throws -> Membership {
    let membership = row.following(Self.self)
    return Membership(
      child: try ChildRow.decode(row), role: try membership.word(.role), changeSeq: membership.integer(.changeSeq),
      joinedSeq: membership.integer(.joinedSeq))
  }
}

enum ShareRow: Int32, Columns {
  case id, childID, role, createdAt, expiresAt, isAccepted

  static let columns = ColumnList<Self>(computing: [.isAccepted: "used_by IS NOT NULL"])

  static func decode(_ row: ResultRow<Self>) throws -> Share {
    Share(
      id: try row.id(.id), childID: try row.id(.childID), role: try row.word(.role),
      createdAt: row.instant(.createdAt), expiresAt: row.instant(.expiresAt))
  }
}

/// Of an answer that is kept, what is told of it.
enum HTTPAnswerRow: Int32, Columns {
  case fingerprint, status, tag, body

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<Self>) -> StoredHTTPAnswer {
    StoredHTTPAnswer(
      fingerprint: row.bytes(.fingerprint), status: Int(row.integer(.status)), tag: row.optionalText(.tag),
      body: row.bytes(.body))
  }
}
