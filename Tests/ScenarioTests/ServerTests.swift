import BabyProtocol
import Testing

/// `babybasics-server` as its administrator uses it.
@Suite("The family server's program")
struct ServerTests {
  @Test("accounts are created, listed and reset beside the running server, which ends on request")
  func accounts() async throws {
    try await Machine.run { machine in
      let added = try machine.shell(
        "echo 'correct horse' | babybasics-server user add Anna@example.org --name Anna --scrypt-cost 11")
      #expect(added.output == "Added anna@example.org\n")
      let hash = try machine.shell("grep -a -o 'scrypt.11.8.3' home/.local/share/babybasics/server.db* | wc -l")
      #expect(hash.output != "0\n", "the hash has the requested cost")
      let server = try ServerProcess(on: machine, "--no-registration")
      let login = "{\"email\": \"anna@example.org\", \"password\": \"correct horse\"}"
      let session = try server.request("POST", "/v1/auth/login", login)
      let token = try #require(session.json["token"]?.stringValue)
      #expect(try server.request("GET", "/v1/me", token: token).json["name"] == "Anna")
      for _ in 1...2 {
        #expect(try server.request("GET", "/v1/changes", token: token, isConditional: true).status == 304)
      }

      let again = try machine.shell("echo 'correct horse' | babybasics-server user add anna@example.org --name Anna")
      #expect(again.status == 1)
      #expect(again.errors == "babybasics-server: anna@example.org is already registered.\n")
      let short = try machine.shell("echo horse | babybasics-server user reset-password anna@example.org")
      #expect(short.errors == "babybasics-server: password must have 8 to 200 characters.\n")
      let reset = try machine.shell("echo 'battery staple' | babybasics-server user reset-password anna@example.org")
      #expect(reset.output == "Reset the password of anna@example.org\n")
      #expect(try server.request("GET", "/v1/changes", token: token, isConditional: true).status == 401)
      #expect(try server.request("GET", "/v1/me", token: token).status == 401)
      #expect(try server.request("POST", "/v1/auth/login", login).status == 401)
      let list = try machine.shell("babybasics-server user list")
      #expect(list.output.hasPrefix("anna@example.org\tAnna\t"))

      let port = server.address.split(separator: ":").last ?? ""
      let second = try machine.shell("babybasics-server --port \(port)")
      #expect(second.status == 1)
      #expect(
        second.errors == "babybasics-server: Cannot listen on 127.0.0.1, port \(port): Address already in use.\n")

      #expect(try server.stop() == .exited(0))
    }
  }

  @Test("a backup is made of the running server and restored into it, after a question")
  func backup() async throws {
    try await Machine.run { machine in
      let server = try ServerProcess(on: machine)
      let register = "{\"email\": \"anna@example.org\", \"password\": \"correct horse\", \"name\": \"Anna\"}"
      let elsewhere = try machine.shell("babybasics-server backup --database elsewhere.db family.db")
      #expect(elsewhere.status == 1)
      #expect(
        elsewhere.errors
          == "babybasics-server: No database at elsewhere.db. Give its path with --database.\n")
      #expect(try machine.shell("ls elsewhere.db family.db").output == "", "neither was made")
      #expect(try machine.shell("babybasics-server backup family.db").output == "Wrote family.db\n")
      let again = try machine.shell("babybasics-server backup family.db")
      #expect(again.status == 1)
      #expect(again.errors == "babybasics-server: family.db already exists. To replace it, add --force.\n")
      #expect(try machine.shell("babybasics-server backup --force family.db").output == "Wrote family.db\n")
      let session = try server.request("POST", "/v1/auth/register", register)
      #expect(session.status == 201)
      let token = session.json["token"]?.stringValue
      for _ in 1...2 {
        #expect(try server.request("GET", "/v1/changes", token: token, isConditional: true).status == 304)
      }
      let unasked = try machine.shell("babybasics-server restore family.db")
      #expect(unasked.status == 1)
      #expect(unasked.errors.hasSuffix("To do it, add --yes.\n"))
      #expect(try machine.shell("babybasics-server restore family.db --yes").output == "Restored family.db\n")
      #expect(try server.request("GET", "/v1/changes", token: token, isConditional: true).status == 401)
      #expect(try server.request("POST", "/v1/auth/register", register).status == 201)
      let none = try machine.shell("babybasics-server restore /dev/null --yes")
      #expect(none.status == 1)
      #expect(none.errors.contains("/dev/null"))
    }
  }

  @Test("on shutdown, it answers the request that has begun, accepts no other, and ends")
  func gracefulShutdown() async throws {
    try await Machine.run { machine in
      let server = try ServerProcess(on: machine)
      let script = """
        import os, signal, socket, sys
        place, pid = ("127.0.0.1", int(sys.argv[1])), int(sys.argv[2])
        body = b'{"email": "anna@example.org", "password": "correct horse", "name": "Anna"}'
        head = b"POST /v1/auth/register HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(body)
        connection = socket.create_connection(place, timeout=30)
        # They arrive together: the first one's answer says that the second has begun.
        connection.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n" + head)
        answer = b""
        while b'"ok"' not in answer:
            answer += connection.recv(4096)
        os.kill(pid, signal.SIGTERM)
        try:
            while True:
                socket.create_connection(place, timeout=30).close()
        except OSError:
            print("no other")
        connection.sendall(body)
        answer = b""
        while part := connection.recv(4096):
            answer += part
        print(answer.split(b"\\r\\n")[0].decode())
        """
      let run = try machine.run("python3", ["-c", script, "\(server.port)", "\(server.pid)"])
      #expect(run.output == "no other\nHTTP/1.1 201 Created\n", "\(run.errors)")
      #expect(try server.stop() == .exited(0))
    }
  }

  @Test("with more connections than descriptors it answers, pauses, and ends on request")
  func descriptors() async throws {
    try await Machine.run { machine in
      let server = try ServerProcess(on: machine, descriptors: 100)
      // 160 silent connections, one with a partial request, and one that reads no answer.
      let script = """
        import os, signal, socket, sys, time, urllib.request
        place, pid = ("127.0.0.1", int(sys.argv[1])), int(sys.argv[2])
        log = os.open(f"{sys.argv[3]}/server.err", os.O_RDONLY | os.O_NONBLOCK)
        def state(process):
            try:
                with open(f"/proc/{process}/stat") as stat:
                    return stat.read().rsplit(")", 1)[1].split()[0]
            except (FileNotFoundError, ProcessLookupError):
                return "a thread that has ended meanwhile"
        def rests():
            return all(state(f"{pid}/task/{task}") == "S" for task in os.listdir(f"/proc/{pid}/task"))
        def connect():
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex(place)
            return connection
        silent = [connect() for _ in range(160)]
        # Who tries again at once waits in none of these looks.
        while sum(rests() for _ in range(100)) < 90:
            pass
        print("rests")
        print(urllib.request.urlopen(f"http://127.0.0.1:{place[1]}/healthz", timeout=30).status)
        try:
            print(os.read(log, 65536).decode())
        except BlockingIOError:
            print("was never without")
        half = socket.create_connection(place, timeout=30)
        half.sendall(b"POST /v1/auth/login HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 9\\r\\n\\r\\n{")
        deaf = socket.create_connection(place, timeout=30)
        deaf.setblocking(False)
        # As many as may be ahead of their answers.
        deaf.send(b"GET /v1/openapi.json HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n" * 16)
        os.kill(pid, signal.SIGTERM)
        while state(pid) != "Z":
            time.sleep(0.01)
        print("ended")
        """
      let run = try machine.run("python3", ["-c", script, "\(server.port)", "\(server.pid)", machine.directory])
      #expect(run.output == "rests\n200\nwas never without\nended\n", "\(run.errors)")
      #expect(try server.stop() == .exited(0))
    }
  }

  @Test(
    "a renewed certificate is loaded at a signal, and no connection breaks",
    .enabled(if: Machine.has("openssl")))
  func renewedCertificate() async throws {
    try await Machine.run { machine in
      let made = try machine.shell(
        """
        for name in old new; do
          openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout $name.key -out $name.pem \
          -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost
        done
        cp old.pem cert.pem; cp old.key key.pem
        """)
      try #require(made.status == 0, "\(made.errors)")
      let files = ["cert.pem", "key.pem"].map { machine.directory + "/" + $0 }
      let server = try ServerProcess(on: machine, "--tls-certificate", files[0], "--tls-key", files[1])
      let script = """
        import http.client, os, shutil, signal, ssl, sys
        folder, port, pid = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        def connect():
            context = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection("localhost", port, context=context, timeout=30)
            connection.connect()
            return connection
        def shows(connection):
            shown = connection.sock.getpeercert(binary_form=True)
            for name in ["old", "new"]:
                if shown == ssl.PEM_cert_to_DER_cert(open(f"{folder}/{name}.pem").read()):
                    return name
        def asks(connection):
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            answer.read()
            return answer.status
        first = connect()
        print(shows(first), asks(first))
        for name in ["cert.pem", "key.pem"]:
            source = "new" + (".pem" if name == "cert.pem" else ".key")
            shutil.copy(f"{folder}/{source}", f"{folder}/{name}.part")
            os.rename(f"{folder}/{name}.part", f"{folder}/{name}")
        # Nobody connects before the server says so: with new connections it looks now and then in any case.
        with open(f"{folder}/server.err") as said:
            os.kill(pid, signal.SIGHUP)
            while "using the renewed certificate" not in said.readline():
                pass
        second = connect()
        print(shows(second), asks(second))
        print(shows(first), asks(first))
        """
      let run = try machine.run("python3", ["-c", script, machine.directory, "\(server.port)", "\(server.pid)"])
      #expect(run.output == "old 200\nnew 200\nold 200\n", "\(run.errors)")
      #expect(try server.stop() == .exited(0))
    }
  }

  @Test("it speaks TLS with the certificate it is given", .enabled(if: Machine.has("openssl")))
  func tls() async throws {
    try await Machine.run { machine in
      let made = try machine.shell(
        """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out cert.pem \
        -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost
        """)
      try #require(made.status == 0, "\(made.errors)")
      let files = ["cert.pem", "key.pem"].map { machine.directory + "/" + $0 }
      let server = try ServerProcess(on: machine, "--tls-certificate", files[0], "--tls-key", files[1])
      #expect(try server.request("GET", "/healthz", certificate: files[0]).json["status"] == "ok")
      #expect(try server.stop() == .exited(0))

      let swapped = try machine.shell("babybasics-server --tls-certificate key.pem --tls-key cert.pem --port 0")
      #expect(swapped.status == 1)
      #expect(swapped.errors.contains("are not a certificate and its key"))
    }
  }

  @Test(
    "it refuses unsafe or impossible options, with a sentence",
    arguments: [
      ("--host 0.0.0.0", 1, "--behind-proxy"), ("--database /dev/null", 1, "/dev/null"),
      ("--tls-key key.pem", 64, "belong together"), ("--trusted-proxy nobody", 64, "192.0.2.0/24"),
      ("--scrypt-cost 3", 64, "from 10 to 20"),
    ])
  func refusals(arguments: String, status: CInt, words: String) async throws {
    try await Machine.run { machine in
      let run = try machine.shell("babybasics-server \(arguments)")
      #expect(run.status == status)
      #expect(run.errors.contains(words))
    }
  }

  @Test("under the journal each line begins with its level, and has no time of its own")
  func journal() async throws {
    try await Machine.run { machine in
      _ = try machine.shell("echo 'correct horse' | babybasics-server user add anna@example.org --name Anna")
      let run = try machine.shell(
        """
        mkdir credentials
        printf 'ben@example.org\\ncorrect horse\\nBen\\n' >credentials/babybasics-server.admin
        export CREDENTIALS_DIRECTORY=$PWD/credentials
        : >journal
        export JOURNAL_STREAM=$(stat -c %d:%i journal)
        babybasics-server --host 0.0.0.0 2>>journal
        babybasics-server --port 0 --scrypt-cost 10 2>>journal &
        until grep -q listening journal; do sleep 0.1; done
        kill $!; wait
        cat journal
        """)
      let lines = run.output.split(separator: "\n")
      #expect(lines.first?.hasPrefix("<3>Without TLS") == true)
      #expect(lines.contains { $0.hasPrefix("<5>added the account from the credential user=") })
      #expect(lines.contains { $0.hasPrefix("<5>listening at http://127.0.0.1:") })
      #expect(!run.output.contains("ben@example.org"))
      #expect(lines.allSatisfy { $0.hasPrefix("<") })
    }
  }
}
