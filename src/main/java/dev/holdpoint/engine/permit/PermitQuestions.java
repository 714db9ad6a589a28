package dev.holdpoint.engine.permit;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.gate.RevisionChain;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitCommand;
import dev.holdpoint.core.permit.PermitMachine;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.Redemption;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.gate.ExternalRuns;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.permission.GatePolicies;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.run.FollowUp;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import org.jspecify.annotations.Nullable;

/**
 * Asks people what became of a call whose runner did not say so, and does what they say. The
 * question is a run of the session that only waits; it comes with the commit that makes the permit
 * uncertain, and its answer changes the permit with the commit that has it. {@link
 * dev.holdpoint.engine.run.RunEdit} calls {@link #after}, so that no way to answer forgets the
 * permit.
 */
public final class PermitQuestions implements FollowUp {
  /** Such a run holds no slot, so that it gives none on; and nothing follows from its question. */
  private static final Slots WAITING = new Slots(() -> false, (_, _, _, _) -> {});

  private final PermitTimes times;
  private final @Nullable Long expiresAfterMs;
  private final AnsweredCount count;

  /** Where nothing is counted. */
  public PermitQuestions(PermitTimes times, @Nullable Long expiresAfterMs) {
    this(times, expiresAfterMs, PermitMetrics.NONE);
  }

  /**
   * @param expiresAfterMs how long a question waits; null for as long as it takes
   */
  public PermitQuestions(PermitTimes times, @Nullable Long expiresAfterMs, PermitMetrics metrics) {
    this.times = times;
    this.expiresAfterMs = expiresAfterMs;
    this.count = new AnsweredCount(metrics);
  }

  /** Counts permits that people settle, from now on. */
  public PermitQuestions counting(Engine engine) {
    engine.onCommit(count);
    return this;
  }

  /** The permit with its question, where its session still takes one. */
  Permit asking(Change change, Permit uncertain) {
    FoundPermit permit = FoundPermit.in(change, uncertain.id(), times);
    Session session = change.session(uncertain.sessionId());
    if (permit == null
        || session == null
        || session.isEnded()
        || !(uncertain.state() instanceof PermitState.Uncertain state)) {
      return uncertain;
    }
    ExternalRuns.Raised raised =
        ExternalRuns.raise(
            change,
            session,
            submission(permit),
            ran(permit),
            GateDraft.OfQuestion.about(
                permit.approval().callId(), effect(permit, state.redemption()), expiresAfterMs));
    raised.edit().done(WAITING);
    return uncertain.asking(raised.gate().id());
  }

  private static UncertainEffect effect(FoundPermit permit, Redemption redemption) {
    return new UncertainEffect(
        permit.tool(),
        ran(permit).input(),
        permit.digest(),
        redemption.atMs(),
        null,
        redemption.attempt(),
        false,
        permit.id());
  }

  /** The agent that asked for the call reads the answer from the permit. */
  private static Submission submission(FoundPermit permit) {
    RunHead head = permit.run().head();
    return new Submission(
            RunKind.INPUT,
            RunHead.Driver.OUTSIDE,
            head.submittedBy(),
            "daemon",
            "external",
            head.actorId(),
            "Did this happen? " + permit.tool(),
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE)
        .askedBy(head.principal())
        .within(head.trace());
  }

  /** The call with the input that was allowed. */
  private static ToolCall ran(FoundPermit permit) {
    ToolCall call = permit.run().call(permit.approval().callId());
    Json edited = permit.allowed().updatedInput();
    return edited == null ? call : MatchableCall.edited(permit.run(), call, edited);
  }

  /** The runner has said what became of it, so that nobody else has to. */
  static void withdraw(Change change, Permit settled, String by) {
    String id = settled.questionId();
    Gates.Found<Question> found =
        id == null ? null : Gates.question(change.queries(), id).orElse(null);
    Run run = found == null ? null : change.run(found.row().runKey());
    Gate waiting =
        run == null || id == null
            ? null
            : run.question(id).filter(Question::isPending).orElse(null);
    if (run != null && waiting != null) {
      ExternalRuns.withdraw(change, run, waiting, Withdrawal.GONE, by, WAITING);
    }
  }

  @Override
  public void after(Change change, Run before, Run after, Slots slots) {
    if (before.head().driver() != RunHead.Driver.OUTSIDE) {
      return;
    }
    for (Question asked : before.pendingQuestions()) {
      UncertainEffect effect = asked.effect();
      String permitId = effect == null ? null : effect.permitId();
      UncertainEffect.Word word =
          permitId == null
              ? null
              : after.question(asked.id()).map(UncertainEffect::said).orElse(null);
      if (permitId != null && word != null) {
        answered(change, asked.id(), permitId, word, slots);
      }
    }
  }

  private void answered(
      Change change, String questionId, String permitId, UncertainEffect.Word word, Slots slots) {
    FoundPermit permit = FoundPermit.in(change, permitId, times);
    Permit row = permit == null ? null : permit.row();
    if (permit == null || row == null || !questionId.equals(row.questionId())) {
      return;
    }
    boolean spent =
        word.resolved() == UncertainEffect.Resolved.NOT_HAPPENED && isGuarded(change, permit);
    PermitCommand.Settle command =
        new PermitCommand.Settle(
            PermitCommand.Answer.valueOf(word.resolved().name()),
            word.by(),
            change.nowMs(),
            spent ? null : Long.valueOf(times.ttlMs(permit.terms())));
    if (PermitMachine.decide(row.state(), command)
        instanceof Verdict.Happened<PermitState>(PermitState next)) {
      Permit settled = row.at(next);
      count.answered(settled);
      String successor = spent ? askAnew(change, permit, word.by(), slots) : null;
      change.keep(Permit.KIND, successor == null ? settled : settled.followedBy(successor));
    }
  }

  /** Whether one click of anyone does not decide the call: then a yes is good for one attempt. */
  private static boolean isGuarded(Change change, FoundPermit permit) {
    RequestTerms terms = permit.approval().terms();
    ToolCall ran = ran(permit);
    return GatePolicies.isGuarded(PolicyBook.in(change), permit.run(), ran, terms)
        || Rulebook.wantsPasskey(change, permit.run(), ran);
  }

  /** Gives the id of the next revision; null where people were asked often enough. */
  private static @Nullable String askAnew(
      Change change, FoundPermit permit, String by, Slots slots) {
    Approval earlier = permit.approval();
    Session session = change.session(permit.run().head().sessionId());
    if (session == null || session.isEnded() || earlier.revision() >= RevisionChain.LONGEST) {
      return null;
    }
    ExternalRuns.Raised raised =
        ExternalRuns.raise(
            change,
            session,
            ExternalRuns.again(permit.run().head()),
            permit.run().call(earlier.callId()),
            // The call did not happen, so it depends on what it depended on before.
            Revisions.anew(earlier).dependingOn(Revisions.unmoved(earlier), null));
    raised.edit().done(slots);
    if (raised.gate() instanceof Approval approval) {
      Revisions.follow(change, approval, by, slots);
    }
    return raised.gate().id();
  }
}
