import BabyProtocol
import Foundation
import Testing
import TestSupport

/// The server's description of itself, tried by a program that knows nothing else of it.
@Suite("The family server's OpenAPI document")
struct DescriptionTests {
  @Test(
    "describes all inputs and answers: Schemathesis finds no 5xx and no gap",
    .enabled(if: Machine.has("schemathesis"), "schemathesis is not installed; contrib/test installs it"))
  func description() async throws {
    try await Machine.run { machine in
      let server = try ServerProcess(on: machine)
      let session = try server.request(
        "POST", "/v1/auth/register",
        "{\"email\": \"anna@example.org\", \"password\": \"correct horse\", \"name\": \"Anna\"}")
      let token = try #require(session.json["token"]?.stringValue)
      func addChild(_ name: String) throws -> String {
        let body = "{\"name\": \"\(name)\", \"born\": \"2026-01-01\", \"zone\": \"Europe/Berlin\"}"
        return try #require(try server.request("POST", "/v1/children", body, token: token).json["id"]?.stringValue)
      }
      try Self.settings(child: try addChild("Eva"), toRemove: try addChild("Max"))
        .write(toFile: machine.directory + "/schemathesis.toml", atomically: true, encoding: .utf8)
      try Self.hooks.write(toFile: machine.directory + "/hooks.py", atomically: true, encoding: .utf8)
      // Logging out and erasing the account would end the session that all the others need; what follows events has no end.
      let command = """
        cd '\(machine.directory)'
        SCHEMATHESIS_HOOKS=hooks.py schemathesis run \(server.address)/v1/openapi.json -H 'Authorization: Bearer \(token)' \
          --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
          --phases coverage,fuzzing --exclude-operation-id auth.logout --exclude-operation-id me.erase \
          --exclude-operation-id events.follow --max-examples 20 \
          --request-timeout \(Patience.seconds) --seed 1 --no-shrink
        """
      let run = try machine.begin("/bin/sh", ["-c", command], output: "found", errors: "found.errors")
      let status = try run.wait(within: Patience.limit * 4)
      let report = try machine.text("found") + machine.text("found.errors")
      #expect(status == .exited(0), "\(report)")
      #expect(report.contains(" passed"))
      #expect(try server.request("GET", "/healthz").status == 200)
      #expect(try server.stop() == .exited(0))
    }
  }

  /// Ids that are there: with made-up ones every answer would be "not found".
  private static func settings(child: String, toRemove: String) -> String {
    """
    [parameters]
    "path.child" = "\(child)"

    [[operations]]
    include-operation-id = "children.remove"
    parameters = { "path.child" = "\(toRemove)" }
    """
  }

  /// The same for the body of an entry, for which Schemathesis has no setting.
  private static let hooks = """
    import os, re, schemathesis

    child = re.search('"path.child" = "(.*)"', open("schemathesis.toml").read()).group(1)

    @schemathesis.hook
    def map_body(context, body):
        if isinstance(body, dict) and isinstance(body.get("childId"), str):
            body["childId"] = child
        return body
    """
}
