/// A file of the page, or of its tests, that is made of what the model says: its tables, its colours, and the cases by
/// which its own modules are held to the model's rules.
///
/// `RECORD=1 swift test --filter PageCaseTests` writes these files again; review the diff.
struct GeneratedFile: Sendable {
  let path: String
  let text: @Sendable () async throws -> String

  static let all = [
    GeneratedFile(path: "Sources/BabyServer/Web/app/model/generated/limits.js") { TableScript.limits() },
    GeneratedFile(path: "Sources/BabyServer/Web/app/model/generated/delays.js") { TableScript.delays() },
    GeneratedFile(path: "Sources/BabyServer/Web/app/model/generated/tables.js") { TableScript.text() },
    GeneratedFile(path: "Sources/BabyServer/Web/app/model/generated/texts.js") { TableScript.texts() },
    GeneratedFile(path: "Sources/BabyServer/Web/style/generated/palettes.css") { PaletteStyle.text() },
    GeneratedFile(path: "Tests/PageTests/cases/words.json") { try WordCases.table().text },
    GeneratedFile(path: "Tests/PageTests/cases/times.json") { try TimeCases.table().text },
    GeneratedFile(path: "Tests/PageTests/cases/validation.json") { try ValidationCases.table().text },
    GeneratedFile(path: "Tests/PageTests/cases/drafts.json") { try DraftCases.table().text },
    GeneratedFile(path: "Tests/PageTests/cases/projection.json") { try await ProjectionCases.table().text },
  ]
}
