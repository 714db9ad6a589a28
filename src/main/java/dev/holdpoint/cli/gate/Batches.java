package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolutionsRequest;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decisions on many approvals: one batch a run, which takes effect whole or not at all. Batches of
 * different runs do not depend on each other.
 */
final class Batches {
  private Batches() {}

  /**
   * What became of one run's batch.
   *
   * @param run the run afterwards; null when the batch failed
   * @param failure null when it was applied
   */
  record Outcome(
      String runId,
      List<ApprovalRow> approvals,
      @Nullable RunView run,
      @Nullable CallFailed failure) {
    Outcome {
      approvals = List.copyOf(approvals);
    }

    /** Whether the request waits for others after this word. */
    boolean waits(String requestId) {
      return run != null
          && run.pendingApprovals().stream().anyMatch(one -> one.id().equals(requestId));
    }

    /** Whom the request waits for after this word; null where nothing says it. */
    @Nullable String waitsFor(String requestId) {
      return run == null
          ? null
          : run.pendingApprovals().stream()
              .filter(one -> one.id().equals(requestId) && one.standing() != null)
              .map(one -> one.standing().summary())
              .findFirst()
              .orElse(null);
    }

    /** Whether the decision takes effect later. */
    boolean holds(String requestId) {
      return run != null
          && run.pendingApprovals().stream()
              .anyMatch(one -> one.id().equals(requestId) && one.held() != null);
    }

    List<String> ids() {
      return approvals.stream().map(row -> row.request().id()).toList();
    }
  }

  /** The runs in the order in which their first approval comes. */
  static Map<String, List<ApprovalRow>> byRun(List<ApprovalRow> approvals) {
    Map<String, List<ApprovalRow>> runs = new LinkedHashMap<>();
    for (ApprovalRow row : approvals) {
      runs.computeIfAbsent(row.runId(), _ -> new ArrayList<>()).add(row);
    }
    return runs;
  }

  /**
   * @param key the same for every run: a key counts for the run that it is sent to
   * @param tell is told of each batch as soon as it is known
   */
  static List<Outcome> submit(
      HoldpointClient client,
      List<ApprovalRow> approvals,
      Function<ApprovalRow, ApprovalResolution> decision,
      @Nullable String key,
      Consumer<Outcome> tell) {
    List<Outcome> outcomes = new ArrayList<>();
    byRun(approvals)
        .forEach(
            (runId, rows) -> {
              Outcome outcome = submit(client, runId, rows, decision, key);
              outcomes.add(outcome);
              tell.accept(outcome);
            });
    return outcomes;
  }

  private static Outcome submit(
      HoldpointClient client,
      String runId,
      List<ApprovalRow> rows,
      Function<ApprovalRow, ApprovalResolution> decision,
      @Nullable String key) {
    List<ApprovalResolution> resolutions = rows.stream().map(decision).toList();
    try {
      RunView run =
          client.approvals().resolve(runId, new ApprovalResolutionsRequest(key, resolutions));
      return new Outcome(runId, rows, run, null);
    } catch (CallFailed e) {
      return new Outcome(runId, rows, null, e);
    }
  }

  /** Of all failures, where they are of one kind; else that there were some. */
  static int exitCode(List<Outcome> outcomes) {
    int code = ExitCode.OK;
    for (Outcome outcome : outcomes) {
      CallFailed failure = outcome.failure();
      if (failure != null) {
        int own = ExitCode.of(failure);
        code = code == ExitCode.OK || code == own ? own : ExitCode.FAILED;
      }
    }
    return code;
  }
}
