public import BabyProtocol

@WireMembers
public struct PushKey: WireObject {
  /// The server's public key for `applicationServerKey`: an uncompressed point of P-256, in base64url.
  public var key: String
}

/// A browser's push subscription, and what it is to be told of.
@WireMembers("NewPushSubscription")
public struct NewPushSubscription: WireObject {
  /// Where its maker takes messages for it: an https address of a known push service, of at most 1,000 bytes.
  public var endpoint: String
  /// The browser's public key in base64url.
  public var p256dh: String
  /// The browser's secret in base64url.
  public var auth: String
  /// Whether it is told what is due; default: true.
  public var reminders: Bool?
  /// Whether it is told of timers that somebody may have forgotten to end; default: true.
  public var timers: Bool?
  /// Whether it is told what other people log; default: false.
  public var others: Bool?
  /// Whether the child is named; default: false.
  public var names: Bool?
}

/// What the browser of the session is told of.
@WireMembers("PushSubscription")
public struct PushSubscriptionRecord: Hashable, WireObject {
  /// Where its maker takes messages for it.
  public var endpoint: String
  /// Whether it is told what is due.
  public var reminders: Bool
  /// Whether it is told of timers that somebody may have forgotten to end.
  public var timers: Bool
  /// Whether it is told what other people log.
  public var others: Bool
  /// Whether the child is named.
  public var names: Bool
}
