extension Lab {
  /// Starts sshd, with a key that root has and a user lets in.
  ///
  /// - Parameter startsSessions: whether who logs in gets a service manager and `$XDG_RUNTIME_DIR`, as PAM does it
  ///   everywhere but in containers.
  func startSSH(for user: String = "maya", startsSessions: Bool) throws {
    try shell(
      """
      mkdir -p /run/sshd && ssh-keygen -q -A && install -d -m 700 /root/.ssh
      rm -f /root/.ssh/* && ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519
      install -d -o \(user) -m 700 /home/\(user)/.ssh
      install -o \(user) -m 600 /root/.ssh/id_ed25519.pub /home/\(user)/.ssh/authorized_keys
      usermod --password '*' --shell /bin/bash \(user)
      \(startsSessions ? "systemctl start systemd-user-sessions systemd-logind" : "")
      systemd-run --quiet --unit lab-sshd $(command -v sshd) -D -o UsePAM=\(startsSessions ? "yes" : "no") \
        -o ListenAddress=127.0.0.1
      """)
    try wait(
      until: "ssh-keyscan -t ed25519 localhost >/root/.ssh/known_hosts 2>/dev/null && test -s /root/.ssh/known_hosts")
  }

  /// What a login over ssh comes to that runs lines of the shell.
  ///
  /// - Parameter onTerminal: standard error is one, and comes with the output.
  func login(_ lines: String, as user: String = "maya", onTerminal: Bool = false) throws -> Machine.Run {
    let script = "login.sh"
    try machine.write(lines + "\n", to: machine.directory + "/" + script)
    return try attempt(
      "chmod a+rx /lab /lab/\(script); ssh \(onTerminal ? "-tt" : "-T") -o LogLevel=ERROR \(user)@localhost bash -l /lab/\(script) </dev/null"
    )
  }
}
