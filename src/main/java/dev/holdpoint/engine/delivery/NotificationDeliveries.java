package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.delivery.GateNotice;
import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.delivery.NoticeText;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateProgress;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.triage.GateMoments;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.Triage.Moments;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;
import dev.holdpoint.engine.json.Descriptions;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What follows from a run's two versions for those who want to know: a delivery for every gate that
 * it has gained, and for its failure. So nothing can wait without their being told.
 */
public final class NotificationDeliveries implements Consequence {
  private static final int ERROR = 600;

  /** An end that moves by less than this, and little for the time that is left, has not moved. */
  private static final long SAME_END_MS = 60_000;

  private final NotificationPolicy rules;
  private final OutputDeliveries dispatch;
  private final Audience audience;

  public NotificationDeliveries(OutboundPolicy outbound, Audience audience) {
    this.rules = outbound.notices();
    this.audience = audience;
    this.dispatch = new OutputDeliveries(outbound);
  }

  @Override
  public void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    List<Subscription> all = change.group(Subscription.KIND, null);
    if (all.isEmpty()) {
      return;
    }
    for (Gate gate : after.pendingGates()) {
      Gate earlier = before == null ? null : before.gate(gate.id()).orElse(null);
      if (earlier == null) {
        raised(change, after, gate);
      } else {
        moved(change, earlier, after, gate);
      }
    }
    for (Gate gate : before == null ? List.<Gate>of() : before.pendingGates()) {
      after
          .gate(gate.id())
          .filter(now -> now.state() instanceof GateState.Settled)
          .ifPresent(now -> resolved(change, new Waited(before, gate), after, now));
    }
    if (after.status() == RunStatus.FAILED
        && (before == null || before.status() != RunStatus.FAILED)) {
      failed(change, after);
    }
  }

  private void raised(Change change, Run run, Gate gate) {
    tell(change, run, GateNotice.of(run, gate).event(), gate);
    // Nobody has put it off yet: without subscriptions there is nothing to read.
    if (isWanted(change, run, NoticeEvent.EXPIRING_SOON)
        || isWanted(change, run, NoticeEvent.UNSEEN)) {
      plan(change, run, gate);
    }
  }

  /** A stage may have opened, or the deadline may be another. */
  private void moved(Change change, Gate earlier, Run run, Gate gate) {
    if (stage(gate) > stage(earlier)) {
      tell(change, run, NoticeEvent.ESCALATED, gate);
    }
    if (!isSameEnd(change.nowMs(), earlier.expiresAtMs(), gate.expiresAtMs())) {
      plan(change, run, gate);
    }
  }

  /** A stage that opens a moment late moves the end by that moment, which is no other end. */
  private static boolean isSameEnd(long nowMs, @Nullable Long before, @Nullable Long after) {
    return (before == null || after == null)
        ? Objects.equals(before, after)
        : Math.abs(after - before) <= Math.clamp((after - nowMs) / 20, 0, SAME_END_MS);
  }

  private static int stage(Gate gate) {
    GateProgress come = gate.progress();
    return come == null ? 1 : come.stage();
  }

  /**
   * Notes when to tell of the gate next: it was raised, or its deadline has moved. Whoever has put
   * it off sees it again before it ends, whether anybody is told of that or not.
   */
  public void plan(Change change, Run run, Gate gate) {
    Triage known = change.kept(Triage.KIND, gate.key());
    boolean isPutOff = known != null && !known.snoozesAt(change.nowMs()).isEmpty();
    Moments now =
        GateMoments.of(
            change.nowMs(),
            gate.expiresAtMs(),
            isPutOff || isWanted(change, run, NoticeEvent.EXPIRING_SOON)
                ? rules.expiringSoonMs()
                : null,
            isWanted(change, run, NoticeEvent.UNSEEN)
                ? audience.unseenAtMs(change, run, gate, rules.unseenAfterMs())
                : null,
            null);
    Triage triage = known == null ? Triage.of(run.head(), gate) : known;
    Moments before = triage.moments();
    boolean raised = triage.reminded() == 0 && before.unseenAtMs() == null;
    Moments next =
        before
            .soon(now.soonAtMs())
            .unseen(raised && !triage.isSeen() ? now.unseenAtMs() : before.unseenAtMs());
    if (!next.equals(before)) {
      change.keep(Triage.KIND, triage.withMoments(next));
    }
  }

  /** Notes when a gate that somebody has put off is about to expire, whether told of or not. */
  public void planWaking(Change change, Gate gate) {
    Triage triage = change.kept(Triage.KIND, gate.key());
    Long expiresAtMs = gate.expiresAtMs();
    Long plannedMs = triage == null ? null : triage.moments().soonAtMs();
    boolean isPlanned = plannedMs != null && expiresAtMs != null && plannedMs < expiresAtMs;
    if (triage == null || expiresAtMs == null || isPlanned) {
      return;
    }
    long soonAtMs = GateMoments.soon(gate.createdAtMs(), expiresAtMs, rules.expiringSoonMs());
    if (soonAtMs > change.nowMs()) {
      change.keep(Triage.KIND, triage.withMoments(triage.moments().soon(soonAtMs)));
    }
  }

  private static boolean isWanted(Change change, Run run, NoticeEvent event) {
    return change.group(Subscription.KIND, null).stream()
        .anyMatch(one -> one.wants(event, run.head()));
  }

  /** Tells of a gate that is about to expire; of one that is over there is no need. */
  public void remind(Change change, Run run, Gate gate) {
    Long expiresAtMs = gate.expiresAtMs();
    if (expiresAtMs != null && expiresAtMs > change.nowMs()) {
      tell(change, run, NoticeEvent.EXPIRING_SOON, gate);
    }
  }

  /** When to tell once more that nobody has looked; null for never. */
  public @Nullable Long unseenAgain(Change change, Run run, Gate gate) {
    return audience.unseenAtMs(change, run, gate, rules.unseenAfterMs());
  }

  /** Tells of a gate that waits. */
  public void tell(Change change, Run run, NoticeEvent event, Gate gate) {
    String waitsFor = audience.waitsFor(change, run, gate);
    tell(
        change,
        run,
        event,
        gate,
        (data, waiting, link) -> {
          waitsFor(data, gate, waitsFor);
          return NoticeText.of(event, run, waiting, waitsFor, link);
        });
  }

  private static void waitsFor(ObjectNode data, Gate gate, @Nullable String summary) {
    if (summary != null) {
      String kind = gate.kind() == GateKind.APPROVAL ? "approval" : "question";
      data.withObject("/" + kind).put("waits_for", NoticeText.told(summary, ERROR));
    }
  }

  /** Tells that somebody was given the gate. */
  public void assigned(Change change, Run run, Gate gate, String to, String by) {
    String waitsFor = audience.waitsFor(change, run, gate);
    tell(
        change,
        run,
        NoticeEvent.ASSIGNED,
        gate,
        (data, waiting, link) -> {
          data.put("assigned_to", to).put("by", by);
          waitsFor(data, gate, waitsFor);
          return NoticeText.ofAssignment(run, waiting, to, waitsFor, link);
        });
  }

  /** A gate as it waited, by which is told whom it concerns. */
  private record Waited(@Nullable Run run, Gate gate) {}

  private void resolved(Change change, Waited waited, Run run, Gate gate) {
    GateState.Settled settled = (GateState.Settled) gate.state();
    NoticeEvent event =
        gate.kind() == GateKind.APPROVAL
            ? NoticeEvent.APPROVAL_RESOLVED
            : NoticeEvent.QUESTION_RESOLVED;
    tell(
        change,
        run,
        waited,
        event,
        gate,
        (data, was, link) -> {
          data.put("outcome", settled.outcome().wire()).put("by", settled.by());
          return NoticeText.ofResolution(run, was, settled.outcome().wire(), settled.by(), link);
        });
  }

  /** Adds to the data what is special about the event, and says the text. */
  @FunctionalInterface
  private interface Words {
    String say(ObjectNode data, GateNotice told, String link);
  }

  private void tell(Change change, Run run, NoticeEvent event, Gate gate, Words words) {
    tell(change, run, new Waited(run, gate), event, gate, words);
  }

  private void tell(
      Change change, Run run, Waited waited, NoticeEvent event, Gate gate, Words saying) {
    boolean approval = gate.kind() == GateKind.APPROVAL;
    GateNotice notice = GateNotice.of(run, gate);
    GateWords words = null;
    String link = link(approval ? "approvals" : "questions", gate.id());
    for (Subscription one : change.group(Subscription.KIND, null)) {
      String whom = one.concerning();
      if (one.wants(event, run.head())
          && (whom == null
              || audience.isConcerned(
                  change, waited.run() == null ? run : waited.run(), waited.gate(), event, whom))) {
        ObjectNode data = data(change, run, event, one);
        data.putObject(approval ? "approval" : "question")
            .put(approval ? "approval_id" : "question_id", gate.id())
            .put(approval ? "tool_name" : "question", NoticeText.told(notice.what(), ERROR))
            .put("expires_at_ms", gate.expiresAtMs());
        words = words == null ? GateWords.of(run, gate) : words;
        String title = words.titleFor(one);
        if (title != null) {
          data.withObject(approval ? "/approval" : "/question")
              .put("title", NoticeText.told(title, ERROR));
        }
        String text = saying.say(data, words.forReceiver(one), link);
        dispatch.notify(change, run, one, words.title(), text, whole(data, text, link));
      }
    }
  }

  private void failed(Change change, Run run) {
    String link = link("runs", run.id());
    String error = run.error();
    for (Subscription one : change.group(Subscription.KIND, null)) {
      // A failure concerns no gate, so it is told to nobody who wants to hear of some people's.
      if (one.concerning() == null && one.wants(NoticeEvent.RUN_FAILED, run.head())) {
        ObjectNode data = data(change, run, NoticeEvent.RUN_FAILED, one);
        data.put("error", error == null ? null : NoticeText.told(error, ERROR));
        String text = NoticeText.ofFailure(run, link);
        dispatch.notify(
            change, run, one, Descriptions.title(run.head()), text, whole(data, text, link));
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
