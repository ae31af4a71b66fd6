import Glibc
import Systemd

/// The tray's pictures, drawn here for desktops whose icon theme does not have them: the item is never invisible.
struct Pixmap {
  /// Width and height.
  let size: Int
  /// ARGB, 32 bits in network order, row by row.
  let bytes: [UInt8]

  /// A crescent while the child sleeps, otherwise a bottle, on a tile; with a dot if an open matter needs a person.
  init(_ icon: TrayIcon, needsAttention: Bool, size: Int) {
    self.size = size
    let (figure, tile) = icon == .sleeping ? (Self.isInMoon, Self.night) : (Self.isInBottle, Self.day)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size * size * 4)
    for y in 0..<size {
      for x in 0..<size {
        var layers = [
          (Self.coverage(x, y, size, Self.isInTile), tile), (Self.coverage(x, y, size, figure), Self.light),
        ]
        if needsAttention {
          layers.append((Self.coverage(x, y, size, Self.isInRing), Self.light))
          layers.append((Self.coverage(x, y, size, Self.isInDot), Self.attention))
        }
        bytes += Self.blended(layers)
      }
    }
    self.bytes = bytes
  }

  /// ARGB of layers, each over the one before.
  private static func blended(_ layers: [(coverage: Double, color: [Double])]) -> [UInt8] {
    var alpha = 0.0
    var color = [0.0, 0.0, 0.0]
    for layer in layers where layer.coverage > 0 {
      let whole = layer.coverage + alpha * (1 - layer.coverage)
      color = zip(color, layer.color).map { below, above in
        (above * layer.coverage + below * alpha * (1 - layer.coverage)) / whole
      }
      alpha = whole
    }
    return ([alpha * 255] + color).map { UInt8(min(255, $0.rounded())) }
  }

  // The figure is seen against its tile, whatever the panel's colour: at least 5:1.
  private static let day: [Double] = [0x1F, 0x6F, 0x66]
  private static let night: [Double] = [0x33, 0x47, 0x6B]
  private static let light: [Double] = [0xFF, 0xF4, 0xD6]
  private static let attention: [Double] = [0xE0, 0x40, 0x30]

  /// How much of a pixel a figure covers, by four times four samples.
  private static func coverage(_ x: Int, _ y: Int, _ size: Int, _ figure: (Double, Double) -> Bool) -> Double {
    var hits = 0
    for row in 0..<4 {
      for column in 0..<4 {
        let across = (Double(x) + (Double(column) + 0.5) / 4) / Double(size)
        let down = (Double(y) + (Double(row) + 0.5) / 4) / Double(size)
        if figure(across, down) { hits += 1 }
      }
    }
    return Double(hits) / 16
  }

  // Figures in a square from (0, 0) to (1, 1), with edges on sixteenths: a tray's pixels, as a rule.

  private static func isInTile(_ x: Double, _ y: Double) -> Bool {
    let radius = 3.0 / 16
    let (dx, dy) = (max(radius - x, x - 1 + radius, 0), max(radius - y, y - 1 + radius, 0))
    return dx * dx + dy * dy <= radius * radius
  }

  private static func isInMoon(_ x: Double, _ y: Double) -> Bool {
    isInCircle(x, y, 0.47, 0.53, 0.38) && !isInCircle(x, y, 0.68, 0.34, 0.31)
  }

  private static func isInBottle(_ x: Double, _ y: Double) -> Bool {
    func isIn(_ columns: ClosedRange<Double>, _ rows: ClosedRange<Double>) -> Bool {
      columns.contains(x * 16) && rows.contains(y * 16)
    }
    // The marks by which amounts are read.
    if isIn(9...12, 9...10) || isIn(9...12, 11...12) { return false }
    return isIn(4...12, 7...14) || isIn(5...11, 5...6) || isIn(7...9, 2...5)
  }

  private static func isInDot(_ x: Double, _ y: Double) -> Bool { isInCircle(x, y, 0.78, 0.22, 0.17) }

  private static func isInRing(_ x: Double, _ y: Double) -> Bool { isInCircle(x, y, 0.78, 0.22, 0.22) }

  private static func isInCircle(_ x: Double, _ y: Double, _ centerX: Double, _ centerY: Double, _ radius: Double)
    -> Bool
  {
    (x - centerX) * (x - centerX) + (y - centerY) * (y - centerY) <= radius * radius
  }

  /// `(iiay)`
  var value: BusValue { .structure([.int32(Int32(size)), .int32(Int32(size)), .bytes(bytes)]) }
}

/// Where desktops look for icons by name, after the Icon Theme Specification: which of ours are there.
struct IconTheme {
  private let folders: [String]
  private let exists: (String) -> Bool

  /// - Parameters:
  ///   - environment: `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `HOME` determine the folders.
  ///   - exists: whether there is a file at a path.
  init(environment: [String: String], exists: @escaping (String) -> Bool = { access($0, R_OK) == 0 }) {
    let home = environment["HOME"].map { $0 + "/.local/share" }
    let own = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    let data = [own].compactMap(\.self) + shared.split(separator: ":").map(String.init)
    folders = data.filter { $0.hasPrefix("/") }.map { $0 + "/icons/hicolor/scalable/apps/" }
    self.exists = exists
  }

  /// The icon's name if there is one; empty if a desktop would find nothing and show a gap.
  func name(of icon: String) -> String { path(of: icon) == nil ? "" : icon }

  /// The icon's file; nil if there is none.
  func path(of icon: String) -> String? { folders.lazy.map { "\($0)\(icon).svg" }.first(where: exists) }
}
