public import BabyModel

// A timer is a sleep, tummy time, a breast feed, or an activity of some name: `TimerKey` says which.

public enum TimerStart: WriteMethod {
  public static let name = "timer.start"
  public static let summary =
    "Starts a sleep, tummy time, a breast feed or an activity; an error if it is already running. A paused feed is resumed."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes + [.timerRunning, .timerForgotten, .timerAhead]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var timer: TimerKey
    @Flattened public var side: TimerSide = .init()
    /// When, in words or RFC 3339; default: now.
    public var at: String?
    /// Free text.
    @Wire(longest: WireLimit.note) public var note: String?
    /// UUID for the new entry; logging it again with the same UUID changes nothing. A resumed feed keeps its own.
    public var id: EntryID?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}

public enum TimerStop: WriteMethod {
  public static let name = "timer.stop"
  public static let summary =
    "Ends a running timer; an error if it is not running. A paused feed ended when it was paused."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [.timerNotRunning, .timerChanged, .timerForgotten, .timerAhead]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var timer: TimerKey
    /// When it ended, in words or RFC 3339; default: now.
    public var at: String?
    /// Free text.
    @Wire(longest: WireLimit.note) public var note: String?
    /// The running timer's id that the caller shows; an error if that has changed.
    public var ifRunning: EntryID?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}

public enum TimerToggle: WriteMethod {
  public static let name = "timer.toggle"
  public static let summary = "Ends a timer if it is running, or starts it."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [.timerChanged, .timerForgotten, .timerAhead]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var timer: TimerKey
    @Flattened public var side: TimerSide = .init()
    /// When, in words or RFC 3339; default: now.
    public var at: String?
    /// What the caller shows: the running timer's id, or null for none; an error if that has changed.
    public var ifRunning: Nullable<EntryID>?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}

public enum TimerSwitch: WriteMethod {
  public static let name = "timer.switch"
  public static let summary = "Switches the running feed to the other breast; a paused one is resumed there."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [.timerNotRunning, .timerForgotten, .timerAhead]

  public typealias Params = TimerTurnParams
  public typealias Answer = EntryAnswer
}

public enum TimerPause: WriteMethod {
  public static let name = "timer.pause"
  public static let summary = "Pauses the running feed; an error if it is already paused."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [.timerNotRunning, .timerForgotten, .timerAhead, .timerPaused]

  public typealias Params = TimerTurnParams
  public typealias Answer = EntryAnswer
}

public enum TimerResume: WriteMethod {
  public static let name = "timer.resume"
  public static let summary = "Resumes the paused feed; an error if it is not paused."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [.timerNotRunning, .timerForgotten, .timerAhead, .timerRunning]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var timer: TurnTimer = .init()
    /// The breast; default: the one it was at.
    public var side: Side?
    /// When, in words or RFC 3339; default: now.
    public var at: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}

public enum TimerCancel: WriteMethod {
  public static let name = "timer.cancel"
  public static let summary = "Discards a running timer, as if it had never been started; undo brings it back."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofChild + [.childReadOnly, .entryInvalid, .timerNotRunning]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var timer: TimerKey
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}

/// A step of a feed that is running.
@WireMembers
public struct TimerTurnParams: WriteParams {
  /// UUID or name of the child; default: the caller's current child.
  public var childID: String?
  @Flattened public var timer: TurnTimer = .init()
  /// When, in words or RFC 3339; default: now.
  public var at: String?
  @Flattened public var options: WriteOptions = .init()
}

/// A timer is named by its kind and, if the kind's entries have names, by its name.
extension TimerKey: WireObject {
  public init(reading members: inout ObjectReader) throws(WireError) {
    let kind = try members.kind("What the timer is of.", where: \.hasTimer)
    var name: String?
    if members.kinds.contains(where: \.declaration.isNamed) {
      name = try members.optional(
        "name", "Activity: what it is called, in at most 40 characters; upper and lower case are the same.")
      try members.require("name")
    }
    self.init(kind, name: name ?? "")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("kind", kind)
    if !name.isEmpty { members.field("name", name) }
  }
}

/// The breast at which a timer starts; only a feed's has one.
public struct TimerSide: Hashable, WireObject {
  /// Nil is the suggested side, or the one at which a feed was paused.
  public var side: Side?

  public init(_ side: Side? = nil) { self.side = side }

  public init(reading members: inout ObjectReader) throws(WireError) {
    guard members.kinds.contains(where: \.declaration.hasTurns) else { return }
    side = try members.optional(
      "side", "Feeding: the breast at which it starts; default: the suggested side, or the one where it was paused.")
  }

  public func write(to members: inout ObjectWriter) { members.field("side", side) }
}

/// A timer that has turns: it is switched, paused and resumed. Only a feed's is one.
public struct TurnTimer: Hashable, WireObject {
  public let key = TimerKey.feeding

  public init() {}

  public init(reading members: inout ObjectReader) throws(WireError) {
    _ = try members.kind("What the timer is of.", where: \.hasTurns)
  }

  public func write(to members: inout ObjectWriter) { key.write(to: &members) }
}

/// A child's sleep or tummy time.
@WireMembers("Timer")
public struct TimerRecord: Hashable, WireObject {
  /// The child.
  public var child: ChildReference
  /// The one that is running.
  @Wire(writesNull: true) public var running: EntryRecord?
  /// The latest one that has ended.
  @Wire(writesNull: true) public var last: EntryRecord?
}
