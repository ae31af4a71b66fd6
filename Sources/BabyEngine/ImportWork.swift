import BabyImport
import BabyModel
import BabyProtocol
import BabyStore

/// One import from its first byte to its summary.
actor ImportWork {
  private enum Stage {
    case receiving
    case guessing(ForeignFileWalk, MapGuess)
    case surveying(ForeignFileWalk, ImportSurvey)
    case storing(ForeignFileWalk, ImportSession, ImportRun)
  }

  /// The maximum number of entries in a step, which is one transaction.
  private static let batch = 2_500

  private let plan: ImportPlan
  private let folder: SpoolFolder
  private var files: [(name: String, spool: SpoolFile)] = []
  private var stage = Stage.receiving
  /// All bytes of all files are there.
  private var isComplete = false
  private var merged = MergedRows()
  private var decisions: ImportDecisions?
  private var summary = ImportSummary()
  private var refused: [RefusedRows] = []
  private var guessedMap: String?
  /// Of children that files have brought: a rehearsal takes them back with each batch.
  private var children: [Child] = []
  /// The child of all rows, if there is only one.
  private var target: ImportTarget?

  init(_ plan: ImportPlan, in folder: SpoolFolder) {
    self.plan = plan
    self.folder = folder
    target = plan.current
  }

  /// Takes the next bytes of a file, and after the last one reads them all. See `RunningImports.read`.
  func read(
    _ bytes: [UInt8], file: String?, isEnd: Bool, isStepwise: Bool, id: String, by caller: Caller, engine: Engine
  ) async throws -> DataImport.Answer {
    try keep(bytes, of: file, isEnd: isEnd)
    var isDone = false
    while isComplete, !isDone {
      isDone = try await step(by: caller, engine: engine)
      if isStepwise { break }
      await Task.yield()
    }
    return answer(id: id, isDone: isDone)
  }

  /// Takes back what has been stored.
  ///
  /// - Throws: as `LogbookWriter.undo`.
  func cancel(id: String, by caller: Caller, engine: Engine) async throws -> DataImport.Answer {
    let step = merged.step
    merged = MergedRows()
    if let step { _ = try await engine.write(as: caller) { logbook in try logbook.undo(step.description) } }
    return answer(id: id, isDone: true)
  }

  private func keep(_ bytes: [UInt8], of file: String?, isEnd: Bool) throws {
    guard !isComplete else {
      guard bytes.isEmpty, file == nil else { throw BabyError.importInvalid("This import already has all its files.") }
      return
    }
    // The call that begins an import may be before any file.
    if file != nil || files.isEmpty && (isEnd || !bytes.isEmpty) { files.append((file ?? "", try folder.makeFile())) }
    try files.last?.spool.append(bytes)
    isComplete = isEnd
  }

  /// Reads on for a while.
  ///
  /// - Returns: whether all is read.
  private func step(by caller: Caller, engine: Engine) async throws -> Bool {
    var budget = StepBudget(from: engine.now())
    switch stage {
    case .receiving:
      for file in files where BackupFile.isOne(beginning: try file.spool.read(at: 0, count: BackupFile.beginningSize)) {
        throw BabyError.importInvalid(
          "The file is a backup of a whole database. To replace everything with it, use bbctl restore.")
      }
      let walk = ForeignFileWalk(files, in: folder)
      stage =
        plan.params.guess
        ? .guessing(walk, MapGuess())
        : .surveying(walk, ImportSurvey(format: plan.format, map: plan.map, life: plan.life, zone: plan.current?.zone))
      return false
    case .guessing(let walk, var guess):
      stage = .receiving
      while budget.allowsMore(at: engine.now()) {
        guard let piece = try walk.next() else {
          guessedMap = try guess.text()
          return true
        }
        budget.spend(on: piece)
        try Self.pass(piece, of: walk, wants: { _ in .none }) { guess.take($0) }
        if guess.isEnough { walk.skipFile() }
      }
      stage = .guessing(walk, guess)
      return false
    case .surveying(let walk, var survey):
      // Moved out, so that the collected rows are not copied.
      stage = .receiving
      while budget.allowsMore(at: engine.now()) {
        guard let piece = try walk.next() else { return try decide(survey, engine) }
        budget.spend(on: piece)
        try Self.pass(piece, of: walk, wants: { survey.interest(in: $0) }) { survey.take($0) }
        if survey.isForeign { walk.skipFile() }
        if survey.isTooLong { return try decide(survey, engine) }
      }
      stage = .surveying(walk, survey)
      return false
    case .storing(let walk, var session, let run):
      stage = .receiving
      var batch = ImportBatch()
      var isDone = false
      // All rows of a batch are from one file.
      var isFileOver = false
      while batch.rows.count < Self.batch, !isFileOver, budget.allowsMore(at: engine.now()) {
        guard let piece = session.hasMore ? .end : try walk.next() else {
          session.finish()
          isDone = true
          break
        }
        budget.spend(on: piece)
        try Self.pass(piece, of: walk, wants: { session.interest(in: $0) }) { piece in batch += try session.take(piece)
        }
        if session.isForeign { walk.skipFile() }
        if case .end = piece { isFileOver = !session.hasMore }
      }
      try await store(&batch, run, by: caller, engine: engine)
      summary = session.summary
      if isDone { refused = session.refused }
      stage = .storing(walk, session, run)
      return isDone
    }
  }

  /// Decides what the files leave open.
  ///
  /// - Returns: whether to stop here because a question has to be answered first.
  /// - Throws: `BabyError.importUndecided` unless it is a dry run.
  private func decide(_ survey: ImportSurvey, _ engine: Engine) throws -> Bool {
    if survey.bringsChildren, plan.choices.isZoneSaid {
      throw BabyError.importInvalid("The file names its own time zones: leave out the zone.")
    }
    let targets: ImportTargets
    let decisions: ImportDecisions
    (decisions, targets) = try survey.decisions(plan.choices, children: plan.children, current: plan.current)
    self.decisions = decisions
    target = survey.bringsChildren ? nil : targets.only
    if let question = decisions.questions.first {
      guard plan.params.dryRun else { throw BabyError.importUndecided(question.text, option: question.option) }
      summary = survey.summary
      return true
    }
    let zones = engine.zones
    let session = ImportSession(
      format: plan.format, map: plan.map, decisions: decisions, targets: targets, leavingOut: survey.damaged,
      keepingRefused: plan.params.refused, now: engine.now()
    ) { name throws(BabyError) in try zones.rules(for: name) }
    let run = ImportRun(
      sources: survey.formats, keepsSimilar: plan.params.keepSimilar, isDryRun: plan.params.dryRun, undone: plan.undone)
    stage = .storing(ForeignFileWalk(files, in: folder), session, run)
    return false
  }

  private func store(
    _ batch: inout ImportBatch, _ run: ImportRun, by caller: Caller, engine: Engine
  ) async throws {
    guard batch != ImportBatch() else { return }
    children += batch.archive.children
    batch.archive.children = children
    let archive = batch.archive
    merged.add(
      try await engine.merge(batch.rows, from: batch.rows.first?.source ?? "", in: run, by: caller) { transaction in
        try transaction.add(archive)
      })
    batch = ImportBatch()
  }

  private func answer(id: String, isDone: Bool) -> DataImport.Answer {
    DataImport.Answer(
      importID: id, child: target.map { ChildReference($0.child) }, rows: summary.rows, added: merged.added,
      unchanged: merged.unchanged, updated: merged.updated, editedHere: merged.editedHereCount,
      similar: merged.similarCount, isDryRun: plan.params.dryRun, summary: isDone ? summaryRecord : nil)
  }

  private var summaryRecord: ImportSummaryRecord {
    var record = ImportSummaryRecord(summary, merged, zone: target?.zone)
    record.decisions = some(
      decisions?.made.map { ImportDecisionRecord(subject: $0.subject, value: $0.value, reason: $0.reason) })
    record.questions = some(
      decisions?.questions.map { question in
        ImportQuestionRecord(
          option: question.option, choices: question.choices, text: question.text,
          children: some(question.children.map { NamedChildRecord(name: $0.name, born: $0.born) }))
      })
    record.refused = some(refused.map { RefusedRowsRecord(file: $0.name, count: $0.count, text: $0.text) })
    record.map = guessedMap
    return record
  }

  private func some<Value>(_ values: [Value]?) -> [Value]? { values?.isEmpty == true ? nil : values }
}

