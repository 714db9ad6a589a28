package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.model.ScriptedModel;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.policy.PolicySweep;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.Vault;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import dev.holdpoint.vault.AuditKey;
import dev.holdpoint.vault.TinkVault;
import dev.holdpoint.vault.VaultKey;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** One schedule, from one seed: lives, crashes and clients, then quiet, then the reckoning. */
final class Simulation {
  private static final int STEPS = 400;
  private static final int ENOUGH = 20_000;
  private static final int GATES = 200;

  /** One for all schedules: to make it takes longer than a schedule does. */
  private static final Vault VAULT = new TinkVault(VaultKey.generate());

  private final RandomGenerator random;
  private final MemoryStore memory = new MemoryStore();
  private final Store store;
  private final Checker checker = new Checker(memory.tables);
  private final Faults faults;
  private final Clients clients;
  private final Post post;
  private final Effects effects;
  private final Worlds worlds;
  private final Runners runners;
  private final FollowedFeed follower;
  private final Life.Ground ground;
  private long nowMs = 1_763_200_000_000L;
  private long lastKey;
  private FaultyStore faulty;
  private Life life;
  private int lives;
  private int steps;

  static Simulation run(long seed, Plant plant, Path workspaces) {
    Simulation simulation = new Simulation(seed, plant, workspaces);
    simulation.live();
    simulation.settle();
    simulation.reckon();
    return simulation;
  }

  private Simulation(long seed, Plant plant, Path workspaces) {
    // Neighbouring seeds of Random begin alike.
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    store = plant == Plant.NONE ? memory : new PlantedStore(memory, plant, random);
    faults = new Faults(random, plant != Plant.NONE);
    worlds = new Worlds(random);
    runners = new Runners(random, memory.tables, worlds);
    effects = new Effects(memory.tables, () -> life(), () -> faulty().perhapsDie(), worlds);
    clients =
        new Clients(
            random,
            memory.tables,
            checker.signed(),
            checker.holding(),
            (runId, callId) -> effects.times(runId, callId) > 0,
            worlds,
            runners);
    follower = new FollowedFeed(random);
    post = new Post(random, memory.tables);
    ground =
        new Life.Ground(
            new Clock(),
            new RisingIds(),
            random,
            faults,
            new PausingModel(),
            new Tools(effects.tools()),
            new Workspaces(workspaces),
            new Scribe(),
            VAULT,
            post);
    Schedule schedule = new Schedule(random);
    faulty = new FaultyStore(store, schedule, faults, checker);
    life = new Life(faulty, schedule, ground);
  }

  private Life life() {
    return life;
  }

  private FaultyStore faulty() {
    return faulty;
  }

  @Override
  public String toString() {
    return lives + " crashes, " + runs() + " runs, " + faults;
  }

  /** How many answers to children have arrived, or have found nobody. */
  long answers(Mail.Status status) {
    return memory.tables.mails.values().stream()
        .filter(mail -> mail.subject() == Mail.Subject.PARENT_CLARIFICATION)
        .filter(mail -> mail.status() == status)
        .count();
  }

  int ruled() {
    return checker.standing().decisions();
  }

  Deliberations deliberations() {
    return checker.deliberations();
  }

  Holding holding() {
    return checker.holding();
  }

  int signed() {
    return checker.signed().approved();
  }

  long answeredInParts() {
    return checker.parts().completed();
  }

  int redeemed() {
    return runners.begun();
  }

  int askedAnew() {
    return worlds.askedAnew();
  }

  int lives() {
    return lives;
  }

  int runs() {
    return memory.tables.runs.size();
  }

  private void live() {
    for (steps = 0; steps < STEPS; steps++) {
      if (random.nextInt(100) < 15 && life.isOpen()) {
        clients.act(life);
      } else {
        life.schedule.step();
      }
      if (random.nextInt(20) == 0) {
        nowMs += random.nextInt(50);
      }
      if (faults.clockJump()) {
        nowMs += random.nextInt(3_000) - 1_000;
      }
      if (random.nextInt(10) == 0 && life.isOpen()) {
        Life reads = life;
        life.schedule.spawn(() -> follow(reads));
      }
      if (faults.needHeartbeat() && random.nextInt(40) == 0 && life.isOpen()) {
        life.crew.lookAgain();
      }
      life.tick();
      if (random.nextInt(4) == 0 && life.isOpen()) {
        life.send();
      }
      if (life.schedule.isDead()) {
        rebirth();
      }
    }
  }

  private void follow(Life reads) {
    try {
      follower.read(reads.feed);
    } catch (dev.holdpoint.engine.port.failure.StoreFailure e) {
      follower.reconnect();
    }
  }

  private void rebirth() {
    lives++;
    life.bury();
    lastKey = memory.read(Queries::lastKey);
    follower.reconnect();
    Schedule schedule = new Schedule(random);
    faulty = new FaultyStore(store, schedule, faults, checker);
    life = new Life(faulty, schedule, ground);
  }

