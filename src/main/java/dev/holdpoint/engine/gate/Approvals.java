package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalEvent;
import dev.holdpoint.core.gate.ApprovalMachine;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.cache.WorkSubject;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.Grant;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.secret.ApprovalSecrets;
import dev.holdpoint.engine.standing.EditPlaces;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.engine.triage.TriageLog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Resolves approvals, whole batches or not at all. */
public final class Approvals {
  private final Commits commits;
  private final Slots slots;
  private final EditPlaces editing;
  private final long longestAssertionMs;
  private final Reachability reach;
  private final LateAnswers late;

  public Approvals(Commits commits, Slots slots, ToolInputs inputs) {
    this(commits, slots, inputs, Long.MAX_VALUE, Reachability.OWN);
  }

  /**
   * @param longestAssertionMs how far ahead an assertion's end may lie at most
   * @param reach whether whoever asked would hear of the decision
   */
  public Approvals(
      Commits commits,
      Slots slots,
      ToolInputs inputs,
      long longestAssertionMs,
      Reachability reach) {
    this(commits, slots, inputs, longestAssertionMs, reach, /* nextTurn= */ false);
  }

  /**
   * @param nextTurn whether agents read what comes too late with their next turn
   */
  public Approvals(
      Commits commits,
      Slots slots,
      ToolInputs inputs,
      long longestAssertionMs,
      Reachability reach,
      boolean nextTurn) {
    this.commits = commits;
    this.slots = slots;
    this.editing = new EditPlaces(inputs);
    this.longestAssertionMs = longestAssertionMs;
    this.reach = reach;
    this.late = new LateAnswers(commits, nextTurn, longestAssertionMs);
  }

  public EditPlaces editing() {
    return editing;
  }

  /** What keeps decisions that come too late, at whichever door. */
  public LateAnswers late() {
    return late;
  }

  public RunOutcome resolve(
      GateTarget target,
      List<SentDecision> batch,
      Voter voter,
      @Nullable IdempotencyKey idempotency) {
    return late.keeping(
        () -> decided(target, batch, voter, idempotency),
        LateAnswers.Sent.of(batch),
        new LateAnswers.Sender(voter, target::holds));
  }

