package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ShownRequest;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decides the approvals that were named. */
abstract class NamedDecision extends DecisionCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "APPROVAL",
      description = "ids of approvals; those of one run are decided together")
  private List<String> approvalIds = List.of();

  @Option(
      names = "--run-id",
      paramLabel = "RUN",
      description = "run of the approval (default: looked up)")
  private @Nullable String runId;

  @Option(
      names = "--digest",
      paramLabel = "HEX",
      description = "decide only if the digest of the request is this, or begins with it")
  private @Nullable String digest;

  @Option(
      names = "--revision",
      paramLabel = "N",
      description = "decide only if the request has this revision")
  private @Nullable Integer revision;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "makes a retry safe: the same key decides only once")
  private @Nullable String key;

  @Option(
      names = "--option",
      paramLabel = "OPTION",
      description = "one of the agent's options, as shown by 'approvals get'")
  private @Nullable String option;

  @Option(
      names = "--hold",
      paramLabel = "DURATION",
      description = "take effect only after this time, 60s at most; 'approvals undo' takes it back")
  private @Nullable Duration hold;

  /** The option that was chosen; null for the one that fits the decision. */
  final @Nullable String option() {
    return option;
  }

  final boolean isOne() {
    return approvalIds.size() == 1;
  }

  /** Before anything is asked of the daemon. */
  void check() {}

  @Override
  protected final int run(HoldpointClient client) throws CallFailed {
    if (digest != null && (!isOne() || !digest.matches("[0-9a-f]{8,64}"))) {
      throw usage(
          "--digest must be 8 to 64 hexadecimal digits, and can only be used with "
              + "one approval");
    }
    if (revision != null && !isOne()) {
      throw usage("--revision can only be used with one approval");
    }
    if (option != null && !isOne()) {
      throw usage(
          "--option must be an option of the approval, and can only be used with "
              + "one approval");
    }
    if (hold != null && (hold.isNegative() || hold.toMillis() > Limits.HOLD_MS)) {
      throw usage("--hold must be 0s to " + Limits.HOLD_MS / 1_000 + "s");
    }
    check();
    List<ApprovalRow> shown = new ArrayList<>();
    for (String id : new LinkedHashSet<>(approvalIds)) {
      ApprovalRow row = client.approvals().find(id);
      if (digest != null && !row.request().digest().startsWith(digest)) {
        note(
            "holdpoint: "
                + Visible.line(id)
                + " has changed: its digest is now "
                + Visible.line(row.request().digest()));
        return ExitCode.CONFLICT;
      }
      if (revision != null && row.request().revision() != revision) {
        note(
            "holdpoint: "
                + Visible.line(id)
                + " has changed: it is now revision "
                + row.request().revision());
        return ExitCode.CONFLICT;
      }
      shown.add(runId == null ? row : inRun(row, runId));
    }
    shown.forEach(row -> ShownRequest.print(row.request(), err(), paint()));
    err().flush();
    return decide(client, shown, key);
  }

  @Override
  final ApprovalResolution sent(ApprovalRow shown) {
    return of(shown)
        .ofRevision(
            shown.request().revision(), ShownRequest.rendered(ShownRequest.of(shown.request())))
        .held(hold == null ? null : Math.toIntExact(hold.toMillis()));
  }

  private static ApprovalRow inRun(ApprovalRow row, String runId) {
    return new ApprovalRow(
        row.sessionId(),
        row.agentId(),
        runId,
        row.runKind(),
        row.status(),
        row.request(),
        row.resolution(),
        row.lateAnswers(),
        row.triage());
  }
}
