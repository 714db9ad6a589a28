package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateProgress;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Objection;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.policy.BruteForce;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.PolicyVersion;
import dev.holdpoint.core.policy.Stage;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What holds of gates under a policy: nothing is allowed or denied that a brute-force evaluator
 * would not, no stage is left out or comes early, and a deadline is never told as a person's no. It
 * keeps each person's words itself, by what they sent.
 */
final class Deliberations {
  private static final String NOBODY = "nobody decided before the deadline";

  private final Queries tables;
  private final Map<String, Followed> followed = new HashMap<>();
  private final Map<Long, NamedPolicy> read = new HashMap<>();
  private final Map<String, Settled> settled = new LinkedHashMap<>();

  /** The crew before this transaction, and after it: a vote may have met either. */
  private Group before;

  private Group after;
  private int allowed;
  private int stages;
  private int expired;

  /** A word that somebody said about a gate. */
  private record Word(boolean yes, @Nullable Role role) {}

  /** A gate as the rows before have shown it. */
  private static final class Followed {
    private final Map<String, Word> words = new LinkedHashMap<>();
    private int stage = 1;
    private long openedAtMs;
    private boolean over;
  }

  /** How a call's gate has ended, to be held against what the model was told. */
  private record Settled(long runKey, Gate gate) {}

  Deliberations(Queries tables) {
    this.tables = tables;
    before = Council.crew(tables);
    after = before;
  }

  /** A transaction is about to be looked at. */
  void begin() {
    before = after;
    after = Council.crew(tables);
  }

  void check(JournalRow row) {
    Run run = row.run();
    if (run == null) {
      return;
    }
    run.gates().forEach(gate -> ended(run, gate));
    if (Council.isUnder(run)) {
      run.calls().forEach(call -> ruled(run, call));
      for (Gate gate : run.gates()) {
        Followed known =
            followed.computeIfAbsent(
                gate.id(),
                _ -> {
                  Followed first = new Followed();
                  first.openedAtMs = gate.createdAtMs();
                  return first;
                });
        if (!known.over) {
          staged(row, gate, known);
          said(gate, known);
          if (gate.state() instanceof GateState.Settled how) {
            known.over = true;
            over(run, gate, how, known);
          }
        }
      }
    }
  }

  private void ruled(Run run, Call call) {
    RuleDecision ruling = call.ruling();
    hold(
        ruling == null || ruling.denies() || !call.call().tool().equals("act"),
        "a rule allowed %s of %s, which a policy guards",
        call.call().id(),
        run.id());
  }

  /** A deadline is the daemon's own word: no person's no carries its name, and none is without. */
  private void ended(Run run, Gate gate) {
    if (gate.state() instanceof GateState.Settled how
        && !run.isClarification()
        && settled.putIfAbsent(gate.id(), new Settled(run.key(), gate)) == null) {
      boolean no = how.outcome() == Outcome.DENIED || how.outcome() == Outcome.DECLINED;
      hold(
          !no || (!how.by().equals(Deadlines.BY) && gate.sent() != null),
          "the deadline of %s was told as a denial: %s",
          gate.id(),
          how);
    }
  }

  private void staged(JournalRow row, Gate gate, Followed known) {
    GateProgress come = gate.progress();
    int stage = come == null ? 1 : come.stage();
    if (!gate.isPending() && gate.ruling() != null) {
      stage = gate.ruling().stage();
    }
    if (stage == known.stage) {
      return;
    }
    hold(
        stage == known.stage + 1,
        "%s went from stage %d to stage %d: one was skipped",
        gate.id(),
        known.stage,
        stage);
    long openedAtMs = gate.isPending() && come != null ? come.openedAtMs() : row.atMs();
    long waited = openedAtMs - known.openedAtMs;
    hold(
        versions(gate).stream().anyMatch(one -> isTime(one, known.stage, waited)),
        "stage %d of %s was skipped: it had %d ms",
        known.stage,
        gate.id(),
        waited);
    hold(
        row.events().stream()
            .anyMatch(
                event ->
                    event instanceof LedgerEvent.GateUpdated told
                        && told.gateId().equals(gate.id())
                        && told.change() == GateChange.STAGE_OPENED),
        "nobody was told that stage %d of %s opened",
        stage,
        gate.id());
    known.stage = stage;
    known.openedAtMs = openedAtMs;
    stages++;
  }

