import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import Glibc

/// Why the daemon did not start, in a sentence, and in the numbers that systemctl explains.
struct StartFailure: Error, CustomStringConvertible {
  let description: String
  let status: StartStatus
  /// The system's `errno`, when it was the system that refused something.
  let systemError: CInt?

  init(message: String, status: StartStatus = .failed, systemError: CInt? = nil) {
    description = message
    self.status = status
    self.systemError = systemError
  }

  init(_ error: any Error) {
    if let error = error as? SocketError {
      self.init(message: error.description, status: error.startStatus)
      return
    }
    if let error = error as? AccountBookFile.Failure {
      self.init(message: error.description, status: .inputOutput)
      return
    }
    let known = error as? BabyError
    let error = RPCError(error)
    self.init(
      message: known?.startMessage ?? error.message + (error.hint.isEmpty ? "" : " Try: \(error.hint)"),
      status: known?.startStatus ?? .failed, systemError: known?.systemError)
  }
}

/// How a daemon ends that did not start, by the names of sysexits.h, which `systemctl status` shows.
enum StartStatus: Int32, CaseIterable {
  case failed = 1
  /// Data that this version cannot read.
  case data = 65
  /// Something of the system's that has to be there is not.
  case systemFile = 72
  case cannotCreate = 73
  case inputOutput = 74
  /// Worth another try later.
  case temporary = 75
  case permission = 77
  case configuration = 78
}

extension BabyError {
  /// The remedy for a daemon that has not started, if it differs from that for a running one.
  fileprivate var startMessage: String? {
    guard case .storeCorrupt(let path) = self else { return nil }
    return "The database \(path) is damaged. Nothing was changed. Move it away, and the daemon starts with a new one; "
      + "bbctl status then names the newest backup. Try: mv \(path.shellQuoted) \("\(path).damaged".shellQuoted)"
  }

  fileprivate var startStatus: StartStatus {
    switch self {
    case .storeCorrupt, .storeNewer, .storeUnreleased: .data
    case .storeLocked: .temporary
    case .storeReadOnly: .permission
    case .storeFull, .storeFailed: .inputOutput
    case .zoneUnknown: .systemFile
    default: .failed
    }
  }

  fileprivate var systemError: CInt? {
    switch self {
    case .storeFull: ENOSPC
    case .storeReadOnly: EROFS
    default: nil
    }
  }
}

extension SocketError {
  fileprivate var startStatus: StartStatus {
    switch self {
    case .pathTooLong, .notASocket: .configuration
    case .directoryNotOwn, .directoryWritableByOthers: .permission
    case .inUse: .temporary
    case .occupied, .system: .cannotCreate
    }
  }
}
