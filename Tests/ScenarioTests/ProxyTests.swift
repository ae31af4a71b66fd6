import Foundation
import TestSupport
import Testing

@Suite(
  "A proxy before the family server, configured as in docs/guide/home-server.md",
  .enabled(if: Machine.has("openssl", "curl", "python3"), "openssl, curl or python3 is missing"))
struct ProxyTests {
  @Test("Caddy", .enabled(if: Machine.has("caddy"), "caddy is missing: apt-get install caddy"))
  func caddy() async throws {
    try await withServer { machine, configurations, server, ports in
      let site = try #require(configurations["caddy"])
        .replacing("baby.example.org", with: "https://localhost:\(ports[0])")
        .replacing("8080", with: "\(server.port)")
      try machine.write(
        """
        {
          admin off
          auto_https disable_redirects
          skip_install_trust
        }
        \(site)

        """, to: machine.directory + "/Caddyfile")
      try proxy("caddy", ["run", "--config", machine.directory + "/Caddyfile", "--adapter", "caddyfile"], on: machine)
      #expect(try page(at: ports[0], on: machine).contains("src=\"/page/"))
    }
  }

  @Test(
    "nginx, which has to say that it was https",
    .enabled(if: ProxyTests.hasNginx, "nginx is missing: apt-get install nginx-light")
  )
  func nginx() async throws {
    try await withServer { machine, configurations, server, ports in
      let location = try #require(configurations["nginx"]).replacing("8080", with: "\(server.port)")
      let mute = location.split(separator: "\n").filter { !$0.contains("X-Forwarded-Proto") }.joined(separator: "\n")
      let made = try machine.shell(
        "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2 -keyout key.pem -out cert.pem")
      #expect(made.status == 0, "\(made.errors)")
      let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }
      let sites = zip(ports, [location, mute]).map { port, location in
        "server { listen 127.0.0.1:\(port) ssl; ssl_certificate cert.pem; ssl_certificate_key key.pem;\n\(location)\n}"
      }
      try machine.write(
        """
        daemon off;
        pid nginx.pid;
        events {}
        http {
        access_log off;
        \((folders + sites).joined(separator: "\n"))
        }

        """, to: machine.directory + "/nginx.conf")
      try proxy(
        Self.nginxProgram, ["-p", machine.directory, "-c", machine.directory + "/nginx.conf", "-e", "stderr"],
        on: machine)
      #expect(try page(at: ports[0], on: machine).contains("src=\"/page/"))
      #expect(try !page(at: ports[1], on: machine).contains("src=\"/page/"))
    }
  }

  private static let nginxProgram = Machine.has("nginx") ? "nginx" : "/usr/sbin/nginx"
  private static let hasNginx = Machine.has("nginx") || FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx")

  /// A family server behind a proxy, the guide's configurations by their language, and two free ports.
  private func withServer(
    _ scenario: (Machine, [String: String], ServerProcess, [Int]) throws -> Void
  ) async throws {
    let blocks = try GuidePage("docs/guide/home-server.md").blocks(of: "ProxyTests")
    try #require(blocks.map(\.language) == ["caddy", "nginx"])
    let texts = blocks.map { ($0.language, $0.lines.joined(separator: "\n")) }
    let configurations = Dictionary(uniqueKeysWithValues: texts)
    try await Machine.run { machine in
      let free = try machine.shell(
        """
        python3 -c 'import socket
        both = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        print(*(one.getsockname()[1] for one in both))'
        """)
      let ports = free.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      try #require(ports.count == 2, "\(free.errors)")
      try scenario(machine, configurations, ServerProcess(on: machine, "--behind-proxy"), ports)
    }
  }

  private func proxy(_ program: String, _ arguments: [String], on machine: Machine) throws {
    let process = try machine.begin(program, arguments, output: "proxy.out", errors: "proxy.err")
    machine.atEnd {
      process.signal(SIGTERM)
      _ = try? process.wait()
    }
  }

  /// What a phone gets, once the proxy is up.
  private func page(at port: Int, on machine: Machine) throws -> String {
    var page = ""
    try machine.wait(for: "the proxy") {
      let run = try machine.shell("curl -sk https://localhost:\(port)/")
      page = run.output
      return run.status == 0
    }
    return page
  }
}
