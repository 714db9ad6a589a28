package dev.holdpoint.engine.permit;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitCommand;
import dev.holdpoint.core.permit.PermitCommand.Outcome;
import dev.holdpoint.core.permit.PermitMachine;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.Redemption;
import dev.holdpoint.core.permit.VoidReason;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.store.Queries;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Permits of agents outside: found, redeemed once, reported on, taken back. What they say of a
 * redemption is committed before the runner hears yes, so that a lost answer is had again with the
 * same key.
 */
public final class Permits {
  private final Commits commits;
  private final Engine engine;
  private final PermitSigning signing;
  private final PermitTimes times;
  private final PermitQuestions questions;
  private final PermitMetrics metrics;

  public Permits(
      Commits commits,
      Engine engine,
      PermitSigning signing,
      PermitTimes times,
      PermitQuestions questions,
      PermitMetrics metrics) {
    this.commits = commits;
    this.engine = engine;
    this.signing = signing;
    this.times = times;
    this.questions = questions;
    this.metrics = metrics;
  }

  /**
   * Who calls.
   *
   * @param mayRevokeAny whether they may revoke permits of others
   */
  public record Actor(String principalId, String name, boolean mayRevokeAny) {}

  /**
   * A redemption as it was sent.
   *
   * @param digest of the call that is about to be carried out
   * @param audience as the runner calls itself; null where it does not
   * @param observed the value of each precondition now
   * @param withinMs how long its result may take; null: as the request or the configuration says
   */
  public record Sent(
      String jws,
      String digest,
      String redeemerKey,
      @Nullable String audience,
      List<String> observed,
      @Nullable Long withinMs) {
    public Sent {
      observed = List.copyOf(observed);
    }
  }

  /**
   * @param replayed whether it was so before
   */
  public record Outcomes(FoundPermit permit, boolean replayed) {}

  public Optional<FoundPermit> find(Queries queries, String id) {
    return Optional.ofNullable(FoundPermit.in(queries, id, times, engine.nowMs()));
  }

  /** The one wording for a permit that is not there, and for one that is another's. */
  public static RuntimeException notFound() {
    return FoundPermit.notFound();
  }

  public Optional<FoundPermit> found(String id) {
    return engine.read((Queries queries) -> find(queries, id));
  }

  public FoundPermit require(String id) {
    return found(id).orElseThrow(FoundPermit::notFound);
  }

  /** The permit itself, for those who may have it; null for others, and where it is used up. */
  public @Nullable String handOut(FoundPermit permit, Actor to, boolean admin) {
    boolean may =
        admin
            || to.principalId.equals(permit.askedBy())
            || to.principalId.equals(permit.audience());
    return may ? engine.readAside(queries -> signing.sign(queries, permit)) : null;
  }

  /**
   * A redemption whose permit holds, before anything is done with it.
   *
   * @param attempt that the permit is for
   */
  public record Presented(FoundPermit permit, int attempt, Sent sent, Actor by) {}

  /** Checks the permit that is presented, and changes nothing. */
  public Presented present(String id, Sent sent, Actor by) {
    FoundPermit permit = require(id);
    PermitSigning.Claims claims = engine.read(queries -> signing.verify(queries, sent.jws));
    checkRedeemable(permit);
    if (claims == null
        || !claims.permitId().equals(permit.id())
        || !claims.audience().equals(permit.audience())
        || !permit.isFor(by.principalId, sent.audience)) {
      throw PermitRefusals.invalid();
    }
    return new Presented(permit, claims.attempt(), sent, by);
  }

  /**
   * @param world looked at before the commit, and only for a permit that could be redeemed
   */
  public Outcomes redeem(Presented presented, WorldNow world) {
    FoundPermit before = presented.permit;
    Sent sent = presented.sent;
    WorldTerms terms = before.approval().world();
    List<Sighting> seen = null;
    checkOpen(before.run().head().tenantId());
    if (before.state() instanceof PermitState.Ready && before.digest().equals(sent.digest)) {
      seen = terms == null ? nothing(sent.observed) : world.seen(terms, sent.observed);
    }
    Seen now = new Seen(world, seen);
    try {
      return told(
          commits.commit(
              change -> {
                FoundPermit permit = redeemable(change, before.id());
                Tenancy.checkOpen(change, permit.run().head().tenantId());
                if (!permit.digest().equals(sent.digest)) {
                  throw PermitRefusals.otherDigest();
                }
                return redeem(change, permit, presented, now);
              }));
    } catch (Refused e) {
      if (e.refusal().problem() == Problem.STALE_WORLD) {
        metrics.reached(PermitState.Status.VOID);
      }
      throw e;
    }
  }

