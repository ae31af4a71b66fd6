import Testing

/// What a connection costs the server of which nothing is heard: those of daemons between two polls, and their streams.
@Suite("Idle connections")
struct RestingConnectionTests {
  @Test("each takes less than 32 KB of memory: the memory of its request is freed")
  func memory() async throws {
    try await Machine.run { machine in
      let server = try ServerProcess(on: machine)
      let anna = "{\"email\": \"anna@example.org\", \"password\": \"correct horse\", \"name\": \"Anna\"}"
      let token = try #require(try server.request("POST", "/v1/auth/register", anna).json["token"]?.stringValue)
      let run = try machine.run("python3", ["-c", Self.asking, "\(server.port)", "\(server.pid)", token])
      #expect(run.status == 0, "\(run.errors)")
      let bytes = try #require(Int(run.output.dropLast()))
      #expect(bytes < 32 * 1024)
      #expect(try server.stop() == .exited(0))
    }
  }

  /// Asks once on each of many connections, and prints by how many bytes each of the last 400 has made the server grow.
  private static let asking = """
    import socket, sys
    port, pid, token = sys.argv[1:]
    request = f"GET /v1/me HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: Bearer {token}\\r\\n\\r\\n".encode()
    def memory():
        with open(f"/proc/{pid}/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS"))
    connections = []
    def ask(count):
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", int(port)), timeout=60)
            connection.sendall(request)
            answer = connection.recv(65536)
            if not answer.startswith(b"HTTP/1.1 200"):
                sys.exit(answer.decode())
            connections.append(connection)
    # What the first ones take is shared by all.
    ask(100)
    before = memory()
    ask(400)
    print((memory() - before) // 400)
    """
}
