package dev.holdpoint.engine.external;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.ExternalRuns;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.permission.GatePolicies;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Raises gates for agents that run outside: a run that only waits, and ends with the decision. */
public final class ExternalGates {
  private final Commits commits;
  private final Slots slots;
  private final Approvals approvals;

  public ExternalGates(Commits commits, Slots slots, Approvals approvals) {
    this.commits = commits;
    this.approvals = approvals;
    this.slots = slots;
  }

  /** What is asked. */
  public record Gate(ToolCall call, GateDraft draft) {
    /** Whether something that it depends on has to be fetched before it is raised. */
    public boolean isListed() {
      return draft instanceof GateDraft.OfApproval approval
          && approval.world() != null
          && approval.world().isListed();
    }
  }

  /**
   * Raises the gate, or attaches to the one that was raised before under the same key.
   *
   * @param namedKey the agent's own name for the request, hashed with its session; it never expires
   * @param idempotency of the HTTP call, which does
   */
  public RunOutcome raise(
      String sessionId,
      Submission submission,
      Gate gate,
      @Nullable IdempotencyKey namedKey,
      @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          IdempotencyKey requestKey = unlessGone(change, namedKey);
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new RunOutcome(Existing.run(change, earlier.getAsLong()), true);
          }
          OptionalLong asked = attached(change, requestKey);
          if (asked.isPresent()) {
            Run known = Existing.run(change, asked.getAsLong());
            return new RunOutcome(StaleGates.newest(change, known), true);
          }
          checkDeadline(gate, change.nowMs());
          Run run = raise(change, Runs.open(change, sessionId), submission, gate);
          OncePerKey.remember(change, requestKey, run.key());
          OncePerKey.remember(change, idempotency, run.key());
          return new RunOutcome(run, false);
        });
  }

  /** Not before it is known that the gate is new: one that was raised in time stays what it is. */
  private static void checkDeadline(Gate gate, long nowMs) {
    Long untilMs = gate.draft.deadline().atMs();
    if (untilMs != null && untilMs <= nowMs) {
      throw Problem.INVALID_REQUEST
          .because("The deadline is in the past. Nothing was raised.")
          .at("/expires_at_ms", "must be later than now, " + nowMs)
          .asException();
    }
  }

  /** Raises it in a session that takes work. */
  Run raise(Change change, Session session, Submission submission, Gate gate) {
    if (gate.isListed()) {
      throw new NotFetched();
    }
    ExternalRuns.Raised raised =
        ExternalRuns.raise(change, session, submission, gate.call, gate.draft);
    if (raised.gate() instanceof Approval approval) {
      Revisions.tellStale(raised.edit(), approval);
      Revisions.follow(change, approval, submission.actorId(), slots);
    }
    return ruled(change, raised.edit().done(slots), gate);
  }

  /** Says something in a session that takes work: over as it begins, and heard as every output. */
  Run tell(Change change, Session session, Submission submission, String message) {
    Run draft = Runs.draft(change, session, submission, ExternalRuns.ROUTE, null);
    RunEdit edit = RunEdit.ofNew(change, draft).step(new Step.Input(submission.text()));
    edit.draft().started(change.nowMs(), Slots.stepsBefore(change, draft));
    edit.apply(new RunCommand.Start());
    edit.step(new Step.Turn(message, List.of()));
    ExternalRuns.say(edit, draft, message);
    return edit.apply(new RunCommand.Complete(change.nowMs())).done(slots);
  }

  /** Of a run that no client with nothing but a token has asked for. */
  static Optional<Awaited> awaited(RunHead head) {
    return switch (head.sourceKind()) {
      // Asked by clients of before, of which that was not noted.
      case "hook", "mcp" -> Optional.empty();
      // Whoever raised it has its id, and finds the decision by that.
      case "external" -> Optional.of(new Awaited(Awaited.Who.COMES_BACK, null));
      // An agent's process here, or a call of a server's tool; their gates go with them.
      default -> Optional.of(new Awaited(Awaited.Who.NOW, null));
    };
  }

  /** Nobody will act on a decision any more: the run ends for this reason, unless it has ended. */
  public Run interrupt(String runId, String reason, String by) {
    return commits.commit(
        change -> interrupt(change, Existing.run(change, runId), reason, by, slots));
  }

  public Run interrupt(Change change, Run run, String reason, String by) {
    return interrupt(change, run, reason, by, slots);
  }

  public static Run interrupt(Change change, Run run, String reason, String by, Slots slots) {
    return run.status().isSettled()
        ? run
        : RunEdit.of(change, run)
            .end(new RunCommand.Interrupt(change.nowMs(), reason), by)
            .done(slots);
  }

  /** A rule may answer at once what would have been asked. */
  private Run ruled(Change change, Run run, Gate gate) {
    if (!(gate.draft instanceof GateDraft.OfApproval approval)
        || MatchableCall.of(run, gate.call).isRequest()) {
      return run;
    }
    // Where one person's yes is not enough, a rule's is not either; its no is.
    boolean guarded =
        GatePolicies.of(PolicyBook.in(change), run, run.pendingApprovals().getFirst()).isGuarded();
    PermissionRule rule =
        Rulebook.decide(change, run, gate.call, Behavior.ASK, guarded || approval.isLeftToPeople())
            .rule();
    if (rule == null) {
      return run;
    }
    if (rule.behavior() == Behavior.ASK) {
      PermissionRules.count(change, rule);
      return run;
    }
    return approvals.byRule(change, run, run.pendingApprovals().getFirst(), rule);
  }

  /** What was asked under the key and is gone, with its session or by its age, is asked anew. */
  private static @Nullable IdempotencyKey unlessGone(Change change, @Nullable IdempotencyKey key) {
    IdempotencyKey free = key;
    while (free != null) {
      var earlier = change.remembered(free.scope());
      if (earlier == null || change.run(earlier.shownKey()) != null) {
        return free;
      }
      free = new IdempotencyKey(free.scope() + "+", free.fingerprint());
    }
    return null;
  }

  private static OptionalLong attached(Change change, @Nullable IdempotencyKey requestKey) {
    if (requestKey == null) {
      return OptionalLong.empty();
    }
    var earlier = change.remembered(requestKey.scope());
    if (earlier == null) {
      return OptionalLong.empty();
    }
    if (!earlier.fingerprint().equals(requestKey.fingerprint())) {
      throw Problem.IDEMPOTENCY_CONFLICT
          .because("This request_key was used for a different request. Use a new one.")
          .at("/request_key", "was used for a different request")
          .asException();
    }
    return OptionalLong.of(earlier.shownKey());
  }
}
