/// A child's sleep or tummy time.
public struct TimerRecord: Hashable, WireObject {
  public static var schemaName: String? { "Timer" }

  public var child: ChildReference
  public var running: EntryRecord?
  /// The latest one that is over.
  public var last: EntryRecord?

  public init(child: ChildReference, running: EntryRecord?, last: EntryRecord?) {
    self.child = child
    self.running = running
    self.last = last
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    child = try members.required("child", "The child.")
    running = try members.optional("running", "The one that is going on.")
    last = try members.optional("last", "The latest one that is over.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("child", child)
    members.nullable("running", running)
    members.nullable("last", last)
  }
}

/// Whether somebody is logged in to a family server.
public struct AccountRecord: Hashable, WireObject {
  public static var schemaName: String? { "Account" }

  public var state: State

  public enum State: String, WireWord {
    /// There is no account: the daemon works alone.
    case onboarding
  }

  public init(state: State) { self.state = state }

  public init(reading members: inout ObjectReader) throws(WireError) {
    state = try members.required("state", "onboarding: there is no account, and the daemon works alone.")
  }

  public func write(to members: inout ObjectWriter) { members.field("state", state) }
}

/// How the family server is reached.
public struct ConnectionRecord: Hashable, WireObject {
  public static var schemaName: String? { "Connection" }

  public var state: State

  public enum State: String, WireWord {
    /// There is no server to be reached.
    case local
  }

  public init(state: State) { self.state = state }

  public init(reading members: inout ObjectReader) throws(WireError) {
    state = try members.required("state", "local: there is no server to be reached.")
  }

  public func write(to members: inout ObjectWriter) { members.field("state", state) }
}
