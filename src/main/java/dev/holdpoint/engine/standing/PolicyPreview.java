package dev.holdpoint.engine.standing;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.policy.Deliberation;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.OpenStage;
import dev.holdpoint.core.policy.Right;
import dev.holdpoint.core.policy.Stage;
import dev.holdpoint.core.policy.StageTimes;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.core.policy.Vote;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.permission.GatePolicies;
import dev.holdpoint.engine.permission.MatchableCall;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Queries.GateFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a policy would make of the gates that wait, and would have made of the newest that are
 * settled, had it been there and the people those of now. It reads a few gates at a time and never
 * more than a fixed number.
 */
public final class PolicyPreview {
  private static final int MOST_PENDING = 10_000;
  private static final int MOST_SHOWN = 2_000;
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int AT_A_TIME = 100;

  /** How many previews run at once. A further one is refused: a queue would only hold memory. */
  private static final int AT_ONCE = 2;

  private final Engine engine;
  private final Semaphore turns = new Semaphore(AT_ONCE);

  public PolicyPreview(Engine engine) {
    this.engine = engine;
  }

  /** What the policy changes. */
  public enum Verdict {
    SAME,
    NOT_ELIGIBLE,
    MORE_NEEDED,
    NOW_ENOUGH
  }

  /**
   * @param toolName null for a question
   * @param settled null while it is pending
   */
  public record Finding(
      String requestId,
      @Nullable String toolName,
      GateState.@Nullable Settled settled,
      Verdict verdict) {}

  /**
   * @param truncated whether there may be gates it had not the patience for
   * @param gates those that matched, pending ones first
   */
  public record Findings(int matched, int lookedAt, boolean truncated, List<Finding> gates) {}

  /**
   * @param policy tried as though no other came before it
   * @param limit how many settled gates are looked at
   */
  public Findings of(NamedPolicy policy, int limit) {
    if (!turns.tryAcquire()) {
      throw Problem.UNAVAILABLE
          .because("Other policies are being tested. Retry in a moment.")
          .asException();
    }
    try {
      return new Walk(policy).along(limit);
    } finally {
      turns.release();
    }
  }

  private final class Walk {
    private final NamedPolicy policy;
    private final long deadline = System.nanoTime() + MOST_NANOS;
    private final List<Finding> found = new ArrayList<>();
    private int matched;
    private int lookedAt;
    private boolean truncated;

    Walk(NamedPolicy policy) {
      this.policy = policy;
    }

    Findings along(int limit) {
      List<GateKind> kinds =
          Stream.of(GateKind.values()).filter(kind -> policy.match().fits(kind)).toList();
      for (GateKind kind : kinds) {
        walk(new GateFilter(kind, GateState.Status.PENDING, null), MOST_PENDING, true);
      }
      for (GateKind kind : kinds) {
        walk(new GateFilter(kind, null, null), limit, false);
      }
      return new Findings(matched, lookedAt, truncated, List.copyOf(found));
    }

    private void walk(GateFilter filter, int limit, boolean pending) {
      long beyond = filter.oldestFirst() ? 0 : Long.MAX_VALUE;
      int left = limit;
      while (left > 0) {
        if (System.nanoTime() - deadline > 0) {
          truncated = true;
          return;
        }
        long from = beyond;
        List<GateRow> rows = new ArrayList<>();
        int most = left;
        left -=
            engine.<Integer>read(
                queries -> {
                  rows.addAll(queries.gates(filter, from, AT_A_TIME));
                  return look(queries, rows, most, pending);
                });
        if (rows.size() < AT_A_TIME) {
          return;
        }
        beyond = rows.getLast().key();
      }
      // The limit counts settled requests.
      truncated |= pending;
    }

    /** How many of them were looked at. */
    private int look(Queries queries, List<GateRow> rows, int most, boolean pending) {
      PolicyBook book = PolicyBook.trying(queries, engine.nowMs(), policy);
      Map<Long, Run> holders = Gates.holders(queries, rows);
      int looked = 0;
      for (GateRow row : rows) {
        Run run = holders.get(row.key());
        Gate gate =
            run == null
                ? null
                : run.gates().stream().filter(it -> it.hasKey(row.key())).findFirst().orElse(null);
        if (run != null && gate != null && gate.isPending() == pending && looked < most) {
          looked++;
          lookedAt++;
          look(queries, book, run, gate);
        }
      }
      return looked;
    }

    private void look(Queries queries, PolicyBook book, Run run, Gate gate) {
      GatePolicy holds = GatePolicies.of(book, run, gate);
      if (holds.named() == null) {
        return;
      }
      matched++;
      if (found.size() == MOST_SHOWN) {
        truncated = true;
        return;
      }
      found.add(
          new Finding(
              gate.id(),
              gate instanceof Approval
                  ? MatchableCall.of(run, run.call(gate.callId())).name()
                  : null,
              gate.state() instanceof GateState.Settled settled ? settled : null,
              new Trial(queries, book, run, holds, gate).verdict()));
    }
  }

