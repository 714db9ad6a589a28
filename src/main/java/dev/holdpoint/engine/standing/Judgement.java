package dev.holdpoint.engine.standing;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateProgress;
import dev.holdpoint.core.gate.Objection;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.policy.Deliberation;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.OpenStage;
import dev.holdpoint.core.policy.Right;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.core.policy.Vote;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.permission.GatePolicies;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.policy.PolicyBook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pending gate, and what holds for it now. Views, doors and timers all judge by this; it does
 * nothing but gather what {@link Deliberation} looks at.
 */
public final class Judgement {
  private final PolicyBook book;
  private final GatePolicy policy;
  private final Gate gate;
  private final Map<String, Long> looks;

  private Judgement(PolicyBook book, GatePolicy policy, Gate gate, Map<String, Long> looks) {
    this.book = book;
    this.policy = policy;
    this.gate = gate;
    this.looks = looks;
  }

  /**
   * @param looks for each person who has looked at the gate when they did so last
   */
  public static Judgement of(PolicyBook book, Run run, Gate gate, Map<String, Long> looks) {
    return new Judgement(book, GatePolicies.of(book, run, gate), gate, looks);
  }

  /** Where nobody's look matters. */
  public static Judgement of(PolicyBook book, Run run, Gate gate) {
    return of(book, run, gate, Map.of());
  }

  public GatePolicy policy() {
    return policy;
  }

  public @Nullable NamedPolicy named() {
    return policy.named();
  }

  public Gate gate() {
    return gate;
  }

  /** Whether one click of anyone decides it, and no policy has a word in it. */
  public boolean isPlain() {
    return policy.named() == null
        && !policy.isVoted()
        && !(gate.state() instanceof ApprovalState.Pending pending
            && !(pending.endorsements().isEmpty() && pending.objections().isEmpty()));
  }

  /**
   * Whether this person's yes alone decides it.
   *
   * @param voter null for nobody in particular
   */
  public boolean isDecidedBy(@Nullable Voter voter) {
    return isPlain() || (voter != null && now().decidesAlone(voter.name(), voter.role()));
  }

  /** Whether this person's no alone ends it. */
  public boolean isEndedBy(@Nullable Voter voter) {
    return isPlain()
        || (voter != null && now().mayDeny(voter.name(), voter.role()) == Right.GRANTED);
  }

  /** The same approval if this were asked in the place of its input. */
  public Judgement edited(Run run, Json input) {
    ToolCall call = MatchableCall.edited(run, run.call(gate.callId()), input);
    GatePolicy other = GatePolicies.of(book, run, gate.kind(), call, gate.terms());
    return Objects.equals(other.named(), policy.named())
        ? this
        : new Judgement(book, other.with(policy.timing()), gate, looks);
  }

  /** Whether its time is over: its deadline has passed, and its policy gives it no more. */
  public boolean isOver(long nowMs) {
    Long deadline = gate.expiresAtMs();
    if (!gate.isPending() || deadline == null || nowMs < deadline) {
      return false;
    }
    Standing.Next due = named() == null ? null : now().due(nowMs);
    return named() == null || (due != null && due.what() == Standing.What.EXPIRE);
  }

  /** The gate as it is. */
  public Deliberation now() {
    return deliberation(votes(gate));
  }

  /** The gate after one more vote. */
  public Deliberation with(Vote vote) {
    List<Vote> all = new ArrayList<>(votes(gate));
    all.add(vote);
    return deliberation(all);
  }

  /** The same where looks matter. */
  Judgement seen(Map<String, Long> by) {
    return new Judgement(book, policy, gate, by);
  }

  /** The same where a permission rule wants a passkey for a yes. */
  public Judgement steppedUp() {
    return new Judgement(book, policy.steppedUp(), gate, looks);
  }

  /** Whether a yes takes a passkey, by the tenant's policy or by a rule. */
  public boolean stepUp() {
    return policy.stepUp();
  }

  /** The same gate in a later stage, or with another deadline. */
  public Judgement at(Gate later) {
    return new Judgement(book, policy, later, looks);
  }

  private Deliberation deliberation(List<Vote> votes) {
    return new Deliberation(policy, book.people(policy.gate().tenantId()), votes, open());
  }

  public OpenStage open() {
    GateProgress come = gate.progress();
    return new OpenStage(
        come == null ? 1 : come.stage(),
        come == null ? gate.createdAtMs() : come.openedAtMs(),
        come == null ? 0 : come.extensions(),
        gate.expiresAtMs(),
        gate.isDeadlineFixed(),
        looks);
  }

  /**
   * Under what the gate is decided; null where one click of anyone does.
   *
   * @param term the place that the deciding vote filled; null where there is none
   * @param decider the person whose word ends it; null where none does
   */
  public @Nullable Ruling ruling(@Nullable String term, @Nullable String decider) {
    NamedPolicy named = policy.named();
    if (isPlain()) {
      return null;
    }
    boolean pending = gate.state() instanceof ApprovalState.Pending;
    ApprovalState.Pending state = pending ? (ApprovalState.Pending) gate.state() : null;
    return new Ruling(
        named == null ? null : named.id(),
        named == null ? null : named.name(),
        named == null ? 0 : named.version(),
        open().number(),
        term,
        decider,
        state == null ? List.of() : state.endorsements(),
        state == null ? List.of() : state.objections());
  }

  /** The last word of each person who has voted, in the order in which they did. */
  public static List<Vote> votes(Gate gate) {
    if (!(gate instanceof Approval approval)
        || !(approval.state() instanceof ApprovalState.Pending pending)) {
      return List.of();
    }
    List<Vote> votes = new ArrayList<>();
    pending.endorsements().forEach(yes -> votes.add(vote(yes)));
    pending.objections().forEach(no -> votes.add(vote(no)));
    votes.sort(Comparator.comparingLong(Vote::atMs));
    return votes;
  }

  public static Vote vote(Endorsement yes) {
    return new Vote(yes.principal(), yes.atMs(), true, null, yes.role(), keyId(yes.by()));
  }

  public static Vote vote(Objection no) {
    return new Vote(no.principal(), no.atMs(), false, no.reason(), no.role(), keyId(no.by()));
  }

  private static @Nullable String keyId(String by) {
    return by.startsWith(ApproverKey.BY) ? by.substring(ApproverKey.BY.length()) : null;
  }
}
