import BabyAccount
import BabyEngine
import BabyModel
import BabySocket
import Logging

/// The parts that are independent of the database.
struct DaemonParts: Sendable {
  var facts: DaemonFacts
  var limits: SocketLimits
  var clock: @Sendable () -> Instant
  var ids: IDGenerator
  var zones: ZoneDatabase
  var systemZone: String
  /// Where reads run, and what takes long.
  var readExecutor: any TaskExecutor
  /// Where writes run.
  var writeExecutor: any TaskExecutor
  /// Sets the daemon's only timer for one of its causes.
  var setAlarm: @Sendable (Instant?, AlarmCause) -> Void
  /// Keeps the machine awake while something is written; nil if nothing does.
  var sleepDelay: SleepDelay?
  var counters: SocketCounters
  var statistics: CallStatistics
  var desk: AccountDesk
  var logger: Logger
}
