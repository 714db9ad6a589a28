package dev.holdpoint.core.gate;

import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that waits for leave. The call itself, with its input, is the run's; this is the gate
 * in front of it.
 *
 * @param expiresAtMs as it was set, also after the approval was settled
 * @param digest of the tool's name and input: what is approved is what was shown
 * @param patternKeys what a wider grant could be stored for, the most exact first
 * @param requestedItems what {@code request_approval} asks for, or null for an ordinary tool call
 * @param offer what the agent that asks lets people choose from; null for our own tools
 * @param caution how carefully the agent wants it handled; null where it said nothing
 * @param terms what the asker says of its own request; null where it said nothing
 * @param chain what it revises; null for a first request
 * @param sent the resolution exactly as it was sent, once there is one
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
    ApprovalState state,
    @Nullable Json sent)
    implements Gate {

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
    return settledBy(new ApprovalCommand.Withdraw(by, nowMs, cause));
  }

  private Optional<Gate> settledBy(ApprovalCommand command) {
    return ApprovalMachine.decide(state, digest, command)
            instanceof Verdict.Happened<ApprovalEvent>(ApprovalEvent.Settling event)
        ? Optional.of(settled(event, null))
        : Optional.empty();
  }

  public Approval settled(ApprovalEvent.Settling event, @Nullable Json resolution) {
    return after(event, resolution);
  }

  /** One of several has said yes; it waits for the others. */
  public Approval endorsed(ApprovalEvent.Endorsed event) {
    return after(event, sent);
  }

  /** The same with only those who still count of all that have said yes. */
  public Approval endorsedBy(List<Endorsement> counted) {
    return with(new ApprovalState.Pending(expiresAtMs, counted), sent);
  }

  /** The same, asked for another reason and with another care. */
  public Approval because(String why, Caution care) {
    return new Approval(
        id,
        callId,
        why,
        createdAtMs,
        expiresAtMs,
        revision + 1,
        digest,
        patternKeys,
        requestedItems,
        offer,
        care,
        terms,
        chain,
        state,
        sent);
  }

  private Approval after(ApprovalEvent event, @Nullable Json resolution) {
    return with(ApprovalMachine.evolve(state, event), resolution);
  }

  private Approval with(ApprovalState next, @Nullable Json resolution) {
    return new Approval(
        id,
        callId,
        reason,
        createdAtMs,
        expiresAtMs,
        revision,
        digest,
        patternKeys,
        requestedItems,
        offer,
        caution,
        terms,
        chain,
        next,
        resolution);
  }
}