  /** No more faults and no new wishes: everything that waits is answered until all is over. */
  private void settle() {
    post.befriend();
    drain();
    quiet();
    for (int i = 0; clients.settleOne(life); i++) {
      hold(i < GATES, "there are gates that nobody can settle");
      drain();
      quiet();
    }
  }

  /** Twice, and each time long enough for whoever waits before trying again. */
  private void drain() {
    for (int round = 0; round < 2; round++) {
      nowMs += 60_000;
      untilNobodyCan();
      if (faults.needHeartbeat()) {
        life.crew.lookAgain();
        untilNobodyCan();
      }
    }
  }

  private void untilNobodyCan() {
    for (int i = 0; i < ENOUGH; i++) {
      if (life.isOpen()) {
        faults.calm(true);
        life.tick();
        life.send();
      }
      if (life.schedule.isDead()) {
        rebirth();
      } else if (!life.schedule.step()) {
        return;
      }
    }
    throw new Violation("there is no end to it");
  }

  /** Nobody has anything to do: then there must be nothing that somebody should do. */
  private void quiet() {
    hold(life.isOpen(), "the daemon did not come to start");
    hold(life.crew.atWork() == 0, "%d workers hang", life.crew.atWork());
    MemoryTables tables = memory.tables;
    for (RunRow row : tables.runs.values()) {
      Run run = row.run();
      hold(!row.runnable() || !run.isLoopWork(), "nobody works on run %s", run.id());
      hold(
          run.status() != RunStatus.QUEUED || !tables.load(run.head().sessionKey()).isSlotFree(),
          "run %s waits for a slot that is free",
          run.id());
    }
    hold(tables.dueGates(nowMs, 1).isEmpty(), "a deadline was slept through");
    hold(tables.due(Triage.KIND, nowMs, 1).isEmpty(), "a moment of a gate was slept through");
    checker.holding().quiet(nowMs);
    hold(tables.due(PolicySweep.KIND, nowMs, 1).isEmpty(), "the walk over what waits has stopped");
  }

  private void reckon() {
    MemoryTables tables = memory.tables;
    for (RunRow row : tables.runs.values()) {
      Run run = row.run();
      hold(run.status().isSettled(), "run %s came to no end: %s", run.id(), run.status());
      String error = String.valueOf(run.error());
      hold(
          lives > 0 || faults.loseAnswers() || !error.startsWith("the daemon stopped"),
          "%s was interrupted, and nothing had stopped it",
          run.id());
      hold(!error.startsWith("the daemon could not"), "%s was given up", run.id());
      hold(run.equals(checker.runs().get(run.key())), "run %s is not what was committed", run.id());
      hold(
          Trails.after(tables, run, 0).equals(checker.rowsOf(run.key())),
          "the trail of run %s is not its rows",
          run.id());
      List<Step> transcript = Trails.transcript(tables, run);
      hold(transcript.size() == run.steps(), "run %s does not count its steps", run.id());
      results(run, transcript);
    }
    post.reckon(tables.runs.values().stream().map(RunRow::run));
    clients.wishes.forEach(this::check);
    checker.kin().reckon();
    checker.standing().reckon();
    checker.deliberations().reckon();
    checker.holding().reckon();
    clients.reckonHolds();
    for (int i = 0; follower.read(life.feed); i++) {
      hold(i < ENOUGH, "a reader is told of more for ever");
    }
    follower.check(tables);
    hold(!Thread.interrupted(), "somebody interrupted a thread that was not theirs");
  }

  /** What the model was told is done was done, once. */
  private void results(Run run, List<Step> transcript) {
    for (Step step : transcript) {
      if (step instanceof Step.Turn(String _, List<ToolCall> calls)) {
        for (ToolCall call : calls) {
          boolean told =
              transcript.stream()
                  .anyMatch(
                      other ->
                          other instanceof Step.Result result
                              && result.callId().equals(call.id())
                              && result.content().text().startsWith("{\"done\""));
          int times = effects.times(run.id(), call.id());
          hold(
              !told || call.tool().equals("look") || times == 1,
              "%s of %s was done %d times and told as done",
              call.id(),
              run.id(),
              times);
        }
      }
    }
  }

  private void check(Wish wish) {
    switch (wish.kind) {
      case SUBMIT -> {
        List<String> made =
            memory.tables.runs.values().stream()
                .map(RunRow::run)
                .filter(run -> run.head().metadata().equals(Clients.sent(wish.number)))
                .map(Run::id)
                .toList();
        wish.check(made.size());
        hold(
            !wish.isGranted() || wish.runs.equals(java.util.Set.copyOf(made)),
            "wish %d was answered with %s and is %s",
            wish.number,
            wish.runs,
            made);
      }
      case RESOLVE -> wish.check(settlements(wish.number));
      case VOTE -> wish.checkSaid(votes(wish.number));
      case HOLD -> held(wish);
      case UNDO -> wish.check(checker.holding().undone(Holders.undoer(wish.number)));
      case COMMENT -> wish.check(comments(wish.number));
      case TRIAGE, REFORM, REVOKE -> {}
      case SIGN -> wish.checkSaid(decisions(Clients.note(wish.number)));
      case REDEEM -> wish.check(runners.redeemed(wish.number));
      case PART -> wish.check(checker.parts().isTaken(Clients.part(wish.number)) ? 1 : 0);
      case CANCEL -> ended(wish, RunStatus.CANCELLED);
      case INTERRUPT -> ended(wish, RunStatus.INTERRUPTED);
      case END ->
          wish.runs.forEach(
              id -> {
                Session session = memory.tables.session(id);
                hold(session != null && session.isEnded(), "session %s was told to end", id);
              });
    }
  }

