import BabyModel
import Testing

@Suite("Texts about syncing")
struct SyncingWordsTests {
  private static let start = "2026-11-14T20:09:00Z"

  private func breast() throws -> Entry { try .breast(.left, .one, Self.start, to: "2026-11-14T20:24:00Z") }

  private func deleted(_ content: EntryContent = .sleep) throws -> Entry {
    var entry = try Entry.make(content, Self.start, to: "2026-11-14T21:09:00Z")
    entry.deletedAt = try at("2026-11-14T22:00:00Z")
    return entry
  }

  private func by(_ author: String?, _ entry: Entry) -> Entry {
    var entry = entry
    entry.author = author
    return entry
  }

  @Test("Banners from the first failure to the last")
  func banners() throws {
    #expect(Words.savedHere == "Saved here · couldn't sync · will retry")
    #expect(Words.retrying == "Retrying…")
    #expect(Words.saved == "Saved")
    #expect(try Words.couldntSync(breast()) == "Couldn't sync left breast · Retry")
    #expect(try Words.couldntSync(deleted()) == "Couldn't sync deleted sleep · Retry")
    #expect(try Words.couldntSync(Child.make()) == "Couldn't sync Eva · Retry")
    #expect(try Words.stillCouldntSync(breast()) == "Still couldn't sync left breast · Retry")
    #expect(try Words.stillCouldntSync(Child.make()) == "Still couldn't sync Eva · Retry")
  }

  @Test("Pending changes")
  func queued() throws {
    #expect(try Words.queued(breast(), units: .milliliters) == "Left breast · 15 min")
    #expect(try Words.queued(deleted(), units: .milliliters) == "Deleted sleep")
    #expect(Words.retryFailed(2) == "Retry failed (2)")
    #expect(Words.retrying(3) == "Retrying 3 changes")
    #expect(Words.discarded(1) == "Discarded 1 change")
  }

  @Test("Why a change does not arrive")
  func reasons() {
    #expect(Words.reason(.network("Connection refused")) == "No connection")
    #expect(Words.reason(.timeout) == "No connection")
    #expect(Words.reason(.server(status: 503)) == "Something went wrong · 503")
    #expect(Words.reason(.badAnswer("something other than JSON")) == "The answer is not a family server's")
    #expect(Words.tooManyRequests == "Too many requests. Please wait.")
    #expect(Words.noAccess == "You don't have access to this baby")
    #expect(Words.emailTaken == "Email already registered")
  }

  @Test("The state of the connection")
  func connection() {
    #expect(
      Words.stale(Words.offlineWithData, synced: "21:02") == "Offline · Showing last known data (synced 21:02)")
    #expect(Words.stale(Words.loggedOutWithData, synced: nil) == "Logged out · Showing last known data")
    #expect(Words.unsent(2) == "2 unsent")
    #expect(Words.failed(1) == "1 failed")
    #expect(Words.clockSkew(.seconds(125)) == "The server's clock is 2m ahead")
    #expect(Words.clockSkew(.seconds(-3600)) == "The server's clock is 1h behind")
  }

  @Test("The inbox")
  func inbox() throws {
    #expect(try Words.sentLate(breast()) == "Synced after all: left breast")
    #expect(try Words.failed(breast(), reason: Words.noConnection) == "Couldn't sync left breast · No connection")
    #expect(
      try Words.conflict(with: by("Ben", breast())) == "Changed meanwhile: left breast · your version is kept")
    #expect(try Words.conflict(with: by(nil, deleted())) == "Deleted meanwhile: sleep · your version is kept")
    var (changed, gone) = (try by("Anna", breast()), try deleted())
    (changed.changedBy, gone.changedBy) = ("Ben", "Ben")
    #expect(Words.conflict(with: changed) == "Ben changed left breast meanwhile · your version is kept")
    #expect(Words.conflict(with: gone) == "Ben deleted sleep meanwhile · your version is kept")
    #expect(Words.startedTwice(.sleep) == "Sleep was started twice · the earlier start was kept")
    #expect(try Words.remote(by("Ben", breast()), isNew: true) == "Ben logged left breast")
    #expect(try Words.remote(by("Ben", breast()), isNew: false) == "Ben changed left breast")
    #expect(try Words.remote(by("Ben", deleted()), isNew: true) == "Ben deleted sleep")
    #expect(try Words.remote(breast(), isNew: true) == "Someone logged left breast")
    #expect(Words.unknown(UnknownEntry(id: .one, word: "bath", json: "{}")) == "From a newer version: bath")
    #expect(Words.dismissed(1) == "Dismissed 1 item")
    #expect(Words.dismissed(2) == "Dismissed 2 items")
  }

  @Test("Changes to the account")
  func account() {
    #expect(Words.loggedIn(as: "Anna", host: "baby.example") == "Logged in as Anna · baby.example")
    #expect(Words.registered("Anna", host: "baby.example") == "Registered Anna · baby.example")
    #expect(Words.loggedOut(unsent: 0) == "Logged out")
    #expect(Words.loggedOut(unsent: 3) == "Logged out · 3 unsent wait for the next login")
    #expect(Words.uploaded(entries: 42, children: 0) == "Uploaded 42 entries")
    #expect(Words.uploaded(entries: 1, children: 1) == "Uploaded 1 entry · 1 new child")
    #expect(Words.uploaded(entries: 0, children: 0) == "Nothing to upload")
    #expect(Words.sharing("Eva", as: .viewer) == "Sharing Eva as viewer")
    #expect(Words.revoked("Eva") == "Revoked · Eva")
  }
}
