package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.permission.GatePolicies;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.permit.AnsweredPermits.Given;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.Queries;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that nobody was given: the daemon stopped while a client waited, the client was told no
 * for that, and a person decided afterwards. Such a decision answers the same request once. Whether
 * it was given is noted in the commit that finds it, or in one of its own before the answer is
 * written, so it is given at most once, on whichever node.
 */
final class Undelivered {
  private Undelivered() {}

  /** The decision is given now, or may have been. */
  static void told(Change change, Run run) {
    ClientCall call = run.head().client();
    ClientPrompt prompt = call == null ? null : ClientPrompts.prompt(change, call.prompt());
    if (prompt != null && prompt.untold() && prompt.runKey() == run.key()) {
      change.keep(ClientPrompt.KIND, prompt.told());
    }
  }

  /**
   * Notes that the decision is given, before it is: one that may have been heard answers nobody
   * else, and an allow is carried out once.
   *
   * @return whether that began what is allowed; {@link AnsweredPermits#begun} follows the commit
   */
  static boolean note(Change change, Run run, Given given, AnsweredPermits permits) {
    told(change, run);
    if (given.pass() != null) {
      Passes.give(change, run, given.pass());
    }
    return given.acting() != null && permits.begin(change, run, given.acting());
  }

  /** Whether all of it is noted already, but for the pass, which is given each time. */
  static boolean isNoted(Queries queries, Run run, Given given) {
    return !isUntold(queries, run)
        && (given.acting() == null || AnsweredPermits.isBegun(queries, run));
  }

  /** Whether the decision of the run would answer the same request. */
  static boolean isUntold(Queries queries, Run run) {
    ClientCall call = run.head().client();
    ClientPrompt prompt = call == null ? null : queries.named(ClientPrompt.KIND, call.prompt());
    return prompt != null && prompt.untold() && prompt.runKey() == run.key();
  }

  /** Whether what was decided then answers the same request now. */
  static boolean answers(
      Change change, Session session, @Nullable ClientPrompt same, Run run, long withinMs) {
    if (same == null
        || !same.untold()
        || withinMs == 0
        || session.isEnded()
        || !run.status().isSettled()) {
      return false;
    }
    Long decidedAt = decidedAt(run);
    return decidedAt != null
        && change.nowMs() - decidedAt <= withinMs
        && !isBarredByNow(change, run);
  }

  /** When a person or a rule decided; null where the gate was withdrawn or its time was over. */
  private static @Nullable Long decidedAt(Run run) {
    GateState state =
        run.approvals().isEmpty()
            ? run.questions().getFirst().state()
            : run.approvals().getFirst().state();
    return switch (state) {
      case ApprovalState.Allowed allowed -> allowed.atMs();
      case ApprovalState.Denied denied -> denied.atMs();
      case QuestionState.Answered answered -> answered.atMs();
      case QuestionState.Declined declined -> declined.atMs();
      case QuestionState.Cancelled cancelled -> cancelled.atMs();
      default -> null;
    };
  }

  /**
   * What was allowed then may be forbidden since: its tenant is suspended or wants signatures or
   * several people by now, or a rule denies what was asked, or what it was edited to.
   */
  static boolean isBarredByNow(Change change, Run run) {
    String tenant = run.head().tenantId();
    if (Tenancy.isSuspended(change, tenant)) {
      return true;
    }
    if (run.approvals().isEmpty()) {
      return false;
    }
    Approval approval = run.approvals().getFirst();
    if (!(approval.state() instanceof ApprovalState.Allowed allowed)) {
      return false;
    }
    GatePolicy now = GatePolicies.of(PolicyBook.in(change), run, approval);
    if (now.isGuarded() && !isUnder(now, approval, allowed)) {
      return true;
    }
    ToolCall call = run.call(approval.callId());
    return isDenied(change, run, call)
        || (allowed.updatedInput() != null
            && isDenied(change, run, MatchableCall.edited(run, call, allowed.updatedInput())));
  }

  /** Whether it was allowed under the very policy that holds now. */
  private static boolean isUnder(GatePolicy now, Approval approval, ApprovalState.Allowed allowed) {
    NamedPolicy named = now.named();
    Ruling then = approval.ruling();
    if (named == null) {
      return !allowed.endorsements().isEmpty();
    }
    return then != null
        && !allowed.by().startsWith(PermissionRule.BY)
        && named.id().equals(then.policyId())
        && named.version() == then.policyVersion();
  }

  private static boolean isDenied(Change change, Run run, ToolCall call) {
    return Rulebook.decide(change, run, call, Behavior.ASK, true).behavior() == Behavior.DENY;
  }
}
