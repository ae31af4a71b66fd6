import BabyProtocol

/// One thing that `bbctl doctor` has looked at.
struct Finding {
  enum State: String { case fine, remark, wrong }

  let check: String
  let state: State
  let text: String
  /// A command line that mends it.
  let remedy: String?

  var json: JSON {
    [
      "check": .string(check), "state": .string(state.rawValue), "text": .string(text),
      "hint": remedy.map { .string($0) } ?? .null,
    ]
  }
}

extension Page {
  static func findings(_ findings: [Finding]) -> Page {
    var page = Page()
    for finding in findings {
      let mark: Span =
        switch finding.state {
        case .fine: .init("ok", .faint)
        case .remark: .init("note", .severity(.warning))
        case .wrong: .init("wrong", .severity(.error))
        }
      page.row([mark, .init(finding.check, .strong), .init(finding.text)])
      if let remedy = finding.remedy { page.row([.init(""), .init("Try:"), .init(remedy)]) }
    }
    return page
  }
}
