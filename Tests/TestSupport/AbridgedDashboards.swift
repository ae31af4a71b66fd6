package import BabyProtocol

extension JSON {
  /// With only some members of each dashboard in it, for golden files that are about those: what a dashboard has beside
  /// them is in the one file that has it whole.
  package func withDashboards(abridgedTo names: Set<String>) -> JSON {
    switch self {
    case .array(let elements): return .array(elements.map { $0.withDashboards(abridgedTo: names) })
    case .object(var object):
      if (try? DashboardGet.Answer(json: self)) != nil {
        object.members.removeAll { !names.contains($0.name) }
      } else {
        for index in object.members.indices {
          object.members[index].value = object.members[index].value.withDashboards(abridgedTo: names)
        }
      }
      return .object(object)
    default: return self
    }
  }
}
