import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

/// A message that is to go to one browser.
struct PushDelivery: Sendable {
  enum Subject: Hashable, Sendable {
    /// - Parameters:
    ///   - rule: the rule's key.
    ///   - id: of the occasion.
    case reminder(rule: String, id: String)
    case news
  }

  let subscriber: PushSubscriber
  let child: ChildID
  let subject: Subject
  let message: PushMessage
  /// When it is of no use any more.
  let end: Instant

  /// About half of a reminder's interval: later, the message would be outdated.
  private static let reminderLifetime: Duration = .hours(2)
  /// A forgotten timer still has to be ended in the morning.
  private static let timerLifetime: Duration = .hours(12)
  private static let newsLifetime: Duration = .hours(1)

  init(_ reminder: Reminder, of inputs: ReminderInputs, to subscriber: PushSubscriber) {
    let words = Words.pushed(reminder) { Self.clock($0, inputs.zone, inputs.settings) }
    let isTimer = !PushPreferences(reminders: true, timers: false, others: false, names: false).covers(
      reminder.rule.kind)
    self.init(
      .reminder(rule: reminder.rule.key, id: reminder.id), words, about: inputs.child, to: subscriber,
      urgency: .high, lifetime: isTimer ? Self.timerLifetime : Self.reminderLifetime, now: inputs.now)
  }

  /// - Parameter news: of which there is some.
  init(_ news: PushNews, of forecaster: Forecaster, to subscriber: PushSubscriber) {
    let clock = Self.clock(news.start ?? forecaster.now, forecaster.zone, forecaster.settings)
    let words = Words.pushed(news.kind, isRunning: news.isRunning, count: news.count, at: clock)
    self.init(
      .news, words, about: forecaster.child, to: subscriber, urgency: .normal, lifetime: Self.newsLifetime,
      now: forecaster.now)
  }

  private init(
    _ subject: Subject, _ words: PushWords, about child: Child, to subscriber: PushSubscriber,
    urgency: PushMessage.Urgency, lifetime: Duration, now: Instant
  ) {
    (self.subscriber, self.subject, self.child) = (subscriber, subject, child.id)
    end = now + lifetime
    let said = subscriber.subscription.preferences.names ? words.about(child.name) : words
    let tag = subject.tag(of: child.id, secret: subscriber.subscription.receiverSecret)
    let payload: JSON = [
      "title": .string(said.title), "body": .string(said.body), "tag": .string(tag),
      "url": .string("/#/home/\(child.id)"),
    ]
    message = PushMessage(
      payload: Array(payload.text.utf8), lifetime: lifetime.wholeSeconds, urgency: urgency, topic: tag)
  }

  private static func clock(_ instant: Instant, _ zone: ZoneRules, _ settings: Settings) -> String {
    Words.clock(zone.local(instant).time, format: settings.timeFormat)
  }
}

extension PushDelivery.Subject {
  /// The same for messages that replace each other, at the service and on the screen. Services see it, so it is
  /// meaningless to them and different for each browser.
  fileprivate func tag(of child: ChildID, secret: [UInt8]) -> String {
    let name = if case .reminder(let rule, _) = self { rule } else { "" }
    return Base64URL.text(Secrets.hash(secret + Array("\(child) \(name)".utf8)).prefix(24))
  }
}
