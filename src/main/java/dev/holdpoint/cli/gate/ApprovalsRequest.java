package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.ApprovalBodies.RequestRisk;
import dev.holdpoint.api.gate.RaiseBodies.ApprovalExpiry;
import dev.holdpoint.api.gate.RaiseBodies.RaiseApprovalRequest;
import dev.holdpoint.api.gate.RaiseBodies.RaisedApproval;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.permit.PermitBodies.PermitWish;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.GateWatch;
import dev.holdpoint.cli.RaiseFlags;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WireNames;
import dev.holdpoint.cli.permit.PermitFile;
import dev.holdpoint.cli.permit.WorldFlags;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "request",
    description = {
      "Requests an approval from a script, and waits for the decision. Exit codes:",
      "0 allowed, 1 denied (or expired without a decision), 7 the time of --wait is over.",
      "An approver may change the input. The changed input is written to "
          + "--input-out, or is in 'resolution.updated_input' of --json; without "
          + "either option the exit code is 1, because your input was not allowed."
    },
    footer = {
      "  holdpoint approvals request deploys --command './deploy 1.4' --reason 'release' && ./deploy"
          + " 1.4",
      "  holdpoint approvals request deploys --tool deploy --input-json '{\"version\":\"1.4\"}'"
          + " --reason 'release day' --expires-in 12h --request-key release-1.4",
      "  holdpoint approvals request deploys --command './deploy 1.4' --reason 'release'"
          + " --permit-out permit.json --if-file plan.json --if-git-head ."
    })
final class ApprovalsRequest extends DaemonCommand {
  @Parameters(paramLabel = "SESSION", description = "session that asks; it must exist")
  private String sessionId;

  @Option(names = "--tool", paramLabel = "NAME", description = "tool that would run")
  private @Nullable String tool;

  @Option(
      names = "--command",
      paramLabel = "TEXT",
      description = "short for --tool bash with this command as the input")
  private @Nullable String command;

  @Mixin private InputFlags input;

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "reason, shown to the person who decides")
  private String reason = "";

  @Mixin private RaiseFlags raise;

  @Option(
      names = "--on-expiry",
      paramLabel = "WHAT",
      converter = ExpiryNames.class,
      completionCandidates = ExpiryNames.class,
      description = "what the deadline does: ${COMPLETION-CANDIDATES} (default: fail)")
  private @Nullable ApprovalExpiry onExpiry;

  @Option(
      names = "--risk",
      paramLabel = "RISK",
      converter = RiskNames.class,
      completionCandidates = RiskNames.class,
      description = "how much is at stake: ${COMPLETION-CANDIDATES} (default: normal)")
  private @Nullable RequestRisk risk;

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "what people read first, for tools that Holdpoint has no words for")
  private @Nullable String title;

  @Option(
      names = "--revises",
      paramLabel = "APPROVAL",
      description = "the earlier request that this one takes the place of")
  private @Nullable String revises;

  @Option(
      names = "--reply",
      paramLabel = "TEXT",
      description = "answer to what a person said about the earlier request")
  private @Nullable String reply;

  @Option(
      names = "--input-out",
      paramLabel = "FILE",
      description = "file for the allowed input: yours, or the approver's")
  private @Nullable Path inputOut;

  @Option(
      names = "--permit-out",
      paramLabel = "FILE",
      description = "new file for the permit, for 'holdpoint permits run'")
  private @Nullable Path permitOut;

  @Option(
      names = "--audience",
      paramLabel = "NAME",
      description = "who can redeem the permit: a token id, or a name (default: you)")
  private @Nullable String audience;

  @Option(
      names = "--permit-ttl",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "how long the permit can be redeemed after the decision: 45s, 90m, 12h")
  private @Nullable Duration permitTtl;

  @Mixin private WorldFlags world;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, InterruptedException, IOException {
    RaiseApprovalRequest request = request();
    if (permitOut != null && Files.exists(permitOut)) {
      throw usage(permitOut + " exists already; name a new file for --permit-out");
    }
    RaisedApproval raised = client.approvals().raise(sessionId, request);
    String id = raised.request().id();
    if (!raise.waits()) {
      if (json()) {
        printJson(raised);
      } else {
        out().println(Visible.line(id));
      }
      return ExitCode.OK;
    }
    if (raised.request().actions() != null) {
      note(Visible.line(id) + " is pending; decide with: holdpoint approvals allow|deny " + id);
    }
    ApprovalRow row =
        new GateWatch(err(), raise.atMost())
            .await(
                waitMs -> client.approvals().await(id, waitMs),
                seen -> seen.status() != GateStatus.PENDING);
    return tell(row);
  }

  private RaiseApprovalRequest request() throws IOException {
    JsonNode given = input.read();
    if (command != null && (given != null || tool != null)) {
      throw usage("--command cannot be combined with --tool or --input-json");
    }
    if (command == null && tool == null) {
      throw usage("specify the call: --command TEXT, or --tool NAME with --input-json");
    }
    if (reply != null && revises == null) {
      throw usage("--reply belongs to --revises APPROVAL");
    }
    if (raise.contradictsItself() || (!raise.waits() && (inputOut != null || permitOut != null))) {
      throw usage("--no-wait cannot be combined with --wait, --input-out or --permit-out");
    }
    ObjectNode empty = JsonNodeFactory.instance.objectNode();
    JsonNode asked =
        command == null ? (given == null ? empty : given) : empty.put("command", command);
    return new RaiseApprovalRequest(
        tool == null ? "bash" : tool,
        asked,
        reason,
        raise.expiresAfterMs(),
        null,
        raise.requestKey(),
        null,
        onExpiry,
        risk,
        null,
        revises,
        reply,
        null,
        permit(),
        world.asked(),
        title);
  }

  private @Nullable PermitWish permit() {
    if (permitOut == null && (audience != null || permitTtl != null)) {
      throw usage("--audience and --permit-ttl belong to --permit-out FILE");
    }
    return permitOut == null
        ? null
        : new PermitWish(audience, permitTtl == null ? null : permitTtl.toMillis(), null);
  }

  private static boolean isAllowed(ApprovalDecision decision) {
    return decision.outcome() == GateOutcome.ALLOWED || decision.applied() == AppliedEnding.ALLOW;
  }

  private static String told(ApprovalDecision decision) {
    return decision.response() == null ? GateText.decided(decision) : decision.response();
  }

  private int tell(ApprovalRow row) throws IOException {
    ApprovalDecision decision = row.resolution();
    if (json()) {
      printJson(row);
    } else {
      // Scripts read what stands in the tool's place from here, and nothing else.
      out().println(decision == null ? Wire.name(row.status()) : told(decision));
    }
    if (row.status() == GateStatus.PENDING) {
      return ExitCode.RETRY_LATER;
    }
    if (decision == null || !isAllowed(decision)) {
      return ExitCode.FAILED;
    }
    if (permitOut != null && decision.permit() != null) {
      new PermitFile(decision.permit(), null).create(permitOut);
    }
    JsonNode instead = decision.updatedInput();
    if (inputOut != null) {
      Files.writeString(
          inputOut, ClientJson.pretty(instead == null ? row.request().input() : instead));
    } else if (instead != null && !json()) {
      note("holdpoint: a changed input was allowed; read it with --input-out or --json");
      return ExitCode.FAILED;
    }
    return ExitCode.OK;
  }

  static final class ExpiryNames extends WireNames<ApprovalExpiry> {
    ExpiryNames() {
      super(ApprovalExpiry.class);
    }
  }

  static final class RiskNames extends WireNames<RequestRisk> {
    RiskNames() {
      super(RequestRisk.class);
    }
  }
}
