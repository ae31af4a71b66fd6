import BabyModel
import BabyProtocol
import Foundation
import Testing

extension DesktopTests {
  @Suite("Light or dark, following the desktop")
  struct DesktopPreferenceTests {
    private static let portal = "/usr/libexec/xdg-desktop-portal"
    private static let python = "/usr/bin/python3"

    @Test(
      "the desktop's switch changes every bar's colours, by the desktop's own portal",
      .enabled(
        if: Machine.has("dbus-daemon", "Xvfb", "gdbus", "gsettings") && access(portal + "-gtk", X_OK) == 0,
        "dbus, xvfb, libglib2.0-bin or xdg-desktop-portal-gtk is not installed"))
    func realPortal() async throws {
      try await Desktop.run { desktop in
        try startOverdueBar(on: desktop)
        _ = try TrayItem(on: desktop)
        try expect("none", .dark, on: desktop)

        // GTK's part of the portal serves GNOME and watches the settings that its switch is kept in.
        desktop.machine.environment.merge(["GSETTINGS_BACKEND": "keyfile", "XDG_CURRENT_DESKTOP": "gnome"]) { $1 }
        _ = try Screen.x11(on: desktop)
        try turn("prefer-light", on: desktop)
        try desktop.start("env", Self.portal + "-gtk")
        try waitsForName("org.freedesktop.impl.portal.desktop.gtk", on: desktop)
        try desktop.start("env", Self.portal)
        try expect("light", .light, on: desktop)
        try turn("prefer-dark", on: desktop)
        try expect("dark", .dark, on: desktop)
        try turn("prefer-light", on: desktop)
        try expect("light", .light, on: desktop)

        // The child's own word counts for its bars, whatever the desktop says.
        try desktop.machine.bbctl("settings", "set", "theme.mode", "dark", "--child", "Eva")
        try expect("light", .dark, on: desktop)
        try desktop.machine.bbctl("settings", "reset", "theme.mode", "--child", "Eva")
        try turn("default", on: desktop)
        try expect("none", .dark, on: desktop)
      }
    }

    @Test(
      "a daemon that was away gets it when it is back, also from portals that answer to ReadOne",
      .enabled(
        if: Machine.has("dbus-daemon", "gdbus") && access("/usr/lib/python3/dist-packages/dbusmock", F_OK) == 0,
        "dbus, libglib2.0-bin or python3-dbusmock is not installed"))
    func newerPortal() async throws {
      try await Desktop.run { desktop in
        try startOverdueBar(on: desktop)
        let (name, path) = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
        let interface = "org.freedesktop.portal.Settings"
        func mock(_ method: String, _ arguments: String...) throws {
          let run = try desktop.machine.run(
            "gdbus",
            ["call", "--session", "--dest", name, "--object-path", path, "--method"]
              + ["org.freedesktop.DBus.Mock.\(method)", interface] + arguments)
          guard run.status == 0 else { throw ScenarioFailure(run.errors) }
        }
        func change(_ key: String, _ number: Int) throws {
          let values = "[<'org.freedesktop.appearance'>, <'\(key)'>, <<uint32 \(number)>>]"
          try mock("EmitSignal", "SettingChanged", "ssv", values)
        }
        try desktop.start("env", Self.python, "-m", "dbusmock", "--session", name, path, interface)
        try waitsForName(name, on: desktop)
        try mock("AddMethod", "ReadOne", "ss", "v", "ret = dbus.UInt32(2) if args[1] == 'color-scheme' else 'other'")
        _ = try TrayItem(on: desktop)
        try expect("light", .light, on: desktop)
        try change("color-scheme", 1)
        try expect("dark", .dark, on: desktop)

        try desktop.machine.stop()
        try change("color-scheme", 2)
        try change("contrast", 1)
        try desktop.machine.start()
        try expect("light", .light, on: desktop)
      }
    }

    /// A bar with something overdue, which is in the palette's colour for danger.
    private func startOverdueBar(on desktop: Desktop) throws {
      try desktop.machine.bbctl("settings", "set", "feeding.interval", "3h")
      try desktop.machine.bbctl("feed", "bottle", "120ml", "--at", "4h ago")
      try desktop.start("bbbar", "polybar")
    }

    /// What the settings say comes to be this, and what the bar shows is light or dark.
    private func expect(_ preference: String, _ appearance: Appearance, on desktop: Desktop) throws {
      var said = ""
      try desktop.waits(for: "\(preference) in the settings") {
        said = try desktop.machine.bbctl("settings", "get", "theme.desktop").output
        return said.hasPrefix(preference)
      }
      let color = Palette.warmNightlight.colors(in: appearance).danger.hex
      try desktop.waits(for: "\(color) in \(desktop.output(of: "bbbar"))") {
        desktop.output(of: "bbbar").split(separator: "\n").last?.contains(color) == true
      }
    }

    /// Uses the desktop's switch between light and dark.
    private func turn(_ scheme: String, on desktop: Desktop) throws {
      let run = try desktop.machine.run("gsettings", ["set", "org.gnome.desktop.interface", "color-scheme", scheme])
      guard run.status == 0 else { throw ScenarioFailure(run.errors) }
    }

    private func waitsForName(_ name: String, on desktop: Desktop) throws {
      let run = try desktop.machine.run("gdbus", ["wait", "--session", "--timeout", "15", name])
      guard run.status == 0 else { throw ScenarioFailure("nobody became \(name)") }
    }
  }
}