  private RunOutcome decided(
      GateTarget target,
      List<SentDecision> batch,
      Voter voter,
      @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        Work.about(
            WorkSubject.run(target.runKey(), idempotency),
            change -> {
              OptionalLong earlier = OncePerKey.replay(change, idempotency);
              if (earlier.isPresent()) {
                return new RunOutcome(Existing.run(change, earlier.getAsLong()), true);
              }
              String first = batch.isEmpty() ? null : batch.getFirst().requestId();
              Run run = target.find(change, GateKind.APPROVAL, first);
              check(batch);
              Run after = decide(change, run, batch, voter, null);
              if (!change.isRefused()) {
                OncePerKey.remember(change, idempotency, after.key());
              }
              return new RunOutcome(after, false);
            }));
  }

  /** What is wrong with the batch whatever it is sent to. */
  static void check(List<SentDecision> batch) {
    if (batch.isEmpty()) {
      throw Problem.APPROVAL_BATCH_EMPTY
          .because("Send at least one resolution.")
          .at("/resolutions", "must not be empty")
          .asException();
    }
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < batch.size(); i++) {
      SentDecision resolution = batch.get(i);
      if (!seen.add(resolution.requestId())) {
        throw Problem.APPROVAL_DUPLICATE_RESOLUTION
            .because("Send one resolution for each approval. Nothing was resolved.")
            .at("/resolutions/" + i + "/request_id", "occurs twice in the batch")
            .asException();
      }
      if (!resolution.allow() && resolution.updatedInput() != null) {
        throw Problem.APPROVAL_INVALID_RESOLUTION
            .because(
                "A denied call does not run, so updated_input is not allowed with "
                    + "behavior deny. Nothing was resolved.")
            .at("/resolutions/" + i + "/updated_input", "is allowed only with behavior allow")
            .asException();
      }
      if (resolution.grant() != null
          && (!resolution.allow() || resolution.updatedInput() != null)) {
        throw Problem.APPROVAL_INVALID_RESOLUTION
            .because("A grant requires behavior allow without updated_input. Nothing was resolved.")
            .at(
                "/resolutions/" + i + "/grant",
                "is allowed only with behavior allow and without updated_input")
            .asException();
      }
    }
  }

  /** What time has decided of these by now, recorded with the change; null where all wait. */
  @Nullable Refusal settledByTime(Change change, Run found, List<SentDecision> batch) {
    return ApprovalRefusals.settledByTime(
        change, found, Stages.advance(change, PolicyBook.in(change), found, slots), batch);
  }

  public ManyApprovals many() {
    return new ManyApprovals(commits, this);
  }

  public Holds holds() {
    return holds(commits);
  }

  /**
   * @param first commits what takes effect, where nobody has to be brought back for it
   */
  public Holds holds(Commits first) {
    return new Holds(first, commits, this, slots);
  }

  /** A rule answers in a person's place. */
  public Run byRule(Change change, Run run, Approval approval, PermissionRule rule) {
    boolean allow = rule.behavior() == Behavior.ALLOW;
    String reason = allow ? null : RuleDecision.of(rule).reason();
    ObjectNode sent =
        JsonTree.object()
            .put("request_id", approval.id())
            .put("behavior", allow ? "allow" : "deny")
            .put("rule_id", rule.id());
    if (reason != null) {
      sent.put("reason", reason);
    }
    return decide(
        change,
        run,
        List.of(
            new SentDecision(
                approval.id(), allow, null, reason, null, null, null, JsonTree.write(sent))),
        Voter.named(PermissionRule.BY + rule.id()),
        PermissionRules.count(change, rule));
  }

  /**
   * Settles all of them, or throws and settles none.
   *
   * @param ruling the rule that decides; null when a person does
   */
  public Run decide(
      Change change,
      Run found,
      List<SentDecision> batch,
      Voter voter,
      @Nullable PermissionRule ruling) {
    Tenancy.checkOpen(change, found.head().tenantId());
    PolicyBook book = PolicyBook.in(change);
    Run run = Stages.advance(change, book, found, slots);
    Refusal before = ApprovalRefusals.settledByTime(change, found, run, batch);
    if (before != null) {
      // A stage opens that the votes meet: record it, then say so.
      if (ruling == null) {
        change.refuseAfterCommit(before);
      }
      return run;
    }
    if (run.status() != RunStatus.WAITING_FOR_APPROVAL) {
      throw ApprovalRefusals.moved(
              change, run, batch.stream().map(SentDecision::requestId).toList())
          .asException();
    }
    RunEdit edit = RunEdit.of(change, run);
    // Kept when all is decided: a deadline that has passed commits, and must not leave any.
    List<PermissionRule> grants = new ArrayList<>();
    List<Approval> sentBack = new ArrayList<>();
    ApprovalSettlement settling = new ApprovalSettlement(edit);
    for (int i = 0; i < batch.size(); i++) {
      SentDecision resolution = batch.get(i).compared(run);
      String pointer = "/resolutions/" + i + "/request_id";
      Approval approval =
          run.approval(resolution.requestId())
              .map(asked -> Quorum.recounted(change, book, run, asked))
              .orElseThrow(
                  () ->
                      ApprovalRefusals.unknown(change, run, pointer, resolution.requestId())
                          .asException());
      Judgement judged = Judgement.of(book, run, approval);
      ReplyCheck.check(change, run, approval, resolution, judged, voter, i);
      EditCheck.checkInput(editing, run, approval, judged.named(), resolution, i);
      VoteCommands.checkHold(change, run, judged, resolution, i);
      OfferCheck.check(approval, batch, i);
      OfferCheck.checkMerged(approval, resolution, run.call(approval.callId()).input(), i);
      Decider voice =
          ruling == null
              ? Decider.heard(change, run, judged, resolution, voter, longestAssertionMs)
              : Decider.of(voter);
      if (ruling == null) {
        ApprovalRefusals.checkNamed(change, judged, approval, resolution, i);
      }
      PermissionRule rule =
          resolution.grant() == null || !approval.isPending()
              ? ruling
              : granted(
                  // A grant is stored when the decision takes effect.
                  resolution.holdMs() > 0 ? new ArrayList<>() : grants,
                  change,
                  run,
                  approval,
                  resolution.grant(),
                  voter.name(),
                  i);
      switch (ApprovalMachine.decide(
          approval.state(),
          approval.wording(),
          VoteCommands.of(
              judged,
              resolution,
              voice,
              voter.tokenId(),
              change.nowMs(),
              rule == null ? null : rule.id(),
              resolution.tellComments() ? TriageLog.comments(change, approval.id()) : ""))) {
        case Verdict.Happened<ApprovalEvent>(ApprovalEvent.Endorsed event) -> {
          settling.endorse(approval, event, judged.policy().yeses());
          TriageLog.note(
              change,
              edit,
              run,
              approval,
              TriageEntry.Draft.of(voice.principal(), GateChange.VOTED));
        }
        case Verdict.Happened<ApprovalEvent>(ApprovalEvent.Objected event) -> {
          // What came with a yes goes with it.
          ApprovalSecrets.drop(change, run, approval);
          settling.object(approval, event);
          TriageLog.note(
              change,
              edit,
              run,
              approval,
              TriageEntry.Draft.of(voice.principal(), GateChange.OBJECTED)
                  .saying(event.no().reason()));
        }
        case Verdict.Happened<ApprovalEvent>(ApprovalEvent.Held event) -> {
          Holds.note(change, edit, run, approval, event.decision());
          settling.move(approval, event);
        }
        case Verdict.Happened<ApprovalEvent>(ApprovalEvent.TakenBack _) ->
            throw new IllegalStateException("a decision takes nothing back");
        case Verdict.Happened<ApprovalEvent>(ApprovalEvent.Settling event) -> {
          if (ruling != null) {
            ToolCall call = run.call(approval.callId());
            edit.tell(
                new LedgerEvent.RuleApplied(
                    ruling,
                    call.id(),
                    MatchableCall.of(run, call).name(),
                    approval.id(),
                    run.status()));
          }
          settling.settle(
              approval.under(
                  judged.ruling(
                      VoteCommands.term(judged, voice, event),
                      ruling == null ? voice.principal() : null)),
              event,
              voice,
              resolution.sent());
          if (resolution.kind() != null && resolution.kind().isRevisable()) {
            sentBack.add(approval);
          }
        }
        case Verdict.Unchanged<ApprovalEvent> _ -> {
          // Whoever has said yes before is not counted again, and has not been refused either.
          if (!approval.isPending()) {
            throw ApprovalRefusals.notPending(change, pointer, approval).asException();
          }
        }
        case Verdict.Rejected<ApprovalEvent>(Problem problem) -> {
          if (problem == Problem.APPROVAL_EXPIRED
              && approval.isPending()
              && approval.held() == null) {
            // The timer has not come yet, the deadline has: record it, then say so.
            Run expired = Deadlines.expire(change, run, slots);
            change.refuseAfterCommit(
                ApprovalRefusals.expired(expired.approval(approval.id()).orElse(approval)));
            return expired;
          }
          throw ApprovalRefusals.of(change, problem, pointer, approval, resolution).asException();
        }
      }
    }
    // A rule's word waits for the agent; a person is told that nobody would hear them.
    Reachability.Unavailable lost = ruling == null ? reach.lost(run, change.queries()) : null;
    if (lost != null && batch.stream().anyMatch(SentDecision::allow)) {
      throw lost;
    }
    grants.forEach(rule -> PermissionRules.keep(change, rule));
    sentBack.forEach(approval -> Revisions.invite(change, run, approval));
    return settling.done(change, run, slots, lost == null ? null : lost.ending());
  }

  /** Whether whoever asked is at another node. */
  public boolean isElsewhere(Change change, Run run) {
    return reach.whereIs(run, change.queries()) == Reachability.Place.ELSEWHERE;
  }

  /** The same grant given twice in a batch is one rule. */
  private static PermissionRule granted(
      List<PermissionRule> grants,
      Change change,
      Run run,
      Approval approval,
      Grant grant,
      String by,
      int index) {
    PermissionRule rule = PermissionRules.granted(change, run, approval, grant, by, index);
    return grants.stream()
        .filter(rule::isSameStandingRule)
        .findFirst()
        .orElseGet(
            () -> {
              grants.add(rule);
              return rule;
            });
  }
}
