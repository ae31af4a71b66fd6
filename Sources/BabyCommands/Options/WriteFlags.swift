import ArgumentParser
import BabyProtocol

/// What every command takes that changes something.
struct WriteFlags: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Show what would be done, and change nothing.")
  var dryRun = false

  @Option(
    name: .customLong("idempotency-key"),
    help: ArgumentHelp("Running the command again with the same key changes nothing.", valueName: "key"))
  var idempotencyKey: String?

  var options: WriteOptions { WriteOptions(idempotencyKey: idempotencyKey, dryRun: dryRun) }
}
