import BabyModel
public import BabyProtocol

extension LogbookReader {
  /// A picture of a child's log.
  public func chart(_ params: ChartGet.Params) throws -> ChartGet.Answer {
    let reader = try chartReader(of: params.childID)
    let chart = try reader.chart(params)
    return ChartGet.Answer(
      child: ChildReference(reader.child), theme: reader.settings.theme, chart: chart,
      svg: params.svg.map { reader.svg(of: chart, on: $0) })
  }

  /// What changed in the last week.
  public func trends(of reference: String?) throws -> TrendList.Answer {
    try chartReader(of: reference).trends()
  }

  /// A page for a doctor.
  public func report(_ params: ReportGet.Params) throws -> ReportGet.Answer {
    try chartReader(of: params.childID).report(params)
  }

  private func chartReader(of reference: String?) throws -> ChartReader {
    let child = try child(reference)
    return ChartReader(of: child, transaction, settings: try settings(of: child), zone: try zone(child.zone), now: now)
  }
}
