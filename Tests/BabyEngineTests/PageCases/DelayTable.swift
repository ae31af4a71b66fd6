import BabyModel
import BabyProtocol

/// When the family server is asked, and when something is sent to it again: for a phone as for a machine, in milliseconds.
enum DelayTable {
  static let all: JSON = .present([
    "pollInterval": .milliseconds(PollSchedule.busyInterval),
    "longestPollPause": .milliseconds(PollSchedule.idleInterval),
    "watchedPause": .milliseconds(PollSchedule.watchedPause),
    "newsInterval": .milliseconds(PollSchedule.newsInterval),
    "newsPause": .milliseconds(EventStreamSchedule.pause),
    "longNewsPause": .milliseconds(EventStreamSchedule.longPause),
    "longestNewsPause": .milliseconds(EventStreamSchedule.longestPause),
    "newsProof": .milliseconds(EventStreamSchedule.proof),
    "newsTimeout": .milliseconds(EventStreamSchedule.timeout),
    "newsSilence": .milliseconds(EventStreamSchedule.silence),
    "pageLength": .integer(Int64(PageLength.longest)),
    "retryDelays": .array(RetryRule.delays.map(JSON.milliseconds)), "retryRest": .milliseconds(RetryRule.rest),
    "busyPause": .milliseconds(RetryRule.busyPause), "bounce": .milliseconds(QuickLog.bounce),
  ])
}