  private static boolean isTime(NamedPolicy policy, int stage, long waited) {
    List<Stage> all = policy.rules().needs().stages();
    if (stage >= all.size()) {
      return false;
    }
    Stage left = all.get(stage - 1);
    return waited >= Math.min(orNever(left.withinMs()), orNever(left.unseenMs()));
  }

  private static long orNever(@Nullable Long ms) {
    return ms == null ? Long.MAX_VALUE : ms;
  }

  /** Every version that the gate may have met; which one it was is known when it is settled. */
  private List<NamedPolicy> versions(Gate gate) {
    String kind = gate.kind().name().toLowerCase(Locale.ROOT);
    return tables.keptBelow(PolicyVersion.KIND, null, Long.MAX_VALUE, Integer.MAX_VALUE).stream()
        .filter(one -> List.of(kind).equals(one.policy().draft().match().kinds()))
        .map(this::named)
        .toList();
  }

  private static void said(Gate gate, Followed known) {
    switch (gate.state()) {
      case ApprovalState.Pending pending -> {
        pending.endorsements().forEach(yes -> known.words.put(yes.principal(), word(yes)));
        pending.objections().forEach(no -> known.words.put(no.principal(), word(no)));
      }
      case ApprovalState.Allowed allowed -> {
        allowed.endorsements().forEach(yes -> known.words.put(yes.principal(), word(yes)));
        if (allowed.endorsements().isEmpty()) {
          known.words.put(allowed.by(), new Word(true, Council.PEOPLE.get(allowed.by())));
        }
      }
      case ApprovalState.Denied denied ->
          known.words.put(denied.by(), new Word(false, Council.PEOPLE.get(denied.by())));
      case QuestionState.Answered answered ->
          known.words.put(answered.by(), new Word(true, Council.PEOPLE.get(answered.by())));
      case QuestionState.Declined declined ->
          known.words.put(declined.by(), new Word(true, Council.PEOPLE.get(declined.by())));
      default -> {}
    }
  }

  private static Word word(Endorsement yes) {
    return new Word(true, yes.role());
  }

  private static Word word(Objection no) {
    return new Word(false, no.role());
  }

  private void over(Run run, Gate gate, GateState.Settled how, Followed known) {
    Ruling ruling = gate.ruling();
    if (ruling == null || ruling.policyId() == null) {
      // The policy of that time was about another tool.
      hold(
          gate.kind() != GateKind.APPROVAL
              || how.outcome() != Outcome.ALLOWED
              || !run.call(gate.callId()).tool().equals("act"),
          "%s was allowed under no policy",
          gate.id());
      return;
    }
    NamedPolicy policy = policy(ruling);
    switch (how.outcome()) {
      case ALLOWED -> {
        hold(!how.by().startsWith(PermissionRule.BY), "a rule allowed %s", gate.id());
        judged("allowed", gate, policy, run, known);
        allowed++;
      }
      case DENIED -> judged("denied", gate, policy, run, known);
      case ANSWERED, DECLINED -> {
        // Anybody may cancel what a child asks, and its deadline is a no to the child.
        if (!run.isClarification() || how.outcome() == Outcome.ANSWERED) {
          judged("allowed", gate, policy, run, known);
        }
      }
      case EXPIRED -> {
        expired++;
        hold(
            gate.isDeadlineFixed() || known.stage >= policy.rules().needs().stages().size(),
            "%s expired in stage %d of %s: the others were skipped",
            gate.id(),
            known.stage,
            policy.rules().needs());
      }
      default -> {}
    }
  }

  private NamedPolicy policy(Ruling ruling) {
    PolicyVersion version =
        tables.named(PolicyVersion.KIND, ruling.policyId() + " " + ruling.policyVersion());
    if (version == null) {
      throw new Violation("nobody has " + ruling);
    }
    return named(version);
  }

