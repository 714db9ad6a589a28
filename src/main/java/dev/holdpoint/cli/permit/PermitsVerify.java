package dev.holdpoint.cli.permit;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.proof.PermitProof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify",
    description = {
      "Verifies that a permit was given, without a daemon. Only redemption proves that it is unused.",
      "Exit code: 0 valid, 9 not valid."
    },
    footer = {
      "  curl -s http://127.0.0.1:4747/v1/keys.json > keys.json",
      "  holdpoint permits verify permit.json --keys keys.json --command './deploy 1.4'"
    })
final class PermitsVerify extends DaemonCommand {
  @Parameters(paramLabel = "FILE", description = "file with the permit")
  private Path file = Path.of("");

  @Option(
      names = "--keys",
      required = true,
      paramLabel = "KEYSET",
      description = "file with the ledger's published keys, /v1/keys.json")
  private Path keys = Path.of("");

  @Option(
      names = "--command",
      paramLabel = "TEXT",
      description = "the command that the permit must be for")
  private @Nullable String command;

  @Override
  protected int run(HoldpointClient client) throws IOException {
    PermitProof proof = proof();
    if (json()) {
      printJson(proof);
    } else {
      out()
          .println(
              proof.valid()
                  ? "valid: " + Visible.line(String.valueOf(proof.permitId()))
                  : "not valid: " + Visible.line(String.valueOf(proof.fault())));
    }
    return proof.valid() ? ExitCode.OK : ExitCode.NOT_PROVEN;
  }

  private PermitProof proof() throws IOException {
    String set;
    try {
      set = new String(Files.readAllBytes(keys), StandardCharsets.UTF_8);
    } catch (NoSuchFileException _) {
      throw new IOException(keys + " does not exist");
    }
    try {
      return PermitProof.of(
          PermitFile.read(file).permit(), set, command, System.currentTimeMillis());
    } catch (PermitFile.NoPermit _) {
      return PermitProof.notReadable();
    }
  }
}
