extension Side {
  /// The breast to offer next: not the one that the last breast feed began with.
  ///
  /// Nil before the first breast feed, and after one with an unknown side.
  /// - Parameter lastBreastFeeding: the latest feed at the breast; pumping does not count.
  public static func suggested(after lastBreastFeeding: Entry?) -> Side? {
    guard case .feeding(let feeding) = lastBreastFeeding?.content, feeding.method == .breast else { return nil }
    return feeding.startedSide?.opposite
  }
}
