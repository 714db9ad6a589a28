package dev.holdpoint.http.v1.gate;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageState;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.triage.Actors;
import dev.holdpoint.engine.triage.GateAudience;
import dev.holdpoint.engine.triage.TriagedGate;
import dev.holdpoint.http.server.Call;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which gates of a list a caller wants, by what people did about them and by who may act.
 *
 * @param me the caller's name
 * @param concerning who may act, as {@code person:…} or {@code group:…}; null for anybody
 * @param claimed me or none; null for all
 * @param snoozed hide or only; null for all
 */
record TriageFilter(
    String me,
    @Nullable String concerning,
    @Nullable String claimed,
    @Nullable String snoozed,
    boolean unseen) {

  /** Null when the list is narrowed by nothing of this. */
  static @Nullable TriageFilter of(Call call) {
    String me = call.caller().name();
    String wanted = call.query("for");
    TriageFilter filter =
        new TriageFilter(
            me,
            "me".equals(wanted) ? GateAudience.PERSON + me : wanted,
            word(call, "claimed", List.of("me", "none")),
            word(call, "snoozed", List.of("hide", "only")),
            call.flag("unseen"));
    boolean none =
        wanted == null && filter.claimed == null && filter.snoozed == null && !filter.unseen;
    if (none) {
      return null;
    }
    if (!call.caller().seesTriage()) {
      throw Problem.FORBIDDEN
          .because("for, claimed, snoozed and unseen are not available to the role agent.")
          .asException();
    }
    if (filter.concerning != null && !GateAudience.isName(filter.concerning)) {
      throw Problem.INVALID_REQUEST
          .because("for must be me, or person: or group: and a name.")
          .asException();
    }
    return filter;
  }

  private static @Nullable String word(Call call, String name, List<String> words) {
    String said = call.query(name);
    if (said != null && !words.contains(said)) {
      throw Problem.INVALID_REQUEST
          .because("%s must be %s.".formatted(name, String.join(" or ", words)))
          .asException();
    }
    return said;
  }

  boolean takes(Actors actors, GateRow row, Run run, @Nullable Triage triage, long nowMs) {
    TriagedGate gate =
        run.gates().stream()
            .filter(one -> one.hasKey(row.key()))
            .findFirst()
            .map(one -> new TriagedGate(run, one))
            .orElse(null);
    return gate != null && takes(actors, gate, triage, nowMs);
  }

  private boolean takes(Actors actors, TriagedGate gate, @Nullable Triage triage, long nowMs) {
    boolean pending = gate.gate().isPending();
    TriageState state = triage == null ? null : TriageState.of(triage, pending, nowMs);
    String holder = state == null || state.claim() == null ? null : state.claim().by();
    boolean mine =
        state != null && state.snoozes().stream().anyMatch(snooze -> snooze.by().equals(me));
    if (claimed != null && (claimed.equals("me") ? !me.equals(holder) : holder != null)) {
      return false;
    }
    if (snoozed != null && snoozed.equals("only") != mine) {
      return false;
    }
    if (unseen
        && (!pending
            || gate.gate().isVotedOn()
            || (state != null
                && state.seen().stream().anyMatch(look -> actors.mayAct(gate, look.by()))))) {
      return false;
    }
    return concerning == null
        || (pending
            && actors.meant(gate.run().head().tenantId(), concerning).stream()
                .anyMatch(name -> actors.mayAct(gate, name)));
  }
}
