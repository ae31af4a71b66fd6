import Systemd

/// The tray item: an org.kde.StatusNotifierItem, announced to each tray that appears.
final class StatusNotifierItem {
  enum Click {
    case left, middle
    /// Steps, downwards or to the right.
    case scroll(Int)
  }

  private static let interface = "org.kde.StatusNotifierItem"
  private static let path = "/StatusNotifierItem"
  private static let watcher = "org.kde.StatusNotifierWatcher"

  private let bus: Bus
  private let busName: String
  private let theme: IconTheme
  private let clicked: (Click) -> Void
  private var appearance: TrayAppearance
  private var registrations: [BusRegistration] = []

  /// - Parameters:
  ///   - process: the process's number, which is part of the item's name.
  ///   - clicked: called within the bus's `process()`.
  init(
    bus: Bus, process: Int32, appearance: TrayAppearance, theme: IconTheme, clicked: @escaping (Click) -> Void
  ) throws(BusError) {
    self.bus = bus
    self.appearance = appearance
    self.theme = theme
    self.clicked = clicked
    busName = "\(Self.interface)-\(process)-1"
    registrations.append(try bus.export(offered, at: Self.path))
    _ = try bus.request(name: busName)
    // A watcher that comes later, or comes again, knows nothing of this item.
    registrations.append(
      try bus.watch(name: Self.watcher) { [unowned self] owner in if owner != nil { announceToHost() } })
    registrations.append(
      try bus.hear(SignalMatch(interface: Self.watcher, name: "StatusNotifierHostRegistered")) { [unowned self] _ in
        announce()
      })
    announceToHost()
  }

  /// Announces the item if a tray is there.
  ///
  /// Waybar is the watcher and the tray in one. An item that is announced while its tray registers is in the watcher's
  /// list, but the tray never hears of it. So the item waits for the tray, whose registration is signalled.
  private func announceToHost() {
    let question = [BusValue.string(Self.watcher), .string("IsStatusNotifierHostRegistered")]
    callWatcher("Get", of: "org.freedesktop.DBus.Properties", question) { [weak self] answer in
      switch answer {
      case .success(let values) where values.first == .variant(.bool(false)): return
      // A watcher that comes is heard of.
      case .failure(let error) where error.isWithoutOwner: return
      // A watcher without this property may well have a tray.
      case .success, .failure: self?.announce()
      }
    }
  }

  private func announce() {
    callWatcher("RegisterStatusNotifierItem", of: Self.watcher, [.string(busName)]) { _ in }
  }

  private func callWatcher(
    _ method: String, of interface: String, _ arguments: [BusValue],
    completion: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    let member = BusMember(
      service: Self.watcher, path: "/StatusNotifierWatcher", interface: interface, name: method)
    try? bus.call(member, arguments, startsService: false, completion: completion)
  }

  /// Changes what is shown.
  func show(_ new: TrayAppearance) {
    let old = appearance
    appearance = new
    if (new.icon, new.needsAttention) != (old.icon, old.needsAttention) {
      emit("NewIcon")
      emit("NewAttentionIcon")
    }
    if new.needsAttention != old.needsAttention { emit("NewStatus", [.string(status)]) }
    if new.tooltip != old.tooltip { emit("NewToolTip") }
  }

  /// A signal that cannot be sent is one of a bus that is gone, which the next `process()` says.
  private func emit(_ signal: String, _ arguments: [BusValue] = []) {
    try? bus.emit(signal, of: Self.interface, at: Self.path, arguments)
  }

  private var offered: BusInterface {
    BusInterface(
      name: Self.interface,
      methods: [
        .init("Activate", takes: "ii") { [unowned self] _ in answer(.left) },
        .init("SecondaryActivate", takes: "ii") { [unowned self] _ in answer(.middle) },
        // The program that shows the item also shows its menu, over com.canonical.dbusmenu.
        .init("ContextMenu", takes: "ii") { _ in [] },
        .init("Scroll", takes: "is") { [unowned self] arguments in
          let delta = arguments.first?.integer ?? 0
          return delta == 0 ? [] : answer(.scroll(delta))
        },
      ],
      properties: [
        .init("Category", type: "s") { .string("ApplicationStatus") },
        .init("Id", type: "s") { .string("babybasics") },
        .init("Title", type: "s") { .string("Baby Basics") },
        .init("Status", type: "s") { [unowned self] in .string(status) },
        .init("WindowId", type: "i") { .int32(0) },
        .init("IconThemePath", type: "s") { .string("") },
        .init("IconName", type: "s") { [unowned self] in .string(iconName) },
        .init("IconPixmap", type: "a(iiay)") { [unowned self] in pixmaps },
        .init("OverlayIconName", type: "s") { .string("") },
        .init("OverlayIconPixmap", type: "a(iiay)") { .array(of: "(iiay)", []) },
        .init("AttentionIconName", type: "s") { .string("") },
        .init("AttentionIconPixmap", type: "a(iiay)") { [unowned self] in pixmaps },
        .init("AttentionMovieName", type: "s") { .string("") },
        .init("ToolTip", type: "(sa(iiay)ss)") { [unowned self] in
          // Some hosts interpret markup in a title and some do not, so it contains no text of the family's.
          .structure([
            .string(""), .array(of: "(iiay)", []), .string("Baby Basics"), .string(appearance.tooltip),
          ])
        },
        .init("ItemIsMenu", type: "b") { .bool(false) },
        .init("Menu", type: "o") { .objectPath(TrayMenuService.path) },
      ],
      signals: [
        .init("NewTitle"), .init("NewIcon"), .init("NewAttentionIcon"), .init("NewOverlayIcon"), .init("NewToolTip"),
        .init("NewStatus", carries: "s"),
      ])
  }

  private func answer(_ click: Click) -> [BusValue] {
    clicked(click)
    return []
  }

  private var status: String { appearance.needsAttention ? "NeedsAttention" : "Active" }

  /// With something to attend to, the picture with the dot is the one to be seen.
  private var iconName: String { appearance.needsAttention ? "" : theme.name(of: appearance.icon.name) }

  private var pixmaps: BusValue {
    .array(
      of: "(iiay)",
      [16, 22, 24, 32, 48].map { Pixmap(appearance.icon, needsAttention: appearance.needsAttention, size: $0).value })
  }
}

/// Combines the many steps of a touchpad into one.
struct ScrollGesture {
  /// A step that follows sooner belongs to the same movement.
  static let pause = Duration.milliseconds(250)

  private var last: Duration?

  /// Takes in a step, and says whether a movement begins with it.
  ///
  /// - Parameter now: on the monotonic clock.
  mutating func begins(at now: Duration) -> Bool {
    defer { last = now }
    return last.map { now - $0 > Self.pause } ?? true
  }
}
