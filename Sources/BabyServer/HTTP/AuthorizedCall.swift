import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

/// One user's view of the database within one transaction, for one call.
struct AuthorizedCall<Body: Sendable, Answer: Sendable> {
  private let operation: OperationCall<Body, Answer>
  let session: ServerSession
  let reader: ServerReader
  private let zones: ZoneDatabase
  private let writes: DailyWrites

  /// - Throws: `unauthorized`.
  init(
    _ operation: OperationCall<Body, Answer>, reader: ServerReader, zones: ZoneDatabase, writes: DailyWrites
  ) throws {
    let call = operation.request
    guard let token = call.token, let session = try reader.session(token: Secrets.hash(token), now: call.now)
    else { throw APIError.unauthorized }
    self.operation = operation
    self.session = session
    self.reader = reader
    self.zones = zones
    self.writes = writes
  }

  var call: Call { operation.request }

  var user: User { session.user }

  func body() throws(APIError) -> Body where Body: WireObject { try operation.body() }

  func answer(_ answer: Answer, tag: String? = nil) -> CallAnswer where Answer: WireValue {
    operation.answer(answer, tag: tag)
  }

  /// - Parameter body: an answer's text in the operation's form.
  func answer(encoded body: [UInt8], tag: String) -> CallAnswer { operation.answer(encoded: body, tag: tag) }

  func done() -> CallAnswer where Answer == Never { operation.done() }

  /// 304.
  ///
  /// - Parameter end: of what the answer depends on beside the database, such as the day.
  func unchanged(_ tag: String, until end: Instant? = nil) -> CallAnswer {
    var answer = CallAnswer(status: 304, tag: tag)
    answer.session = SessionStamp(session)
    answer.validity = call.now..<min(session.expiresAt, end ?? session.expiresAt)
    return answer
  }

  /// Counts a write of this account's. What only takes something away is never refused.
  ///
  /// - Throws: `rateLimited`.
  func countWrite() throws(APIError) {
    guard !call.body.isEmpty else { return }
    try writes.admit([.account(user.id)], bytes: call.writtenBytes, now: call.now)
  }

  /// Counts a write of an entry.
  ///
  /// - Throws: `rateLimited`.
  func countWrite(for child: ChildID) throws(APIError) {
    try writes.admit([.child(child)], bytes: call.writtenBytes, now: call.now)
  }

  /// The child in the path, as the user sees it.
  func membership() throws -> Membership { try membership(in: call.id("child")) }

  /// - Throws: `notFound` if the user is not a member; `forbidden` if the operation needs another role.
  func membership(in child: ChildID) throws -> Membership {
    guard let membership = try reader.membership(of: user.id, in: child) else { throw APIError.nothing }
    if case .role(let needed) = call.operation.access, !membership.role.covers(needed) {
      throw APIError.noAccess(needs: needed)
    }
    return membership
  }

  func shownName(in child: ChildID) throws -> String { try reader.shownNames(in: child)[user.id] ?? user.name }

  /// Differs with every change of what the user sees of a child: entries, members and settings count with the one
  /// sequence of all changes, and whatever of them changes, the greater is another one then.
  func lastChange(of membership: Membership) throws -> Int64 {
    max(membership.changeSeq, try reader.settingSeq(of: user.id))
  }

  func settings(of child: Child) throws -> Settings { try reader.settings(of: child, for: user.id) }

  /// - Throws: `BabyError.zoneUnknown`.
  func zone(of child: Child) throws(BabyError) -> ZoneRules { try zones.rules(for: child.zone) }

  func record(_ entry: SharedEntry, of child: Child) throws -> SharedEntryRecord {
    SharedEntryRecord(entry, in: try zone(of: child))
  }
}

/// The time of a last change is the version, too.
extension Instant {
  /// The entity tag of the version.
  var tag: String { "\"\(utcText)\"" }

  /// The next version: later than this one, whatever the clock says.
  func next(at now: Instant) -> Instant { max(now, self + .milliseconds(1)) }
}

extension ServerReader {
  /// A child's settings as they are for a user.
  func settings(of child: Child, for user: UserID) throws -> Settings {
    Settings(family: try settings(of: user), child: try settings(of: child.id, for: user))
  }
}
