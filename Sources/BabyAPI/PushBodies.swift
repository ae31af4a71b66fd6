public import BabyProtocol

@WireMembers
public struct PushKey: WireObject {
  /// The server's public key for `applicationServerKey`: an uncompressed point of P-256, in base64url.
  public var key: String
}

/// A browser's push subscription, and its topics.
@WireMembers("NewPushSubscription")
public struct NewPushSubscription: WireObject {
  /// Where its maker takes messages for it: an https address of a known push service, of at most 1,000 bytes.
  public var endpoint: String
  /// The browser's public key in base64url.
  public var p256dh: String
  /// The browser's secret in base64url.
  public var auth: String
  /// Whether it gets due reminders; default: true.
  public var reminders: Bool?
  /// Whether it gets reminders about timers that may have been forgotten; default: true.
  public var timers: Bool?
  /// Whether it gets other people's entries; default: false.
  public var others: Bool?
  /// Whether the child is named; default: false.
  public var names: Bool?
}

/// The push subscription of this session's browser.
@WireMembers("PushSubscription")
public struct PushSubscriptionRecord: Hashable, WireObject {
  /// Where its maker takes messages for it.
  public var endpoint: String
  /// Whether it gets due reminders.
  public var reminders: Bool
  /// Whether it gets reminders about timers that may have been forgotten.
  public var timers: Bool
  /// Whether it gets other people's entries.
  public var others: Bool
  /// Whether the child is named.
  public var names: Bool
}
