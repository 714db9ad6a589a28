package dev.holdpoint.cli.audit;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.proof.KeySet;
import dev.holdpoint.client.proof.Malformed;
import dev.holdpoint.client.proof.PublicKey;
import dev.holdpoint.client.proof.ReceiptProof;
import dev.holdpoint.client.proof.ReceiptProof.Fault;
import dev.holdpoint.client.proof.ReceiptProof.VoteProof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify-receipt",
    description = {
      "Verifies a receipt without a daemon: its signature, the record of the decision, the chain up to "
          + "a signed checkpoint, and the signature of each vote.",
      "The signature of an HMAC key can be verified by the daemon alone.",
      "Exit code: 0 valid, 9 not valid."
    },
    footer = {
      "  holdpoint audit verify-receipt receipt.json --public-key audit-public-key",
      "  curl -s http://127.0.0.1:4747/v1/keys.json > keys.json",
      "  holdpoint audit verify-receipt receipt.json --keys keys.json --input-file input.json"
    })
final class AuditVerifyReceipt extends DaemonCommand {
  @Parameters(paramLabel = "FILE", description = "a receipt; - is standard input")
  private String file = "";

  @ArgGroup(multiplicity = "1")
  private Trust trust = new Trust();

  static final class Trust {
    @Option(
        names = "--public-key",
        paramLabel = "KEY|FILE",
        description = "the public key that signed the receipt, or a file with it")
    private @Nullable String key;

    @Option(
        names = "--keys",
        paramLabel = "KEYSET",
        description = "file with the ledger's published keys, /v1/keys.json")
    private @Nullable String keys;
  }

  @Option(
      names = "--input-file",
      paramLabel = "FILE",
      description = "the input of the call as JSON, which the receipt must be for")
  private @Nullable String inputFile;

  @Override
  protected int run(HoldpointClient client) throws IOException {
    KeySet keys = keys();
    byte[] receipt = file.equals("-") ? System.in.readAllBytes() : bytes(file);
    String input = inputFile == null ? null : new String(bytes(inputFile), StandardCharsets.UTF_8);
    ReceiptProof proof = ReceiptProof.of(receipt, keys, input);
    if (json()) {
      printJson(proof);
    } else {
      tell(proof);
    }
    return proof.valid() ? ExitCode.OK : ExitCode.NOT_PROVEN;
  }

  private KeySet keys() throws IOException {
    boolean set = trust.keys != null;
    String given = String.valueOf(set ? trust.keys : trust.key);
    try {
      if (set) {
        return KeySet.parse(new String(bytes(given), StandardCharsets.UTF_8));
      }
      return KeySet.of(PublicKey.parse(isFile(given) ? Files.readString(Path.of(given)) : given));
    } catch (Malformed e) {
      throw usage((set ? "--keys: " : "--public-key: ") + e.getMessage());
    }
  }

  private static boolean isFile(String name) {
    try {
      return Files.isRegularFile(Path.of(name));
    } catch (InvalidPathException _) {
      return false;
    }
  }

  private static byte[] bytes(String name) throws IOException {
    try {
      return Files.readAllBytes(Path.of(name));
    } catch (NoSuchFileException _) {
      throw new IOException(name + " does not exist");
    }
  }

  private void tell(ReceiptProof proof) {
    for (Fault fault : proof.faults()) {
      out().println(paint().red(Visible.line(fault.part())) + ": " + Visible.line(fault.detail()));
    }
    Facts facts =
        new Facts(out(), paint())
            .painted(
                "receipt",
                proof.valid()
                    ? "holds"
                    : paint().red("not valid: " + Times.count(proof.faults().size(), "finding")))
            .line("approval", proof.approvalId())
            .line("decision", proof.decision())
            .line("by", proof.by())
            .line("at", proof.atMs() == null ? null : Times.at(proof.atMs()))
            .line("digest", proof.digest())
            .line("input", proof.input())
            .line("key", proof.keyId());
    for (VoteProof vote : proof.votes()) {
      facts.line(
          "vote",
          "%s by %s, signature: %s".formatted(vote.decision(), vote.by(), vote.signature()));
    }
    if (proof.votes().stream().anyMatch(vote -> vote.signature().equals("not checkable"))) {
      note(
          "The signature of an HMAC key cannot be verified here. The daemon verified it before it "
              + "took the decision.");
    }
  }
}
