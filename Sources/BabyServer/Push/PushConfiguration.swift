import WebPush

/// How pushes are sent.
struct PushConfiguration: Sendable {
  /// The contact of this server's administrator for push services.
  var contact = PushContact.nobody
  /// The allowed push services. Tests have their own.
  var services = PushServices.browsers
  var retry = PushRetry()
  /// The minimum interval between two checks: entries in between are combined.
  var interval: Duration = .seconds(1)
}
