import BabyModel
import Testing

@Suite("Members of a child")
struct MembershipTests {
  private static let names = ["anna", "ben", "cleo", "nobody"]

  private static func id(_ name: String) -> UserID {
    UserID(high: 0, low: UInt64(names.firstIndex(of: name) ?? names.count))
  }

  private static func roles(_ text: String) -> [UserID: Role] {
    let words: [String: Role] = ["o": .owner, "c": .caregiver, "v": .viewer]
    return Dictionary(
      uniqueKeysWithValues: zip(names, text).compactMap { name, letter in words["\(letter)"].map { (id(name), $0) } })
  }

  /// A letter for each of Anna, Ben and Cleo: owner, caregiver, viewer, or `-`.
  private static func text(_ roles: [UserID: Role]) -> String {
    names.prefix(3).map { roles[id($0)].map { String($0.rawValue.prefix(1)) } ?? "-" }.joined()
  }

  @Test(
    "what an owner may change, what everybody may, and what no one may",
    arguments: [
      // An owner: any role of anybody's, as long as one owner is left.
      ("ocv", "anna", MembershipChange.role(.viewer), "ben", "ovv"),
      ("ocv", "anna", .role(.owner), "cleo", "oco"), ("ocv", "anna", .role(.caregiver), "ben", "ocv"),
      ("oov", "anna", .role(.viewer), "ben", "ovv"), ("oov", "anna", .role(.caregiver), "anna", "cov"),
      ("ocv", "anna", .role(.caregiver), "anna", "last owner"),
      ("ocv", "anna", .role(.owner), "nobody", "not member"),
      ("ocv", "anna", .removal, "ben", "o-v"), ("oov", "anna", .removal, "ben", "o-v"),
      ("ocv", "anna", .removal, "nobody", "not member"),
      // Nobody else.
      ("ocv", "ben", .role(.viewer), "cleo", "not owner"), ("ocv", "ben", .role(.owner), "ben", "not owner"),
      ("ocv", "cleo", .role(.caregiver), "cleo", "not owner"), ("ocv", "ben", .removal, "cleo", "not owner"),
      ("ocv", "cleo", .removal, "anna", "not owner"), ("ocv", "ben", .removal, "nobody", "not owner"),
      ("oc-", "cleo", .role(.viewer), "ben", "not owner"), ("oc-", "cleo", .removal, "ben", "not owner"),
      // Everybody may leave but the last owner; who does not share the child cannot.
      ("ocv", "ben", .removal, "ben", "o-v"), ("ocv", "cleo", .removal, "cleo", "oc-"),
      ("oov", "anna", .removal, "anna", "-ov"), ("ocv", "anna", .removal, "anna", "last owner"),
      ("o--", "anna", .removal, "anna", "last owner"), ("oc-", "cleo", .removal, "cleo", "not owner"),
      // Handed over.
      ("ocv", "anna", .transfer, "ben", "cov"), ("ocv", "anna", .transfer, "cleo", "cco"),
      ("oov", "anna", .transfer, "ben", "cov"), ("ocv", "anna", .transfer, "anna", "oneself"),
      ("ocv", "anna", .transfer, "nobody", "not member"), ("ocv", "ben", .transfer, "ben", "not owner"),
      ("ocv", "ben", .transfer, "cleo", "not owner"),
    ])
  func table(before: String, caller: String, change: MembershipChange, user: String, after: String) {
    let result: String
    do throws(MembershipRefusal) {
      result = Self.text(
        try change.applied(to: Self.id(user), by: Self.id(caller), in: Self.roles(before)))
    } catch {
      switch error {
      case .notOwner: result = "not owner"
      case .notMember: result = "not member"
      case .lastOwner: result = "last owner"
      case .oneself: result = "oneself"
      }
    }
    #expect(result == after)
  }

  private static func member(_ number: UInt64, _ name: String, _ email: String) -> Member {
    let start = Instant(milliseconds: 0)
    let user = User(id: UserID(high: 0, low: number), email: email, name: name, createdAt: start)
    return Member(user: user, role: .caregiver, since: start, lastSeenAt: start)
  }

  @Test(
    "a person is found by id, by address, or by a unique name",
    arguments: [
      ("Anna", "several"), ("anna@example.org", "1"), (" ANNA@example.org ", "1"), ("ben", "3"), ("BEN", "3"),
      ("\(UserID(high: 0, low: 2))", "2"), ("\(UserID(high: 0, low: 9))", "no match"), ("", "no match"),
      ("Be", "no match"), ("ben@example.org", "no match"),
    ])
  func found(reference: String, expected: String) {
    let members = [
      Self.member(1, "Anna", "anna@example.org"), Self.member(2, "anna", "anna.b@example.org"),
      Self.member(3, "Ben", ""),
    ]
    let result: String
    do throws(MemberNotFound) { result = "\(try members.member(reference).user.id)".suffix(1).description } catch {
      result =
        switch error {
        case .noMatch: "no match"
        case .several(let found): found.count == 2 ? "several" : "\(found.count)"
        }
    }
    #expect(result == expected)
  }

  @Test(
    "members who are not owners see names, roles and since when, and all of their own account", arguments: Role.allCases
  )
  func seen(role: Role) {
    let (ben, anna) = (Self.member(3, "Ben", "ben@example.org"), Self.member(1, "Anna", "anna@example.org"))
    let seen = anna.seen(by: ben.user.id, as: role)
    #expect(seen.user.name == "Anna" && seen.since == anna.since && seen.role == anna.role)
    #expect(seen.user.email == (role == .owner ? "anna@example.org" : ""))
    #expect((seen.lastSeenAt != nil) == (role == .owner))
    #expect(ben.seen(by: ben.user.id, as: role).user.email == "ben@example.org")
  }
}