  /** No server is asked for a tenant that may do nothing. It writes nothing, so no disk waits. */
  private void checkOpen(String tenantId) {
    if (!tenantId.equals(Tenants.ROOT)) {
      commits.<Boolean>commit(
          change -> {
            Tenancy.checkOpen(change, tenantId);
            return true;
          });
    }
  }

  /** What was seen before the commit; null where the permit was of no use then. */
  private record Seen(WorldNow world, @Nullable List<Sighting> each) {}

  private Outcomes redeem(Change change, FoundPermit permit, Presented presented, Seen now) {
    Sent sent = presented.sent;
    Actor by = presented.by;
    int attempt = presented.attempt;
    PermitCommand.Redeem command =
        new PermitCommand.Redeem(
            attempt, by.name, sha256(sent.redeemerKey), change.latestMs(), within(permit, sent));
    Redemption earlier = permit.row() == null ? null : permit.row().earlierBy(command.keySha256());
    if (earlier != null && attempt > earlier.attempt()) {
      throw PermitRefusals.usedKey(earlier);
    }
    PermitState started =
        switch (PermitMachine.decide(permit.state(), command)) {
          case Verdict.Happened<PermitState>(PermitState next) -> next;
          case Verdict.Unchanged<PermitState> _ -> null;
          case Verdict.Rejected<PermitState>(Problem problem) ->
              throw PermitRefusals.ofAttempt(problem, permit, attempt);
        };
    if (started == null) {
      return new Outcomes(permit, true);
    }
    if (now.each == null) {
      // It became ready only after the look.
      throw PermitRefusals.of(Problem.PERMIT_REDEEMED, permit);
    }
    WorldTerms terms = permit.approval().world();
    if (terms != null && now.world.isMoved(terms, now.each)) {
      return moved(change, permit, by, now.world, now.each);
    }
    Permit kept = permit.permit().at(started);
    change.keep(Permit.KIND, kept);
    return new Outcomes(permit.at(kept, started), false);
  }

  /** The permit is void and the next approval is asked by one commit, which the caller hears of. */
  private static Outcomes moved(
      Change change, FoundPermit permit, Actor by, WorldNow world, List<Sighting> seen) {
    if (!(PermitMachine.decide(
            permit.state(), new PermitCommand.FindMoved(by.name, change.latestMs()))
        instanceof Verdict.Happened<PermitState>(PermitState next))) {
      throw PermitRefusals.of(Problem.PERMIT_VOID, permit);
    }
    String successor = world.askAnew(change, permit.run(), permit.approval(), seen);
    Permit over = permit.permit().at(next);
    Permit kept = successor == null ? over : over.followedBy(successor);
    change.keep(Permit.KIND, kept);
    change.refuseAfterCommit(
        successor == null ? PermitRefusals.keepsMoving() : PermitRefusals.moved(successor));
    return new Outcomes(permit.at(kept, next), false);
  }

  private static List<Sighting> nothing(List<String> observed) {
    if (!observed.isEmpty()) {
      throw Problem.INVALID_REQUEST
          .because("The approval has no preconditions. Leave observed out. Nothing was changed.")
          .at("/observed", "must have as many values as the approval has preconditions, 0")
          .asException();
    }
    return List.of();
  }

  private Long within(FoundPermit permit, Sent sent) {
    Long asked = permit.terms().resultWithinMs();
    return sent.withinMs != null ? sent.withinMs : asked != null ? asked : times.resultWithinMs();
  }

  /**
   * What a runner reports.
   *
   * @param outputDigest of what came of it; null where nothing is said
   */
  public record Report(
      String redeemerKey, Outcome outcome, @Nullable String outputDigest, @Nullable String error) {}

