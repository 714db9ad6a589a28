package dev.holdpoint.daemon.trace;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.journal.RunTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The spans of one run that has ended, from its journal rows. They say who did something, when and
 * how it went, never what was said.
 */
final class RunSpans {
  private final Run run;
  private final String traceId;
  private final String rootId;
  private final List<Span> spans = new ArrayList<>();
  private final Map<String, String> tools = new HashMap<>();
  private final Set<String> notRun = new HashSet<>();
  private final Set<String> decided = new HashSet<>();

  private long before;

  RunSpans(Run run) {
    this.run = run;
    this.traceId = RunTrace.traceId(run.head());
    this.rootId = RunTrace.rootId(run.head());
    this.before = run.head().submittedAtMs();
    whole();
  }

  List<Span> all() {
    return spans;
  }

  private void whole() {
    long submittedMs = run.head().submittedAtMs();
    Long finished = run.finishedAtMs();
    long endMs = finished == null ? run.updatedAtMs() : finished;
    Map<String, String> about = new LinkedHashMap<>();
    about.put("holdpoint.run_id", run.id());
    about.put("holdpoint.session_id", run.head().sessionId());
    about.put("holdpoint.agent_id", run.head().agentId());
    about.put("holdpoint.kind", run.head().originKind().name().toLowerCase(Locale.ROOT));
    about.put("holdpoint.provider", run.head().provider());
    about.put("holdpoint.model", run.head().model());
    about.put("holdpoint.status", run.status().name().toLowerCase(Locale.ROOT));
    spans.add(
        new Span(
            traceId,
            rootId,
            run.head().trace() == null ? null : run.head().trace().parentId(),
            "run",
            submittedMs,
            endMs,
            run.status() == RunStatus.FAILED,
            about));
    if (run.startedAtMs() != null) {
      add("queued", "queued", submittedMs, run.startedAtMs(), Map.of());
    }
  }

  /**
   * @param rows of this run, the next ones in order; where some are gone, so are their spans
   */
  void follow(List<JournalRow> rows) {
    for (JournalRow row : rows) {
      before = Math.max(before, begun(row));
      Run after = row.run();
      if (after != null) {
        after.approvals().forEach(this::approval);
        after.questions().forEach(this::question);
      }
      for (Step step : row.steps()) {
        step(step, row);
      }
      before = row.atMs();
    }
  }

  /** When this row's own work can have begun at the earliest. */
  private static long begun(JournalRow row) {
    boolean starts = row.events().stream().anyMatch(LedgerEvent.Started.class::isInstance);
    return starts ? row.atMs() : 0;
  }

  private void step(Step step, JournalRow row) {
    switch (step) {
      case Step.Input _ -> {}
      case Step.Turn turn -> {
        for (ToolCall call : turn.calls()) {
          tools.put(call.id(), call.tool());
        }
        add(
            "model turn",
            "turn " + row.lastId(),
            before,
            row.atMs(),
            Map.of(
                "holdpoint.model",
                run.head().model(),
                "holdpoint.tool_calls",
                Integer.toString(turn.calls().size())));
      }
      case Step.Result result -> {
        if (!notRun.contains(result.callId())) {
          String tool = tools.getOrDefault(result.callId(), "unknown");
          add(
              "tool " + tool,
              "call " + result.callId(),
              before,
              row.atMs(),
              Map.of("holdpoint.tool", tool, "holdpoint.call_id", result.callId()));
        }
      }
    }
  }

  /** A call that only asks, or was not allowed, has its wait and nothing else. */
  private void approval(Approval gate) {
    if (gate.requestedItems() != null || !(gate.state() instanceof ApprovalState.Allowed)) {
      notRun.add(gate.callId());
    } else {
      notRun.remove(gate.callId());
    }
    if (gate.state() instanceof ApprovalState.Settled settled && decided.add(gate.id())) {
      waited("approval", gate.id(), gate.createdAtMs(), settled.atMs(), settled.by())
          .put("holdpoint.decision", settled.behavior());
    }
  }

  private void question(Question gate) {
    if (!tools.getOrDefault(gate.callId(), "").startsWith("mcp__")) {
      // A server asks in the middle of a call; other questions are all that their call does.
      notRun.add(gate.callId());
    }
    if (gate.state() instanceof QuestionState.Settled settled && decided.add(gate.id())) {
      waited("question", gate.id(), gate.createdAtMs(), settled.atMs(), settled.by())
          .put("holdpoint.decision", settled.behavior());
    }
  }

  private Map<String, String> waited(
      String kind, String gateId, long raisedMs, long settledMs, String by) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("holdpoint.gate_id", gateId);
    attributes.put("holdpoint.decided_by", by);
    add("wait for " + kind, "gate " + gateId, raisedMs, settledMs, attributes);
    return attributes;
  }

  private void add(
      String name, String key, long startMs, long endMs, Map<String, String> attributes) {
    spans.add(
        new Span(
            traceId,
            RunTrace.spanId(run.head(), key),
            rootId,
            name,
            startMs,
            Math.max(startMs, endMs),
            false,
            attributes));
  }
}
