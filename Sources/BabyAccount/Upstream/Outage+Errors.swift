import AsyncHTTPClient
import BabyModel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SystemCalls

extension Outage {
  /// The other side has closed the connection.
  static let lost = Outage.network("the connection was lost")

  /// The problem with a request, for a person: without anything that was sent or received.
  ///
  /// - Parameter limit: bytes that the answer's body could have.
  init(_ error: any Error, limit: Int) {
    switch error {
    case let error as HTTPClientError: self.init(error)
    case let error as NIOConnectionError: self.init(error)
    case let error as IOError: self = .network(error.words)
    case is ChannelError, is SocketAddressError: self = .lost
    case is ResponseAccumulator.ResponseTooBigError: self = .tooLarge(limit: limit)
    case HTTPParserError.invalidEOFState: self = .lost
    case is HTTPParserError: self = .badAnswer("something other than HTTP")
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self = .network("its certificate is for another host")
    case let error as NIOSSLError: self.init(error)
    case is CancellationError: self = .network("the request was abandoned")
    default: self = .lost
    }
  }

  private init(_ error: HTTPClientError) {
    switch error {
    case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      self = .timeout
    case .cancelled, .alreadyShutdown: self = .network("the request was abandoned")
    default: self = .lost
    }
  }

  private init(_ error: NIOConnectionError) {
    if let first = error.connectionErrors.first {
      if first.error is ChannelError { self = .timeout } else { self.init(first.error, limit: 0) }
    } else {
      self = .network("there is no host named \(error.host)")
    }
  }

  private init(_ error: NIOSSLError) {
    switch error {
    case .handshakeFailed(let reason) where "\(reason)".contains("CERTIFICATE_VERIFY_FAILED"):
      self = .network("its certificate is not from an authority that this machine trusts, or has expired")
    case .handshakeFailed: self = .network("it does not speak TLS")
    default: self = .lost
    }
  }
}

extension IOError {
  /// As the system says it: `Connection refused`.
  fileprivate var words: String {
    switch errnoCode {
    case ECONNREFUSED: "nothing is listening there"
    case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN: "there is no route to it"
    case ECONNRESET, EPIPE: "the connection was lost"
    default: systemErrorText(errnoCode)
    }
  }
}
