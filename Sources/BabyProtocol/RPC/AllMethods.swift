import BabyModel

/// The methods of the protocol, in the order in which the reference lists them.
///
/// The router refuses to start when one of them has no handler.
public let allMethods: [any RPCMethod.Type] = [
  Hello.self, DaemonStatus.self, DaemonDiagnostics.self, Discover.self, Cancel.self,
  DashboardGet.self, TimelineList.self, ActivityList.self, MedicineList.self,
  FoodList.self, MilkGet.self,
  ChangesSubscribe.self, ChangesUnsubscribe.self, ChangesWait.self,
  EntryLog.self, PhraseLog.self, EntryGet.self, EntryUpdate.self, EntryDelete.self, EntryDeleteSeveral.self,
  EntryRestore.self, EntryDuplicate.self, NoteConvert.self,
  TimerStart.self, TimerStop.self, TimerToggle.self, TimerSwitch.self, TimerPause.self, TimerResume.self,
  TimerCancel.self,
  Undo.self, Redo.self, UndoList.self,
  ChildList.self, ChildAdd.self, ChildUpdate.self, ChildRemove.self, ChildRestore.self, ChildPurge.self,
  ChildSelect.self,
  SettingsList.self, SettingsGet.self, SettingsSet.self, SettingsReset.self,
  ReminderList.self, ReminderSet.self, ReminderRemove.self, ReminderSnooze.self, ReminderDismiss.self,
  PredictionGet.self, PredictionFeedback.self, PredictionBacktest.self,
  GrowthGet.self,
  InsightGet.self,
  ChartGet.self, TrendList.self, ReportGet.self,
  DataImport.self, DataExport.self, DataBackup.self, DataBackups.self, DataRestore.self, DataErase.self,
  DashboardRefresh.self,
  AccountStatus.self, AccountRegister.self, AccountLogin.self, AccountLogout.self, AccountUpload.self,
  AccountSessions.self, AccountRenameSession.self, AccountEndSession.self, AccountEndOtherSessions.self,
  AccountPassword.self, AccountUpdate.self, AccountReset.self,
  ShareCreate.self, ShareList.self, ShareRevoke.self, ShareAccept.self, ShareMembers.self,
  ShareRole.self, ShareRemove.self, ShareLeave.self, ShareTransfer.self,
  QueueList.self, QueueRetry.self, QueueDiscard.self,
  InboxList.self, InboxDismiss.self, InboxApply.self,
]

extension RPCError {
  /// For a method that does not exist: with the name that is most like it.
  package init(unknownMethod name: String) {
    let nearest = nearestName(to: name, among: allMethods.map { $0.name })
    let suggestion = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
    self.init(.methodNotFound, "There is no method \"\(name.excerpt)\"." + suggestion)
  }
}
