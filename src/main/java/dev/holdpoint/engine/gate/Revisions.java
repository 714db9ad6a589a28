package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.gate.RevisionChain;
import dev.holdpoint.core.gate.Succession;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.world.KeptTarget;
import dev.holdpoint.core.world.WorldChange;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.GatePolicies;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.triage.TriageLog;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Approvals that ask again after somebody wanted changes, and what they ask in the place of. */
public final class Revisions {
  private static final int LONGEST_REPLY = 16_384;

  private Revisions() {}

  /**
   * What an asker says it revises.
   *
   * @param approvalId the approval before
   * @param reply the agent's words to what it was told
   */
  public record Wish(String approvalId, @Nullable String reply) {}

  /** Somebody wants changes or an answer: the run's next approval for this tool is its revision. */
  static void invite(Change change, Run run, Approval sentBack) {
    String tool = run.call(sentBack.callId()).tool();
    Succession before = change.named(Succession.KIND, Succession.openOf(run.key(), tool));
    if (before != null) {
      change.keep(Succession.KIND, before.past());
    }
    change.keep(Succession.KIND, succession(run, sentBack, run.key()));
  }

  private static Succession succession(Run run, Approval approval, long openFor) {
    return new Succession(
        approval.key(),
        run.head().sessionId(),
        openFor,
        run.call(approval.callId()).tool(),
        approval.id(),
        approval.chainId(),
        approval.revision(),
        null,
        run.id());
  }

  /**
   * The draft of the run's next approval, as the revision of what was sent back before, if there is
   * such a one.
   *
   * @param said what the agent said in the turn that asks
   */
  public static GateDraft.OfApproval next(
      Change change, Run run, GateDraft.OfApproval draft, String tool, @Nullable String said) {
    Succession before = change.named(Succession.KIND, Succession.openOf(run.key(), tool));
    return before == null ? draft : draft.revising(chain(before, said));
  }

  private static RevisionChain chain(Succession before, @Nullable String reply) {
    return new RevisionChain(
        before.approvalId(),
        before.first(),
        before.revision() + 1,
        reply == null || reply.isBlank() ? null : cut(reply));
  }

  /** The model may have said a lot; half a character is none. */
  private static String cut(String reply) {
    if (reply.length() <= LONGEST_REPLY) {
      return reply;
    }
    int end = LONGEST_REPLY - 1;
    return reply.substring(0, Character.isHighSurrogate(reply.charAt(end - 1)) ? end - 1 : end)
        + "…";
  }

  /**
   * The draft of a request from outside, as the revision that it says it is.
   *
   * @param asking the run that will hold it
   * @throws dev.holdpoint.core.problem.Refused when that cannot be revised
   */
  public static GateDraft placed(Change change, Run asking, GateDraft draft, String tool) {
    if (!(draft instanceof GateDraft.OfApproval approval) || approval.wish() == null) {
      return draft;
    }
    Wish wish = approval.wish();
    Gates.Found<Approval> found =
        Gates.approval(change.queries(), wish.approvalId())
            .filter(gate -> gate.run().head().sessionId().equals(asking.head().sessionId()))
            .filter(gate -> isSameAsker(gate.run().head(), asking.head()))
            .filter(gate -> gate.run().call(gate.gate().callId()).tool().equals(tool))
            .orElseThrow(
                () ->
                    refusal(
                            "revises names an approval of the same session and tool that the same "
                                + "principal raised.")
                        .asException());
    Succession known = change.kept(Succession.KIND, found.gate().key());
    if (known != null && known.successorId() != null) {
      throw refusal("It was revised already: go on with conflicting_resource_id.")
          .inFavourOf(known.successorId())
          .asException();
    }
    if (!isRevisable(found.run().head(), now(change, found), change.nowMs())) {
      throw refusal(
              "Only an approval for which changes were requested, that was asked back, or that is "
                  + "pending and was raised from outside can be revised.")
          .asException();
    }
    if (found.gate().revision() >= RevisionChain.LONGEST) {
      throw refusal("It has %d revisions, the most there can be.".formatted(RevisionChain.LONGEST))
          .asException();
    }
    Succession before = known == null ? succession(found.run(), found.gate(), 0) : known;
    return approval.revising(chain(before, wish.reply()));
  }

  private static Refusal refusal(String detail) {
    return Problem.APPROVAL_NOT_REVISABLE
        .because(detail + " Nothing was raised.")
        .at("/revises", "cannot be revised");
  }

  private static boolean isSameAsker(RunHead before, RunHead now) {
    String then = before.principal();
    String asks = now.principal();
    if (then == null || asks == null) {
      return before.submittedBy().equals(now.submittedBy());
    }
    return PrincipalName.isSame(then, asks);
  }

