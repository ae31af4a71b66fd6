import BabyModel
import BabyProtocol

@testable import BabyImport

/// The schema of the files that `data.export` writes as JSON, out of what reads them and of how kinds are declared.
///
/// It is stricter than the protocol's: each kind has its own fields and no others, and what is nothing is left out.
enum ExportSchema {
  static var document: JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A log of babybasics",
      "description": "What bbctl export FILE.json writes and bbctl import reads. docs/export.md explains it.",
      "type": "object",
      "properties": [
        "format": [
          "const": .string(Archive.format), "description": "The first member, by which a file is recognised.",
        ],
        "version": [
          "const": .integer(Int64(Archive.version)),
          "description": "A reader that does not know the version must not read the file.",
        ],
        "anonymised": ["const": true, "description": "Made with --anonymise; left out of every other file."],
        "children": list(of: "Child", "Those whose entries follow, and those that were removed."),
        "settings": list(of: "Setting", "Settings that were set; all others have their defaults."),
        "reminders": list(of: "Reminder", "Custom reminders."),
        "entries": [
          "type": "array", "items": ["anyOf": .array(entries.map { reference($0.name) })],
          "description": "Child by child, each one's oldest first; kinds that are not known at a child's end.",
        ],
      ],
      "required": ["format", "version", "children", "settings", "reminders", "entries"],
      "additionalProperties": false,
      "$defs": .object(JSONObject(definitions)),
    ]
  }

  private static var definitions: [(String, JSON)] {
    var named: [(String, JSON)] = [
      ("Child", object(ChildRecord.schema.properties.filter { $0.name != "current" })),
      ("Setting", object(ArchivedSetting.schema.properties)), ("Reminder", object(ArchivedReminder.schema.properties)),
    ]
    named += ChildRecord.schema.components.filter { $0.key != "Child" }.sorted { $0.key < $1.key }
      .map { ($0.key, object($0.value.properties)) }
    return named + entries.map { ($0.name, $0.schema) }
  }

  // MARK: Entries

  private static var entries: [(name: String, schema: JSON)] {
    EntryKind.allCases.map(\.declaration).map { ("entry-\($0.word)", entry($0)) } + [("entry-unknown", unknownEntry)]
  }

  private static func entry(_ kind: KindDeclaration) -> JSON {
    var own: [(String, JSON)] = []
    var required: [String] = []
    var together: [(String, JSON)] = []
    for field in kind.fields {
      let parts = members(of: field)
      own += parts
      if field.isRequired { required += parts.map(\.0) }
      if !field.isRequired, parts.count > 1 {
        together.append((field.name, .array(parts.dropFirst().map { .string($0.0) })))
      }
    }
    let fields = EntryKind.allCases.flatMap { $0.declaration.fields.flatMap { members(of: $0).map(\.0) } }
    let shared = EntryRecord.schema.properties.filter { property in
      switch property.name {
      // What is deleted is in no file.
      case "kind", "deletedAt": false
      case "end", "endLocal": kind.longest != nil
      case "running": kind.hasTimer
      case "endUnknown": kind.runsWithoutEnd
      default: !fields.contains(property.name)
      }
    }
    if kind.requiredNote != nil { required.append("note") }
    let all = [("kind", ["const": .string(kind.word)] as JSON)] + shared.map { ($0.name, described($0)) } + own
    let needed = ["kind"] + shared.filter(\.isRequired).map(\.name) + required
    return object(all, required: needed, and: together)
  }

  /// As it came from a later version: this one knows no more of it.
  private static var unknownEntry: JSON {
    [
      "description": "Of a kind that the program that wrote the file did not know: as it came from a later version.",
      "type": "object",
      "properties": [
        "id": ["type": "string", "format": "uuid"], "childId": ["type": "string", "format": "uuid"],
        "kind": ["type": "string", "not": ["enum": .array(EntryKind.allCases.map { .string($0.rawValue) })]],
      ],
      "required": ["id", "childId", "kind"],
    ]
  }

  /// What a field is in a file: one member, or, of a quantity, the number, its unit and the number in the base unit.
  private static func members(of field: FieldDeclaration) -> [(String, JSON)] {
    let summary = JSON.string(field.summary)
    switch field.type {
    case .choice(let words):
      return [
        (field.name, ["type": "string", "enum": .array(words.map { .string($0) }), "description": summary])
      ]
    case .quantity(let quantity):
      let range: JSON = [
        "type": "number", "minimum": .number(quantity.plausible.lowerBound),
        "maximum": .number(quantity.plausible.upperBound), "description": summary,
      ]
      let unit: JSON = [
        "type": "string", "enum": .array(quantity.unitWords.map { .string($0) }),
        "description": .string(quantity.unitSummary),
      ]
      let base = quantity.base.map {
        [($0.name, ["type": "number", "description": .string($0.summary + " It is not read.")] as JSON)]
      }
      return [(field.name, range), (quantity.unitName, unit)] + (base ?? [])
    case .seconds(let range), .count(let range):
      return [
        (
          field.name,
          [
            "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
            "maximum": .integer(Int64(range.upperBound)), "description": summary,
          ]
        )
      ]
    case .instant: return [(field.name, ["type": "string", "format": "date-time", "description": summary])]
    // The schema counts code points, of which a letter can have many.
    case .text:
      return [
        (
          field.name,
          ["type": "string", "maxLength": .integer(Int64(TextLimits.field.bytes)), "description": summary]
        )
      ]
    }
  }

  // MARK: Objects

  private static func object(_ properties: [Schema.Property]) -> JSON {
    object(properties.map { ($0.name, described($0)) }, required: properties.filter(\.isRequired).map(\.name))
  }

  /// - Parameter together: members with those that stand beside them if they are there.
  private static func object(
    _ members: [(String, JSON)], required: [String], and together: [(String, JSON)] = []
  ) -> JSON {
    var object: [(String, JSON)] = [
      ("type", "object"), ("properties", .object(JSONObject(members))),
      ("required", .array(required.map { .string($0) })),
    ]
    if !together.isEmpty { object.append(("dependentRequired", .object(JSONObject(together)))) }
    return .object(JSONObject(object + [("additionalProperties", false)]))
  }

  private static func described(_ property: Schema.Property) -> JSON {
    let members = json(property.schema).objectValue?.members.map { ($0.name, $0.value) } ?? []
    return .object(JSONObject(members + [("description", .string(property.summary))]))
  }

  private static func json(_ schema: Schema) -> JSON {
    switch schema {
    // What is nothing is left out of a file.
    case .nullable(let schema): json(schema)
    case .named(let name, _): reference(name)
    case .array(let element): ["type": "array", "items": json(element)]
    case .object, .open: object(schema.properties)
    case .any, .boolean, .integer, .number, .string, .choice, .otherThan, .either: schema.json
    }
  }

  private static func list(of name: String, _ summary: String) -> JSON {
    ["type": "array", "items": reference(name), "description": .string(summary)]
  }

  private static func reference(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }
}

extension Schema {
  /// Those of an object.
  fileprivate var properties: [Property] {
    switch self {
    case .object(let properties), .open(let properties): properties
    case .named(_, let schema): schema.properties
    default: []
    }
  }
}
