import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import NIOCore

extension OperationHandlers {
  mutating func addEvents() {
    let services = services
    on(Operations.eventsFollow) { call in
      let streams = services.streams
      // Before the transaction: what is committed meanwhile is looked at once the stream is open.
      let commitCount = try services.store.commitCount()
      return try await services.store.read { reader in
        let authorized = try services.authorized(call, reader)
        guard streams.hasRoom else {
          throw APIError(.unavailable, "Too many open event streams.", retryAfter: 600)
        }
        let (session, user) = (authorized.session, authorized.user.id)
        let visibility = try reader.visibility(of: user, reader.memberships(of: user), epoch: session.epoch)
        return CallAnswer(
          following: EventSubscription(
            user: user, token: Secrets.hash(call.request.token ?? ""), expiresAt: session.expiresAt,
            visibility: visibility.fingerprint, lastID: call.request.headers["last-event-id"], commitCount: commitCount)
        )
      }
    }
  }
}

/// The subscriber of a stream, and its state.
struct EventSubscription: Sendable {
  let user: UserID
  /// Hash of the session's token.
  let token: [UInt8]
  let expiresAt: Instant
  /// The state at the time of the request.
  let visibility: String
  /// The last event of an earlier stream.
  let lastID: String?
  /// The number of commits before the visible data was read.
  let commitCount: Int64

  /// The first bytes of the stream. They come at once, so that a client sees that nothing on the way holds them back.
  var opening: ByteBuffer { lastID == visibility ? .heartbeat : .event(visibility) }
}

extension AccountVisibility {
  /// Changes with the children, the account's role for them, and its settings. The entity tag of a list of changes ends
  /// with it.
  var fingerprint: String {
    let children = memberships.map { "\($0.child.id) \($0.changeSeq) \($0.role)" }
    let whole = ["\(epoch) \(settingSeq) \(ChangeList.form)"] + children
    return [UInt8](Secrets.hash(whole.joined(separator: "\n")).prefix(8)).hexadecimal
  }
}

/// The format of server-sent events.
extension ByteBuffer {
  /// A change, without its content: the client fetches that.
  static func event(_ id: String) -> ByteBuffer { ByteBuffer(string: "id: \(id)\nevent: change\ndata: {}\n\n") }

  /// A comment, which says that the stream is there.
  static let heartbeat = ByteBuffer(string: ":\n\n")
  static let heartbeatChunk = heartbeat.chunk

  /// A chunk of a response of unknown length (RFC 9112, section 7.1).
  var chunk: ByteBuffer {
    ByteBuffer(string: "\(String(readableBytes, radix: 16))\r\n\(String(buffer: self))\r\n")
  }
}
