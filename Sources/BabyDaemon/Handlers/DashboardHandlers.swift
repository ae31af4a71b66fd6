import BabyEngine
import BabyModel
import BabyProtocol

extension HandlerTable {
  mutating func addDashboard(_ cache: DashboardCache) {
    immediately(DashboardGet.self) { request, session, engine in
      cache.answer(to: request.params, uid: session.peer.uid, at: engine.now())
    }
    add(DashboardGet.self) { request, session, engine in
      let child = try DashboardGet.Params(strictly: request.params).childID
      let generation = cache.generation
      let (answer, day) = try await engine.read(session.caller) { book in
        try book.explainingErrors(about: child) {
          let answer = try DashboardGet.Answer(book.dashboard(of: child), in: book)
          return (answer.encoded, answer.day)
        }
      }
      cache.keep(answer, child: child, uid: session.peer.uid, day: day, generation: generation)
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
