import BabyProtocol
import NIOCore
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("Limits of connections")
struct ConnectionLimiterTests {
  private static let (root, owner, anna, ben): (UInt32, UInt32, UInt32, UInt32) = (0, 300, 1000, 1001)

  private let limiter = ConnectionLimiter(
    limits: SocketLimits(connections: 20, connectionsPerUser: 6, reservedConnections: 4), owner: owner)

  /// A number of connections of each user, all used alike.
  private func places(_ counts: (uid: UInt32, count: Int)...) -> [ConnectionLimiter.Place] {
    let uids = counts.flatMap { Array(repeating: $0.uid, count: $0.count) }
    return uids.enumerated().map { ConnectionLimiter.Place(id: $0.offset, uid: $0.element) }
  }

  private func decide(
    _ uid: UInt32, _ places: [ConnectionLimiter.Place], _ use: ConnectionLimiter.Use = .busy
  ) -> ConnectionLimiter.Decision { limiter.decide(on: uid, among: places) { _ in use } }

  private func isRefused(_ decision: ConnectionLimiter.Decision) -> Bool {
    if case .refuse(let error) = decision { error.code == .tooManyConnections } else { false }
  }

  @Test(
    "there are no more than the descriptors left beside those that the daemon itself needs",
    arguments: [(1024, 256), (256, 192), (100, 50), (1, 1), (nil, 256)] as [(Int?, Int)])
  func descriptors(limit: Int?, expected: Int) {
    #expect(SocketLimits(connections: 256, connectionsPerUser: 6, descriptors: limit).connections == expected)
  }

  @Test("one user has a limit, and cannot lock others out")
  func perUser() {
    #expect(decide(Self.anna, places((Self.anna, 5))) == .admit)
    #expect(isRefused(decide(Self.anna, places((Self.anna, 6)))))
    #expect(decide(Self.ben, places((Self.anna, 6))) == .admit)
  }

  @Test("the daemon's own user and root may use all, and always find a reserved place")
  func reserve() {
    let full = places((Self.anna, 6), (Self.ben, 6), (1002, 4))
    #expect(isRefused(decide(1003, full)))
    #expect(decide(Self.owner, full) == .admit)
    #expect(decide(Self.root, places((Self.owner, 19))) == .admit)
    #expect(isRefused(decide(Self.root, places((Self.owner, 20)))))
  }

  @Test("a connection is examined only when there is no place left")
  func lazily() {
    let decision = limiter.decide(on: Self.anna, among: places((Self.anna, 5))) { _ in
      Issue.record("nobody needs to know")
      return .busy
    }
    #expect(decision == .admit)
  }

  @Test("the oldest silent one is closed first, then the one that has been idle for longest")
  func givingWay() {
    let own = places((Self.anna, 6))
    let uses: [ConnectionLimiter.Use] = [
      .busy, .idle(since: .uptimeNanoseconds(9)), .idle(since: .uptimeNanoseconds(5)), .silent, .silent, .busy,
    ]
    #expect(limiter.decide(on: Self.anna, among: own) { uses[$0.id] } == .replace(3))
    let spoken = uses.map { $0 == .silent ? .busy : $0 }
    #expect(limiter.decide(on: Self.anna, among: own) { spoken[$0.id] } == .replace(2))
  }

  @Test("a user above the limit loses one of their own")
  func own() {
    let places = places((Self.ben, 3), (Self.anna, 6))
    #expect(decide(Self.anna, places, .silent) == .replace(3))
  }
}
