import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import BabyStore

extension MethodHandlers {
  /// The methods about this machine's log: each is a use case of `BabyEngine`, in one transaction.
  ///
  /// - Parameter executor: runs backtests, which take a second for a year's log.
  mutating func addLogbook(_ commits: CommitWatch, _ accounts: AccountManager, executor: any TaskExecutor) {
    addEntries()
    addUndo()
    addChildren()
    addReminders()
    addReports(commits, accounts)
    addPredictions(executor: executor)
  }

  private mutating func addEntries() {
    write(EntryLog.self) { try $1.logEntry($0) }
    write(PhraseLog.self) { try $1.logPhrase($0) }
    write(TimerStart.self) { try $1.startTimer($0) }
    write(TimerStop.self) { try $1.stopTimer($0) }
    write(TimerToggle.self) { try $1.toggleTimer($0) }
    write(TimerSwitch.self) { try $1.take(.switchSides(), child: $0.childID, at: $0.at) }
    write(TimerPause.self) { try $1.take(.pause, child: $0.childID, at: $0.at) }
    write(TimerResume.self) { try $1.take(.resume($0.side), child: $0.childID, at: $0.at) }
    write(TimerCancel.self) { try $1.cancelTimer($0) }
    read(EntryGet.self) { try $1.entryDetails($0.id) }
    write(EntryUpdate.self) { try $1.update($0) }
    write(EntryDelete.self) { try $1.delete($0.id) }
    write(EntryDeleteSeveral.self) { try $1.delete($0.ids) }
    write(EntryRestore.self) { try $1.restore($0.id) }
    write(EntryDuplicate.self) { try $1.duplicate($0.id) }
    write(NoteConvert.self) { try $1.convertNotes($0) }
  }

  private mutating func addUndo() {
    write(
      Undo.self,
      refused: { error, params, caller, engine in
        // Reported once, it no longer blocks the changes before.
        guard error.code == .undoConflict, !params.options.dryRun,
          let step = error.details["step"]?.stringValue.flatMap(StepID.init)
        else { return }
        try await engine.skipUndo(of: step, by: caller)
      }
    ) { try $1.undo($0.id) }
    write(Redo.self) { try $1.redo() }
    read(UndoList.self) { try $1.undoList($0) }
  }

  /// Children and settings.
  private mutating func addChildren() {
    read(ChildList.self) { try $1.childList(includingRemoved: $0.includesRemoved) }
    write(ChildAdd.self) { try $1.addChild($0) }
    write(ChildUpdate.self) { try $1.updateChild($0) }
    write(ChildRemove.self) { try $1.removeChild($0.childID) }
    write(ChildRestore.self) { try $1.restoreChild($0.childID) }
    write(ChildPurge.self) { try $1.purgeChild($0.childID) }
    write(ChildSelect.self) { try $1.selectChild($0.childID) }
    read(SettingsList.self) { try $1.settingsList(of: $0.childID) }
    read(SettingsGet.self) { try $1.setting($0) }
    write(SettingsSet.self) { try $1.setSetting($0.key, to: $0.value, child: $0.childID) }
    write(SettingsReset.self) { try $1.setSetting($0.key, to: nil, child: $0.childID) }
  }

  private mutating func addReminders() {
    read(ReminderList.self) { try $1.reminderList(of: $0.childID) }
    write(ReminderSet.self) { try $1.setReminder($0) }
    write(ReminderRemove.self) { try $1.removeReminder($0.name, child: $0.childID) }
    write(ReminderSnooze.self) { try $1.snoozeReminder($0) }
    write(ReminderDismiss.self) { try $1.dismissReminder($0.id, child: $0.childID) }
  }

  /// What is read of a child's log.
  private mutating func addReports(_ commits: CommitWatch, _ accounts: AccountManager) {
    view(DashboardGet.self, commits) { try $1.dashboard(of: $0.childID) }
    view(TimelineList.self, commits) { try $1.timeline($0) }
    // A child's growth follows from the log alone, whatever the time.
    view(GrowthGet.self, commits, from: .measurements) { params, logbook in
      let answer = try logbook.growth(of: params.childID, limit: params.limit ?? 1000)
      return (answer, Instant(milliseconds: .min)..<Instant(milliseconds: .max))
    }
    read(ActivityList.self) { try $1.activity($0, account: accounts.book.current?.name) }
    read(FoodList.self) { try $1.foods(of: $0.childID, limit: $0.limit ?? 1000) }
    read(MilkGet.self) { try $1.storedMilk(of: $0.childID, limit: $0.limit ?? 5) }
    read(MedicineList.self) { try $1.medicines(of: $0.childID) }
    read(InsightGet.self) { try $1.insight(of: $0.childID) }
    read(ChartGet.self) { try $1.chart($0) }
    read(TrendList.self) { try $1.trends(of: $0.childID) }
    read(ReportGet.self) { try $1.report($0) }
  }

  private mutating func addPredictions(executor: any TaskExecutor) {
    read(PredictionGet.self) { try $1.predictions(of: $0.childID) }
    write(PredictionFeedback.self) { try $1.keepFeedback($0) }
    add(PredictionBacktest.self) { request, session, engine in
      let params = try PredictionBacktest.Params(strictly: request.params)
      let backtest = try await engine.read(session.caller) { logbook in
        try logbook.explainingErrors(about: request.child) { try logbook.backtest(params) }
      }
      return try await withTaskExecutorPreference(executor) { try await backtest.run().encoded }
    }
  }
}
