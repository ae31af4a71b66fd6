public import BabyModel
import GRDB

/// Changes of the server's database that take effect together, or not at all.
///
/// Valid inside the body it was given to. Who may change what is for the caller to ask.
public final class ServerWriter {
  /// Reads what the transaction has made of the database so far.
  public let read: ServerReader
  /// The time of the changes.
  public let now: Instant
  let db: Database
  private var afterCommit: [() -> Void] = []

  init(db: Database, now: Instant) {
    self.db = db
    self.now = now
    read = ServerReader(db: db)
  }

  /// Has something done once the transaction has been committed, on the thread for writes: it must not wait for
  /// anything.
  public func afterCommit(_ action: @escaping () -> Void) { afterCommit.append(action) }

  func wasCommitted() { for action in afterCommit { action() } }

  func nextSeq() throws -> Int64 {
    try db.run("UPDATE server SET seq = seq + 1")
    return try read.lastSeq()
  }

  /// Notes that something of a child has changed.
  func touch(_ child: ChildID) throws -> Int64 {
    let seq = try nextSeq()
    try db.run("UPDATE child SET seq = ? WHERE id = ?", [.integer(seq), .id(child)])
    return seq
  }
}

// MARK: Accounts

extension ServerWriter {
  /// - Parameter password: its hash.
  /// - Returns: whether the user was added; false when the e-mail address is taken.
  public func insert(_ user: User, password: String) throws -> Bool {
    try db.run(
      "INSERT INTO user (id, email, name, password, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (email) DO NOTHING",
      [.id(user.id), .text(user.email), .text(user.name), .text(password), .instant(user.createdAt)])
    return db.changesCount > 0
  }

  /// How long a machine is remembered after a login.
  public static let deviceLifetime: Duration = .hours(365 * 24)

  /// Of machines that are known of one user.
  private static let deviceLimit: Int64 = 50

  /// Remembers a machine after a login; above the limit, the oldest is forgotten.
  ///
  /// - Parameter device: the hash of the machine's secret.
  public func remember(_ device: [UInt8], of user: UserID) throws {
    try db.run(
      "INSERT INTO device (user_id, device, at) VALUES (?1, ?2, ?3) ON CONFLICT (user_id, device) DO UPDATE SET at = ?3",
      [.id(user), .bytes(device), .instant(now)])
    try db.run(
      """
      DELETE FROM device WHERE user_id = ?1 AND device NOT IN
        (SELECT device FROM device WHERE user_id = ?1 ORDER BY at DESC, device LIMIT ?2)
      """, [.id(user), .integer(Self.deviceLimit)])
  }
}

// MARK: Children

extension ServerWriter {
  /// Adds a child with its owner.
  public func insert(_ child: Child, owner: UserID) throws {
    try db.run(ChildRow.insertSQL, ChildRow.values(child))
    try join(owner, child.id, as: .owner)
  }

  /// Replaces all that is known of a child.
  public func update(_ child: Child) throws {
    try db.run(ChildRow.replaceSQL, ChildRow.values(child) + [.id(child.id)])
    _ = try touch(child.id)
  }

  /// Takes a child out of everybody's sight.
  ///
  /// - Parameter user: the owner who does that.
  public func remove(_ child: Child, by user: UserID) throws {
    try update(child)
    try db.run(
      "UPDATE child SET removed_by = (SELECT name FROM user WHERE id = ?) WHERE id = ?", [.id(user), .id(child.id)])
  }

  /// Restores a removed child. It becomes visible to all members again, with all its entries: some machines have never
  /// seen the last of them.
  public func restore(_ child: Child) throws {
    try update(child)
    try db.run("UPDATE membership SET seq = ? WHERE child_id = ?", [.integer(read.lastSeq()), .id(child.id)])
  }

  private func join(_ user: UserID, _ child: ChildID, as role: Role) throws {
    let seq = try touch(child)
    try db.run("DELETE FROM ended_membership WHERE user_id = ? AND child_id = ?", [.id(user), .id(child)])
    try db.run(
      "INSERT INTO membership (user_id, child_id, role, since, seq) VALUES (?, ?, ?, ?, ?)",
      [.id(user), .id(child), .text(role.rawValue), .instant(now), .integer(seq)])
  }
}

// MARK: Shares

extension ServerWriter {
  /// - Parameter code: the code's hash.
  public func insert(_ share: Share, code: [UInt8]) throws {
    try db.run(
      "INSERT INTO share (id, child_id, role, code, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .id(share.id), .id(share.childID), .text(share.role.rawValue), .bytes(code), .instant(share.createdAt),
        .instant(share.expiresAt),
      ])
  }

  /// Revokes an unused share.
  ///
  /// - Returns: whether there was such a share of the child.
  public func revoke(_ share: ShareID, of child: ChildID) throws -> Bool {
    try db.run("DELETE FROM share WHERE id = ? AND child_id = ? AND used_by IS NULL", [.id(share), .id(child)])
    return db.changesCount > 0
  }

  /// Uses a share up and lets the user see the child.
  public func accept(_ share: Share, by user: UserID) throws {
    try db.run("UPDATE share SET used_by = ? WHERE id = ?", [.id(user), .id(share.id)])
    try join(user, share.childID, as: share.role)
    try note(.joined, of: user, in: share.childID, as: share.role)
  }
}

// MARK: Answers

/// The answer that was given to a call, for when the call is sent again.
public struct StoredHTTPAnswer: Hashable, Sendable {
  /// Hash of the request.
  public var fingerprint: [UInt8]
  public var status: Int
  /// The entity tag.
  public var tag: String?
  public var body: [UInt8]

  public init(fingerprint: [UInt8], status: Int, tag: String?, body: [UInt8]) {
    self.fingerprint = fingerprint
    self.status = status
    self.tag = tag
    self.body = body
  }
}

extension ServerWriter {
  /// How long an answer is kept: a machine may have been offline for longer than a holiday.
  private static let answerLifetime: Duration = .hours(30 * 24)

  public func storedAnswer(of user: UserID, key: String) throws -> StoredHTTPAnswer? {
    try db.first(
      "SELECT \(HTTPAnswerRow.columns) FROM answer WHERE user_id = ? AND key = ? AND at >= ?",
      [.id(user), .text(key), .instant(now - Self.answerLifetime)], HTTPAnswerRow.decode)
  }

  /// Keeps the answer to this transaction's call.
  public func store(_ answer: StoredHTTPAnswer, of user: UserID, key: String) throws {
    try db.run(
      """
      INSERT INTO answer (user_id, key, fingerprint, status, tag, body, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (user_id, key) DO UPDATE SET fingerprint = ?3, status = ?4, tag = ?5, body = ?6, at = ?7
      """,
      [
        .id(user), .text(key), .bytes(answer.fingerprint), .integer(Int64(answer.status)), .optional(answer.tag),
        .bytes(answer.body), .instant(now),
      ])
  }

  /// Forgets sessions, machines, codes, answers, reminders and who came and went that have outlived their time. Entries
  /// are never forgotten.
  public func prune() throws {
    try db.run("DELETE FROM session WHERE expires_at <= ?", [.instant(now)])
    try db.run("DELETE FROM device WHERE at <= ?", [.instant(now - Self.deviceLifetime)])
    for table in ["share", "password_code", "invitation"] {
      try db.run("DELETE FROM \(table) WHERE expires_at <= ?", [.instant(now)])
    }
    try db.run("DELETE FROM answer WHERE at < ?", [.instant(now - Self.answerLifetime)])
    try pruneSettings()
    try pruneMemberEvents()
    try prunePushMarks()
  }
}
