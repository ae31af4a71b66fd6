import BabyAPI
import BabyProtocol

func checkJSON(_ bytes: [UInt8]) throws {
  guard let json = try? JSON(parsing: bytes) else { return }
  let written = json.encoded
  let again = try JSON(parsing: written)
  try expect(again.encoded == written, "JSON that was written reads otherwise")
}

func checkParams(_ bytes: [UInt8]) throws {
  let (choice, rest) = bytes.choiceAndRest
  let method = allMethods[choice % allMethods.count]
  try checkParams(of: method, rest)
}

private func checkParams<Method: RPCMethod>(of method: Method.Type, _ bytes: [UInt8]) throws {
  guard let json = try? JSON(parsing: bytes), let params = try? Method.Params(strictly: json) else { return }
  let written = params.encoded
  try expect(try Method.Params(strictly: JSON(parsing: written)).encoded == written, "\(method.name) reads otherwise")
}

func checkAnswers(_ bytes: [UInt8]) throws {
  let (choice, rest) = bytes.choiceAndRest
  let method = allMethods[choice % allMethods.count]
  try checkAnswer(of: method, rest)
}

private func checkAnswer<Method: RPCMethod>(of method: Method.Type, _ bytes: [UInt8]) throws {
  guard let text = try? JSONText(parsing: bytes) else { return }
  let wire = WireInput(text)
  if let error = try? RPCError(wire: wire) { _ = error.encoded }
  // Where it stands, and as a tree, it is the same.
  let answer = try? Method.Answer(wire: wire)
  try expect(
    (try? Method.Answer(json: wire.json))?.encoded == answer?.encoded, "\(method.name) reads otherwise from a tree")
  guard let answer else { return }
  let written = answer.encoded
  try expect(try Method.Answer(json: JSON(parsing: written)).encoded == written, "\(method.name) reads otherwise")
}

func checkBodies(_ bytes: [UInt8]) throws {
  let (choice, rest) = bytes.choiceAndRest
  let bodies = Operation.all.compactMap(\.body)
  let body = bodies[choice % bodies.count]
  try checkBody(of: body, rest)
}

private func checkBody<Body: WireObject>(of body: Body.Type, _ bytes: [UInt8]) throws {
  guard let json = try? JSON(parsing: bytes), let value = try? Body(strictly: json) else { return }
  let written = value.encoded
  try expect(try Body(strictly: JSON(parsing: written)).encoded == written, "\(body) reads otherwise")
}

func checkLines(_ bytes: [UInt8]) throws {
  let (size, rest) = bytes.choiceAndRest
  let lines = framed(rest, chunk: max(size, 1))
  try expect(lines == framed(rest, chunk: max(rest.count, 1)), "chunks of \(size) make other lines")
  for case .line(let line) in lines {
    switch try? RequestLine(parsing: line) {
    case .single(let request)?: check(request)
    case .batch(let requests)?: requests.forEach(check)
    case nil: break
    }
  }
}

private func check(_ request: Result<Request, InvalidRequest>) {
  switch request {
  case .success(let request): _ = request.encoded()
  case .failure(let error):
    _ = Response.failure(id: error.id, RPCError(.invalidRequest, error.reason))
  }
}

private func framed(_ bytes: [UInt8], chunk: Int) -> [LineFramer.Output] {
  var framer = LineFramer(longestLine: 64)
  var outputs: [LineFramer.Output] = []
  for start in stride(from: 0, to: bytes.count, by: chunk) {
    bytes[start..<min(start + chunk, bytes.count)].withUnsafeBytes { framer.append($0) }
    while let output = framer.next() { outputs.append(output) }
  }
  framer.end()
  while let output = framer.next() { outputs.append(output) }
  return outputs
}
