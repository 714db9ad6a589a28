package dev.holdpoint.engine.triage;

import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.OpenHours;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.delivery.Audience;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.standing.Judgement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whom a gate concerns, as tokens, groups and the gate's triage say at that moment. */
public final class GateAudience implements Audience {
  public static final String PERSON = "person:";
  public static final String GROUP = "group:";

  @Override
  public boolean isConcerned(Change change, Run run, Gate gate, NoticeEvent event, String whom) {
    Triage triage = change.kept(Triage.KIND, gate.key());
    TriagedGate found = new TriagedGate(run, gate);
    Actors actors = Actors.in(change);
    return actors.meant(run.head().tenantId(), whom).stream()
        .anyMatch(name -> isConcerned(change, actors, found, triage, event, name));
  }

  private static boolean isConcerned(
      Change change,
      Actors actors,
      TriagedGate gate,
      @Nullable Triage triage,
      NoticeEvent event,
      String name) {
    Triage.Claim claim = triage == null ? null : triage.claimAt(change.nowMs());
    boolean has = claim != null && claim.by().equals(name);
    if (event == NoticeEvent.ASSIGNED) {
      return has;
    }
    return has || (triage != null && triage.watchers().contains(name)) || actors.mayAct(gate, name);
  }

  /** A policy says it for its own gates, and its hours are when people can be expected to look. */
  @Override
  public @Nullable Long unseenAtMs(Change change, Run run, Gate gate, long usualMs) {
    NamedPolicy named = Judgement.of(PolicyBook.in(change), run, gate).named();
    if (named == null) {
      return usualMs <= 0 ? null : Long.valueOf(change.nowMs() + usualMs);
    }
    Long everyMs = named.rules().remindUnseenMs();
    OpenHours hours = named.rules().hours();
    if (everyMs == null) {
      return null;
    }
    return hours == null ? change.nowMs() + everyMs : hours.after(change.nowMs(), everyMs);
  }

  @Override
  public @Nullable String waitsFor(Change change, Run run, Gate gate) {
    if (!gate.isPending()) {
      return null;
    }
    Triage triage = change.kept(Triage.KIND, gate.key());
    Map<String, Long> looks = new HashMap<>();
    for (Triage.Look look : triage == null ? List.<Triage.Look>of() : triage.seen()) {
      looks.put(look.by(), look.lastAtMs());
    }
    Judgement judged = Judgement.of(PolicyBook.in(change), run, gate, looks);
    return judged.isPlain() ? null : judged.now().standing().summary(change.nowMs());
  }

  /** Whether it names a person or a group. */
  public static boolean isName(String whom) {
    return (whom.startsWith(PERSON) && whom.length() > PERSON.length())
        || (whom.startsWith(GROUP) && whom.length() > GROUP.length());
  }
}
