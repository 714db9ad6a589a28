package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.delivery.GateNotice;
import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.delivery.NoticeText;
import dev.holdpoint.core.delivery.Reminder;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What follows from a run's two versions for those who want to know: a delivery for every gate that
 * it has gained, and for its failure. So nothing can wait without their being told.
 */
public final class NotificationDeliveries implements Consequence {
  private static final int ERROR = 600;

  private final NotificationPolicy rules;
  private final OutputDeliveries dispatch;

  public NotificationDeliveries(OutboundPolicy outbound) {
    this.rules = outbound.notices();
    this.dispatch = new OutputDeliveries(outbound);
  }

  @Override
  public void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    List<Subscription> all = change.group(Subscription.KIND, null);
    if (all.isEmpty()) {
      return;
    }
    for (Gate gate : after.pendingGates()) {
      if (before == null || before.gate(gate.id()).isEmpty()) {
        raised(change, after, gate);
      }
    }
    if (after.status() == RunStatus.FAILED
        && (before == null || before.status() != RunStatus.FAILED)) {
      failed(change, after);
    }
  }

  private void raised(Change change, Run run, Gate gate) {
    GateNotice waiting = GateNotice.of(run, gate);
    tell(change, run, waiting.event(), waiting);
    Long expiresAtMs = gate.expiresAtMs();
    boolean wanted =
        change.group(Subscription.KIND, null).stream()
            .anyMatch(one -> one.wants(NoticeEvent.EXPIRING_SOON, run.head()));
    if (wanted && expiresAtMs != null) {
      long usualMs = rules.expiringSoonMs();
      change.keep(
          Reminder.KIND,
          new Reminder(
              gate.key(),
              gate.id(),
              run.key(),
              Reminder.timeFor(gate.createdAtMs(), expiresAtMs, usualMs)));
    }
  }

  /** Tells of a gate that is about to expire; of one that is settled or over there is no need. */
  void remind(Change change, Reminder reminder) {
    Run run = change.run(reminder.runKey());
    GateNotice waiting = run == null ? null : GateNotice.find(run, reminder.gateId());
    if (run == null || waiting == null) {
      return;
    }
    Long expiresAtMs = waiting.expiresAtMs();
    if (expiresAtMs != null && expiresAtMs > change.nowMs()) {
      tell(change, run, NoticeEvent.EXPIRING_SOON, waiting);
    }
  }

  private void tell(Change change, Run run, NoticeEvent event, GateNotice waiting) {
    boolean approval = waiting.event() == NoticeEvent.APPROVAL_REQUESTED;
    String link = link(approval ? "approvals" : "questions", waiting.id());
    for (Subscription one : change.group(Subscription.KIND, null)) {
      if (one.wants(event, run.head())) {
        ObjectNode data = data(change, run, event, one);
        data.putObject(approval ? "approval" : "question")
            .put(approval ? "approval_id" : "question_id", waiting.id())
            .put(approval ? "tool_name" : "question", NoticeText.told(waiting.what(), ERROR))
            .put("expires_at_ms", waiting.expiresAtMs());
        String text = NoticeText.of(event, run, waiting, link);
        dispatch.notify(change, run, one, text, whole(data, text, link));
      }
    }
  }

  private void failed(Change change, Run run) {
    String link = link("runs", run.id());
    String error = run.error();
    for (Subscription one : change.group(Subscription.KIND, null)) {
      if (one.wants(NoticeEvent.RUN_FAILED, run.head())) {
        ObjectNode data = data(change, run, NoticeEvent.RUN_FAILED, one);
        data.put("error", error == null ? null : NoticeText.told(error, ERROR));
        String text = NoticeText.ofFailure(run, link);
        dispatch.notify(change, run, one, text, whole(data, text, link));
      }
    }
  }

  private String link(String kind, String id) {
    return rules.publicUrl().get() + "/ui/" + kind + "/" + id;
  }

  private static ObjectNode data(Change change, Run run, NoticeEvent event, Subscription to) {
    return JsonTree.object()
        .put("type", event.wire())
        .put("timestamp_ms", change.nowMs())
        .put("session_id", run.head().sessionId())
        .put("run_id", run.id())
        .put("notification_id", to.id());
  }

  private static Json whole(ObjectNode data, String text, String link) {
    return JsonTree.write(data.put("text", text).put("link", link));
  }
}
