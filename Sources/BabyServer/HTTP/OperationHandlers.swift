import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

/// Dependencies shared by all handlers.
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
  let push: PushTrigger
  let readLimiter = AccountReadLimiter()
  let writes: DailyWrites
  let pushServices: PushServices

  /// The authorized caller; counts as a use of the session.
  ///
  /// - Throws: `unauthorized`.
  func authorized<Body, Answer>(
    _ call: OperationCall<Body, Answer>, _ reader: ServerReader
  ) throws -> AuthorizedCall<Body, Answer> {
    let authorized = try AuthorizedCall(call, reader: reader, zones: zones, writes: writes)
    readLimiter.learn(call.request.token, of: authorized.user.id)
    if uses.note(SessionStamp(authorized.session), network: call.request.network, now: call.request.now) {
      call.request.page?.renew()
    }
    return authorized
  }
}

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
    addForecasts()
    addCharts()
    addEntries()
    addPhrases()
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

  /// An authenticated call in one read transaction; one at a time for each account.
  mutating func read<Body, Answer>(
    _ operation: TypedOperation<Body, Answer>,
    _ body: @escaping @Sendable (AuthorizedCall<Body, Answer>) throws -> CallAnswer
  ) {
    let services = services
    on(operation) { call in
      try await services.readLimiter.read(for: call.request.token) {
        try await services.store.read { try body(services.authorized(call, $0)) }
      }
    }
  }

  /// An authenticated call in one write transaction, which also stores the answer for a repeat of the call.
  ///
  /// - Parameter repeating: rebuilds an answer's body from the call and from what was stored in the body's place, if
  ///   the handler provides that.
  mutating func write<Body, Answer>(
    _ operation: TypedOperation<Body, Answer>,
    repeating: (@Sendable (AuthorizedCall<Body, Answer>, [UInt8]) throws -> [UInt8])? = nil,
    _ body: @escaping @Sendable (AuthorizedCall<Body, Answer>, ServerWriter) throws -> CallAnswer
  ) {
    let services = services
    on(operation) { call in
      let key = try call.request.idempotencyKey()
      return try await services.store.write(at: call.request.now) { writer in
        let authorized = try services.authorized(call, writer.read)
        guard let key else {
          try authorized.countWrite()
          return try body(authorized, writer)
        }
        let fingerprint = call.request.fingerprint
        if let stored = try writer.storedAnswer(of: authorized.user.id, key: key) {
          guard stored.fingerprint == fingerprint else {
            throw APIError.invalid("Idempotency-Key", "has already been used for another call")
          }
          var answer = CallAnswer(stored)
          if let repeating { answer.body = try repeating(authorized, answer.body) }
          return answer
        }
        try authorized.countWrite()
        let answer = try body(authorized, writer)
        let stored = StoredHTTPAnswer(
          fingerprint: fingerprint, status: answer.status, tag: answer.tag, body: answer.kept ?? answer.body)
        try writer.store(stored, of: authorized.user.id, key: key)
        return answer
      }
    }
  }
}

extension OperationHandlers {
  mutating func addService() {
    let store = services.store
    on(Operations.healthGet) { call in
      _ = try await store.read { try $0.lastSeq() }
      return call.answer(Health(status: "ok", version: version, build: buildText))
    }
    on(Operations.openAPIGet) { call in call.answer(encoded: apiDocument) }
  }
}

/// Encoded once, on the first request: it is long, and everyone may request it repeatedly.
private let apiDocument = OpenAPI.document(version: version).encoded
