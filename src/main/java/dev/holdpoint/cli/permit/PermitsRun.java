package dev.holdpoint.cli.permit;

import dev.holdpoint.api.permit.PermitBodies.PermitOutcome;
import dev.holdpoint.api.permit.PermitBodies.PermitResultRequest;
import dev.holdpoint.api.permit.PermitBodies.PermitView;
import dev.holdpoint.api.permit.PermitBodies.RedeemPermitRequest;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.PermitClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.JsonNodeFactory;

@Command(
    name = "run",
    description = {
      "Redeems a permit, runs the command with bash, and reports how it ended.",
      "Exit code: that of the command; 6 if the permit was used, taken back, or is for a",
      "different command: then nothing runs."
    },
    footer = {
      "  holdpoint permits run permit.json --command './deploy 1.4'",
      "  holdpoint permits run permit.json --command './deploy 1.4' --if-file plan.json"
    })
final class PermitsRun extends DaemonCommand {
  private static final int KEY_BYTES = 16;

  @Parameters(paramLabel = "FILE", description = "file of --permit-out; it keeps the job's key")
  private Path file;

  @Option(
      names = "--command",
      required = true,
      paramLabel = "TEXT",
      description = "the command that was allowed")
  private String command = "";

  @Option(
      names = "--audience",
      paramLabel = "NAME",
      description = "what you are called, if the permit is for a name")
  private @Nullable String audience;

  @Mixin private WorldFlags world = new WorldFlags();

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException, InterruptedException {
    PermitFile kept = PermitFile.read(file);
    String id = kept.id();
    String key = kept.redeemerKey();
    if (key == null) {
      key = newKey();
      // Before it is used: a second run of this file finds out that it was begun.
      kept = kept.keep(file, key);
    }
    PermitClient.Redeemed redeemed =
        client
            .permits()
            .redeem(
                id,
                new RedeemPermitRequest(
                    kept.permit(),
                    null,
                    "bash",
                    JsonNodeFactory.instance.objectNode().put("command", command),
                    key,
                    audience,
                    world.observed(),
                    null));
    if (redeemed.replayed()) {
      return begunBefore(client, id, key);
    }
    Process process = new ProcessBuilder("bash", "-c", command).inheritIO().start();
    int status = process.waitFor();
    report(client, id, key, status);
    return status;
  }

  private static String newKey() {
    byte[] bytes = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private int begunBefore(HoldpointClient client, String id, String key) {
    try {
      client
          .permits()
          .report(
              id,
              new PermitResultRequest(
                  key, PermitOutcome.UNCERTAIN, null, "the job was started again"));
    } catch (CallFailed e) {
      // It has a result already, which says more.
      note("holdpoint: " + Visible.line(String.valueOf(e.getMessage())));
    }
    note(
        "holdpoint: this command was begun before with this permit, and may have run. Nothing was"
            + " run now.");
    return ExitCode.CONFLICT;
  }

  private void report(HoldpointClient client, String id, String key, int status) {
    boolean good = status == 0;
    try {
      PermitView view =
          client
              .permits()
              .report(
                  id,
                  new PermitResultRequest(
                      key,
                      good ? PermitOutcome.SUCCEEDED : PermitOutcome.FAILED,
                      null,
                      good ? null : "exit code " + status));
      if (json()) {
        printJson(view);
      }
    } catch (CallFailed e) {
      note(
          "holdpoint: the result could not be reported: "
              + Visible.line(String.valueOf(e.getMessage())));
    }
  }
}
