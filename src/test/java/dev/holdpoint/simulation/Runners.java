package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitCommand;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.world.CallPreview;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.engine.external.ObservedWorld;
import dev.holdpoint.engine.external.StaleGates;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.permit.FoundPermit;
import dev.holdpoint.engine.permit.Permits;
import dev.holdpoint.engine.port.WorldSight;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Programs outside that carry out what was allowed, each with a key that it keeps with its job. */
final class Runners {
  private static final WorldSight BLIND =
      new WorldSight() {
        @Override
        public Sighting glance(Run run, Precondition of) {
          return Sighting.UNSEEN;
        }

        @Override
        public CallPreview preview(Run run, ToolCall call, int context) {
          return CallPreview.none(CallPreview.Reason.ELSEWHERE);
        }

        @Override
        public Sighting etag(String url) {
          return Sighting.UNSEEN;
        }
      };

  private final RandomGenerator random;
  private final MemoryTables tables;
  private final Worlds worlds;

  /** Permits as they were handed out: a runner that was too slow still has it. */
  private final Map<String, String> handedOut = new HashMap<>();

  /** Who has begun each attempt. */
  private final Map<String, Set<Integer>> begun = new HashMap<>();

  Runners(RandomGenerator random, MemoryTables tables, Worlds worlds) {
    this.random = random;
    this.tables = tables;
    this.worlds = worlds;
  }

  int begun() {
    return begun.size();
  }

  /** What a person has allowed an agent outside to do; null when there is nothing. */
  @Nullable Approval any() {
    List<Approval> allowed =
        tables.runs.values().stream()
            .map(RunRow::run)
            .filter(run -> run.head().driver() == RunHead.Driver.OUTSIDE)
            .flatMap(run -> run.approvals().stream())
            .filter(approval -> approval.state() instanceof ApprovalState.Allowed)
            .toList();
    return allowed.isEmpty() ? null : allowed.get(random.nextInt(allowed.size()));
  }

  private static String key(int number) {
    return "runner-of-the-wish-" + number;
  }

  List<String> redeem(Life life, Approval approval, int number) {
    try {
      return redeemed(life, approval, number);
    } catch (StoreFailure e) {
      // As the door says of whatever cannot be read.
      throw Problem.UNAVAILABLE.because("The store is away.").asException();
    }
  }

  private List<String> redeemed(Life life, Approval approval, int number) {
    String id = Permit.idOf(approval.id());
    FoundPermit permit = life.permits.require(id);
    Permits.Actor me = new Permits.Actor(permit.askedBy(), "runner " + number, false);
    String fresh = life.permits.handOut(permit, me, false);
    if (fresh != null) {
      handedOut.put(id, fresh);
    }
    List<String> observed = worlds.observed(approval.world());
    life.schedule.pause();
    Permits.Outcomes told =
        life.permits.redeem(
            life.permits.present(
                id,
                new Permits.Sent(
                    handedOut.getOrDefault(id, "not.handed.out"),
                    permit.digest(),
                    key(number),
                    null,
                    observed,
                    null),
                me),
            new ObservedWorld(BLIND, new StaleGates(life.outside)));
    life.schedule.pause();
    begins(told.permit(), number);
    if (number % 3 != 0) {
      report(life, id, number, me);
    }
    return List.of(permit.run().id());
  }

  private void begins(FoundPermit permit, int number) {
    Set<Integer> runners =
        begun.computeIfAbsent(permit.id() + "/" + permit.state().attempt(), _ -> new HashSet<>());
    runners.add(number);
    hold(runners.size() == 1, "%s was redeemed by the runners %s", permit.id(), runners);
  }

  private static void report(Life life, String id, int number, Permits.Actor me) {
    try {
      life.permits.report(
          id, new Permits.Report(key(number), PermitCommand.Outcome.SUCCEEDED, null, null), me);
    } catch (Refused refused) {
      Problem problem = refused.refusal().problem();
      hold(
          problem == Problem.UNAVAILABLE || problem == Problem.STORAGE_FULL,
          "the result of %s was refused: %s",
          id,
          refused);
    }
  }

  /** How many permits this runner has on record as its own. */
  long redeemed(int number) {
    String sha256 = Digests.sha256Hex(key(number).getBytes(UTF_8));
    return tables.keptBelow(Permit.KIND, null, Long.MAX_VALUE, Integer.MAX_VALUE).stream()
        .filter(
            permit ->
                permit.earlierBy(sha256) != null
                    || (permit.state() instanceof PermitState.Redeemed one && one.isBy(sha256)))
        .count();
  }
}
