package dev.holdpoint.simulation;

import dev.holdpoint.agent.loop.DebugCapture;
import dev.holdpoint.agent.loop.EffectTerms;
import dev.holdpoint.agent.loop.Outsiders;
import dev.holdpoint.agent.loop.RunLoop;
import dev.holdpoint.agent.loop.WorkerPool;
import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.SeededCommits;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.GrantBacklog;
import dev.holdpoint.engine.gate.Holds;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.gate.StageMoments;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Recollections;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.engine.permit.PermitMetrics;
import dev.holdpoint.engine.permit.PermitQuestions;
import dev.holdpoint.engine.permit.PermitSigning;
import dev.holdpoint.engine.permit.PermitTimes;
import dev.holdpoint.engine.permit.Permits;
import dev.holdpoint.engine.policy.Groups;
import dev.holdpoint.engine.policy.Policies;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.SigningKeys;
import dev.holdpoint.engine.port.SkillSource;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.port.Vault;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.recovery.StartRepair;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.signed.SignedDecisions;
import dev.holdpoint.engine.timer.Timers;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.TriageTimes;
import dev.holdpoint.engine.triage.Triages;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The daemon between two crashes, put together and started as the real one is. */
final class Life {
  private static final int WORKERS = 2;
  private static final int QUEUE = 5;
  private static final long CLAIM_MS = 1_000;
  private static final Routes ROUTES = new Routes("scripted", Map.of("scripted", "scripted"));

  final Schedule schedule;
  final Feed feed;
  final Timers timers;
  final WorkerPool crew;
  final Sessions sessions;
  final Runs runs;
  final Approvals approvals;
  final Holds holds;
  final SignedDecisions decisions;
  final Questions questions;
  final ExternalGates outside;
  final Groups groups;
  final Policies policies;
  final Triages triages;
  final Permits permits;
  private final SeededCommits commits;
  private boolean started;
  private boolean ticking;
  private boolean sending;
  private final Deliveries deliveries;
  private final Ground ground;

  /** What outlives the process. */
  record Ground(
      InstantSource clock,
      Ids ids,
      RandomGenerator random,
      Faults faults,
      Model model,
      Tools tools,
      Workspaces workspaces,
      Signer signer,
      Vault vault,
      Post post) {}

