import BabyAPI
import BabyEngine
import BabyModel
import BabyStore
import WebPush

/// What handlers work with.
struct Services: Sendable {
  let store: ServerStore
  let streams: EventStreams
  let zones: ZoneDatabase
  let passwords: Passwords
  let limiter: LoginLimiter
  let secrets: Secrets
  let ids: IDGenerator
  let limits: ServerLimits
  let registration: RegistrationMode
  let sessionLifetime: Duration
  let uses: SessionUses
  let push: PushDesk
  let pushServices: PushServices

  /// Whoever asks, whose session counts as used.
  ///
  /// - Throws: `unauthorized`.
  func authorized<Body, Answer>(
    _ call: OperationCall<Body, Answer>, _ reader: ServerReader
  ) throws -> AuthorizedCall<Body, Answer> {
    let authorized = try AuthorizedCall(call, reader: reader, zones: zones)
    if uses.note(SessionStamp(authorized.session), network: call.request.network, now: call.request.now) {
      call.request.page?.renew()
    }
    return authorized
  }
}

/// The handler of each operation.
struct OperationHandlers: Sendable {
  typealias Handler = @Sendable (Call) async throws -> CallAnswer

  let services: Services
  private(set) var handlers: [String: Handler] = [:]

  init(_ services: Services) {
    self.services = services
    addService()
    addAccounts()
    addProfile()
    addSessions()
    addSettings()
    addChildren()
    addDashboard()
    addOutlook()
    addEntries()
    addChanges()
    addEvents()
    addSharing()
    addMembers()
    addPush()
    for operation in Operation.all {
      precondition(handlers[operation.id] != nil, "\(operation.id) has no handler.")
    }
  }

  /// A call that needs no session, or more than one transaction.
  mutating func on<Body, Answer>(
    _ operation: TypedOperation<Body, Answer>,
    _ handler: @escaping @Sendable (OperationCall<Body, Answer>) async throws -> CallAnswer
  ) {
    handlers[operation.operation.id] = { try await handler(OperationCall(request: $0)) }
  }

  /// A call of somebody who is logged in, in one read transaction.
  mutating func read<Body, Answer>(
    _ operation: TypedOperation<Body, Answer>,
    _ body: @escaping @Sendable (AuthorizedCall<Body, Answer>) throws -> CallAnswer
  ) {
    let services = services
    on(operation) { call in
      try services.store.read { try body(services.authorized(call, $0)) }
    }
  }

  /// A call of somebody who is logged in, in one write transaction, which also keeps the answer for when the call is
  /// sent again.
  mutating func write<Body, Answer>(
    _ operation: TypedOperation<Body, Answer>,
    _ body: @escaping @Sendable (AuthorizedCall<Body, Answer>, ServerWriter) throws -> CallAnswer
  ) {
    let services = services
    on(operation) { call in
      let key = try call.request.idempotencyKey()
      return try await services.store.write(at: call.request.now) { writer in
        let authorized = try services.authorized(call, writer.read)
        guard let key else { return try body(authorized, writer) }
        let fingerprint = call.request.fingerprint
        if let stored = try writer.storedAnswer(of: authorized.user.id, key: key) {
          guard stored.fingerprint == fingerprint else {
            throw APIError.invalid("Idempotency-Key", "has already been used for another call")
          }
          return CallAnswer(stored)
        }
        let answer = try body(authorized, writer)
        let stored = StoredHTTPAnswer(
          fingerprint: fingerprint, status: answer.status, tag: answer.tag, body: answer.body)
        try writer.store(stored, of: authorized.user.id, key: key)
        return answer
      }
    }
  }
}