  /** As an earlier work of the same transaction may have left it. */
  private static Approval now(Change change, Gates.Found<Approval> found) {
    Run run = change.run(found.row().runKey());
    return run == null ? found.gate() : run.approval(found.gate().id()).orElse(found.gate());
  }

  private static boolean isRevisable(RunHead head, Approval approval, long nowMs) {
    return switch (approval.state()) {
      case ApprovalState.Pending pending ->
          pending.isLiveAt(nowMs) && head.driver() == RunHead.Driver.OUTSIDE && !head.isServed();
      case ApprovalState.Denied denied -> denied.kind() != null && denied.kind().isRevisable();
      case ApprovalState.Settled _ -> false;
    };
  }

  /**
   * A person said what became of a call that left no result. If it did not happen, the call runs
   * once more on the earlier yes; where one click does not decide it, that yes is spent, and it is
   * asked about again. The gate of an agent outside is changed by what keeps its permit.
   */
  static void afterEffect(Change change, RunEdit edit, Run run, Question settled, Slots slots) {
    UncertainEffect.Word word = UncertainEffect.said(settled);
    if (word == null) {
      return;
    }
    String callId = settled.callId();
    edit.tell(new LedgerEvent.EffectSettled(callId, word.resolved(), word.by(), edit.status()));
    if (word.resolved() != UncertainEffect.Resolved.NOT_HAPPENED
        || run.head().driver() != RunHead.Driver.LOOP) {
      return;
    }
    edit.draft().again(callId);
    ToolCall call = run.call(callId);
    Approval earlier = run.approvalOf(callId).orElse(null);
    RequestTerms terms = earlier == null ? null : earlier.terms();
    ToolCall ran = ran(run, call, earlier);
    if (GatePolicies.isGuarded(PolicyBook.in(change), run, ran, terms)
        || Rulebook.wantsPasskey(change, run, ran)) {
      Approval next = again(change, run, call, earlier);
      edit.park(next);
      follow(change, next, word.by(), slots);
    }
  }

  /** The call with the input that it ran with: the reviewer may have changed it. */
  private static ToolCall ran(Run run, ToolCall call, @Nullable Approval earlier) {
    return earlier != null
            && earlier.state() instanceof ApprovalState.Allowed allowed
            && allowed.updatedInput() != null
        ? MatchableCall.edited(run, call, allowed.updatedInput())
        : call;
  }

  private static Approval again(Change change, Run run, ToolCall call, @Nullable Approval earlier) {
    if (earlier == null) {
      return GateDraft.approval(call, MatchableCall.of(run, call))
          .because("The agent wants to use " + call.tool() + ".")
          .raise(change, run);
    }
    // The call did not happen, so it depends on what it depended on before.
    KeptTarget target = change.kept(KeptTarget.KIND, earlier.key());
    return anew(earlier)
        .dependingOn(unmoved(earlier), target == null ? null : target.text())
        .raise(change, run);
  }

  /**
   * The same call once more, because what its approval depended on has moved: the next revision,
   * with a deadline by the rule that set the one before.
   */
  public static GateDraft.OfApproval anew(Approval before) {
    GateDraft.OfApproval draft =
        new GateDraft.OfApproval(before.callId(), before.digest(), before.patternKeys())
            .because(before.reason())
            .requesting(before.requestedItems())
            .offering(before.offer())
            .handledWith(before.caution())
            .describing(before.toolDescription())
            .revising(
                new RevisionChain(before.id(), before.chainId(), before.revision() + 1, null));
    Long end = before.expiresAtMs();
    GateDraft.OfApproval timed =
        end != null && before.isDeadlineFixed()
            ? draft.until(new GateDraft.Deadline(null, end - before.createdAtMs()))
            : draft;
    return before.terms() == null ? timed : timed.on(before.terms());
  }

  /** What the approval depends on, for a revision that no change of the world is the reason of. */
  public static @Nullable WorldTerms unmoved(Approval earlier) {
    return earlier.world() == null ? null : earlier.world().unmoved();
  }

  /** The new one is there: what it revises names it, and gives way to it where it still waits. */
  public static void follow(Change change, Approval revision, String by, Slots slots) {
    RevisionChain chain = revision.chain();
    if (chain == null) {
      return;
    }
    Gates.Found<Approval> before = Gates.approval(change.queries(), chain.revises()).orElseThrow();
    Succession known = change.kept(Succession.KIND, before.gate().key());
    change.keep(
        Succession.KIND,
        (known == null ? succession(before.run(), before.gate(), 0) : known).by(revision.id()));
    Run run = change.run(before.row().runKey());
    Approval waiting = run == null ? null : run.approval(chain.revises()).orElse(null);
    if (run != null && waiting != null && waiting.isPending()) {
      supersede(change, run, waiting, revision.id(), by, slots);
    }
  }

