package dev.holdpoint.engine.permit;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitCommand;
import dev.holdpoint.core.permit.PermitMachine;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Permits of calls that run on the answer itself: of hooks and of agents over ACP. There an allow
 * that is told is the redemption, with the agent's own name for the call as the key. A result is
 * waited for only where the request says for how long, since most agents report none.
 */
public final class AnsweredPermits {
  /** One call has one permit; more have the same name only by a mistake of the agent. */
  private static final int LOOKED_AT = 20;

  private final Commits commits;
  private final Engine engine;
  private final PermitTimes times;
  private final PermitMetrics metrics;
  private final PermitQuestions questions;

  public AnsweredPermits(
      Commits commits,
      Engine engine,
      PermitTimes times,
      PermitQuestions questions,
      PermitMetrics metrics) {
    this.commits = commits;
    this.engine = engine;
    this.times = times;
    this.questions = questions;
    this.metrics = metrics;
  }

  /** Where nothing is counted, with the usual times. */
  public AnsweredPermits(Commits commits, Engine engine) {
    this(
        commits,
        engine,
        PermitTimes.USUAL,
        new PermitQuestions(PermitTimes.USUAL, null),
        PermitMetrics.NONE);
  }

  /** Whether there is nothing to begin: it is begun, or the run asks something else. */
  public static boolean isBegun(Queries queries, Run run) {
    return run.approvals().isEmpty()
        || queries.kept(Permit.KIND, run.approvals().getFirst().key()) != null;
  }

  /**
   * Who is told to go on.
   *
   * @param callId the agent's own name for the call; null where it has none
   */
  public record Acting(@Nullable String callId, String by) {}

  /**
   * A decision that is given to the asker.
   *
   * @param pass what the allow is for that answers one more request; null where it answers none
   * @param acting who acts on the allow at once, which redeems its permit; null where nobody does
   */
  public record Given(@Nullable List<String> pass, @Nullable Acting acting) {}

  /**
   * Notes that the agent is told to go on, before it is told.
   *
   * @return whether it was not so before
   */
  public boolean begin(Change change, Run run, Acting acting) {
    Run now = change.run(run.key());
    Approval approval =
        now == null || now.approvals().isEmpty() ? null : now.approvals().getFirst();
    FoundPermit permit =
        now == null || approval == null ? null : FoundPermit.in(change, now, approval, times);
    if (approval == null || permit == null || permit.row() != null || permit.isRedeemable()) {
      return false;
    }
    PermitState.Ready given = permit.given();
    // The call runs on the answer, whenever that comes.
    PermitState ready = new PermitState.Ready(given.attempt(), given.sinceMs(), Long.MAX_VALUE);
    String key = Permits.sha256(acting.callId == null ? approval.id() : acting.callId);
    if (PermitMachine.decide(
            ready,
            new PermitCommand.Redeem(
                given.attempt(),
                acting.by,
                key,
                change.latestMs(),
                permit.terms().resultWithinMs()))
        instanceof Verdict.Happened<PermitState>(PermitState started)) {
      change.keep(Permit.KIND, permit.permit().at(started));
      return true;
    }
    return false;
  }

  /** The same in a commit of its own. */
  public void begin(Run run, Acting acting) {
    if (engine.<Boolean>read(queries -> isBegun(queries, run))) {
      return;
    }
    if (commits.<Boolean>commit(change -> begin(change, run, acting))) {
      begun();
    }
  }

  /** To be called after the commit in which something was begun. */
  public void begun() {
    metrics.reached(PermitState.Status.STARTED);
  }

  /**
   * What an agent says of its own call afterwards.
   *
   * @param principalId whose token it has: another's permit is not there
   * @param source by which door it asked
   * @param program whose hook; null where none is
   * @param callId its own name for the call
   */
  public record Said(
      String sessionId,
      String principalId,
      String source,
      @Nullable String program,
      String callId,
      PermitCommand.Outcome outcome,
      @Nullable String error) {
    private boolean isOf(RunHead head) {
      ClientCall client = head.client();
      return head.submittedBy().equals(principalId)
          && head.sourceKind().equals(source)
          && Objects.equals(client == null ? null : client.program(), program);
    }
  }

  /** Settles the permit; what is unknown, settled or another's changes nothing. */
  public void report(Said said, String by) {
    String key = Permits.sha256(said.callId);
    Predicate<FoundPermit> own = permit -> said.isOf(permit.run().head()) && !permit.isRedeemable();
    Optional<FoundPermit> found =
        engine.read(
            (Queries queries) ->
                queries
                    .withTerms(Permit.KIND, List.of(said.sessionId), List.of(key), LOOKED_AT)
                    .stream()
                    .flatMap(hit -> Stream.ofNullable(queries.kept(Permit.KIND, hit.key())))
                    .flatMap(
                        row ->
                            Stream.ofNullable(
                                FoundPermit.in(queries, row.id(), times, engine.nowMs())))
                    .filter(own)
                    .filter(permit -> permit.state().status() == PermitState.Status.STARTED)
                    .findFirst());
    if (found.isEmpty()) {
      return;
    }
    Optional<PermitState.Status> now =
        commits.commit(
            change -> {
              Permit row = change.kept(Permit.KIND, found.get().approval().key());
              if (row == null
                  || !(PermitMachine.decide(
                          row.state(),
                          new PermitCommand.Report(
                              by, key, said.outcome, null, said.error, change.nowMs()))
                      instanceof Verdict.Happened<PermitState>(PermitState next))) {
                return Optional.empty();
              }
              Permit settled = row.at(next);
              if (next instanceof PermitState.Uncertain) {
                settled = questions.asking(change, settled);
              } else if (row.state() instanceof PermitState.Uncertain) {
                PermitQuestions.withdraw(change, settled, by);
              }
              change.keep(Permit.KIND, settled);
              return Optional.of(next.status());
            });
    now.ifPresent(metrics::reached);
  }
}
