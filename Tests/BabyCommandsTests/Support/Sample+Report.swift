import BabyModel
import BabyProtocol

extension Sample {
  static func report(isHTML: Bool) -> ReportGet.Answer {
    ReportGet.Answer(
      child: child, title: "Sun, Nov 1 to today", document: isHTML ? "<!DOCTYPE html>\n<p>Eva</p>\n" : "<svg/>\n")
  }
}
