import BabyModel
import BabyProtocol

/// When the family server is asked, and when something is sent to it again: for a phone as for a machine, in milliseconds.
enum PaceTable {
  static let all: JSON = .present([
    "pollInterval": .milliseconds(PollSchedule.busyInterval),
    "longestPollPause": .milliseconds(PollSchedule.idleInterval),
    "watchedPause": .milliseconds(PollSchedule.watchedPause),
    "newsInterval": .milliseconds(PollSchedule.newsInterval),
    "newsPause": .milliseconds(NewsSchedule.pause), "longNewsPause": .milliseconds(NewsSchedule.longPause),
    "longestNewsPause": .milliseconds(NewsSchedule.longestPause), "newsProof": .milliseconds(NewsSchedule.proof),
    "newsPatience": .milliseconds(NewsSchedule.patience), "newsSilence": .milliseconds(NewsSchedule.silence),
    "pageLength": .integer(Int64(PageLength.longest)),
    "retryDelays": .array(RetryRule.delays.map(JSON.milliseconds)), "retryRest": .milliseconds(RetryRule.rest),
    "breather": .milliseconds(RetryRule.breather), "bounce": .milliseconds(QuickLog.bounce),
  ])
}
