import BabyEngine
package import BabyModel
package import BabyProtocol
package import Logging
package import SystemCalls

// Errors on the way to a family server, in words.

extension UpstreamError: RPCErrorConvertible {
  package var rpcError: RPCError { RPCError(self) }
}

extension TokenError: RPCErrorConvertible {
  package var rpcError: RPCError { RPCError(self) }
}

extension FileFailure: RPCErrorConvertible {
  package var rpcError: RPCError { RPCError(.storeFailed, description) }
}

extension RPCError {
  package static let noAccount = RPCError(.noAccount, "Not logged in to a family server here.")

  package init(_ error: UpstreamError) {
    switch error {
    case .unauthorized: self.init(.unauthorized, "The session has ended. Log in again; none of your entries is lost.")
    case .wrongCredentials: self.init(.wrongCredentials, "The e-mail address or the password is wrong.")
    case .rateLimited(let retryAfter):
      let wait = retryAfter.map { " Try again in \($0.inMilliseconds / 1000) s." } ?? ""
      self.init(.rateLimited, Words.tooManyRequests + wait)
    case .refused(let refusal): self.init(refusal)
    case .tooOld:
      self.init(
        .serverTooOld,
        "The family server is too old for this. Ask its administrator to update babybasics-server. Nothing was "
          + "changed.")
    case .unavailable(let outage): self.init(outage)
    }
  }

  package init(_ refusal: Refusal) {
    let code: ErrorCode =
      switch (refusal.status, refusal.details.isEmpty) {
      case (400, false): .accountInvalid
      case (409, _): .emailTaken
      default: .serverRefused
      }
    self.init(code, refusal.message, fields: refusal.details)
  }

  package init(_ outage: Outage) {
    switch outage {
    case .network(let reason): self.init(.serverUnreachable, "The family server cannot be reached: \(reason).")
    case .timeout: self.init(.serverUnreachable, "The family server did not answer in time.")
    case .server(let status): self.init(.serverFailed, "The family server failed (status \(status)).")
    case .badAnswer(let reason):
      self.init(.notAFamilyServer, "The server at this address is not a family server: it sent \(reason).")
    case .tooLarge(let limit):
      self.init(
        .notAFamilyServer,
        "The server at this address is not a family server: it sent more than \(limit / 1024) KiB.")
    }
  }

  package init(_ error: TokenError) {
    let message = error.description
    switch error {
    case .keyring(.locked): self.init(.keyringLocked, message)
    case .keyring(.denied): self.init(.keyringDenied, message)
    case .keyring: self.init(.keyringFailed, message)
    case .file: self.init(.storeFailed, message)
    case .credentialInForce: self.init(.permissionDenied, message)
    }
  }
}

extension Logger {
  /// Logs that something could not be done, with the error's name. A task that is cancelled because the daemon stops
  /// has not failed.
  package func failure(_ message: Message, _ error: any Error) {
    guard !Task.isCancelled else { return }
    self.error(message, metadata: ["error": "\(RPCError(error).code.name)"])
  }
}
