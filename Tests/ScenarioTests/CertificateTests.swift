import BabyProtocol
import Foundation
import Testing
import TestSupport

/// A certificate of the family's own, made by the administrator and used by phones and machines.
@Suite("The family's own certificate", .enabled(if: Machine.has("openssl", "curl"), "openssl or curl is missing"))
struct CertificateTests {
  private static let folder = "home/.local/share/babybasics/tls"
  private static let certificate = "babybasics-server certificate"

  private func list(_ machine: Machine) throws -> String {
    try machine.shell("cd \(Self.folder) && sha256sum *").output
  }

  @Test("is made, used, shown and replaced, as the commands say")
  func made() async throws {
    try await Machine.run { machine in
      let made = try machine.shell("\(Self.certificate) Localhost home.local 127.0.0.1")
      #expect(made.status == 0 && made.errors == "", "\(made.errors)")
      #expect(made.output.hasPrefix("Made a certificate for localhost, home.local, 127.0.0.1.\n"))
      #expect(made.output.contains("babybasics-server serve --host 0.0.0.0 --port 8443 --trust-port 8080\n"))
      #expect(made.output.contains("http://localhost:8080/trust\n"))
      #expect(!made.output.contains("\u{1B}") && !made.output.contains("█"), "nothing to draw on")
      let fingerprint = try machine.shell(
        "openssl x509 -noout -fingerprint -sha256 -in \(Self.folder)/authority.crt | sed 's/.*=//'"
      ).output.filter { $0 != "\n" }
      #expect(made.output.filter { $0 != "\n" && $0 != " " }.contains(fingerprint))
      #expect(try machine.shell("stat -c %a \(Self.folder) \(Self.folder)/*").output == "700\n644\n600\n600\n")

      let server = try ServerProcess(on: machine, "--trust-port", "0")
      #expect(server.address.hasPrefix("https://"))
      let trust = try #require(server.trustAddress)
      let (secure, plain) = ("https://localhost:\(server.port)", trust.replacing("/trust", with: ""))
      #expect(try machine.shell("curl -sS \(secure)/healthz").status == 60, "the authority is not trusted yet")
      #expect(try machine.shell("curl -sS --fail -o ca.crt \(trust)/ca.crt").status == 0)
      for host in ["localhost", "home.local", "127.0.0.1"] {
        let curl = "curl -sS --cacert ca.crt --resolve 'home.local:\(server.port):127.0.0.1'"
        let answer = try machine.shell("\(curl) https://\(host):\(server.port)/healthz")
        #expect(answer.output.contains("\"ok\""), "\(host): \(answer.errors)")
      }
      let followed = try machine.shell(
        "curl -sS --location --cacert ca.crt \(plain.replacing("127.0.0.1", with: "localhost"))/healthz")
      #expect(followed.output.contains("\"ok\""), "\(followed.errors)")
      #expect(try machine.shell("babybasics-server health --port \(server.port)").output == "ok\n")
      let password = try machine.shell(
        "curl -s -o /dev/null -w '%{http_code}' --json '{\"password\":\"correct horse\"}' \(plain)/v1/auth/login")
      #expect(password.output == "403")

      let files = try list(machine)
      let shown = try machine.shell("\(Self.certificate) --port 443 --trust-port 80")
      #expect(shown.output.hasPrefix("It is for localhost, home.local, 127.0.0.1.\n"))
      #expect(shown.output.contains("http://localhost/trust\n") && shown.output.contains("https://localhost "))
      let asked = try machine.shell("\(Self.certificate) localhost other.local")
      #expect(asked.status == 1)
      #expect(asked.errors.contains("To do it, add --renew-authority."))
      #expect(asked.errors.contains("each phone has to trust again"))
      #expect(try list(machine) == files, "nothing was changed")
      let fewer = try machine.shell("\(Self.certificate) localhost")
      #expect(fewer.output.contains("Phones that already trust the family's authority need no change."))
      let renewed = try machine.shell("\(Self.certificate) localhost other.local --renew-authority")
      #expect(renewed.output.hasPrefix("Made a new authority, and a certificate for localhost, other.local."))
      // The running server loads it, and machines that trust the old one get an error.
      try machine.wait(for: "the new authority") {
        try machine.shell("curl -sS --cacert ca.crt \(secure)/healthz").status == 60
      }
      #expect(try machine.shell("curl -sS --cacert \(Self.folder)/authority.crt \(secure)/healthz").status == 0)
      #expect(try server.stop() == .exited(0))
    }
  }

  @Test("uses this machine's own names by default, and never an invalid one")
  func names() async throws {
    try await Machine.run { machine in
      let made = try machine.shell("\(Self.certificate) --database family.db")
      let host = try machine.shell("uname -n").output.split(separator: ".").first ?? ""
      #expect(made.output.contains("\(host.trimmingCharacters(in: .newlines).lowercased()).local"), "\(made.errors)")
      #expect(made.output.contains("--database "), "it says where the server finds it")
      #expect(try machine.shell("ls tls").output == "authority.crt\nauthority.pem\nserver.pem\n")
      let wrong = try machine.shell("\(Self.certificate) https://home.local --database other/family.db")
      #expect(wrong.status == 1 && wrong.errors.contains("Write it alone, such as home.local"), "\(wrong.errors)")
      #expect(try machine.shell("ls other").status != 0)
    }
  }

