import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addAccounts() {
    let services = services
    on(Operations.authRegister) { call in
      // Before reading data that others have written.
      try services.limiter.check(.network(call.request.network), now: call.request.now)
      let body = try call.body()
      let user = User(
        id: services.ids.next(at: call.request.now), email: body.email, name: body.name, createdAt: call.request.now)
      try APIError.refuse(user.errors(password: body.password))
      try services.limiter.admit(.network(call.request.network), now: call.request.now)
      try await services.store.read { reader in
        // First: who has no code learns nothing of who is registered.
        _ = try services.registration.ticket(body.code, for: user, in: reader, now: call.request.now)
        guard try reader.account(email: user.email) == nil else { throw APIError.emailTaken }
      }
      let hash = try await services.passwords.hash(body.password)
      return try await services.beginSession(of: user, call) { writer in
        let ticket = try services.registration.ticket(body.code, for: user, in: writer.read, now: writer.now)
        guard try writer.insert(user, password: hash) else { throw APIError.emailTaken }
        try ticket.use(by: user, writer)
      }
    }
    on(Operations.authLogin) { call in
      let attempt = try await LoginAttempt(call.request, services)
      let credentials = try call.body()
      let email = User.normalized(email: credentials.email)
      let account = try await services.store.read { try $0.account(email: email) }
      try attempt.admit(email: email, of: account?.user.id)
      let isRight = try await services.passwords.verify(credentials.password, against: account?.password)
      guard isRight, let account else {
        throw APIError(.wrongCredentials, "The e-mail address or the password is wrong.")
      }
      attempt.succeeded(email: email, of: account.user.id)
      return try await services.beginSession(of: account.user, call) { writer in
        // Set to another one meanwhile.
        guard try writer.read.account(email: email)?.password == account.password else { throw APIError.unauthorized }
        // Reveal this only to callers with the right password.
        guard try !writer.read.isDisabled(account.user.id) else { throw APIError.disabled }
      }
    }
    write(Operations.authLogout) { authorized, writer in
      _ = try writer.end(authorized.session.id, of: authorized.user.id)
      authorized.call.page?.end()
      return authorized.done()
    }
    read(Operations.meGet) { authorized in authorized.answer(authorized.user) }
  }
}

extension Services {
  /// - Parameter prepare: what has to be done, or to be so, in the same transaction.
  func beginSession<Body>(
    of user: User, _ call: OperationCall<Body, NewSession>, _ prepare: @escaping @Sendable (ServerWriter) throws -> Void
  ) async throws -> CallAnswer {
    let (request, now) = (call.request, call.request.now)
    let token = secrets.token()
    let session = AccountSession(
      id: ids.next(at: now),
      name: SessionName.given(
        header: request.headers["babybasics-session-name"], userAgent: request.headers["user-agent"]),
      createdAt: now, usedAt: now, network: NetworkAddress.region(of: request.network),
      expiresAt: now + sessionLifetime)
    // A browser is given one, which it keeps when the session is over.
    let ownDevice = request.page.map { $0.device ?? secrets.token() }
    let device = try request.device() ?? ownDevice.map { Secrets.hash($0) }
    try await store.write(at: call.request.now) { writer in
      try prepare(writer)
      if let device { try writer.remember(device, of: user.id) }
      // The session of a replaced cookie: its token is lost.
      if let token = request.page?.token, let old = try writer.read.session(token: Secrets.hash(token), now: now) {
        _ = try writer.end(old.id, of: old.user.id)
      }
      try writer.begin(session, token: Secrets.hash(token), of: user.id, most: limits.sessions)
    }
    if let ownDevice { request.page?.begin(token, device: ownDevice) }
    return call.answer(
      NewSession(token: request.page == nil ? token : nil, expiresAt: session.expiresAt, user: user))
  }
}

extension APIError {
  /// - Throws: all that is wrong, if anything is.
  static func refuse(_ errors: [FieldError]) throws(APIError) {
    guard errors.isEmpty else {
      throw APIError(
        .invalid, errors.map { "\($0.field) \($0.message)." }.joined(separator: " "), details: errors)
    }
  }

  fileprivate static let disabled = APIError(
    .forbidden, "This account is disabled. Ask the person who runs the server.")

  static let emailTaken = APIError(.emailTaken, "Email already registered.")
}
