// Errors that many methods have in common, for `RPCMethod.errors`.

extension [ErrorCode] {
  /// Of every call: its params, the connection it comes by, and the database.
  public static let ofEveryCall: Self = [
    .invalidParams, .internalError, .cancelled, .shuttingDown,
    .storeLocked, .storeReadOnly, .storeFull, .storeCorrupt, .storeFailed,
  ]

  /// Where a child is meant, and its clock.
  public static let ofChild: Self = [.noChild, .childNotFound, .childRemoved, .zoneUnknown]

  /// Where something is logged for a child.
  public static let ofLogging: Self = ofChild + [.childReadOnly, .entryInvalid, .entryExists]

  /// Where an entry is named and changed.
  public static let ofEntry: Self = [
    .entryNotFound, .childNotFound, .childRemoved, .childNotShared, .childReadOnly, .zoneUnknown,
  ]

  /// Where a time is given in words.
  public static let ofTimes: Self = [
    .timeNotUnderstood, .timeInFuture, .timeAmbiguous, .timeNonexistent, .timeUnclear,
  ]

  /// Where who shares a child is changed.
  public static let ofMembers: Self = [.memberNotFound, .memberUnclear, .childNotOwner, .lastOwner]

  /// Errors of the connection to the family server.
  public static let ofServer: Self = [
    .noAccount, .unauthorized, .rateLimited,
    .serverUnreachable, .serverFailed, .notAFamilyServer, .serverRefused, .serverTooOld,
    .keyringLocked, .keyringDenied, .keyringFailed,
  ]
}
