package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalCommand;
import dev.holdpoint.core.gate.ApprovalEvent;
import dev.holdpoint.core.gate.ApprovalMachine;
import dev.holdpoint.core.gate.HeldDecision;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.TriageLog;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decisions that take effect a moment after they were sent. One is part of the gate's pending
 * state, so that no crash loses it and no two nodes carry it out; its moment is in the gate's due
 * row.
 */
public final class Holds implements GateTimer.HeldEnds {
  private static final Logger log = LoggerFactory.getLogger(Holds.class);

  /** Whose word the log names where a check has taken a decision back. */
  static final String BY = "daemon";

  private static final String TOKEN = "tok_";

  /** When a decision is tried again that could not take effect for now. */
  private static final long RETRY_MS = 2_000;

  private final Commits first;
  private final Commits commits;
  private final Approvals approvals;
  private final Slots slots;
  private final Set<String> reconnecting = ConcurrentHashMap.newKeySet();

  Holds(Commits first, Commits commits, Approvals approvals, Slots slots) {
    this.first = first;
    this.commits = commits;
    this.approvals = approvals;
    this.slots = slots;
  }

  /** Notes it in the log, in the run's history and in the gate's due row. */
  static void note(Change change, RunEdit edit, Run run, Approval approval, HeldDecision decision) {
    TriageLog.note(
        change,
        edit,
        run,
        approval,
        TriageEntry.Draft.of(decision.by(), GateChange.HELD)
            .saying(decision.behavior())
            .until(decision.untilMs()));
    due(change, run, approval, decision.untilMs());
  }

  private static void due(Change change, Run run, Approval approval, @Nullable Long atMs) {
    Triage triage = TriageLog.of(change, run.head(), approval);
    change.keep(Triage.KIND, triage.withMoments(triage.moments().held(atMs)));
  }

  /**
   * Takes it back before it takes effect. That is the safe side, for a suspended tenant too.
   *
   * @param tenant whose approvals the caller knows; null for all
   */
  public void takeBack(String approvalId, String by, @Nullable String tenant) {
    first.commit(
        change -> {
          Gates.Found<Approval> found =
              Gates.approval(change.queries(), approvalId)
                  .filter(gate -> tenant == null || tenant.equals(gate.run().head().tenantId()))
                  .orElseThrow(
                      () ->
                          Problem.APPROVAL_NOT_FOUND
                              .because("There is no such approval. GET /v1/approvals lists them.")
                              .asException());
          Run run = change.run(found.row().runKey());
          Approval now = run == null ? found.gate() : run.approval(approvalId).orElse(found.gate());
          takeBack(change, run == null ? found.run() : run, now, by, null);
          return approvalId;
        });
  }

  /**
   * @param problem why the daemon takes it back; null where a person does
   */
  private void takeBack(
      Change change, Run run, Approval approval, String by, @Nullable Problem problem) {
    switch (ApprovalMachine.decide(
        approval.state(), approval.wording(), new ApprovalCommand.TakeBack(by, change.nowMs()))) {
      case Verdict.Happened<ApprovalEvent>(ApprovalEvent event) -> {
        Approval waits = approval.voted(event);
        RunEdit edit = RunEdit.of(change, run).move(waits);
        TriageEntry.Draft entry = TriageEntry.Draft.of(by, GateChange.UNDONE);
        TriageLog.append(
            change, run.head(), waits, problem == null ? entry : entry.saying(problem.title()));
        due(change, run, waits, null);
        edit.tell(
            TriageLog.told(
                    change, TriageLog.of(change, run.head(), waits), run, GateChange.UNDONE, by)
                .takenBackFor(problem == null ? null : problem.code()));
        edit.done(slots);
      }
      case Verdict.Rejected<ApprovalEvent>(Problem refused) ->
          throw (refused == Problem.APPROVAL_NOT_HELD
                  ? refused.because(
                      "No decision on this request is held; it waits for one. Nothing was changed.")
                  : refused
                      .because("The decision has taken effect. Nothing was changed.")
                      .settled(Gates.settlement(approval)))
              .asException();
      case Verdict.Unchanged<ApprovalEvent> _ -> {}
    }
  }

