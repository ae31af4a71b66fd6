import BabyProtocol
import TestSupport
import Testing

/// Two machines and a family server: what is set and reminded on one of them is so on both.
@Suite("A family's settings on two machines")
struct FamilySettingsTests {
  private func value(_ key: String, of child: String? = nil, on machine: Machine) throws -> String? {
    var params: [(String, JSON)] = [("key", .string(key))]
    if let child { params.append(("childId", .string(child))) }
    return try machine.call("settings.get", .object(JSONObject(params)))["setting"]?["value"]?.stringValue
  }

  private func set(_ words: String..., on machine: Machine) throws {
    let run = try machine.bbctl(["settings", "set"] + words)
    guard run.status == 0 else { throw ScenarioFailure(run.errors) }
  }

  private func open(_ machine: Machine) throws -> [String] {
    (try machine.call("reminder.list")["open"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
  }

  @Test("a setting for the baby is on the other machine; a person's own stays theirs")
  func homes() async throws {
    try await Family.run { family in
      try set("day.start", "04:30", "--child", "Eva", on: family.anna)
      try set("units", "oz", on: family.anna)
      try family.settle()
      #expect(try value("day.start", of: "Eva", on: family.ben) == "04:30")
      #expect(try value("units", on: family.ben) == "ml")
      #expect(try family.anna.call("queue.list")["unsent"] == 0)
    }
  }

  @Test("both offline: different keys both stay, and of the same key both show the one that was sent last")
  func offline() async throws {
    try await Family.run { family in
      try family.cutOff()
      try set("day.start", "04:30", "--child", "Eva", on: family.anna)
      try set("feeding.interval", "3h", "--child", "Eva", on: family.anna)
      try set("day.start", "05:00", "--child", "Eva", on: family.ben)
      try set("diaper.interval", "4h", "--child", "Eva", on: family.ben)
      #expect(
        try family.anna.bbctl("queue", "--plain").output.contains("2 settings or reminders wait to be sent"))
      for machine in [family.anna, family.ben] { try machine.restart() }
      try family.reconnect()
      try family.settle()
      let starts = try [family.anna, family.ben].map { try value("day.start", of: "Eva", on: $0) }
      #expect(starts[0] == starts[1] && (starts[0] == "04:30" || starts[0] == "05:00"))
      for machine in [family.anna, family.ben] {
        #expect(try value("feeding.interval", of: "Eva", on: machine) == "3h")
        #expect(try value("diaper.interval", of: "Eva", on: machine) == "4h")
      }
    }
  }

  @Test("a reminder is sent on both, silent on both once one of them snoozes it, and over on both after a feed")
  func reminders() async throws {
    try await Family.run { family in
      try set("feeding.interval", "30m", "--child", "Eva", on: family.anna)
      try family.anna.bbctl("feed", "bottle", "--at", "31m ago")
      try family.settle()
      for machine in [family.anna, family.ben] {
        try machine.wait(for: "the reminder") { try open(machine).count == 1 }
      }
      #expect(try open(family.anna) == open(family.ben))
      try family.anna.bbctl("remind", "snooze", "--for", "30m")
      try family.settle()
      #expect(try open(family.ben).isEmpty)
      #expect(try family.ben.call("reminder.list") == family.anna.call("reminder.list"))
      try family.ben.bbctl("feed", "bottle", "--at", "1m ago")
      try family.ben.bbctl("remind", "add", "Drops", "--every", "8h")
      try family.settle()
      #expect(try family.ben.call("reminder.list")["custom"] == family.anna.call("reminder.list")["custom"])
      #expect(try family.anna.bbctl("remind", "--plain").output.contains("Drops"))
    }
  }

  @Test("a login takes earlier settings along; existing ones of the account win, and the inbox reports it")
  func login() async throws {
    try await Family.run { family in
      try set("units", "oz", on: family.anna)
      try family.settle()
      try await family.withAnother { third in
        try third.start()
        try set("units", "ml", on: third)
        try set("time.format", "24h", on: third)
        try Family.logIn(third, "Anna", at: family.server.address)
        try Family.sync(third)
        #expect(try value("units", on: third) == "oz")
        #expect(try third.bbctl("inbox", "--plain").output.contains("units oz"))
        try family.settle()
        #expect(try value("time.format", on: family.anna) == "24h")
      }
    }
  }
}