  @Test("asks before all phones have to trust another authority, and draws the address for them")
  func terminal() async throws {
    try await Machine.run { machine in
      try machine.shell("\(Self.certificate) localhost")
      let files = try list(machine)
      let terminal = try PseudoTerminal(rows: 100, columns: 120)
      let program = machine.programs + "/babybasics-server"
      let refused = try machine.begin(program, ["certificate", "other.local"], on: terminal)
      try terminal.read(until: "Make it? [y/N] ")
      terminal.type("n\n")
      #expect(try refused.wait() == .exited(1))
      #expect(try list(machine) == files)
      let done = try machine.begin(program, ["certificate", "other.local"], on: terminal)
      try terminal.read(until: "Make it? [y/N] ")
      terminal.type("y\n")
      #expect(try terminal.read(until: "they refuse the certificate.").contains("\u{1B}[38;5;16;48;5;231m"))
      #expect(try done.wait() == .exited(0))
      terminal.readRest()
      let plain = try machine.begin(program, ["certificate", "--plain"], on: terminal)
      #expect(try !terminal.read(until: "they refuse the certificate.").contains("\u{1B}"))
      #expect(try plain.wait() == .exited(0))
    }
  }

  @Test("lets only a machine log in that has the authority")
  func machines() async throws {
    try await Machine.withEva(zone: "UTC") { anna in
      try anna.shell("\(Self.certificate) localhost")
      let server = try ServerProcess(on: anna)
      let address = "https://localhost:\(server.port)"
      func register() throws -> Machine.Run {
        try anna.shell(
          """
          echo 'correct horse' | bbctl register --server \(address) --email anna@example.org --name Anna \
          --password-stdin --upload
          """)
      }
      let refused = try register()
      #expect(refused.status != 0 && refused.errors.contains("certificate"), "\(refused.errors)")
      try anna.stop()
      let authority = "\(anna.directory)/\(Self.folder)/authority.crt"
      try anna.write("server:\n  certificates: \(authority)\n", to: anna.paths.configurationFiles[0])
      try anna.start()
      let registered = try register()
      #expect(registered.status == 0, "\(registered.errors)")
      try anna.bbctl("diaper", "wet")
      try Family.sync(anna)
    }
  }

  @Test(
    "is consistent whenever its creation is killed: a valid pair is served, and the next check completes it")
  func killed() async throws {
    try await Machine.run { machine in
      try machine.shell("\(Self.certificate) localhost")
      let program = machine.programs + "/babybasics-server"
      let files = ["authority.pem", "server.pem", "authority.crt"].flatMap { [$0 + ".new", $0] }
      func inode(_ file: String) -> ino_t {
        var status = stat()
        return stat("\(machine.directory)/\(Self.folder)/\(file)", &status) == 0 ? status.st_ino : 0
      }
      var killed = 0
      for round in 0..<42 {
        // As soon as one of the files is begun, or is there; a moment later from round to round.
        let file = files[round % files.count]
        let before = inode(file)
        let process = try machine.begin(
          program, ["certificate", "--renew-authority"], output: "made.out", errors: "made.err")
        let end = ContinuousClock.now + Patience.limit
        while inode(file) == before, ContinuousClock.now < end {}
        usleep(UInt32(round / files.count) * 200)
        process.signal(SIGKILL)
        if try process.wait() == .killed(signal: SIGKILL) { killed += 1 }
        let pair = try machine.shell(
          """
          cd \(Self.folder) && openssl pkey -in server.pem -pubout >key.pub && \
          openssl x509 -in server.pem -noout -pubkey >leaf.pub && cmp key.pub leaf.pub && rm key.pub leaf.pub
          """)
        #expect(pair.status == 0, "round \(round): \(pair.output)\(pair.errors)")
        #expect(try machine.shell("\(Self.certificate) --plain").status == 0, "round \(round)")
        let chain = try machine.shell(
          "cd \(Self.folder) && openssl verify -CAfile authority.crt -verify_hostname localhost server.pem && ls")
        #expect(
          chain.output == "server.pem: OK\nauthority.crt\nauthority.pem\nserver.pem\n"
            || chain.output.contains(".new\n"), "round \(round): \(chain.output)\(chain.errors)")
      }
      #expect(killed > 10, "most rounds end before the program does")
    }
  }

  @Test("is not made by root in another user's folder, who could not read it", .enabled(if: geteuid() == 0))
  func root() async throws {
    try await Machine.run { machine in
      try machine.shell("mkdir -m 700 state && chown nobody state")
      let refused = try machine.shell("\(Self.certificate) home.local --database state/server.db")
      #expect(refused.status == 1)
      #expect(
        refused.errors.contains(
          "Run: runuser -u nobody -- babybasics-server certificate home.local --database \(machine.directory)/state/"))
      #expect(try machine.shell("ls state").output == "")
    }
  }

  @Test(
    "is ignored if another one is given, or with plain HTTP; and a damaged one does not matter then")
  func precedence() async throws {
    try await Machine.run { machine in
      try machine.shell(
        """
        \(Self.certificate) localhost
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
          -addext subjectAltName=DNS:localhost -out other.pem -keyout other.key 2>/dev/null
        """)
      let other = try ServerProcess(
        on: machine, "--tls-certificate", machine.directory + "/other.pem", "--tls-key",
        machine.directory + "/other.key")
      #expect(
        try machine.shell("curl -sS --cacert other.pem https://localhost:\(other.port)/healthz").output.contains("ok"))
      #expect(try other.stop() == .exited(0))
      for option in ["--insecure-http", "--behind-proxy"] {
        let server = try ServerProcess(on: machine, option)
        #expect(server.address.hasPrefix("http://"))
        #expect(try server.stop() == .exited(0))
      }
      let trust = try machine.shell("babybasics-server --insecure-http --trust-port 0 --port 0")
      #expect(trust.status == 1 && trust.errors.contains("--trust-port serves instructions"), "\(trust.errors)")
      let damaged = try machine.shell("echo nonsense >\(Self.folder)/server.pem; babybasics-server --port 0")
      #expect(damaged.status == 1 && damaged.errors.contains("cannot be used, because"), "\(damaged.errors)")
    }
  }
}
