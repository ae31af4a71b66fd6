import Glibc

/// Ends the build with a sentence.
func stop(_ reason: String) -> Never {
  let line = Array("error: embed-page: \(reason)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(1)
}

/// The paths below a folder of all that the page is made of: not of what is for those who write it.
func files(below folder: String, in part: String = "") -> [String] {
  guard let directory = opendir(part.isEmpty ? folder : "\(folder)/\(part)") else { stop("\(folder) cannot be read.") }
  defer { closedir(directory) }
  var paths: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    guard !name.hasPrefix("."), !name.hasSuffix(".md"), !name.hasSuffix(".ts") else { continue }
    let path = part.isEmpty ? name : "\(part)/\(name)"
    paths += entry.pointee.d_type == DT_DIR ? files(below: folder, in: path) : [path]
  }
  return paths.sorted()
}

func readFile(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { stop("\(path) cannot be read.") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 64 << 10)
  while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece.prefix(count) }
  guard ferror(file) == 0 else { stop("\(path) cannot be read.") }
  return bytes
}

/// Makes the folders on the way, too.
func writeFile(_ path: String, _ bytes: [UInt8]) {
  for end in path.indices where path[end] == "/" && end > path.startIndex { mkdir(String(path[..<end]), 0o777) }
  guard let file = fopen(path, "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
    stop("\(path) cannot be written.")
  }
}
