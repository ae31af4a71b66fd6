import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
import BabySocket

extension MethodHandlers {
  /// What screens show: the dashboard and the timeline.
  mutating func addViews(_ cache: AnswerCache) {
    view(DashboardGet.self, cache) { params, logbook in
      let view = try logbook.dashboard(of: params.childID)
      return (try DashboardGet.Answer(view, in: logbook), view.dashboard.day.start..<view.end)
    }
    view(TimelineList.self, cache) { params, logbook in
      let timeline = try logbook.timeline(
        of: params.childID,
        TimelineWish(
          day: params.day, days: params.days, from: params.from, to: params.to, kinds: params.kinds,
          search: params.search, limit: params.limit ?? 100, cursor: params.cursor, isTotalsOnly: params.isTotalsOnly))
      let newFoods = timeline.entries.compactMap { entry in
        timeline.newFoods[entry.id].map { NewFoodsRecord(entryID: entry.id, foods: $0) }
      }
      let answer = TimelineList.Answer(
        child: ChildReference(timeline.child), units: timeline.settings.units,
        timeFormat: timeline.settings.timeFormat, theme: timeline.settings.theme,
        entries: timeline.entries.map { EntryRecord($0, in: timeline.zone) }, nextCursor: timeline.nextCursor,
        unknownKinds: timeline.unknownKinds > 0 ? timeline.unknownKinds : nil,
        day: timeline.day.map { DayRecord($0) }, totals: timeline.totals.map { DayTotalsRecord($0) },
        days: timeline.days?.map { DaySummaryRecord(day: DayRecord($0.day), totals: DayTotalsRecord($0.totals)) },
        medicines: NextDoseRecord.all(timeline.medicines, in: timeline.zone),
        newFoods: newFoods.isEmpty ? nil : newFoods, weightUnit: timeline.settings.measures.weight,
        temperatureUnit: timeline.settings.measures.temperature)
      // "1h ago" means something else a moment later, an instant does not.
      let isSteady = [params.from, params.to].allSatisfy { $0 == nil || Instant(rfc3339: $0 ?? "") != nil }
      return (answer, isSteady ? timeline.currentDay.start..<timeline.currentDay.end : nil)
    }
  }

  /// Registers a read whose answer can be given again as it is.
  ///
  /// - Parameters:
  ///   - basis: what the answer follows from.
  ///   - body: gives the answer, and the time in which it stays right; nil when it never does.
  mutating func view<Method: RPCMethod>(
    _ method: Method.Type, _ cache: AnswerCache, from basis: AnswerBasis = .everything,
    _ body: @escaping @Sendable (Method.Params, LogbookReader) throws -> (Method.Answer, Range<Instant>?)
  ) {
    immediately(method) { request, session, engine in
      cache.answer(to: request, uid: session.peer.uid, at: engine.now())
    }
    add(method) { request, session, engine in
      let params = try Method.Params(strictly: request.params)
      let generation = cache.generation(of: basis)
      let (answer, time) = try await engine.read(session.caller) { logbook in
        try logbook.explainingErrors(about: request.child) {
          let (answer, time) = try body(params, logbook)
          return (answer.encoded, time)
        }
      }
      if let time {
        cache.keep(
          answer, to: request, uid: session.peer.uid, during: time, basis: basis, generation: generation)
      }
      return answer
    }
  }
}