  /** What was said yes to is held or done, and what was not is neither. */
  private void held(Wish wish) {
    int said = checker.holding().said(Holders.sent(wish.number));
    wish.checkSaid(said);
    hold(!wish.isGranted() || said == 1, "HOLD %d was granted and is not there", wish.number);
  }

  private void ended(Wish wish, RunStatus status) {
    for (String id : wish.runs) {
      Run run = memory.tables.run(Ulid.keyOf("run_", id).orElseThrow());
      hold(run != null && run.status() == status, "%s was told to be %s", id, status);
    }
  }

  /** How many gates were settled with what this wish sent. */
  private long settlements(int number) {
    List<Object> found = new ArrayList<>();
    for (JournalRow row : memory.tables.journal.values()) {
      Run run = row.run();
      for (LedgerEvent event : row.events()) {
        if (run != null && event instanceof LedgerEvent.ApprovalSettled(String id)) {
          run.approval(id).filter(a -> Clients.sent(number).equals(a.sent())).ifPresent(found::add);
        }
        if (run != null && event instanceof LedgerEvent.QuestionSettled(String id)) {
          run.question(id).filter(q -> isBy(q, number)).ifPresent(found::add);
        }
      }
    }
    return found.size();
  }

  /** On how many approvals of how many runs this vote was counted. */
  private long votes(int number) {
    return memory.tables.journal.values().stream()
        .map(JournalRow::run)
        .filter(run -> run != null && Deliberations.said(run, Clients.sent(number)) > 0)
        .map(Run::id)
        .distinct()
        .count();
  }

  private long comments(int number) {
    return memory
        .tables
        .keptBelow(TriageEntry.KIND, null, Long.MAX_VALUE, Integer.MAX_VALUE)
        .stream()
        .filter(entry -> Council.words(number).equals(entry.text()))
        .count();
  }

  /** On how many approvals this was said. */
  private long decisions(String note) {
    return memory.tables.journal.values().stream()
        .map(JournalRow::run)
        .filter(run -> run != null && Signed.decisions(run, note) > 0)
        .map(Run::id)
        .distinct()
        .count();
  }

  /** A child's question that is cancelled keeps no cancellation, but a decline. */
  private static boolean isBy(Question question, int number) {
    return Clients.sent(number).equals(question.sent())
        || (question.state() instanceof QuestionState.Declined declined
            && declined.by().equals("person " + number));
  }

  private final class Clock implements InstantSource {
    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(nowMs);
    }

    @Override
    public long millis() {
      return nowMs;
    }
  }

  /**
   * Signs hashes without a key: what such a signature is worth is shown elsewhere, and costs time
   * here. A permit is looked at before it counts, so that is signed.
   */
  private static final class Scribe implements Signer {
    private static final AuditKey KEY = AuditKey.generate();
    private static final int HASH = 32;

    @Override
    public String keyId() {
      return KEY.keyId();
    }

    @Override
    public byte[] publicKey() {
      return KEY.publicKey();
    }

    @Override
    public byte[] sign(byte[] bytes) {
      return bytes.length == HASH ? bytes : KEY.sign(bytes);
    }
  }

  /** As the daemon's: above every key that the store held at start, whatever the clock says. */
  private final class RisingIds implements Ids {
    @Override
    public String next(String prefix) {
      lastKey = Math.max(Ulid.key(nowMs, 0), lastKey + 1);
      return Ulid.id(prefix, lastKey, 7);
    }
  }

  /** Takes its time, and names its calls anew in each turn, as some providers do. */
  private final class PausingModel implements Model {
    private final ScriptedModel scripted = new ScriptedModel();

    @Override
    public String defaultModel() {
      return scripted.defaultModel();
    }

    @Override
    public ModelTurn next(ModelRequest request, Consumer<String> onText)
        throws dev.holdpoint.agent.model.ModelFailure, InterruptedException {
      life.schedule.pause();
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      ModelTurn turn = scripted.next(request, onText);
      life.schedule.pause();
      if (request.steps().getFirst().hashCode() % 2 == 0) {
        return turn;
      }
      List<ToolCall> named = new ArrayList<>();
      for (ToolCall call : turn.calls()) {
        named.add(new ToolCall("provided_" + named.size(), call.tool(), call.input()));
      }
      return new ModelTurn(turn.text(), named, turn.last());
    }
  }
}
