/// The methods of the protocol, in the order in which the reference lists them.
///
/// The router refuses to start when one of them has no handler.
public let allMethods: [any RPCMethod.Type] =
  [
    Hello.self, DaemonStatus.self, DaemonDiagnostics.self, Discover.self, Cancel.self,
    DashboardGet.self, TimelineList.self, ActivityList.self, MedicineList.self,
    FoodList.self, MilkGet.self,
    ChangesSubscribe.self, ChangesUnsubscribe.self, ChangesWait.self,
    EntryGet.self, EntryLog.self, EntryUpdate.self, EntryDelete.self, EntryDeleteSeveral.self, EntryRestore.self,
    EntryDuplicate.self,
    FeedingLog.self, FeedingStart.self, FeedingSwitch.self, FeedingPause.self, FeedingResume.self, FeedingStop.self,
    FeedingToggle.self, DiaperLog.self,
    SleepStart.self, SleepStop.self, SleepToggle.self, SleepCancel.self, SleepLog.self, SleepNap.self,
    TummyStart.self, TummyStop.self, TummyLog.self,
    TimerStart.self, TimerStop.self, TimerCancel.self,
    NoteLog.self, NoteConvert.self, PhraseLog.self,
    Undo.self, Redo.self, UndoList.self,
    ChildList.self, ChildAdd.self, ChildUpdate.self, ChildRemove.self, ChildRestore.self, ChildPurge.self,
    ChildSelect.self,
    SettingsList.self, SettingsGet.self, SettingsSet.self, SettingsReset.self,
    ReminderList.self, ReminderSet.self, ReminderRemove.self, ReminderSnooze.self, ReminderDismiss.self,
    PredictionGet.self, PredictionFeedback.self, PredictionBacktest.self,
    GrowthGet.self,
    InsightGet.self,
    DataImport.self, DataExport.self, DataBackup.self, DataBackups.self, DataRestore.self, DataErase.self,
  ] + syncMethods
