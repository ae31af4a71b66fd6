import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addAccounts() {
    let services = services
    on(Operations.authRegister) { call in
      guard services.isRegistrationOpen else {
        throw APIError(
          .forbidden, "This server does not accept registrations. Ask the person who runs it for an account.")
      }
      // Before anything is read that somebody else has written.
      try services.limiter.admit(.network(call.request.network), now: call.request.now)
      let wish = try call.body()
      let user = User(
        id: services.ids.next(at: call.request.now), email: wish.email, name: wish.name, createdAt: call.request.now)
      try user.require(password: wish.password)
      guard try services.store.read({ try $0.account(email: user.email) }) == nil else { throw APIError.emailTaken }
      let hash = try await services.passwords.hash(wish.password)
      return try await services.beginSession(of: user, call) { writer in
        guard try writer.insert(user, password: hash) else { throw APIError.emailTaken }
      }
    }
    on(Operations.authLogin) { call in
      let attempt = try LoginAttempt(call.request, services)
      let credentials = try call.body()
      let email = User.normalized(email: credentials.email)
      let account = try services.store.read { try $0.account(email: email) }
      try attempt.admit(email: email, of: account?.user.id)
      let isRight = try await services.passwords.verify(credentials.password, against: account?.password)
      guard isRight, let account else {
        throw APIError(.wrongCredentials, "The e-mail address or the password is wrong.")
      }
      attempt.succeeded(email: email, of: account.user.id)
      return try await services.beginSession(of: account.user, call) { writer in
        // Set to another one meanwhile.
        guard try writer.read.account(email: email)?.password == account.password else { throw APIError.unauthorized }
      }
    }
    write(Operations.authLogout) { authorized, writer in
      if let token = authorized.call.token { try writer.endSession(token: Secrets.hash(token)) }
      return authorized.done()
    }
    read(Operations.meGet) { authorized in authorized.answer(authorized.user) }
    on(Operations.meErase) { call in
      try await services.store.write(at: call.request.now) { writer in
        try writer.erase(AuthorizedCall(call, reader: writer.read, zones: services.zones).user.id)
      }
      try await services.store.mergeLog()
      return call.done()
    }
  }
}

extension Services {
  /// - Parameter prepare: what has to be done, or to be so, in the same transaction.
  fileprivate func beginSession<Body>(
    of user: User, _ call: OperationCall<Body, NewSession>, _ prepare: @escaping @Sendable (ServerWriter) throws -> Void
  ) async throws -> CallAnswer {
    let session = NewSession(token: secrets.token(), expiresAt: call.request.now + sessionLifetime, user: user)
    let device = try call.request.device()
    try await store.write(at: call.request.now) { writer in
      try prepare(writer)
      if let device { try writer.remember(device, of: user.id) }
      try writer.beginSession(token: Secrets.hash(session.token), of: user.id, until: session.expiresAt)
    }
    return call.answer(session)
  }
}

extension User {
  /// - Throws: `APIError` with all that is wrong.
  fileprivate func require(password: String) throws(APIError) {
    let errors = errors(password: password)
    guard errors.isEmpty else {
      throw APIError(
        .invalid, errors.map { "\($0.field) \($0.message)." }.joined(separator: " "), details: errors)
    }
  }
}

extension APIError {
  fileprivate static let emailTaken = APIError(.emailTaken, "Email already registered.")
}