  private NamedPolicy named(PolicyVersion version) {
    return read.computeIfAbsent(version.key(), _ -> version.policy().named());
  }

  /** What the votes amount to is what somebody finds who tries everything. */
  private void judged(String state, Gate gate, NamedPolicy policy, Run run, Followed known) {
    if (after.version() > before.version() + 1) {
      // Which of several crews it was that the vote has met nobody can say.
      return;
    }
    int open = Math.min(known.stage, policy.rules().needs().stages().size());
    List<String> found = new ArrayList<>();
    for (Group crew : List.of(before, after)) {
      found.add(
          BruteForce.state(
              new BruteForce.Case(
                  policy.rules().needs(),
                  policy.rules().veto(),
                  policy.rules().distinct(),
                  policy.rules().requesterMayApprove() || !(gate instanceof Approval),
                  1,
                  open,
                  Map.of(Council.CREW, Set.copyOf(crew.members())),
                  voters(run, known))));
    }
    hold(
        found.contains(state),
        "%s was %s by %s, and trying everything finds it %s: %s of %s, stage %d of %s",
        gate.id(),
        state,
        gate.state(),
        found,
        known.words,
        after.members(),
        open,
        policy.rules().needs());
  }

  private static List<BruteForce.Voter> voters(Run run, Followed known) {
    List<BruteForce.Voter> voters = new ArrayList<>();
    voters.add(
        new BruteForce.Voter("admin", Set.of(Role.ADMIN), false, null, null, /* valid= */ true));
    Council.PEOPLE.forEach(
        (name, role) -> {
          Word word = known.words.get(name);
          voters.add(
              new BruteForce.Voter(
                  name,
                  Set.of(role),
                  run.head().submittedBy().equals(name),
                  word == null ? null : word.yes,
                  word == null ? null : word.role,
                  /* valid= */ true));
        });
    return voters;
  }

  /** On how many gates this was said. */
  static long said(Run run, Json sent) {
    return run.approvals().stream()
        .filter(
            approval -> {
              Ruling ruling = approval.ruling();
              return sent.equals(approval.sent())
                  || (approval.state() instanceof ApprovalState.Pending pending
                      && isAmong(sent, pending.endorsements(), pending.objections()))
                  || (approval.state() instanceof ApprovalState.Allowed all
                      && isAmong(sent, all.endorsements(), List.of()))
                  || (ruling != null && isAmong(sent, ruling.endorsements(), ruling.objections()));
            })
        .count();
  }

  private static boolean isAmong(Json sent, List<Endorsement> yeses, List<Objection> noes) {
    return yeses.stream().anyMatch(yes -> sent.equals(yes.sent()))
        || noes.stream().anyMatch(no -> sent.equals(no.sent()));
  }

  /** The model reads of a deadline as of a deadline, and of a person's no as of a no. */
  void reckon() {
    for (Settled one : settled.values()) {
      Run run = tables.run(one.runKey);
      // Where the world had moved, what became of the last revision is told.
      if (run != null
          && one.gate instanceof Approval approval
          && Revisions.successor(tables, approval) == null) {
        Trails.transcript(tables, run).stream()
            .filter(step -> step instanceof Step.Result)
            .map(step -> (Step.Result) step)
            .filter(result -> result.callId().equals(approval.callId()))
            .forEach(result -> told(approval, result.content().text()));
      }
    }
  }

  private static void told(Approval approval, String text) {
    if (approval.state() instanceof ApprovalState.Expired late) {
      hold(
          late.applied() == Applied.ALLOW
              || text.contains(NOBODY)
              || text.contains("\"outcome\":\"expired\""),
          "the deadline of %s was told as a denial: %s",
          approval.id(),
          text);
    } else {
      hold(!text.contains(NOBODY), "%s was told as a deadline: %s", approval.state(), text);
    }
  }

  int allowed() {
    return allowed;
  }

  int stages() {
    return stages;
  }

  int expired() {
    return expired;
  }
}
