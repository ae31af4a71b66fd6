import WebPush

/// How browsers are told of reminders.
struct PushConfiguration: Sendable {
  /// Where the push services find whoever runs this server.
  var contact = PushContact.nobody
  /// Whose services messages go to. Tests have one of their own.
  var services = PushServices.browsers
  var retry = PushRetry()
  /// From one look at what is to be told to the next, at least: what is logged in between is told together.
  var interval: Duration = .seconds(1)
}
