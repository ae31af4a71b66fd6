import ArgumentParser
import BabyProtocol

/// The options of every command that changes something.
struct WriteFlags: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Show what would be done, but change nothing.")
  var dryRun = false

  @Option(
    name: .customLong("idempotency-key"),
    help: ArgumentHelp(
      "An idempotency key: running the command again with the same key changes nothing.", valueName: "key"))
  var idempotencyKey: String?

  var options: WriteOptions { WriteOptions(idempotencyKey: idempotencyKey, dryRun: dryRun) }
}
