import BabyModel
import BabyProtocol

/// Unresolved errors: a database that could not be written.
struct UnresolvedBanners {
  private(set) var banners: [BannerRecord] = []

  /// Takes in a write that failed.
  ///
  /// - Returns: the banner; nil if it is already known, or only concerns the caller.
  mutating func failed(_ error: RPCError) -> BannerRecord? {
    guard error.code.name.hasPrefix("store."), !banners.contains(where: { $0.id == error.code.name }) else {
      return nil
    }
    let record = BannerRecord(id: error.code.name, severity: .error, text: error.message)
    banners.append(record)
    return record
  }

  /// Takes in that something was written: the database works.
  mutating func committed() -> [BannerRecord] {
    defer { banners = [] }
    return banners.map { record in
      var record = record
      record.isResolved = true
      return record
    }
  }
}
