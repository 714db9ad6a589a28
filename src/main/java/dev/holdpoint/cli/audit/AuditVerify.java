package dev.holdpoint.cli.audit;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ProgressFlags;
import dev.holdpoint.cli.ProgressLine;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.proof.Finding;
import dev.holdpoint.client.proof.Malformed;
import dev.holdpoint.client.proof.ProofVerdict;
import dev.holdpoint.client.proof.PublicKey;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import dev.holdpoint.client.proof.WitnessedHeads;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify",
    description = {
      "Verifies an export and lists everything that is wrong with it. With "
          + "FILE it needs no daemon.",
      "Exit code: 0 valid, 9 not valid."
    },
    footer = {
      "  holdpoint audit verify ledger.ndjson --public-key audit-public-key",
      "  holdpoint audit verify --public-key 1f0c…:qX2…",
      "  holdpoint audit verify ledger.ndjson --expect-head 9f86d0…",
      "  holdpoint audit verify ledger.ndjson --witness witness.ndjson"
    })
final class AuditVerify extends DaemonCommand {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "an export; - is standard input (default: export from the daemon now)")
  private @Nullable String file;

  @Option(
      names = "--public-key",
      paramLabel = "KEY|FILE",
      description = "a public key of the ledger that you kept elsewhere, or a file with it")
  private @Nullable String key;

  @Option(
      names = "--expect-head",
      paramLabel = "HASH",
      description = "hash of a checkpoint that you noted earlier, which must still exist")
  private @Nullable String head;

  @Option(names = "--min-sequence", paramLabel = "N", description = "minimum number of checkpoints")
  private long leastSequence;

  @Option(
      names = "--witness",
      paramLabel = "FILE",
      description = "lines of witness.file, or as witness.url got them; all heads must exist")
  private @Nullable Path witness;

  @Mixin private ProgressFlags told;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    if (head != null && !head.matches("[0-9a-f]{64}")) {
      throw usage("--expect-head must be 64 lowercase hex digits, the record_hash of a checkpoint");
    }
    if (leastSequence < 0) {
      throw usage("--min-sequence must be 0 or more");
    }
    if (witness != null && !Files.isReadable(witness)) {
      throw new IOException(witness + " cannot be read");
    }
    TrustedKeys trust =
        new TrustedKeys(key == null ? null : publicKey(key), head, leastSequence, witness);
    ProofVerdict verdict;
    try (ProgressLine progress = told.open("Verify")) {
      verdict =
          file == null
              ? client
                  .audit()
                  .verify(trust, lines -> progress.ofAtMost(lines, "line"), progress::reading)
              : verify(file, trust, progress);
    }
    List<Long> torn = witness == null ? List.of() : WitnessedHeads.torn(witness);
    if (!torn.isEmpty()) {
      note("Lines of the witness file that are torn, and were skipped: " + torn);
    }
    if (json()) {
      printJson(verdict);
    } else {
      tell(verdict);
    }
    return verdict.proven() ? ExitCode.OK : ExitCode.NOT_PROVEN;
  }

  private PublicKey publicKey(String given) throws IOException {
    try {
      return PublicKey.parse(isFile(given) ? Files.readString(Path.of(given)) : given);
    } catch (Malformed e) {
      throw usage("--public-key: " + e.getMessage());
    }
  }

  private static boolean isFile(String name) {
    try {
      return Files.isRegularFile(Path.of(name));
    } catch (InvalidPathException _) {
      return false;
    }
  }

  private static ProofVerdict verify(String file, TrustedKeys trust, ProgressLine progress)
      throws IOException {
    if (file.equals("-")) {
      return Verifier.verify(progress.reading(System.in), trust);
    }
    Path path = Path.of(file);
    try (InputStream in = new BufferedInputStream(progress.reading(Files.newInputStream(path)))) {
      progress.ofBytes(Files.size(path));
      return Verifier.verify(in, trust);
    } catch (NoSuchFileException _) {
      throw new IOException(file + " does not exist");
    }
  }

  private void tell(ProofVerdict verdict) {
    for (Finding finding : verdict.findings()) {
      String id = finding.recordId();
      out()
          .println(
              "%s %s%s: %s"
                  .formatted(
                      paint().red(finding.flaw().name().toLowerCase(Locale.ROOT)),
                      Visible.line(finding.place()),
                      id == null ? "" : " (" + Visible.line(id) + ")",
                      Visible.line(finding.detail())));
    }
    if (verdict.findingCount() > verdict.findings().size()) {
      out().println("… and %d more".formatted(verdict.findingCount() - verdict.findings().size()));
    }
    String ledger = verdict.ledgerId();
    String headHash = verdict.headHash();
    new Facts(out(), paint())
        .painted(
            "proof",
            verdict.proven()
                ? "holds"
                : paint().red("not valid: " + Times.count(verdict.findingCount(), "finding")))
        .line("ledger", ledger)
        .line(
            "records",
            "%s of %s, %s"
                .formatted(
                    Times.count(verdict.actions(), "action"),
                    Times.count(verdict.runs(), "run"),
                    Times.count(verdict.checkpoints(), "checkpoint")))
        .line(
            "lost",
            verdict.commitsLost() == 0
                ? null
                : Times.count(verdict.commitsLost(), "commit") + ", accepted by a person")
        .line("keys", String.join(", ", verdict.keyIds()))
        .line("head", headHash == null ? null : verdict.headSequence() + " " + headHash);
    if (!verdict.keyKnown()) {
      note(
          "Without --public-key this shows only that the export is complete, not "
              + "who signed it.");
    }
  }
}
