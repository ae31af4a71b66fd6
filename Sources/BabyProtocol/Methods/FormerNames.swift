import BabyModel

/// What names on the wire are called today that were something else once: whoever still uses one is told.
package enum FormerNames {
  package static let methods = [
    "feedback.list": InboxList.name,
    "feedback.dismiss": InboxDismiss.name,
    "conflict.apply": InboxApply.name,
  ]

  package static let topics = ["feedback": Topic.banner]

  /// The error names too, which programs match on.
  package static let errors = [
    "feedback.itemNotFound": ErrorCode.inboxItemNotFound.name,
    "conflict.none": ErrorCode.notAConflict.name,
  ]
}

extension RPCError {
  /// A method that there is not: what it is called today, or what its name is nearest to.
  package init(unknownMethod name: String) {
    if let today = FormerNames.methods[name], let method = allMethods.first(where: { $0.name == today }) {
      self.init(
        .methodNotFound, "The method \"\(name)\" is now called \"\(today)\".",
        hint: method.isWrite ? nil : "bbctl call \(today) '{}'")
    } else {
      let nearest = nearestName(to: name, among: allMethods.map { $0.name })
      let suggestion = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
      self.init(.methodNotFound, "There is no method \"\(name.excerpt)\"." + suggestion)
    }
  }
}
