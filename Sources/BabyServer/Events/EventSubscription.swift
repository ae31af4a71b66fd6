import BabyAPI
import BabyModel
import BabyStore
import NIOCore

/// Who wants to be told of news, and what they know.
struct EventSubscription: Sendable {
  let user: UserID
  /// Hash of the session's token.
  let token: [UInt8]
  let expiresAt: Instant
  /// What there was to be seen when it was asked for.
  let sight: String
  /// What was told last on an earlier stream.
  let lastID: String?
  /// How many commits there had been before the sight was read.
  let commitCount: Int64

  /// The first bytes of the stream. They come at once, so that a client sees that nothing on the way holds them back.
  var opening: ByteBuffer { lastID == sight ? .heartbeat : .event(sight) }
}

extension Sight {
  /// Differs when anything of any of the children does, what somebody may do with them, or what they have set. The entity
  /// tag of a list of changes ends with it.
  var fingerprint: String {
    let children = memberships.map { "\($0.child.id) \($0.changeSeq) \($0.role)" }
    let whole = ["\(epoch) \(settingSeq) \(ChangeList.form)"] + children
    return [UInt8](Secrets.hash(whole.joined(separator: "\n")).prefix(8)).hexadecimal
  }
}

/// What is sent, in the form of server-sent events.
extension ByteBuffer {
  /// Something is another than it was. What, whoever wants to know asks for.
  static func event(_ id: String) -> ByteBuffer { ByteBuffer(string: "id: \(id)\nevent: change\ndata: {}\n\n") }

  /// A comment, which says that the stream is there.
  static let heartbeat = ByteBuffer(string: ":\n\n")
  static let heartbeatChunk = heartbeat.chunk

  /// As a piece of an answer whose length nobody knows before (RFC 9112, section 7.1).
  var chunk: ByteBuffer {
    ByteBuffer(string: "\(String(readableBytes, radix: 16))\r\n\(String(buffer: self))\r\n")
  }
}
