package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decisions on approvals of several runs. */
public final class ManyApprovals {
  private static final Pattern PLACE = Pattern.compile("^/resolutions/(\\d+)");

  private final Commits commits;
  private final Approvals approvals;

  ManyApprovals(Commits commits, Approvals approvals) {
    this.commits = commits;
    this.approvals = approvals;
  }

  /** What is wrong with the list whatever it is about. */
  public static void check(List<SentDecision> all) {
    Approvals.check(all);
  }

  /** Keeps the call's key, so that it cannot mean another list later. */
  public void begin(@Nullable IdempotencyKey key) {
    if (key != null) {
      commits.commit(
          change -> {
            if (OncePerKey.replay(change, key).isEmpty()) {
              OncePerKey.remember(change, key, 0);
            }
            return true;
          });
    }
  }

  /** Decides all of them in one commit, or none. */
  public boolean together(
      List<SentDecision> all, Voter by, @Nullable String tenant, @Nullable IdempotencyKey key) {
    return approvals
        .late()
        .keeping(
            () -> decided(all, by, tenant, key),
            LateAnswers.Sent.of(all),
            new LateAnswers.Sender(
                by, run -> tenant == null || tenant.equals(run.head().tenantId())));
  }

  private boolean decided(
      List<SentDecision> all, Voter by, @Nullable String tenant, @Nullable IdempotencyKey key) {
    return commits.commit(
        change -> {
          if (OncePerKey.replay(change, key).isPresent()) {
            return true;
          }
          boolean several = all.stream().filter(SentDecision::allow).count() > 1;
          Map<Long, List<Integer>> byRun = new LinkedHashMap<>();
          for (int i = 0; i < all.size(); i++) {
            Run run =
                Existing.run(
                    change, holder(change.queries(), all.get(i), several, tenant, i).key());
            checkOpen(change, run, all.get(i), i);
            Refusal before = approvals.settledByTime(change, run, List.of(all.get(i)));
            if (before != null) {
              int place = i;
              change.refuseAfterCommit(placed(before, _ -> place));
              return true;
            }
            byRun.computeIfAbsent(run.key(), _ -> new ArrayList<>()).add(i);
          }
          for (Map.Entry<Long, List<Integer>> group : byRun.entrySet()) {
            List<Integer> places = group.getValue();
            try {
              approvals.decide(
                  change,
                  Existing.run(change, group.getKey()),
                  places.stream().map(all::get).toList(),
                  by,
                  null);
            } catch (Refused refused) {
              throw refused.getClass() == Refused.class
                  ? placed(first(refused.refusal()), places::get).asException()
                  : refused;
            }
          }
          OncePerKey.remember(change, key, 0);
          return true;
        });
  }

  /** A refusal that names no place is of the first of its run. */
  private static Refusal first(Refusal refusal) {
    return refusal.faults().isEmpty()
        ? refusal.at("/resolutions/0/request_id", "was refused")
        : refusal;
  }

  /** A deadline that has passed is recorded by its timer: here it would keep what came before. */
  private static void checkOpen(Change change, Run run, SentDecision one, int index) {
    Approval approval = run.approval(one.requestId()).orElse(null);
    if (approval != null && Deadlines.isOver(change, run, approval)) {
      throw Problem.APPROVAL_EXPIRED
          .because("The deadline passed before the decision arrived. Nothing was resolved.")
          .at("/resolutions/" + index + "/request_id", "has expired")
          .asException();
    }
  }

  /**
   * The run that one decision is for.
   *
   * @param several whether more than one is allowed by the same call
   * @param tenant whose approvals the caller may decide; null for all
   * @throws Refused when there is no such approval, or it wants a decision of its own
   */
  public static Run holder(
      Queries queries, SentDecision one, boolean several, @Nullable String tenant, int index) {
    Gates.Found<Approval> found =
        Gates.approval(queries, one.requestId())
            .filter(gate -> tenant == null || tenant.equals(gate.run().head().tenantId()))
            .orElseThrow(
                () ->
                    Problem.APPROVAL_NOT_FOUND
                        .because(
                            "There is no such approval. GET /v1/approvals lists them. Nothing was "
                                + "resolved.")
                        .at("/resolutions/" + index + "/request_id", "is not an approval")
                        .asException());
    if (several && one.allow() && found.gate().isPending() && found.gate().isPersonOnly()) {
      throw Problem.APPROVAL_INVALID_RESOLUTION
          .because(
              "The agent requires a separate decision for this call. Send its resolution alone. "
                  + "It was not resolved.")
          .at("/resolutions/" + index + "/behavior", "cannot be allowed together with others")
          .asException();
    }
    return found.run();
  }

  /** The refusal with the places of the list in the stead of those of one run's batch. */
  public static Refusal placed(Refusal refusal, IntUnaryOperator index) {
    return refusal.placed(pointer -> placed(pointer, index));
  }

  private static String placed(String pointer, IntUnaryOperator index) {
    Matcher place = PLACE.matcher(pointer);
    return place.find()
        ? "/resolutions/"
            + index.applyAsInt(Integer.parseInt(place.group(1)))
            + pointer.substring(place.end())
        : pointer;
  }
}