  /** Does what was sent, or takes it back where that would be refused now. */
  @Override
  public boolean end(Triage triage, HeldDecision held) {
    if (reconnecting.contains(triage.gateId())) {
      later(triage, held);
      return true;
    }
    try {
      end(first, triage, held);
      return true;
    } catch (Reachability.Unreached unreached) {
      later(triage, held);
      // Bringing an agent back takes time that no timer has.
      if (reconnecting.add(triage.gateId())) {
        Thread.ofVirtual().name("held-decision").start(() -> reconnect(triage, held));
      }
      return true;
    } catch (Refused passing) {
      later(triage, held);
      return true;
    }
  }

  /** Moves the row's moment, so that the next ones that are due get their turn before it. */
  private void later(Triage triage, HeldDecision held) {
    first.commit(
        change -> {
          Run run = change.run(triage.runKey());
          Approval approval = run == null ? null : held(run, triage, held);
          if (run != null && approval != null) {
            due(change, run, approval, change.nowMs() + RETRY_MS);
          }
          return triage.gateId();
        });
  }

  private void reconnect(Triage triage, HeldDecision held) {
    try {
      end(commits, triage, held);
    } catch (RuntimeException e) {
      log.warn("a held decision on {} is tried again: {}", triage.gateId(), e.getMessage());
    } finally {
      reconnecting.remove(triage.gateId());
    }
  }

  private void end(Commits how, Triage triage, HeldDecision held) {
    try {
      // Noted with the decision is the role that its sender has by now.
      Role role = first.commit(change -> voter(change, held)).role();
      ScopedValue.where(Actor.NOW, actor(triage, held, role))
          .run(() -> how.commit(change -> effect(change, triage, held)));
    } catch (Reachability.Unreached unreached) {
      throw unreached;
    } catch (Refused refused) {
      if (isPassing(refused)) {
        throw refused;
      }
      Problem why = refused.refusal().problem();
      first.commit(
          change -> {
            Run run = change.run(triage.runKey());
            Approval approval = run == null ? null : held(run, triage, held);
            if (run != null && approval != null && held.isDueAt(change.nowMs())) {
              takeBack(change, run, approval, BY, why);
            }
            return triage.gateId();
          });
    }
  }

  /** Whether the same decision may take effect a moment later, or the agent's node hear of it. */
  private static boolean isPassing(Refused refused) {
    return !(refused instanceof Reachability.Unavailable)
        && (refused.refusal().isPassing() || refused.refusal().problem() == Problem.RELAY_FAILED);
  }

  private static Actor actor(Triage triage, HeldDecision held, @Nullable Role role) {
    return new Actor(
        held.tokenId() == null ? held.by() : held.tokenId(),
        null,
        role == null ? null : role.name().toLowerCase(Locale.ROOT),
        triage.tenantId(),
        null);
  }

  private boolean effect(Change change, Triage triage, HeldDecision held) {
    Run run = change.run(triage.runKey());
    Approval approval = run == null ? null : held(run, triage, held);
    if (run == null || approval == null || !held.isDueAt(change.nowMs())) {
      // The clock may have been set back since its moment was found: it is due again then.
      return false;
    }
    Run after =
        approvals.decide(
            change, run, List.of(SentDecision.of(approval.id(), held)), voter(change, held), null);
    Approval still = change.isRefused() ? null : held(after, triage, held);
    if (still != null) {
      // A decision that changes nothing must not stay held: it would be due for ever.
      takeBack(change, after, still, BY, Problem.APPROVAL_STATE_CONFLICT);
    }
    return true;
  }

  /** The approval if this very decision is still held; another node may have been quicker. */
  private static @Nullable Approval held(Run run, Triage triage, HeldDecision held) {
    return run.approval(triage.gateId())
        .filter(approval -> held.equals(approval.held()))
        .orElse(null);
  }

  /** The sender as they are now, who must still be one who may decide. */
  private static Voter voter(Change change, HeldDecision held) {
    String id = held.tokenId();
    if (id == null || !id.startsWith(TOKEN)) {
      return new Voter(held.by(), held.role(), id);
    }
    Token token =
        change.queries().tokens().stream()
            .filter(one -> one.id().equals(id) && one.isValidAt(change.nowMs()))
            .findFirst()
            .orElse(null);
    if (token == null) {
      throw Problem.UNAUTHORIZED
          .because("The token that sent the decision is not valid any more. Nothing was resolved.")
          .asException();
    }
    if (token.role() != Role.ADMIN && token.role() != Role.OPERATOR) {
      throw Problem.FORBIDDEN
          .because("The sender of the decision may not decide any more. Nothing was resolved.")
          .asException();
    }
    return new Voter(held.by(), token.role(), id);
  }
}
