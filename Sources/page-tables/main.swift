// Writes what the phone page knows of the model: its tables, its colours, and the cases by which its own modules are held
// to the model's rules. `contrib/dev/generate-docs` runs it.
//
//     page-tables            lists the paths of the files
//     page-tables PATH       prints one of them

import Glibc
import SystemCalls

func stop(_ message: String) -> Never {
  _ = writeAll(Array("page-tables: \(message)\n".utf8), to: STDERR_FILENO)
  exit(2)
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case (nil, _): for file in GeneratedFile.all { print(file.path) }
case (let path?, 1):
  guard let file = GeneratedFile.all.first(where: { $0.path == path }) else { stop("there is no \(path)") }
  print(try await file.text(), terminator: "")
default: stop("usage: page-tables [PATH]")
}
