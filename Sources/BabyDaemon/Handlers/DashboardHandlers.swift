import BabyEngine
import BabyModel
import BabyProtocol

extension HandlerTable {
  mutating func addDashboard(_ cache: DashboardCache) {
    call(DashboardGet.self) { params, session, engine in
      let generation = cache.generation
      let answer = try await engine.read(session.caller) { book in
        try book.explainingErrors(about: params.childID) {
          try DashboardGet.Answer(book.dashboard(of: params.childID), in: book)
        }
      }
      cache.keep(
        answer.encoded, child: params.childID, uid: session.peer.uid, day: answer.day, generation: generation)
      return answer
    }
  }

  mutating func addTimeline() {
    read(TimelineList.self) { params, book in
      let timeline = try book.timeline(
        of: params.childID, day: params.day, from: params.from, to: params.to, kinds: params.kinds,
        search: params.search, limit: params.limit ?? 100, cursor: params.cursor)
      return TimelineList.Answer(
        child: ChildReference(timeline.child), units: timeline.settings.units,
        timeFormat: timeline.settings.timeFormat,
        entries: timeline.entries.map { EntryRecord($0, in: timeline.zone) }, nextCursor: timeline.nextCursor,
        day: timeline.day.map { DayRecord($0) }, totals: timeline.totals.map { DayTotalsRecord($0) })
    }
  }
}
