import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer
@testable import BabyStore

@Suite("Charts over HTTP")
struct ChartHandlerTests {
  private func chart(
    _ server: TestServer, _ figure: String, of child: Child, _ query: String = "", as caller: Caller?,
    tag: String? = nil
  ) async throws -> Reply {
    try await server.send(
      "charts.get", at: ["child": "\(child.id)", "figure": figure], query: query, as: caller,
      headers: tag.map { ["If-None-Match": $0] } ?? [:])
  }

  private func text(_ reply: Reply) -> String { String(decoding: reply.body, as: UTF8.self) }

  /// Eva and weeks of her log.
  private func eva(_ server: TestServer, of caller: Caller, days: Int) async throws -> Child {
    let eva = try await server.addEva(caller)
    let store = try server.openStore()
    let entries = LoggedYear(of: eva.id, days: days, until: server.now).entries
    try await store.write(at: server.now) { writer in for entry in entries { try writer.put(.known(entry)) } }
    try store.close()
    return eva
  }

  @Test("a picture is that of the engine for the same days, settings and width")
  func pictures() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await eva(server, of: anna, days: 40)
      try await server.set("units", "oz", as: anna)
      let queries: [(query: String, params: (ChartKind) -> ChartGet.Params)] = [
        ("", { ChartGet.Params(chart: $0) }), ("?days=7", { ChartGet.Params(chart: $0, days: 7) }),
        ("?whole=true", { ChartGet.Params(chart: $0, isWhole: true) }),
        ("?days=7&earlier=2", { ChartGet.Params(chart: $0, day: "2026-11-01..2026-11-07") }),
      ]
      let store = try server.openStore()
      for figure in ChartKind.allCases {
        for (query, params) in queries {
          let reply = try await chart(server, figure.rawValue, of: eva, query, as: anna)
          #expect(reply.headers["content-type"] == "image/svg+xml")
          #expect(reply.headers["content-security-policy"]?.hasPrefix("default-src 'self'") == true)
          let (now, params) = (server.now, params(figure))
          let expected = try await store.read { reader in
            let reader = ChartReader(
              of: eva, reader.entries, settings: try reader.settings(of: eva, for: anna.user.id),
              zone: try ZoneDatabase().rules(for: eva.zone), now: now)
            return reader.svg(of: try reader.chart(params), on: .light)
          }
          #expect(text(reply) == expected, "\(figure) \(query)")
        }
      }
      try store.close()
      let wide = try await chart(server, "sleep", of: eva, as: anna)
      let narrow = try await chart(server, "sleep", of: eva, "?width=400&on=dark", as: anna)
      #expect(text(wide).contains("width=\"720\"") && text(narrow).contains("width=\"400\""))
      #expect(text(narrow).contains("<title id=\"title\">Eva"))
    }
  }

  @Test("a picture is drawn once until a change, the next day or, with today in it, the next minute")
  func remembered() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await eva(server, of: anna, days: 40)
      let vera = try await server.join("Vera", eva, of: anna, as: .viewer)
      var known: [String: String] = [:]
      func isNew(_ query: String) async throws -> Bool {
        let reply = try await chart(server, "sleep", of: eva, query, as: vera, tag: known[query])
        known[query] = reply.headers["etag"]
        return reply.status == 200
      }
      for query in ["?days=7", "?days=7&earlier=1"] { #expect(try await isNew(query)) }
      for query in ["?days=7", "?days=7&earlier=1"] { #expect(try await !isNew(query)) }
      server.pass(.minutes(1))
      #expect(try await isNew("?days=7"), "the current time has moved")
      #expect(try await !isNew("?days=7&earlier=1"))
      try await server.put(server.entry(1), server.sleep(eva, from: 0.1), as: anna)
      for query in ["?days=7", "?days=7&earlier=1"] { #expect(try await isNew(query)) }
      try await server.set("time.format", "24h", as: vera)
      #expect(try await isNew("?days=7&earlier=1"))
      // 23:59:59.999 in Berlin, and then the next day.
      server.now = TestServer.noon + .hours(11) - .milliseconds(1)
      #expect(try await !isNew("?days=7&earlier=1"))
      server.pass(.milliseconds(1))
      #expect(try await isNew("?days=7&earlier=1"))
    }
  }

  @Test("a page gets the picture by its cookie, and keeps it out of the browser's cache")
  func onPage() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await eva(server, of: anna, days: 20)
      let stranger = try await server.register("Mallory")
      let reply = try await chart(server, "day", of: eva, "?days=14", as: anna.onPage)
      #expect(reply.status == 200 && reply.headers["cache-control"] == "no-store")
      #expect(try await chart(server, "day", of: eva, as: stranger.onPage).status == 404)
      #expect(try await chart(server, "day", of: eva, as: nil).status == 401)
    }
  }

  @Test("an unknown figure is not found, and what no picture can have is refused")
  func refused() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await eva(server, of: anna, days: 3)
      #expect(try await chart(server, "teeth", of: eva, as: anna).status == 404)
      let wrong = [
        "?days=0", "?days=3661", "?days=x", "?earlier=-1", "?days=14&earlier=300", "?width=319", "?width=1441",
        "?on=red", "?whole=perhaps", "?whole=true&days=7", "?whole=true&earlier=1", "?until=today",
      ]
      for query in wrong {
        let reply = try await chart(server, "sleep", of: eva, query, as: anna)
        #expect(reply.status == 400, "\(query)")
        #expect(try reply.errorCode == "invalid")
      }
      #expect(try await chart(server, "sleep", of: eva, "?days=3660", as: anna).status == 200)
    }
  }
}
