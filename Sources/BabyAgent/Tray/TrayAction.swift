import BabyModel
import BabyProtocol

/// What a click on the tray item or in its menu does. It holds what was shown, so that a click on what is no longer so
/// does nothing else than what it said.
enum TrayAction: Hashable, Sendable {
  case logBreast(ChildID, Side)
  case logBottle(ChildID, Volume)
  case logDiaper(ChildID, DiaperType)
  /// Ends the sleep that was shown, or starts one where none was.
  case toggleSleep(ChildID, running: EntryID?)
  case select(ChildID)
  /// Takes the change of this id back that was shown; nil for the last one, whatever it is.
  case undo(String?)
  /// Sends again what could not be sent to the family server.
  case retry

  var call: DaemonCall {
    switch self {
    case .logBreast(let child, let side):
      DaemonCall(FeedingLog.self, .init(childID: "\(child)", method: .breast, startedSide: side))
    case .logBottle(let child, let volume):
      DaemonCall(
        FeedingLog.self, .init(childID: "\(child)", method: .bottle, amount: volume.value, unit: volume.unit))
    case .logDiaper(let child, let type): DaemonCall(DiaperLog.self, .init(childID: "\(child)", type: type))
    case .toggleSleep(let child, let running):
      DaemonCall(SleepToggle.self, .init(childID: "\(child)", ifRunning: running.map { .value($0) } ?? .null))
    case .select(let child): DaemonCall(ChildSelect.self, .init(childID: "\(child)"))
    case .undo(let step): .undo(step)
    case .retry: .retry
    }
  }
}
