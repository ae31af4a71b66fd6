import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  /// Changes to the account, and resetting a forgotten password.
  mutating func addProfile() {
    let services = services
    on(Operations.meUpdate) { call in
      let known = try await services.store.read { try services.authorized(call, $0).user }
      let patch = try call.body()
      let changed = User(
        id: known.id, email: patch.email ?? known.email, name: patch.name ?? known.name, createdAt: known.createdAt)
      try APIError.refuse(changed.errors)
      var password: String?
      if changed.email != known.email {
        guard let given = patch.password else {
          throw APIError.invalid("password", "is needed to change the e-mail address")
        }
        password = try await services.confirm(given, of: known, call.request)
      }
      return try await services.store.write(at: call.request.now) { [password] writer in
        let authorized = try services.authorized(call, writer.read)
        if let password { try authorized.require(password: password) }
        if changed.name != known.name {
          for membership in try writer.read.memberships(of: known.id, includingRemoved: true) {
            try writer.read.refuseNamesake(of: changed, in: membership.child.id)
          }
        }
        guard try writer.update(changed) else { throw APIError.emailTaken }
        return authorized.answer(changed)
      }
    }
    on(Operations.mePassword) { call in
      let user = try await services.store.read { try services.authorized(call, $0).user }
      let change = try call.body()
      try APIError.refuse(User.errors(password: change.new).map { FieldError("new", $0.message) })
      let old = try await services.confirm(change.old, of: user, call.request)
      let hash = try await services.passwords.hash(change.new)
      let device = try call.request.device()
      return try await services.store.write(at: call.request.now) { writer in
        let authorized = try services.authorized(call, writer.read)
        try authorized.require(password: old)
        try writer.setPassword(hash, of: user.id, keeping: authorized.session.id)
        if let device { try writer.remember(device, of: user.id) }
        return authorized.done()
      }
    }
    read(Operations.meErasure) { authorized in authorized.answer(try authorized.reader.erased(with: authorized.user)) }
    on(Operations.meErase) { call in
      let user = try await services.store.read { try services.authorized(call, $0).user }
      let password = try await services.confirm(call.body().password, of: user, call.request)
      let erased = try await services.store.write(at: call.request.now) { writer in
        let authorized = try services.authorized(call, writer.read)
        try authorized.require(password: password)
        let erased = try writer.read.erased(with: user)
        try writer.erase(user.id)
        return erased
      }
      call.request.page?.end()
      try await services.store.mergeLog()
      return call.answer(erased)
    }
    on(Operations.authReset) { call in
      // Before reading data that others have written.
      try services.limiter.check(.network(call.request.network), now: call.request.now)
      let body = try call.body()
      try APIError.refuse(User.errors(password: body.password))
      try services.limiter.admit(.network(call.request.network), now: call.request.now)
      let (code, now) = (try Secrets.hash(typed: body.code), call.request.now)
      guard let user = try await services.store.read({ try $0.user(ofPasswordCode: code, now: now) }) else {
        throw APIError.uselessCode
      }
      let hash = try await services.passwords.hash(body.password)
      services.limiter.forgive(.network(call.request.network))
      return try await services.beginSession(of: user, call) { writer in
        // Used by another request meanwhile.
        guard try writer.read.user(ofPasswordCode: code, now: now) != nil else { throw APIError.uselessCode }
        try writer.setPassword(hash, of: user.id)
      }
    }
  }
}

extension Services {
  /// Requires the password from a logged-in account; guessing is as slow as at the login.
  ///
  /// - Returns: the password's hash.
  /// - Throws: `APIError` with `wrongCredentials` or `rateLimited`.
  fileprivate func confirm(_ password: String, of user: User, _ call: Call) async throws -> String {
    let attempt = try await LoginAttempt(call, self)
    let account = try await store.read { try $0.account(email: user.email) }
    try attempt.admit(email: user.email, of: user.id)
    guard let account, try await passwords.verify(password, against: account.password) else {
      throw APIError(.wrongCredentials, "The current password is wrong.")
    }
    attempt.succeeded(email: user.email, of: user.id)
    return account.password
  }
}

extension AuthorizedCall {
  /// - Throws: `unauthorized` when the password was set to another one meanwhile.
  fileprivate func require(password hash: String) throws {
    guard try reader.account(email: user.email)?.password == hash else { throw APIError.unauthorized }
  }
}

extension ServerReader {
  /// What is erased with an account.
  fileprivate func erased(with user: User) throws -> ErasedChildren {
    ErasedChildren(
      children: try childrenOwnedAlone(by: user.id).map { child in
        ErasedChild(name: child.name, others: try members(of: child.id).count { $0.user.id != user.id })
      })
  }
}

extension APIError {
  fileprivate static let uselessCode = APIError.invalid(
    "code", "has been used or has expired. Ask the person who runs the server for a new one")
}
