import Testing

@testable import PageEmbedding

@Suite("The page as it is served")
struct SiteTests {
  private static let sources: [String: String] = [
    "index.html": """
    <link rel="stylesheet" href="/page/%VERSION%/style/a.css">
    <link rel="stylesheet" href="/page/%VERSION%/style/b.css">
    <script src="/page/%VERSION%/app/early.js"></script>
    <script type="module" src="/page/%VERSION%/app/main.js"></script>
    """,
    "plain.html": "<link rel=\"stylesheet\" href=\"/page/%VERSION%/style/a.css\">",
    "worker.js": "const files = JSON.parse('%FILES%'); // all",
    "style/a.css": "/* a */\na {\n  content: \"/* not */\";\n}\n", "style/b.css": "b{}", "style/unused.css": "c{}",
    "app/main.js": "main();", "app/early.js": "// first\nearly();", "app/types.js": "/** @typedef {string} A */",
    "icons/a.svg": "<svg/>",
  ]

  private func site(_ change: (inout [String: String]) -> Void = { _ in }) throws -> Site {
    var sources = Self.sources
    change(&sources)
    return try Site(sources.map { SourceFile(path: $0.key, text: $0.value) })
  }

  private func text(_ path: String, _ site: Site) throws -> String {
    try #require(site.files.first { $0.path == path }).text
  }

  @Test("consists of what somebody asks for")
  func files() throws {
    let site = try site()
    #expect(
      site.files.map(\.path) == [
        "app/early.js", "app/main.js", "icons/a.svg", "index.html", "plain.html", "style/page.css", "worker.js",
      ])
    #expect(
      try text("index.html", site) == """
        <link rel="stylesheet" href="/page/\(site.version)/style/page.css">
        <script src="/page/\(site.version)/app/early.js"></script>
        <script type="module" src="/page/\(site.version)/app/main.js"></script>
        """)
    #expect(
      try text("plain.html", site) == "<link rel=\"stylesheet\" href=\"/page/\(site.version)/style/page.css\">")
    #expect(try text("style/page.css", site) == "a {\ncontent: \"/* not */\";\n}\nb{}\n")
    #expect(try text("app/early.js", site) == "early();\n")
    let list = ["app/early.js", "app/main.js", "icons/a.svg", "style/page.css"]
      .map { "\"/page/\(site.version)/\($0)\"" }.joined(separator: ",")
    #expect(try text("worker.js", site) == "let T=JSON.parse('[\(list)]');\n")
  }

  @Test("has a style sheet of its own for one that a script fetches")
  func fetched() throws {
    let site = try site {
      $0["app/main.js"] = "document.body.title = new URL('../style/unused.css', import.meta.url);"
      $0["style/unused.css"] = "/* Later */\nb {\n}\n"
    }
    #expect(try text("style/unused.css", site) == "b {\n}\n")
    #expect(try text("worker.js", site).contains("/style/unused.css"))
  }

  @Test("has another version once any of it differs, and the same for the same")
  func version() throws {
    let version = try site().version
    #expect(try site().version == version)
    for path in ["app/main.js", "worker.js", "index.html", "icons/a.svg", "style/b.css"] {
      #expect(try site { $0[path, default: ""] += "\nx;" }.version != version, "\(path)")
    }
    #expect(try site { $0["icons/b.svg"] = "<svg/>" }.version != version)
    // What is not served makes no difference.
    #expect(try site { $0["app/main.js"] = "// said otherwise\nmain();" }.version == version)
  }

  @Test("is refused when a document names what is not there, or a file is of no known kind")
  func refused() throws {
    let missing = #expect(throws: EmbeddingError.self) { try site { $0["style/b.css"] = nil } }
    #expect(missing?.description == "index.html: there is no style/b.css.")
    let more = #expect(throws: EmbeddingError.self) {
      try site { $0["plain.html", default: ""].replace("style/a.css", with: "style/unused.css") }
    }
    #expect(more?.description == "plain.html: it needs style/unused.css, which index.html does not.")
    let script = #expect(throws: EmbeddingError.self) { try site { $0["app/early.js"] = nil } }
    #expect(script?.description == "index.html: there is no app/early.js.")
    let imports = #expect(throws: EmbeddingError.self) { try site { $0["app/early.js"] = "import './main.js';" } }
    #expect(imports?.description == "app/early.js: it is a script and not a module, and imports and exports nothing.")
    let kind = #expect(throws: EmbeddingError.self) { try site { $0["icons/a.xyz"] = "" }.swift() }
    #expect(kind?.description == "icons/a.xyz: nobody has said what that is.")
  }

  @Test("is packed as well as can be, where that helps")
  func packing() throws {
    let text = Array(String(repeating: "A page for the phone at night. ", count: 100).utf8)
    #expect(Packing.gzip(text).count < text.count / 10)
    #expect(Packing.brotli(text).count < Packing.gzip(text).count)
    let swift = try site { $0["icons/a.svg"] = "<svg>\(String(repeating: "x", count: 200))</svg>" }.swift()
    #expect(swift.contains("path: \"icons/a.svg\", type: \"image/svg+xml\""))
    #expect(swift.contains("gzip: nil") && swift.contains("gzip: Packed("))
  }
}
