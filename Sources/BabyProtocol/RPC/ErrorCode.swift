/// An error that the daemon can answer with: a number, a stable name, and what it means for the caller.
///
/// A struct and not an enumeration, so that a client of today can carry a code of tomorrow.
public struct ErrorCode: Hashable, Sendable {
  public let number: Int
  /// Stable: scripts may match on it.
  public let name: String
  /// The same call may succeed later without any change to it.
  public let isRetryable: Bool
  /// The exit status of a command-line client.
  public let exitStatus: ExitStatus
  /// The error's meaning, for the reference.
  public let summary: String
  /// The command that helps where the daemon knows no better one.
  public let hint: String
  /// The effect of that command, and of any other that the daemon suggests with this error.
  public let hintEffect: HintEffect

  init(
    _ number: Int, _ name: String, _ exitStatus: ExitStatus, retryable: Bool = false, hint: String,
    effect: HintEffect = .shows, _ summary: String
  ) {
    self.number = number
    self.name = name
    self.exitStatus = exitStatus
    self.isRetryable = retryable
    self.hint = hint
    hintEffect = effect
    self.summary = summary
  }

  /// The code of the catalogue, or one made from an unknown daemon's answer.
  init(number: Int, name: String?) {
    if let known = Self.all.first(where: { $0.number == number && (name == nil || $0.name == name) }) {
      self = known
    } else {
      self.init(number, name ?? "unknown", .failed, hint: "", "An error this client does not know.")
    }
  }
}

/// The effect of the command that comes with an error, because people paste it.
public enum HintEffect: Sendable {
  /// It shows something and changes nothing.
  case shows
  /// It changes what is in the way of the call, and nothing else: a running sleep, a child that was removed.
  case cures
  /// It shows how to call. What was wrong is in the call itself, which the daemon does not know as it was typed: a
  /// client that does gives it back with what was wrong made right, or shows its help.
  case corrects
}

/// Exit statuses by kind of failure.
public enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case failed = 1
  /// Wrong usage or an invalid value.
  case invalid = 2
  /// The state is already so, or nothing is running.
  case state = 3
  /// Account or permission.
  case permission = 4
  case unreachable = 5
  case conflict = 6
  case timeout = 7
  /// An import has left out rows that could not be read.
  case partial = 8
}

// Errors that many methods have in common, for `RPCMethod.errors`.

extension [ErrorCode] {
  /// Of every call: its params, the connection it comes by, and the database.
  static let ofEveryCall: Self = [
    .invalidParams, .internalError, .cancelled, .shuttingDown,
    .storeLocked, .storeReadOnly, .storeFull, .storeCorrupt, .storeFailed,
  ]

  /// Where a child is meant, and its clock.
  static let ofChild: Self = [.noChild, .childNotFound, .childRemoved, .zoneUnknown]

  /// Where something is logged for a child.
  static let ofLogging: Self = ofChild + [.childReadOnly, .entryInvalid, .entryExists]

  /// Where an entry is named and changed.
  static let ofEntry: Self = [
    .entryNotFound, .childNotFound, .childRemoved, .childNotShared, .childReadOnly, .zoneUnknown,
  ]

  /// Where a time is given in words.
  static let ofTimes: Self = [
    .timeNotUnderstood, .timeInFuture, .timeAmbiguous, .timeNonexistent, .timeUnclear,
  ]

  /// Where who shares a child is changed.
  static let ofMembers: Self = [.memberNotFound, .memberUnclear, .childNotOwner, .lastOwner]

  /// Errors of the connection to the family server.
  static let ofServer: Self = [
    .noAccount, .unauthorized, .rateLimited,
    .serverUnreachable, .serverFailed, .notAFamilyServer, .serverRefused, .serverTooOld,
    .keyringLocked, .keyringDenied, .keyringFailed,
  ]
}
