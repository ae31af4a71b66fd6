// embed-page WEB OUTPUT: makes a file of Swift out of the folder of the page, while the package is built; see
// Plugins/EmbedPage. With --export it writes the files as they are served, into a folder, and prints their sizes: as they
// are, packed by gzip and by brotli, in bytes.

import PageEmbedding

let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--export" }
guard arguments.count == 2, case let (web, output) = (arguments[0], arguments[1]) else {
  stop("it takes the page's folder, and what to write: embed-page [--export] WEB OUTPUT")
}
do throws(EmbeddingError) {
  let site = try Site(files(below: web).map { SourceFile(path: $0, bytes: readFile("\(web)/\($0)")) })
  if CommandLine.arguments.contains("--export") {
    for file in site.files { writeFile("\(output)/\(file.path)", file.bytes) }
    print(site.sizes, terminator: "")
  } else {
    writeFile(output, Array(try site.swift().utf8))
  }
} catch { stop(error.description) }
