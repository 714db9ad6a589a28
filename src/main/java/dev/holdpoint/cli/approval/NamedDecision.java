package dev.holdpoint.cli.approval;

import dev.holdpoint.api.ApprovalRow;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.CallFailed;
import dev.holdpoint.client.HoldpointClient;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decides the approvals that were named. */
abstract class NamedDecision extends Decision {
  @Parameters(
      arity = "1..*",
      paramLabel = "APPROVAL",
      description = "the ids; those of one run are decided together")
  private List<String> approvalIds = List.of();

  @Option(
      names = "--run-id",
      paramLabel = "RUN",
      description = "the run that waits; else it is looked up")
  private @Nullable String runId;

  @Option(
      names = "--digest",
      paramLabel = "HEX",
      description = "decide only if the request has this digest, or one that begins so")
  private @Nullable String digest;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "a retry with the same key decides nothing twice")
  private @Nullable String key;

  @Option(
      names = "--option",
      paramLabel = "OPTION",
      description = "one of the options that the agent offers, which 'approvals get' shows")
  private @Nullable String option;

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
      throw usage("--digest takes 8 to 64 hexadecimal digits, and goes with one approval");
    }
    if (option != null && !isOne()) {
      throw usage("--option is one that an approval offers, and goes with one approval");
    }
    check();
    List<ApprovalRow> shown = new ArrayList<>();
    for (String id : new LinkedHashSet<>(approvalIds)) {
      ApprovalRow row = client.approvals().find(id);
      if (digest != null && !row.request().digest().startsWith(digest)) {
        note(
            "holdpoint: "
                + Visible.line(id)
                + " asks for something else by now: its digest is "
                + Visible.line(row.request().digest()));
        return ExitCode.CONFLICT;
      }
      shown.add(runId == null ? row : inRun(row, runId));
    }
    return decide(client, shown, key);
  }

  private static ApprovalRow inRun(ApprovalRow row, String runId) {
    return new ApprovalRow(
        row.sessionId(),
        row.agentId(),
        runId,
        row.runKind(),
        row.status(),
        row.request(),
        row.resolution());
  }
}
