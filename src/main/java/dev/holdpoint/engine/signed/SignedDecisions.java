package dev.holdpoint.engine.signed;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.LateAnswers;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.gate.VerifiedAssertion;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.secret.RequestedSecrets;
import dev.holdpoint.engine.secret.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides approvals on somebody's signed word. The decision, what it puts into the vault, the
 * record of it and the answer are one commit; a refused one leaves nothing.
 */
public final class SignedDecisions {
  /** Where the engine's refusals find what is the whole body here. */
  private static final String OF_BATCH = "/resolutions/0";

  private final Commits commits;
  private final Approvals approvals;
  private final Secrets secrets;
  private final Slots slots;

  public SignedDecisions(Commits commits, Slots slots, Approvals approvals, Secrets secrets) {
    this.commits = commits;
    this.approvals = approvals;
    this.secrets = secrets;
    this.slots = slots;
  }

  /**
   * @param values secrets that the approval asks for, by alias; of a no they are not kept
   * @param expected what was seen; null where that was not sent
   */
  public record Spec(
      String approvalId,
      VerifiedAssertion attested,
      Map<String, String> values,
      @Nullable String note,
      @Nullable Expected expected) {
    /** Of what waits now. */
    public Spec(
        String approvalId,
        VerifiedAssertion attested,
        Map<String, String> values,
        @Nullable String note) {
      this(approvalId, attested, values, note, null);
    }

    /** Records print their members; a secret must not end up in a log that way. */
    @Override
    public String toString() {
      return "Wish[" + approvalId + "]";
    }

    boolean approve() {
      return attested.approve();
    }
  }

  /** An approval, and the run that has it or had it. */
  public record Decided(Run run, Approval approval) {}

  /**
   * @param by who transports the assertion
   * @param render the answer, made from what is committed with it
   */
  public StoredAnswers.Told decide(
      Spec wish,
      String by,
      StoredAnswers.@Nullable Key key,
      Function<Decided, StoredAnswers.Answer> render) {
    // The door has looked whose conversation it is before it reads the decision.
    try {
      return kept(wish, by, key, render);
    } catch (Refused refused) {
      throw refused.getClass() == Refused.class
          ? refused.refusal().placed(place -> place.replace(OF_BATCH, "")).asException()
          : refused;
    }
  }

  private StoredAnswers.Told kept(
      Spec wish,
      String by,
      StoredAnswers.@Nullable Key key,
      Function<Decided, StoredAnswers.Answer> render) {
    return approvals
        .late()
        .keeping(
            () -> decided(wish, by, key, render),
            LateAnswers.Sent.of(List.of(resolution(wish))),
            new LateAnswers.Sender(Voter.named(by), _ -> true));
  }

  private StoredAnswers.Told decided(
      Spec wish,
      String by,
      StoredAnswers.@Nullable Key key,
      Function<Decided, StoredAnswers.Answer> render) {
    return commits.commit(
        change -> {
          StoredAnswers.Told earlier = StoredAnswers.find(change, key);
          if (earlier != null) {
            return earlier;
          }
          Decided found = found(change, wish.approvalId);
          Tenancy.checkOpen(change, found.run.head().tenantId());
          if (!found.approval.isPending()) {
            throw settled(found.approval).asException();
          }
          if (Deadlines.isOver(change, found.run, found.approval)) {
            // The timer has not come yet, the deadline has: record it, then say so.
            Run expired = Deadlines.expire(change, found.run, slots);
            Refusal why = settled(expired.approval(wish.approvalId).orElse(found.approval));
            change.refuseAfterCommit(why);
            return new StoredAnswers.Told(new StoredAnswers.Answer(0, "", ""), false);
          }
          Run after =
              approvals.decide(
                  change,
                  found.run,
                  List.of(resolution(wish)),
                  Voter.named(by),
                  /* ruling= */ null);
          if (change.isRefused()) {
            return new StoredAnswers.Told(new StoredAnswers.Answer(0, "", ""), false);
          }
          checkAliases(wish, found.approval);
          Approval now = after.approval(wish.approvalId).orElseThrow();
          if (!now.state().equals(found.approval.state())) {
            hold(change, wish, after);
          }
          return StoredAnswers.keep(change, key, render.apply(new Decided(after, now)));
        });
  }

  private static SentDecision resolution(Spec wish) {
    return new SentDecision(
        wish.approvalId,
        wish.approve(),
        null,
        wish.approve() ? null : wish.note,
        wish.expected,
        null,
        wish.attested,
        sent(wish));
  }

  /** What anybody with the public key can check later: all but the secrets. */
  private static Json sent(Spec wish) {
    ObjectNode sent =
        JsonTree.object()
            .put("request_id", wish.approvalId)
            .put("behavior", wish.approve() ? "allow" : "deny");
    sent.set("signature", wish.attested.stored());
    if (wish.note != null) {
      sent.put("note", wish.note);
    }
    return JsonTree.write(sent);
  }

  /** Held back until the approval is settled, which may be in this very commit. */
  private void hold(Change change, Spec wish, Run run) {
    if (wish.approve() && !wish.values.isEmpty()) {
      secrets.put(
          change, run.head().tenantId(), conversationId(change, run), wish.values, wish.approvalId);
    }
  }

  private static String conversationId(Change change, Run run) {
    return Existing.session(change, run.head().sessionId()).conversationId();
  }

  /** Only what was asked for may be supplied. */
  private static void checkAliases(Spec wish, Approval approval) {
    Set<String> asked = RequestedSecrets.aliases(approval);
    List<Refusal.Fault> faults = new ArrayList<>();
    for (String alias : wish.values.keySet()) {
      if (!asked.contains(alias)) {
        faults.add(new Refusal.Fault(Secrets.pointer(alias), "was not requested by this approval"));
      }
    }
    if (!faults.isEmpty()) {
      throw new Refusal(
              Problem.INVALID_REQUEST, "One or more fields failed validation.", faults, null)
          .asException();
    }
  }

  /** The approval as it is now, also as an earlier work of the same transaction left it. */
  private static Decided found(Change change, String id) {
    OptionalLong key = Ulid.keyOf(GateKind.APPROVAL.prefix(), id);
    GateRow row = key.isPresent() ? change.queries().gate(key.getAsLong()) : null;
    Run run = row == null ? null : change.run(row.runKey());
    Approval own = run == null ? null : run.approval(id).orElse(null);
    if (run != null && own != null) {
      return new Decided(run, own);
    }
    return Gates.approval(change.queries(), id)
        .map(past -> new Decided(past.run(), past.gate()))
        .orElseThrow(
            () -> Problem.APPROVAL_NOT_FOUND.because("There is no such approval.").asException());
  }

  private static Refusal settled(Approval approval) {
    return Problem.APPROVAL_EXPIRED
        .because("The approval is already resolved or has expired. Nothing was changed.")
        .settled(Gates.settlement(approval));
  }
}
