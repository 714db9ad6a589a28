package dev.holdpoint.core.permit;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.permit.PermitCommand.Outcome;
import dev.holdpoint.core.permit.PermitState.Ready;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What became of a permit. There is none before somebody redeems it or takes it back: until then
 * everything follows from the approval.
 *
 * @param key that of the approval
 * @param state as it was written last; an end that has come since shows by the time alone
 * @param given the last attempt as a person gave it; null for the first, which came with the yes
 * @param earlier the attempts before, which did not happen by a person's word
 * @param late results of those that came afterwards
 * @param questionId the question what became of it, while it is open or after it was answered
 * @param successorId the approval that was asked in place of this one
 */
public record Permit(
    long key,
    String id,
    String approvalId,
    String runId,
    long sessionKey,
    String sessionId,
    String tenantId,
    PermitState state,
    @Nullable Ready given,
    List<Redemption> earlier,
    List<LateResult> late,
    @Nullable String questionId,
    @Nullable String successorId)
    implements StoredRecord {
  public static final RecordKind<Permit> KIND = RecordKind.uncached(45, Permit.class);
  public static final String PREFIX = "prm_";
  private static final String APPROVAL = "apr_";

  /** More late results of one permit than this are not kept. */
  public static final int MOST_LATE = 20;

  public Permit {
    earlier = List.copyOf(earlier);
    late = List.copyOf(late);
  }

  /** What the runner of an attempt said after a person had. */
  public record LateResult(int attempt, Outcome outcome, long atMs, String by) {}

  /** The permit that a yes to this approval gives. */
  public static String idOf(String approvalId) {
    return PREFIX + approvalId.substring(APPROVAL.length());
  }

  /** The approval whose yes gives this permit; null when it is no permit's id. */
  public static @Nullable String approvalOf(String permitId) {
    return permitId.startsWith(PREFIX) ? APPROVAL + permitId.substring(PREFIX.length()) : null;
  }

  @Override
  public String group() {
    return sessionId;
  }

  @Override
  public @Nullable String tenant() {
    return tenantId.equals(Tenants.ROOT) ? null : tenantId;
  }

  /** By its run, and by the key of its runner: some agents repeat nothing else. */
  @Override
  public Set<String> terms() {
    return state instanceof PermitState.Redeemed begun
        ? Set.of(runId, begun.redemption().keySha256())
        : Set.of(runId);
  }

  /** When a result is due. The end of one that waits needs nobody to act. */
  @Override
  public @Nullable Long dueAtMs() {
    return state instanceof PermitState.Started started ? started.dueAtMs() : null;
  }

  /** The attempt before with this key; null when there is none. */
  public @Nullable Redemption earlierBy(String keySha256) {
    return earlier.stream()
        .filter(one -> one.keySha256().equals(keySha256))
        .findFirst()
        .orElse(null);
  }

  public Permit at(PermitState next) {
    List<Redemption> before = earlier;
    if (next.attempt() > state.attempt() && state instanceof PermitState.Redeemed over) {
      before = new ArrayList<>(earlier);
      before.add(over.redemption());
    }
    PermitState.Ready last = next instanceof PermitState.Ready ready ? ready : given;
    return with(next, last, before, late, questionId, successorId);
  }

  public Permit plus(LateResult result) {
    if (late.size() >= MOST_LATE || late.stream().anyMatch(one -> isSame(one, result))) {
      return this;
    }
    List<LateResult> more = new ArrayList<>(late);
    more.add(result);
    return with(state, given, earlier, more, questionId, successorId);
  }

  private static boolean isSame(LateResult one, LateResult other) {
    return one.attempt == other.attempt && one.outcome == other.outcome;
  }

  public Permit asking(@Nullable String question) {
    return with(state, given, earlier, late, question, successorId);
  }

  public Permit followedBy(String approval) {
    return with(state, given, earlier, late, questionId, approval);
  }

  private Permit with(
      PermitState next,
      PermitState.@Nullable Ready last,
      List<Redemption> before,
      List<LateResult> results,
      @Nullable String question,
      @Nullable String successor) {
    return new Permit(
        key,
        id,
        approvalId,
        runId,
        sessionKey,
        sessionId,
        tenantId,
        next,
        last,
        before,
        results,
        question,
        successor);
  }
}
