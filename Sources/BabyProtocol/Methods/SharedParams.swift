/// The common params of all writes.
@WireMembers
public struct WriteOptions: Hashable, WriteParams {
  /// 1 to 200 characters; repeating the call with the same key changes nothing.
  public var idempotencyKey: String?
  /// Answer as if it were done, but change nothing.
  public var dryRun: Bool = false

  public func checkMembers() throws(WireError) {
    if let key = idempotencyKey, !(1...200).contains(key.unicodeScalars.count) {
      throw WireError(path: "idempotencyKey", message: "must have 1 to 200 characters")
    }
  }

  public var options: WriteOptions { self }
}

/// The time of what is logged, in words that the daemon resolves in the child's zone.
@WireMembers
public struct TimeWords: Hashable, WireObject {
  /// When: "20m ago", "2:30am", "yesterday 22:10", "22:10-05:40" or RFC 3339.
  public var at: String?
  /// How long: "40m", "1h 20m"; on its own, it ends now.
  public var `for`: String?
  /// When it began; use with to or for.
  public var from: String?
  /// When it ended; use with from or for.
  public var to: String?
}

/// No params.
@WireMembers
public struct NoParams: WireObject {}

/// The child of a call.
@WireMembers
public struct ChildParams: WireObject {
  /// UUID or name of the child; default: the caller's current child.
  public var childID: String?
}

/// The entry of a write.
@WireMembers
public struct EntryWriteParams: WriteParams {
  /// UUID of the entry, its last 4 or more characters, or "last" for the latest one logged.
  public var id: String
  @Flattened public var options: WriteOptions = .init()
}
