package dev.holdpoint.core.gate;

import dev.holdpoint.core.description.RiskLevel;
import dev.holdpoint.core.description.RiskNote;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Wording;
import dev.holdpoint.core.world.WorldTerms;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that waits for leave. The call itself, with its input, is the run's; this is the gate
 * in front of it.
 *
 * @param expiresAtMs as it was set, also after the approval was settled
 * @param digest of the tool's name and input: what is approved is what was shown
 * @param patternKeys what a wider grant could be stored for, the most exact first; of high risk
 *     that one alone
 * @param requestedItems what {@code request_approval} asks for, or null for an ordinary tool call
 * @param offer what the agent that asks lets people choose from; null for our own tools
 * @param caution how carefully the agent wants it handled; null where it said nothing
 * @param terms what the asker says of its own request; null where it said nothing
 * @param chain what it revises; null for a first request
 * @param world what of the world a yes depends on; null where it depends on nothing
 * @param sent the resolution exactly as it was sent, once there is one
 * @param progress how far it has come; null in its first stage with the asker's deadline or none
 * @param risk as people saw it when it was raised; null for gates of before
 * @param said what the model said in the turn of the call, where nothing else says why; null where
 *     it said nothing
 * @param toolDescription what the maker of the tool says it does, as it was when the gate was
 *     raised; null for our own tools and for gates of before
 * @param ruling under what it was decided; null while it is pending, and where one click was enough
 */
