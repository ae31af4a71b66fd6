import BabyModel
import Testing

@Suite("Two machines change the same child")
struct ChildMergeTests {
  private let base = Child(
    id: ChildID(high: 1, low: 1), name: "Eva", born: LocalDate(dayNumber: 19_000), zone: "UTC",
    createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))

  @Test("a change on only one side is kept, whichever field it is")
  func apart() {
    let changes: [(ChildField, (inout Child) -> Void)] = [
      (.name, { $0.name = "Evi" }), (.born, { $0.born = LocalDate(dayNumber: 19_001) }),
      (.zone, { $0.zone = "Europe/Berlin" }), (.sex, { $0.sex = .female }),
      (.feedingStyle, { $0.feedingStyle = .bottle }), (.dueDate, { $0.dueDate = LocalDate(dayNumber: 19_040) }),
      (.birthWeight, { $0.birthWeight = BodyWeight(3.2, .kilograms) }),
    ]
    #expect(changes.map(\.0) == ChildField.allCases)
    for (field, change) in changes {
      for (other, changeToo) in changes where other != field {
        var (ours, theirs) = (base, base)
        change(&ours)
        changeToo(&theirs)
        let merge = ChildMerge(ours, from: base, onto: theirs)
        var both = theirs
        change(&both)
        #expect(merge.child == both && merge.overruled.isEmpty)
        #expect(merge.child.differences(from: theirs) == [field])
      }
    }
  }

  @Test("of changes on both, theirs win and are named; equal changes are not a conflict")
  func both() {
    var (ours, theirs) = (base, base)
    (ours.name, ours.sex, theirs.name, theirs.sex) = ("Evi", .female, "Eva Maria", .female)
    theirs.updatedAt = Instant(milliseconds: 5)
    let merge = ChildMerge(ours, from: base, onto: theirs)
    #expect(merge.child == theirs)
    #expect(merge.overruled == [.name])
  }

  @Test("a local removal applies on top of changes there")
  func removed() {
    var (ours, theirs) = (base, base)
    ours.removedAt = Instant(milliseconds: 7)
    theirs.name = "Evi"
    let merge = ChildMerge(ours, from: base, onto: theirs)
    #expect(merge.child.name == "Evi" && merge.child.removedAt == ours.removedAt && merge.overruled.isEmpty)
  }
}