  private static void supersede(
      Change change, Run run, Approval waiting, String successorId, String by, Slots slots) {
    RunEdit edit = RunEdit.of(change, run);
    waiting.withdrawn(by, change.nowMs(), Withdrawal.SUPERSEDED).ifPresent(edit::settle);
    edit.apply(new RunCommand.Resume());
    ExternalRuns.complete(
        change,
        edit,
        run,
        JsonTree.write(
            JsonTree.object()
                .put("request_id", waiting.id())
                .put("behavior", "withdrawn")
                .put("outcome", Outcome.SUPERSEDED.wire())
                .put("successor_id", successorId)
                .put("by", by)));
    edit.done(slots);
  }

  /** Says of an approval that was raised anew which one it follows, and why. */
  public static void tellStale(RunEdit edit, Approval successor) {
    RevisionChain chain = successor.chain();
    WorldTerms world = successor.world();
    if (chain != null && world != null && !world.changes().isEmpty()) {
      edit.tell(
          new LedgerEvent.ApprovalStale(
              chain.revises(),
              successor.id(),
              world.changes().stream().map(WorldChange::withoutDiff).toList(),
              edit.status()));
    }
  }

  /** Whether another approval may have taken the place of this one. */
  public static boolean maySucceed(Approval approval) {
    return switch (approval.state()) {
      case ApprovalState.Denied denied -> denied.kind() != null && denied.kind().isRevisable();
      case ApprovalState.Withdrawn withdrawn -> withdrawn.cause() == Withdrawal.SUPERSEDED;
      // Its execution did not happen, and it took a new yes; or what it depended on has moved.
      case ApprovalState.Allowed _ -> true;
      case ApprovalState.Expired _ -> approval.world() != null;
      case ApprovalState.Pending _ -> false;
    };
  }

  /** The approval that took the place of this one; null when there is none. */
  public static @Nullable String successor(Queries queries, Approval approval) {
    Succession known = maySucceed(approval) ? queries.kept(Succession.KIND, approval.key()) : null;
    return known == null ? null : known.successorId();
  }

  /** The same, also as an earlier work of the same transaction left it. */
  public static @Nullable String successor(Change change, Approval approval) {
    Succession known = maySucceed(approval) ? change.kept(Succession.KIND, approval.key()) : null;
    return known == null ? null : known.successorId();
  }

  /**
   * All revisions of the chain that the approval is of, the first one first; without those whose
   * runs are gone.
   */
  public static List<Gates.Found<Approval>> chain(Queries queries, Approval approval) {
    Deque<Gates.Found<Approval>> all = new ArrayDeque<>();
    Gates.Found<Approval> own = Gates.approval(queries, approval.id()).orElse(null);
    for (Gates.Found<Approval> one = own; one != null && all.size() < RevisionChain.LONGEST; ) {
      all.addFirst(one);
      RevisionChain chain = one.gate().chain();
      one = chain == null ? null : Gates.approval(queries, chain.revises()).orElse(null);
    }
    for (Gates.Found<Approval> one = own; one != null && all.size() < RevisionChain.LONGEST; ) {
      Succession after = queries.kept(Succession.KIND, one.gate().key());
      String next = after == null ? null : after.successorId();
      one = next == null ? null : Gates.approval(queries, next).orElse(null);
      if (one != null) {
        all.addLast(one);
      }
    }
    return List.copyOf(all);
  }

  /** People who watch a request also watch its revision; votes, claims and snoozes do not stay. */
  public static Consequence watchers() {
    return (change, before, after, _) -> {
      for (Approval approval : after.pendingApprovals()) {
        RevisionChain chain = approval.chain();
        if (chain != null && (before == null || before.gate(approval.id()).isEmpty())) {
          watch(change, after, approval, chain);
        }
      }
    };
  }

  private static void watch(Change change, Run run, Approval approval, RevisionChain chain) {
    OptionalLong key = Ulid.keyOf(GateKind.APPROVAL.prefix(), chain.revises());
    Triage earlier = key.isPresent() ? change.kept(Triage.KIND, key.getAsLong()) : null;
    if (earlier != null && !earlier.watchers().isEmpty()) {
      change.keep(
          Triage.KIND, TriageLog.of(change, run.head(), approval).withWatchers(earlier.watchers()));
    }
  }
}