public record Approval(
    String id,
    String callId,
    String reason,
    long createdAtMs,
    @Nullable Long expiresAtMs,
    int revision,
    String digest,
    List<String> patternKeys,
    @Nullable Json requestedItems,
    @Nullable Offer offer,
    @Nullable Caution caution,
    @Nullable RequestTerms terms,
    @Nullable RevisionChain chain,
    @Nullable WorldTerms world,
    @Nullable RiskNote risk,
    @Nullable String said,
    @Nullable String toolDescription,
    ApprovalState state,
    @Nullable Json sent,
    @Nullable GateProgress progress,
    @Nullable Ruling ruling)
    implements Gate {
  public Approval {
    boolean high = risk != null && risk.level() == RiskLevel.HIGH;
    patternKeys = high && patternKeys.size() > 1 ? List.of(patternKeys.getFirst()) : patternKeys;
  }

  /** What decisions on it name. */
  public Wording wording() {
    return new Wording(digest, revision);
  }

  /** Whether no rule may allow it, because the agent wants a person or cannot be allowed once. */
  public boolean isLeftToPeople() {
    return isLeftToPeople(offer, caution);
  }

  /** What an agent remembers of a yes for longer could not be revoked as a rule is. */
  public static boolean isLeftToPeople(@Nullable Offer offer, @Nullable Caution caution) {
    return (caution != null && caution.personOnly()) || (offer != null && !offer.allowsOnce());
  }

  /** Whether no rule, grant or bulk answer may allow it. */
  public boolean isPersonOnly() {
    return caution != null && caution.personOnly();
  }

  /** Whether no lasting grant may come of it. */
  public boolean isGrantless() {
    return caution != null && caution.grantless();
  }

  public boolean isDenyFirst() {
    return caution != null && caution.denyFirst();
  }

  /** Whether it is asked because what the one before depended on has changed. */
  public boolean isOfMovedWorld() {
    return world != null && !world.changes().isEmpty();
  }

  /** Whether a person's text stands in the place of the tool's result. */
  public boolean isRespondedTo() {
    return state instanceof ApprovalState.Denied denied && denied.kind() == Denial.RESPONDED;
  }

  @Override
  public GateKind kind() {
    return GateKind.APPROVAL;
  }

  @Override
  public Optional<Gate> expired(long nowMs, Applied applied) {
    return settledBy(new ApprovalCommand.Expire(nowMs, applied));
  }

  @Override
  public Applied onExpiry() {
    return terms == null || terms.onExpiry() == null ? Applied.FAIL : terms.onExpiry();
  }

  /** The first of all that it revises; itself where it revises none. */
  public String chainId() {
    return chain == null ? id : chain.first();
  }

  @Override
  public Optional<Gate> withdrawn(String by, long nowMs, Withdrawal cause) {
    return withVotes().settledBy(new ApprovalCommand.Withdraw(by, nowMs, cause));
  }

  /** The same, which keeps the votes when it ends without them. */
  private Approval withVotes() {
    return state instanceof ApprovalState.Pending pending
            && ruling == null
            && !(pending.endorsements().isEmpty() && pending.objections().isEmpty())
        ? under(
            new Ruling(
                null,
                null,
                0,
                progress == null ? 1 : progress.stage(),
                null,
                null,
                pending.endorsements(),
                pending.objections()))
        : this;
  }

  private Optional<Gate> settledBy(ApprovalCommand command) {
    return ApprovalMachine.decide(state, wording(), command)
            instanceof Verdict.Happened<ApprovalEvent>(ApprovalEvent.Settling event)
        ? Optional.of(settled(event, null))
        : Optional.empty();
  }

  public Approval settled(ApprovalEvent.Settling event, @Nullable Json resolution) {
    return after(event, resolution);
  }

  /** The decision that has not taken effect yet; null where none is on its way. */
  public @Nullable HeldDecision held() {
    return state instanceof ApprovalState.Pending pending ? pending.held() : null;
  }

  /** A vote that settles nothing is in; it waits for others. */
  public Approval voted(ApprovalEvent event) {
    return after(event, sent);
  }

  /** The same with only those who still count of all that have said yes. */
  public Approval endorsedBy(List<Endorsement> counted) {
    return state instanceof ApprovalState.Pending pending
        ? copy(it -> it.state = pending.until(expiresAtMs, counted))
        : this;
  }

  /** The same, asked for another reason and with another care. */
  public Approval because(String why, Caution care) {
    return copy(
        it -> {
          it.reason = why;
          it.caution = care;
          it.revision = revision + 1;
        });
  }

  @Override
  public Approval at(GateProgress come, @Nullable Long deadlineMs) {
    return copy(
        it -> {
          it.progress = come;
          it.expiresAtMs = deadlineMs;
          if (state instanceof ApprovalState.Pending pending) {
            it.state = pending.until(deadlineMs, pending.endorsements());
          }
        });
  }

  @Override
  public Approval under(@Nullable Ruling decided) {
    return decided == null ? this : copy(it -> it.ruling = decided);
  }

  /** Asked anew, it takes the place of what was settled for its call; that is history now. */
  public List<Approval> withoutSettled(List<Approval> others) {
    return others.stream()
        .filter(other -> other.isPending() || !other.callId().equals(callId))
        .toList();
  }

  private Approval after(ApprovalEvent event, @Nullable Json resolution) {
    return copy(
        it -> {
          it.state = ApprovalMachine.evolve(state, event);
          it.sent = resolution;
        });
  }

  private Approval copy(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return new Approval(
        id,
        callId,
        copy.reason,
        createdAtMs,
        copy.expiresAtMs,
        copy.revision,
        digest,
        patternKeys,
        requestedItems,
        offer,
        copy.caution,
        terms,
        chain,
        world,
        risk,
        said,
        toolDescription,
        copy.state,
        copy.sent,
        copy.progress,
        copy.ruling);
  }

  /** What may differ from one version of an approval to the next. */
  private static final class Copy {
    private String reason;
    private @Nullable Long expiresAtMs;
    private int revision;
    private @Nullable Caution caution;
    private ApprovalState state;
    private @Nullable Json sent;
    private @Nullable GateProgress progress;
    private @Nullable Ruling ruling;

    Copy(Approval of) {
      reason = of.reason;
      expiresAtMs = of.expiresAtMs;
      revision = of.revision;
      caution = of.caution;
      state = of.state;
      sent = of.sent;
      progress = of.progress;
      ruling = of.ruling;
    }
  }
}