  /** One gate under the policy. */
  private record Trial(Queries queries, PolicyBook book, Run run, GatePolicy policy, Gate gate) {
    private static final List<Role> ROLES = List.of(Role.ADMIN, Role.OPERATOR);

    Verdict verdict() {
      return switch (gate.state()) {
        case ApprovalState.Pending _ -> pending();
        case ApprovalState.Allowed allowed -> allowed(allowed);
        case ApprovalState.Denied denied -> denied(denied);
        case QuestionState.Answered answered -> answered(answered.by(), answered.atMs());
        case QuestionState.Declined declined -> answered(declined.by(), declined.atMs());
        default -> Verdict.SAME;
      };
    }

    private Verdict pending() {
      List<Vote> votes = Judgement.votes(gate);
      Deliberation now = Judgement.of(book, run, gate).now();
      if (now.state() == Standing.State.ALLOWED) {
        return Verdict.NOW_ENOUGH;
      }
      return now.counted().size() < votes.stream().filter(Vote::yes).count()
          ? Verdict.NOT_ELIGIBLE
          : Verdict.SAME;
    }

    private Verdict allowed(ApprovalState.Allowed allowed) {
      if (allowed.by().startsWith(PermissionRule.BY)) {
        // For what one click does not decide, no rule speaks.
        return policy.isGuarded() ? Verdict.MORE_NEEDED : Verdict.SAME;
      }
      OpenStage open = openAt(allowed.atMs());
      String name = principal(allowed.by());
      if (yes(at(List.of(), open), name).isRefused()) {
        return Verdict.NOT_ELIGIBLE;
      }
      List<Vote> votes = new ArrayList<>();
      allowed.endorsements().stream()
          .filter(it -> !it.principal().equals(name))
          .map(Judgement::vote)
          .forEach(votes::add);
      String keyId = keyId(allowed.by());
      Role role = keyId == null ? role(at(List.of(), open), name) : null;
      votes.add(new Vote(name, allowed.atMs(), true, null, role, keyId));
      return at(votes, open).state() == Standing.State.ALLOWED ? Verdict.SAME : Verdict.MORE_NEEDED;
    }

    private Verdict denied(ApprovalState.Denied denied) {
      if (denied.by().startsWith(PermissionRule.BY)) {
        return Verdict.SAME;
      }
      Deliberation then = at(List.of(), openAt(denied.atMs()));
      String name = principal(denied.by());
      List<Right> rights = ROLES.stream().map(role -> then.mayDeny(name, role)).toList();
      if (rights.contains(Right.GRANTED)) {
        return Verdict.SAME;
      }
      return rights.contains(Right.OBJECTION) ? Verdict.MORE_NEEDED : Verdict.NOT_ELIGIBLE;
    }

    private Verdict answered(String by, long atMs) {
      return yes(at(List.of(), openAt(atMs)), principal(by)).isRefused()
          ? Verdict.NOT_ELIGIBLE
          : Verdict.SAME;
    }

    /** Nothing says which of their tokens a person used before votes had roles. */
    private static Right yes(Deliberation then, String name) {
      return then.mayAllow(name, role(then, name));
    }

    private static Role role(Deliberation then, String name) {
      return ROLES.stream()
          .filter(role -> then.mayAllow(name, role) == Right.GRANTED)
          .findFirst()
          .orElse(Role.OPERATOR);
    }

    private Deliberation at(List<Vote> votes, OpenStage open) {
      return new Deliberation(policy, book.people(policy.gate().tenantId()), votes, open);
    }

    /** The stages that would have been open by then, as their times go. */
    private OpenStage openAt(long atMs) {
      List<Stage> stages = policy.rules().needs().stages();
      long opened = gate.createdAtMs();
      int number = 1;
      for (Long within = stages.getFirst().withinMs();
          number < stages.size() && within != null;
          within = stages.get(number - 1).withinMs()) {
        long next = StageTimes.after(policy.rules(), opened, within);
        if (next > atMs) {
          break;
        }
        opened = next;
        number++;
      }
      return new OpenStage(number, opened, 0, null, false, Map.of());
    }

    private static @Nullable String keyId(String by) {
      return by.startsWith(ApproverKey.BY) ? by.substring(ApproverKey.BY.length()) : null;
    }

    private String principal(String by) {
      String keyId = keyId(by);
      OptionalLong key =
          keyId == null ? OptionalLong.empty() : Ulid.keyOf(ApproverKey.PREFIX, keyId);
      ApproverKey signer = key.isEmpty() ? null : queries.kept(ApproverKey.KIND, key.getAsLong());
      return signer == null ? by : signer.principal();
    }
  }
}