  public Outcomes report(String id, Report report, Actor by) {
    checkRedeemable(require(id));
    return told(
        commits.commit(
            change -> {
              FoundPermit permit = redeemable(change, id);
              String key = sha256(report.redeemerKey);
              Permit row = permit.row();
              Redemption earlier = row == null ? null : row.earlierBy(key);
              if (row != null && earlier != null) {
                return late(change, permit, row, earlier, report.outcome, by);
              }
              // Until a person has acted on its end, a result that comes is a result.
              FoundPermit written = row == null ? permit : permit.at(row, row.state());
              return decided(
                  change,
                  written,
                  new PermitCommand.Report(
                      by.name,
                      key,
                      report.outcome,
                      report.outputDigest,
                      report.error,
                      change.nowMs()),
                  by);
            }));
  }

  /** It is kept, and refused all the same: a person has said what became of that attempt. */
  private Outcomes late(
      Change change,
      FoundPermit permit,
      Permit row,
      Redemption earlier,
      Outcome outcome,
      Actor by) {
    Permit kept =
        row.plus(new Permit.LateResult(earlier.attempt(), outcome, change.nowMs(), by.name));
    PermitCommand command = new PermitCommand.ComeLate(outcome, by.name, change.nowMs());
    if (PermitMachine.decide(permit.state(), command)
        instanceof Verdict.Happened<PermitState>(PermitState next)) {
      kept = kept.at(next);
    }
    FoundPermit after =
        row.successorId() == null
            ? null
            : FoundPermit.in(change, Permit.idOf(row.successorId()), times);
    if (after != null
        && PermitMachine.decide(after.state(), command)
            instanceof Verdict.Happened<PermitState>(PermitState next)) {
      // The same call, allowed once more by people who believed that it had not happened.
      change.keep(Permit.KIND, after.permit().at(next));
    }
    if (!kept.equals(row)) {
      change.keep(Permit.KIND, kept);
    }
    change.refuseAfterCommit(
        Problem.PERMIT_SETTLED.because(
            "A person has settled that attempt, which was attempt %d. The result was kept with the permit."
                .formatted(earlier.attempt())));
    return new Outcomes(permit, true);
  }

  /**
   * @param words why, as it is kept and shown; null where nothing is said
   */
  public Outcomes revoke(String id, Actor by, @Nullable String words) {
    checkRedeemable(require(id));
    return told(
        commits.commit(
            change -> {
              FoundPermit permit = redeemable(change, id);
              boolean own = by.principalId.equals(permit.askedBy());
              if (!own && !by.mayRevokeAny) {
                throw Problem.FORBIDDEN
                    .because(
                        "Only an admin, an operator and the token that asked can revoke a permit."
                            + " Nothing was changed.")
                    .asException();
              }
              return decided(
                  change,
                  permit,
                  new PermitCommand.Revoke(
                      by.mayRevokeAny ? VoidReason.REVOKED : VoidReason.WITHDRAWN,
                      by.name,
                      change.latestMs(),
                      words),
                  by);
            }));
  }

  private FoundPermit redeemable(Change change, String id) {
    FoundPermit permit = FoundPermit.in(change, id, times);
    if (permit == null) {
      throw FoundPermit.notFound();
    }
    checkRedeemable(permit);
    return permit;
  }

  private static void checkRedeemable(FoundPermit permit) {
    if (!permit.isRedeemable()) {
      throw PermitRefusals.notRedeemable(permit.isOutside());
    }
  }

  private Outcomes decided(Change change, FoundPermit permit, PermitCommand command, Actor by) {
    return switch (PermitMachine.decide(permit.state(), command)) {
      case Verdict.Happened<PermitState>(PermitState next) -> {
        Permit kept = permit.permit().at(next);
        if (next instanceof PermitState.Uncertain) {
          kept = questions.asking(change, kept);
        } else if (permit.state() instanceof PermitState.Uncertain) {
          PermitQuestions.withdraw(change, kept, by.name);
        }
        change.keep(Permit.KIND, kept);
        yield new Outcomes(permit.at(kept, next), false);
      }
      case Verdict.Unchanged<PermitState> _ -> new Outcomes(permit, true);
      case Verdict.Rejected<PermitState>(Problem problem) ->
          throw command instanceof PermitCommand.Revoke
                  && permit.state() instanceof PermitState.Redeemed used
              ? PermitRefusals.begun(used.redemption())
              : PermitRefusals.of(problem, permit);
    };
  }

  private Outcomes told(Outcomes outcome) {
    if (!outcome.replayed) {
      metrics.reached(outcome.permit.state().status());
    }
    return outcome;
  }

  static String sha256(String key) {
    return Digests.sha256Hex(key.getBytes(StandardCharsets.UTF_8));
  }
}
