/// What holds whatever is between a person and the log: one body for the engine in process, the daemon in process and
/// the programs.
package struct Scenario<Driver>: Sendable, CustomStringConvertible {
  package let description: String
  private let body: @Sendable (Driver) async throws -> Void

  init(_ description: String, _ body: @escaping @Sendable (Driver) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// - Throws: `Mismatch` when it is otherwise.
  package func run(with driver: Driver) async throws { try await body(driver) }
}

/// Something is otherwise than a scenario has it.
package struct Mismatch: Error, CustomStringConvertible {
  package let description: String
}

func expect<Value: Equatable>(
  _ found: Value, _ wanted: Value, _ what: String, line: Int = #line, file: String = #fileID
) throws {
  guard found != wanted else { return }
  throw Mismatch(description: "\(file):\(line): \(what): \(found), and not \(wanted)")
}

extension LogDriver {
  func shows(_ wanted: [LoggedEntry], line: Int = #line, file: String = #fileID) async throws {
    try expect(try await timeline(), wanted, "the timeline", line: line, file: file)
  }

  func refuses(_ action: LogAction, _ name: String, line: Int = #line, file: String = #fileID) async throws {
    do { try await does(action) } catch let refused as Refused {
      return try expect(refused.name, name, "\(action) was refused", line: line, file: file)
    }
    throw Mismatch(description: "\(file):\(line): \(action) was not refused")
  }
}