extension ImportWork {
  /// Hands a piece of the files on to their reader, but for tables that it does not want.
  private static func pass(
    _ piece: ForeignFileWalk.Piece, of walk: ForeignFileWalk, wants interest: (String) -> TableInterest,
    to take: (ImportPiece) throws -> Void
  ) throws {
    switch piece {
    case .file(let name, _): try take(.file(name: name))
    case .bytes(let bytes): try take(.bytes(bytes))
    case .database(let tables): try take(.tables(tables.map(\.name)))
    case .table(let table):
      switch interest(table.name) {
      case .none: walk.skipTable()
      case .all: break
      case .columns(let names): walk.readOnly(columns: names)
      }
    case .row(let row): try take(.row(row))
    case .tableFault(let name, let error): if interest(name) != .none { try take(.fault(error.description)) }
    case .end: try take(.end)
    case .fault(let error): try take(.fault(error.description))
    }
  }
}

/// How much one step reads.
private struct StepBudget {
  /// Of files: some megabytes. Rows of a database are small, and only their time counts.
  private static let mostPieces = 64
  /// Regular answers show that a slow daemon is still alive.
  private static let longest = Duration.milliseconds(250)

  private let end: Instant
  private var pieces = 0
  private var isBegun = false

  init(from now: Instant) { end = now + Self.longest }

  /// Each step gets on.
  func allowsMore(at now: Instant) -> Bool { !isBegun || pieces < Self.mostPieces && now < end }

  mutating func spend(on piece: ForeignFileWalk.Piece) {
    isBegun = true
    if case .row = piece {} else { pieces += 1 }
  }
}
