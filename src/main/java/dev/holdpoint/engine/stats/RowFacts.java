package dev.holdpoint.engine.stats;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Objection;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.stats.Decided;
import dev.holdpoint.core.stats.DecidedBy;
import dev.holdpoint.core.stats.StageCause;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Tallied.Late;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one row of the journal says of decisions.
 *
 * @param late answers to gates that were settled before
 * @param stages why each stage that it opened did
 */
record RowFacts(List<Decided> decided, List<Late> late, List<StageCause> stages) {
  private static final int LONGEST_NAME = 200;

  static RowFacts of(JournalRow row, Queries queries, Looks looks, long rubberStampMs) {
    List<Decided> decided = new ArrayList<>();
    List<Late> late = new ArrayList<>();
    List<StageCause> stages = new ArrayList<>();
    for (LedgerEvent event : row.events()) {
      if (event instanceof LedgerEvent.GateUpdated told) {
        updated(told, queries, late, stages);
      }
    }
    Run run = row.run();
    for (int i = 0; run != null && i < row.events().size(); i++) {
      long eventId = row.idOf(i);
      switch (row.events().get(i)) {
        case LedgerEvent.ApprovalSettled(String id) ->
            run.gate(id)
                .ifPresent(gate -> add(decided, eventId, run, gate, queries, looks, rubberStampMs));
        case LedgerEvent.QuestionSettled(String id) ->
            run.gate(id)
                .ifPresent(gate -> add(decided, eventId, run, gate, queries, looks, rubberStampMs));
        // One that names an approval has settled it, and that is an event of its own.
        case LedgerEvent.RuleApplied applied when applied.approvalId() == null ->
            decided.add(ofCall(eventId, row.atMs(), run, applied));
        default -> {}
      }
    }
    return new RowFacts(decided, late, stages);
  }

  private static void updated(
      LedgerEvent.GateUpdated told, Queries queries, List<Late> late, List<StageCause> stages) {
    if (told.change() == GateChange.STAGE_OPENED) {
      stages.add(Objects.requireNonNullElse(told.because(), StageCause.TIME));
    } else if (told.change() == GateChange.LATE_ANSWER) {
      OptionalLong key = Ulid.keyOf(told.kind().prefix(), told.gateId());
      GateRow gate = key.isPresent() ? queries.gate(key.getAsLong()) : null;
      if (gate != null) {
        late.add(new Late(gate.key(), gate.settledIn()));
      }
    }
  }

  private static void add(
      List<Decided> all,
      long eventId,
      Run run,
      Gate gate,
      Queries queries,
      Looks looks,
      long rubberStampMs) {
    if (!(gate.state() instanceof GateState.Settled settled)) {
      return;
    }
    DecidedBy by = by(settled);
    String person = by == DecidedBy.PERSON ? DeciderNames.person(queries, settled.by()) : null;
    List<Looks.Look> seen =
        looks.at(queries, gate.key()).stream()
            .filter(look -> look.firstAtMs() <= settled.atMs())
            .toList();
    long saidAtMs = by == DecidedBy.PERSON ? SaidAt.of(queries, gate, settled) : settled.atMs();
    DecidedUnder under = DecidedUnder.of(gate);
    all.add(
        new Decided(
            eventId,
            gate.key(),
            run.head().tenantId(),
            run.head().sessionKey(),
            tool(run, gate.callId()),
            gate.kind(),
            settled.outcome(),
            by,
            cut(person),
            under.policyId(),
            cut(under.group()),
            gate.createdAtMs(),
            firstLook(gate, seen, settled, by == DecidedBy.PERSON ? saidAtMs : null),
            settled.atMs(),
            under.escalated(),
            isRubberStamp(gate, settled, seen, person, saidAtMs, rubberStampMs),
            0));
  }

  private static DecidedBy by(GateState.Settled settled) {
    return switch (settled.outcome()) {
      case EXPIRED -> DecidedBy.DEADLINE;
      case WITHDRAWN, SUPERSEDED -> DecidedBy.RUN;
      // A run that a person ended takes its gates with it; nobody looked at those.
      case CANCELLED ->
          settled.behavior().equals(Outcome.CANCELLED.wire()) ? DecidedBy.PERSON : DecidedBy.RUN;
      default -> settled.by().startsWith(PermissionRule.BY) ? DecidedBy.RULE : DecidedBy.PERSON;
    };
  }

  /**
   * A vote and a decision are looks too.
   *
   * @param saidAtMs when a person said what decided it; null where none did
   */
  private static @Nullable Long firstLook(
      Gate gate, List<Looks.Look> seen, GateState.Settled settled, @Nullable Long saidAtMs) {
    Ruling ruling = gate.ruling();
    List<Endorsement> last =
        settled instanceof ApprovalState.Allowed allowed ? allowed.endorsements() : List.of();
    var first =
        Stream.of(
                saidAtMs == null ? LongStream.empty() : LongStream.of(saidAtMs),
                seen.stream().mapToLong(Looks.Look::firstAtMs),
                last.stream().mapToLong(Endorsement::atMs),
                ruling == null
                    ? LongStream.empty()
                    : LongStream.concat(
                        ruling.endorsements().stream().mapToLong(Endorsement::atMs),
                        ruling.objections().stream().mapToLong(Objection::atMs)))
            .flatMapToLong(all -> all)
            .min();
    return first.isPresent() ? first.getAsLong() : null;
  }

  /** A person's yes right after their own first look; without one, after it was raised. */
  private static boolean isRubberStamp(
      Gate gate,
      GateState.Settled settled,
      List<Looks.Look> seen,
      @Nullable String person,
      long saidAtMs,
      long withinMs) {
    if (person == null || settled.outcome() != Outcome.ALLOWED) {
      return false;
    }
    long looked =
        seen.stream()
            .filter(look -> look.by().equals(person) && look.firstAtMs() <= saidAtMs)
            .mapToLong(Looks.Look::firstAtMs)
            .min()
            .orElse(gate.createdAtMs());
    return saidAtMs - looked <= withinMs;
  }

  private static Decided ofCall(long eventId, long atMs, Run run, LedgerEvent.RuleApplied applied) {
    String tool = tool(run, applied.callId());
    return new Decided(
        eventId,
        0,
        run.head().tenantId(),
        run.head().sessionKey(),
        tool == null ? cut(applied.tool()) : tool,
        GateKind.APPROVAL,
        applied.rule().behavior() == Behavior.ALLOW ? Outcome.ALLOWED : Outcome.DENIED,
        DecidedBy.RULE,
        null,
        null,
        null,
        null,
        null,
        atMs,
        false,
        false,
        0);
  }

  private static @Nullable String tool(Run run, String callId) {
    return run.calls().stream()
        .map(Call::call)
        .filter(call -> call.id().equals(callId))
        .map(ToolCall::tool)
        .map(RowFacts::cut)
        .findFirst()
        .orElse(null);
  }

  /** Models and agents choose names of tools, and rows are narrow. */
  private static @Nullable String cut(@Nullable String said) {
    String name = said;
    if (name == null) {
      return null;
    }
    // A name of a client's tool may have what no database takes in a text.
    name = name.replace('\0', '\ufffd');
    if (name.length() <= LONGEST_NAME) {
      return name;
    }
    boolean splits = Character.isHighSurrogate(name.charAt(LONGEST_NAME - 1));
    return name.substring(0, splits ? LONGEST_NAME - 1 : LONGEST_NAME);
  }
}