  Life(FaultyStore store, Schedule schedule, Ground ground) {
    this.schedule = schedule;
    this.ground = ground;
    ground.faults.calm(true);
    Engine engine =
        new Engine(
            store,
            ground.clock,
            ground.ids,
            broken -> {
              throw new Violation("the store broke: " + broken);
            },
            Consequences.parts(OutboundPolicy.USUAL, ground.signer));
    commits = new SeededCommits(engine, schedule::spawn, ground.random, schedule::pause);
    crew = new WorkerPool(engine, WORKERS, schedule::spawn, _ -> nap());
    feed = new Feed(engine, 1_000_000);
    engine.onCommit(feed);
    approvals = new Approvals(commits, Clarifications.slots(crew), ToolInputs.ANYTHING);
    holds = approvals.holds();
    decisions =
        new SignedDecisions(
            commits,
            Clarifications.slots(crew),
            approvals,
            new Secrets(commits, engine, ground.vault));
    timers =
        new Timers(
            engine,
            List.of(
                new Deadlines(commits, Clarifications.slots(crew))::expireDue,
                new GateTimer(
                        commits,
                        OutboundPolicy.USUAL,
                        StageMoments.opening(Clarifications.slots(crew)))
                    .ending(holds),
                StageMoments.sweep(commits),
                new GrantBacklog(commits, approvals)));
    engine.onCommit(timers);
    engine.onCommit(
        new CommitListener() {
          @Override
          public void rows(List<JournalRow> rows) {
            if (!ground.faults.lostWakeUp()) {
              crew.rows(rows);
            }
          }

          @Override
          public void unknown() {
            crew.unknown();
          }
        });
    deliveries = new Deliveries(commits, OutboundPolicy.USUAL);
    sessions = new Sessions(commits);
    runs = new Runs(commits, Clarifications.slots(crew), ROUTES, QUEUE);
    questions = new Questions(commits, Clarifications.slots(crew));
    outside = new ExternalGates(commits, Clarifications.slots(crew), approvals);
    groups = new Groups(commits, (word, _) -> word);
    policies = new Policies(commits, (word, _) -> word);
    triages =
        new Triages(
            commits,
            Clarifications.slots(crew),
            OutboundPolicy.USUAL,
            new TriageTimes(CLAIM_MS, CLAIM_MS));
    AuditKeys keys = new AuditKeys(commits, Life.keys(ground.signer));
    permits =
        new Permits(
            commits,
            engine,
            new PermitSigning(keys, () -> "simulation"),
            PermitTimes.USUAL,
            new PermitQuestions(PermitTimes.USUAL, null),
            PermitMetrics.NONE);
    Skills skills = new Skills(engine, SkillSource.NONE);
    RunLoop loop =
        new RunLoop(
            engine,
            new Progress(commits, Clarifications.slots(crew), ROUTES, QUEUE),
            feed,
            Map.of("scripted", ground.model),
            ground.tools,
            ToolSource.NONE,
            new Memory(
                engine,
                new Recollections(commits, new Recollections.Policy(false, Long.MAX_VALUE / 2)),
                skills),
            skills,
            new Assets(commits, engine, new NoBlobs(), 0),
            ground.workspaces,
            EffectTerms.ASK,
            DebugCapture.OFF,
            _ -> SecretValues.NONE,
            Outsiders.NONE);
    schedule.spawn(
        () -> {
          timers.catchUp();
          StartRepair repair = new StartRepair(commits, Clarifications.slots(crew));
          repair.repair(engine.read(Queries::sessionsWithSeveralWaiting));
          repair.takeOver(0);
          deliveries.giveUpAbsent(0);
          keys.begin(ground.signer);
          crew.start(loop);
          started = true;
          ground.faults.calm(false);
        });
  }

  /** The one key that there is. */
  private static SigningKeys keys(Signer signer) {
    return new SigningKeys() {
      @Override
      public Signer prepare() {
        return signer;
      }

      @Override
      public Signer find(String keyId) {
        return signer;
      }

      @Override
      public void settle(String newest) {}
    };
  }

  @SuppressWarnings("ThreadPriorityCheck") // the seeded scheduler decides who comes next
  private void nap() throws InterruptedException {
    schedule.pause();
    Thread.yield();
    schedule.pause();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  boolean isOpen() {
    return started && !schedule.isDead();
  }

  /** What the thread of the timers does when its alarm goes off. */
  void tick() {
    if (isOpen() && !ticking && timers.isDue()) {
      ticking = true;
      schedule.spawn(
          () -> {
            timers.tick();
            ticking = false;
          });
    }
  }

  /** What the couriers do when something is due. */
  void send() {
    if (sending || !isOpen() || !ground.post.isDue(ground.clock.millis())) {
      return;
    }
    sending = true;
    schedule.spawn(
        () -> {
          try {
            for (DeliveryAttempt parcel : deliveries.take(2, Long.MAX_VALUE, true)) {
              schedule.pause();
              AttemptResult outcome = ground.post.carry(parcel);
              schedule.pause();
              bringHome(parcel, outcome);
            }
          } catch (Refused e) {
            // The store was away; what is due still is.
          } finally {
            sending = false;
          }
        });
  }

  private void bringHome(DeliveryAttempt parcel, AttemptResult outcome) {
    while (true) {
      try {
        deliveries.settle(parcel, outcome);
        return;
      } catch (Refused e) {
        schedule.pause();
      }
    }
  }

  /** Revokes a token, as an admin does. */
  void revoke(String tokenId) {
    commits.commit(
        change -> {
          change.queries().tokens().stream()
              .filter(token -> token.id().equals(tokenId))
              .forEach(change::remove);
          return tokenId;
        });
  }

  void bury() {
    schedule.die();
    commits.abandon();
    schedule.bury();
  }
}
