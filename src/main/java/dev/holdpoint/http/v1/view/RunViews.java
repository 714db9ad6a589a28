package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.run.RunBodies.AttachmentRef;
import dev.holdpoint.api.run.RunBodies.AttachmentView;
import dev.holdpoint.api.run.RunBodies.DaemonOutputRecord;
import dev.holdpoint.api.run.RunBodies.OutputPart;
import dev.holdpoint.api.run.RunBodies.OutputSource;
import dev.holdpoint.api.run.RunBodies.RunRequestSummary;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.run.RunBodies.UsageView;
import dev.holdpoint.api.status.RunKind;
import dev.holdpoint.api.status.RunStatus;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.Usage;
import dev.holdpoint.engine.journal.RunTrace;
import dev.holdpoint.engine.json.Descriptions;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.v1.call.JsonNodes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs as a client sees them. */
public final class RunViews {
  private static final String NOTHING = "[]";

  /** More than this is to be asked for by the list of deliveries. */
  private static final int DELIVERIES = 1_000;

  private final WireJson json;
  private final GateViews gates;

  RunViews(WireJson json, GateViews gates) {
    this.json = json;
    this.gates = gates;
  }

  /** A run as it is now. */
  public RunView now(Queries queries, Run run, long nowMs) {
    Integer position =
        run.isInQueue() ? queries.queuedPosition(run.head().sessionKey(), run.key()) : null;
    List<Delivery> deliveries = queries.deliveriesOf(List.of(run.key()), DELIVERIES);
    return view(run, run.status(), position, nowMs, deliveries);
  }

  /**
   * Runs of one page, newest first. What stands in a queue stands there in the same order, so that
   * a place is counted once for each session.
   */
  public List<RunView> now(Queries queries, List<Run> runs, long nowMs) {
    Map<Long, List<Delivery>> deliveries =
        queries.deliveriesOf(runs.stream().map(Run::key).toList(), DELIVERIES).stream()
            .collect(Collectors.groupingBy(Delivery::runKey));
    Map<Long, Integer> places = new HashMap<>();
    List<RunView> views = new ArrayList<>(runs.size());
    for (Run run : runs) {
      Integer place = null;
      if (run.isInQueue()) {
        long session = run.head().sessionKey();
        Integer behind = places.get(session);
        place = behind == null ? queries.queuedPosition(session, run.key()) : behind - 1;
        places.put(session, place);
      }
      views.add(
          view(run, run.status(), place, nowMs, deliveries.getOrDefault(run.key(), List.of())));
    }
    return views;
  }

  /**
   * A run as it was when something happened to it, without what became of its outputs.
   *
   * @param run as the whole piece of work left it
   * @param status at the very point: one work may have accepted, queued and started the run
   */
  RunView then(
      Run run, dev.holdpoint.core.run.RunStatus status, @Nullable Integer position, long atMs) {
    return view(run, status, position, atMs, List.of());
  }

  private RunView view(
      Run run,
      dev.holdpoint.core.run.RunStatus status,
      @Nullable Integer position,
      long nowMs,
      List<Delivery> deliveries) {
    RunHead head = run.head();
    List<Approval> approvals = status.isWaiting() ? run.pendingApprovals() : List.of();
    List<Question> questions = status.isWaiting() ? run.pendingQuestions() : List.of();
    boolean started = status != dev.holdpoint.core.run.RunStatus.QUEUED;
    return new RunView(
        head.id(),
        head.sessionId(),
        head.agentId(),
        RunKind.valueOf(run.kind().name()),
        RunKind.valueOf(head.originKind().name()),
        RunStatus.valueOf(status.name()),
        head.submittedAtMs(),
        run.updatedAtMs(),
        started || status.isSettled() ? run.startedAtMs() : null,
        status.isSettled() ? run.finishedAtMs() : null,
        position,
        new RunRequestSummary(
            head.sourcePlugin(),
            head.sourceKind(),
            head.actorId(),
            head.textPreview(),
            head.provider(),
            // A fallback makes it another than the run asked for.
            run.usage() == null ? head.model() : run.usage().model(),
            run.approvalCount(),
            run.questionCount(),
            Descriptions.title(head)),
        attachments(head.attachments()),
        JsonNodes.orNull(head.metadata()),
        approvals.stream().map(Approval::id).toList(),
        approvals.stream().map(a -> gates.request(run, a, nowMs)).toList(),
        questions.stream().map(Question::id).toList(),
        questions.stream().map(q -> gates.request(run, q, nowMs)).toList(),
        outputs(run),
        deliveries.stream().map(DeliveryViews::within).toList(),
        status.isSettled() ? run.error() : null,
        run.usage() == null ? null : usage(run.usage()),
        RunTrace.traceId(head));
  }

  private static UsageView usage(Usage usage) {
    BigDecimal cost = usage.costUsd();
    return new UsageView(
        usage.inputTokens(),
        usage.outputTokens(),
        usage.cachedInputTokens() == 0 ? null : Long.valueOf(usage.cachedInputTokens()),
        usage.reasoningTokens() == 0 ? null : Long.valueOf(usage.reasoningTokens()),
        usage.modelCalls(),
        usage.model(),
        cost == null ? null : cost.toPlainString());
  }

  List<DaemonOutputRecord> outputs(Run run) {
    return run.outputs().stream().map(output -> output(run, output)).toList();
  }

  DaemonOutputRecord output(Run run, Output output) {
    return new DaemonOutputRecord(
        run.head().sessionId(),
        run.id(),
        output.plugin(),
        output.address(),
        output.content(),
        list(output.parts(), OutputPart[].class),
        list(output.artifacts(), AttachmentRef[].class),
        OutputSource.valueOf(output.source().name()));
  }

  private List<AttachmentView> attachments(Json attachments) {
    return list(attachments, AttachmentView[].class);
  }

  private <T> List<T> list(Json stored, Class<T[]> type) {
    return stored.text().equals(NOTHING) ? List.of() : List.of(json.stored(stored.text(), type));
  }
}
