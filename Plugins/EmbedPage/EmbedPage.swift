import Foundation
import PackagePlugin

/// Runs `embed-page` to write the folder `Web` as a Swift file, whenever one of its files is changed, added or removed.
@main
struct EmbedPage: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    let web = target.directoryURL.appending(path: "Web", directoryHint: .isDirectory)
    let output = context.pluginWorkDirectoryURL.appending(path: "PhonePage+Files.swift")
    return [
      .buildCommand(
        displayName: "Embedding the page", executable: try context.tool(named: "embed-page").url,
        arguments: [web.path, output.path], inputFiles: try Self.files(in: web), outputFiles: [output])
    ]
  }

  private static func files(in web: URL) throws -> [URL] {
    guard let all = FileManager.default.enumerator(at: web, includingPropertiesForKeys: [.isRegularFileKey]) else {
      return []
    }
    return try all.compactMap { $0 as? URL }.filter { file in
      try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }.sorted { $0.path < $1.path }
  }
}
