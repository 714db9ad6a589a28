package dev.holdpoint.cli.permit;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.permit.PermitBodies.PermitOutcome;
import dev.holdpoint.api.permit.PermitBodies.PermitResultRequest;
import dev.holdpoint.api.permit.PermitBodies.PermitView;
import dev.holdpoint.api.permit.PermitBodies.RedeemPermitRequest;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.WireNames;
import dev.holdpoint.cli.permit.PermitsCommand.PermitsList;
import dev.holdpoint.cli.permit.PermitsCommand.PermitsRedeem;
import dev.holdpoint.cli.permit.PermitsCommand.PermitsResult;
import dev.holdpoint.cli.permit.PermitsCommand.PermitsRevoke;
import dev.holdpoint.cli.permit.PermitsCommand.PermitsShow;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint permits}. */
@Command(
    name = "permits",
    description = "Permits: the right to carry out one allowed call once.",
    subcommands = {
      PermitsShow.class,
      PermitsList.class,
      PermitsRun.class,
      PermitsRedeem.class,
      PermitsResult.class,
      PermitsRevoke.class,
      PermitsVerify.class
    },
    footer = {
      "  holdpoint approvals request deploys --command './deploy 1.4' --reason release"
          + " --permit-out permit.json",
      "  holdpoint permits run permit.json --command './deploy 1.4'",
      "",
      ExitCode.TABLE + ",",
      "9 verify: the permit does not hold"
    })
public final class PermitsCommand extends CommandGroup {
  /** Commands that show the permit as it is afterwards. */
  abstract static class OnPermit extends DaemonCommand {
    final int shown(PermitView permit) {
      if (json()) {
        printJson(permit);
      } else {
        PermitText.show(permit, new Facts(out(), paint()));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "show",
      description = "Shows a permit and what became of it.",
      footer = "  holdpoint permits show prm_01KA8G7XM089HAYH70VXYYJPWM")
  static final class PermitsShow extends OnPermit {
    @Parameters(paramLabel = "PERMIT", description = "id of the permit")
    private String id;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      return shown(client.permits().find(id));
    }
  }

  @Command(
      name = "list",
      description = "Lists the permits that were redeemed or are void, the newest first.",
      footer = "  holdpoint permits list --session deploys --state uncertain")
  static final class PermitsList extends ListCommand<PermitView> {
    @Option(
        names = "--session",
        paramLabel = "SESSION",
        description = "only permits of this session")
    private @Nullable String sessionId;

    @Option(
        names = "--state",
        paramLabel = "STATE",
        description = "only permits in this state: started, succeeded, failed, uncertain or void")
    private @Nullable String state;

    @Override
    protected Page<PermitView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      return client.permits().page(sessionId, state, wish);
    }

    @Override
    protected Table table(List<PermitView> rows) {
      Table table = new Table("PERMIT", "STATE", "TOOL", "SESSION", "REDEEMED BY", "WHEN");
      for (PermitView row : rows) {
        Long at = row.redeemedAtMs() == null ? row.settledAtMs() : row.redeemedAtMs();
        table.row(
            row.permitId(),
            Wire.name(row.state()),
            row.toolName(),
            row.sessionId(),
            row.redeemedBy() == null ? "" : row.redeemedBy(),
            at == null ? "" : Times.from(System.currentTimeMillis(), at));
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No permits were redeemed or are void.";
    }
  }

  @Command(
      name = "redeem",
      description = {
        "Redeems a permit, right before you carry the call out yourself.",
        "Exit code 6 means that it was used, taken back, or is for a different call: do not run it."
      },
      footer =
          "  holdpoint permits redeem permit.json --digest 5c1e… --redeemer-key"
              + " deploy-1.4-runner-7")
  static final class PermitsRedeem extends OnPermit {
    @Parameters(paramLabel = "FILE", description = "file with the permit")
    private Path file;

    @Option(
        names = "--digest",
        required = true,
        paramLabel = "SHA256",
        description = "digest of the call that is about to run")
    private String digest = "";

    @Option(
        names = "--redeemer-key",
        required = true,
        paramLabel = "KEY",
        description = "name of the job, 16 to 255 characters; the same one gets the same answer")
    private String key = "";

    @Option(
        names = "--audience",
        paramLabel = "NAME",
        description = "what you are called, if the permit is for a name")
    private @Nullable String audience;

    @Mixin private WorldFlags world = new WorldFlags();

    @Override
    protected int run(HoldpointClient client) throws CallFailed, IOException {
      PermitFile permit = PermitFile.read(file);
      return shown(
          client
              .permits()
              .redeem(
                  permit.id(),
                  new RedeemPermitRequest(
                      permit.permit(), digest, null, null, key, audience, world.observed(), null))
              .permit());
    }
  }

  @Command(
      name = "result",
      description = "Reports what became of a call that was begun with a permit.",
      footer =
          "  holdpoint permits result prm_01KA8G7XM089HAYH70VXYYJPWM succeeded --redeemer-key"
              + " deploy-1.4-runner-7")
  static final class PermitsResult extends OnPermit {
    @Parameters(index = "0", paramLabel = "PERMIT", description = "id of the permit")
    private String id;

    @Parameters(
        index = "1",
        paramLabel = "OUTCOME",
        converter = OutcomeNames.class,
        completionCandidates = OutcomeNames.class,
        description = "started (still running), succeeded, failed or uncertain")
    private PermitOutcome outcome;

    @Option(
        names = "--redeemer-key",
        required = true,
        paramLabel = "KEY",
        description = "the key that the permit was redeemed with")
    private String key = "";

    @Option(
        names = "--output-digest",
        paramLabel = "SHA256",
        description = "SHA-256 of what came of it, 64 hexadecimal digits")
    private @Nullable String outputDigest;

    @Option(names = "--error", paramLabel = "TEXT", description = "what went wrong")
    private @Nullable String error;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      return shown(
          client.permits().report(id, new PermitResultRequest(key, outcome, outputDigest, error)));
    }
  }

  static final class OutcomeNames extends WireNames<PermitOutcome> {
    OutcomeNames() {
      super(PermitOutcome.class);
    }
  }

  @Command(
      name = "revoke",
      description = "Takes a permit back that nobody has redeemed.",
      footer =
          "  holdpoint permits revoke prm_01KA8G7XM089HAYH70VXYYJPWM --reason 'release is off'")
  static final class PermitsRevoke extends OnPermit {
    @Parameters(paramLabel = "PERMIT", description = "id of the permit")
    private String id;

    @Option(names = "--reason", paramLabel = "TEXT", description = "why; it is kept and shown")
    private @Nullable String reason;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      return shown(client.permits().revoke(id, reason));
    }
  }
}
