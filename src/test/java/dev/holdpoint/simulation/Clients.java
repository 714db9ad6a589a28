package dev.holdpoint.simulation;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.gate.VerifiedAssertion;
import dev.holdpoint.engine.permission.Grant;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.signed.SignedDecisions;
import dev.holdpoint.engine.signed.StoredAnswers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** People and agents outside: what they want, by the seed, from what they can see. */
final class Clients {
  private static final int SESSIONS = 5;

  private final RandomGenerator random;
  private final MemoryTables tables;
  private final Signed signed;
  private final BiPredicate<String, String> happened;
  private final Worlds worlds;
  private final Runners runners;
  private final Holding holding;
  private final Holders holders;
  private final Map<Integer, Holders.Decision> held = new HashMap<>();
  final List<Wish> wishes = new ArrayList<>();

  /**
   * @param happened whether a call of a run took effect, for people who look
   */
  Clients(
      RandomGenerator random,
      MemoryTables tables,
      Signed signed,
      Holding holding,
      BiPredicate<String, String> happened,
      Worlds worlds,
      Runners runners) {
    this.happened = happened;
    this.worlds = worlds;
    this.runners = runners;
    this.random = random;
    this.tables = tables;
    this.signed = signed;
    this.holding = holding;
    this.holders = new Holders(random, tables, worlds);
  }

  /** One more request, of whatever kind. */
  void act(Life life) {
    if (random.nextInt(12) == 0) {
      worlds.move();
    }
    Wish wish =
        switch (random.nextInt(28)) {
          case 0, 1, 2, 3, 4 -> submit();
          case 5, 6, 7, 8, 9 -> resolveApproval();
          case 10, 11, 12 -> resolveQuestion();
          case 13 -> cancel();
          case 14 -> random.nextInt(4) == 0 ? interrupt() : end();
          case 15 -> raise();
          case 16 -> reform();
          case 17, 18 -> triage();
          case 19, 20 -> redeem();
          case 21, 22, 23 -> aboutHeld();
          default -> again();
        };
    if (wish != null) {
      life.schedule.spawn(() -> wish.ask(life));
    }
  }

  /** Settles one gate that still waits; false when none does. */
  boolean settleOne(Life life) {
    for (RunRow row : tables.runs.values()) {
      Run run = row.run();
      for (Approval approval : run.pendingApprovals()) {
        ask(life, resolve(run, approval, true));
        return true;
      }
      for (Question question : run.pendingQuestions()) {
        ask(life, random.nextBoolean() ? part(run, question) : resolve(run, question, false));
        return true;
      }
    }
    return false;
  }

  private static void ask(Life life, Wish wish) {
    life.schedule.spawn(() -> wish.ask(life));
  }

  private Wish wish(Wish.Kind kind, boolean key, Function<Integer, Wish.Asking> asking) {
    int number = wishes.size();
    Wish wish = new Wish(number, kind, key, asking.apply(number));
    wishes.add(wish);
    return wish;
  }

  private @Nullable Wish again() {
    List<Wish> keyed = wishes.stream().filter(wish -> wish.hasKey).toList();
    return keyed.isEmpty() ? null : keyed.get(random.nextInt(keyed.size()));
  }

  private String session() {
    // Under policies a gate takes several to decide, so there are more of these.
    return "session-" + Math.min(random.nextInt(SESSIONS + 1), SESSIONS - 1);
  }

  private static String open(Life life, String session) {
    return life.sessions
        .createOrReuse(
            new Sessions.Spec(session, null, null, null, Signed.tenantOf(session), null), null)
        .session()
        .id();
  }

  private static Submission submission(
      int number, RunHead.Driver driver, String text, RunSettings settings) {
    return new Submission(
        RunKind.INPUT,
        driver,
        // Some of those who ask are also of those who are asked.
        number % 3 == 0 ? "bob" : "client",
        "test",
        driver == RunHead.Driver.OUTSIDE ? "external" : "simulation",
        "actor",
        text,
        "scripted",
        new Json("[]"),
        sent(number),
        settings);
  }

  static Json sent(int number) {
    return new Json("{\"wish\":" + number + "}");
  }

  private Wish submit() {
    String session = session();
    String text = Scripts.any(random);
    RunSettings settings = Post.settings(random);
    boolean alone = random.nextInt(6) == 0;
    return wish(
        Wish.Kind.SUBMIT,
        random.nextBoolean(),
        n ->
            (life, key) ->
                List.of(
                    life.runs
                        .submit(
                            open(life, session),
                            submission(n, RunHead.Driver.LOOP, text, settings),
                            alone,
                            key)
                        .run()
                        .id()));
  }

  private Wish raise() {
    String session = session();
    RunSettings settings = Post.settings(random);
    GateDraft.Deadline deadline =
        random.nextBoolean()
            ? GateDraft.Deadline.NONE
            : new GateDraft.Deadline(null, 1L + random.nextInt(2_000));
    ToolCall call = new ToolCall("call_1", "deploy", Json.EMPTY_OBJECT);
    ExternalGates.Gate gate =
        new ExternalGates.Gate(
            call,
            GateDraft.approval(call)
                .because("deploy?")
                .until(deadline)
                .dependingOn(worlds.asked(random.nextInt(6)), null));
    return wish(
        Wish.Kind.SUBMIT,
        true,
        n ->
            (life, key) -> {
              life.outside.raise(
                  open(life, session),
                  submission(n, RunHead.Driver.OUTSIDE, "", settings),
                  gate,
                  /* namedKey= */ new IdempotencyKey("request " + n, "same"),
                  /* idempotency= */ key);
              // Where the world has moved, the key leads to the next revision, in another run.
              return tables.runs.values().stream()
                  .map(RunRow::run)
                  .filter(run -> run.head().metadata().equals(sent(n)))
                  .map(Run::id)
                  .toList();
            });
  }

  /** Two runners may have the same permit; only one of them may begin. */
  private @Nullable Wish redeem() {
    Approval approval = runners.any();
    return approval == null
        ? null
        : wish(Wish.Kind.REDEEM, true, n -> (life, _) -> runners.redeem(life, approval, n));
  }

  /** Any run that has gates in its open turn, settled or not: people click late. */
  private @Nullable Run withGates(Function<Run, List<?>> gates) {
    List<Run> runs =
        tables.runs.values().stream()
            .map(RunRow::run)
            .filter(run -> !gates.apply(run).isEmpty())
            .filter(run -> run.status().isWaiting() || random.nextInt(4) == 0)
            .toList();
    return runs.isEmpty() ? null : runs.get(random.nextInt(runs.size()));
  }

  private @Nullable Wish resolveApproval() {
    Run run = withGates(Run::approvals);
    return run == null
        ? null
        : resolve(run, run.approvals().get(random.nextInt(run.approvals().size())), false);
  }

  private Wish sign(Run run, Approval approval, boolean surely) {
    boolean approve = random.nextInt(4) > 0;
    VerifiedAssertion attested = Signed.attested(random, approval, approve, surely);
    boolean supplies = approve && approval.requestedItems() != null && random.nextInt(3) > 0;
    return wish(
        Wish.Kind.SIGN,
        random.nextBoolean(),
        n -> {
          if (supplies) {
            signed.supplies(note(n));
          }
          return (life, key) -> {
            life.decisions.decide(
                new SignedDecisions.Spec(
                    worlds.decides(approval),
                    attested,
                    supplies ? Map.of(Signed.ALIAS, "value " + n) : Map.of(),
                    note(n)),
                "adapter",
                key == null ? null : new StoredAnswers.Key("sign " + n, "same"),
                decided -> new StoredAnswers.Answer(200, "", decided.run().id()));
            return List.of(run.id());
          };
        });
  }

  static String note(int number) {
    return "wish " + number;
  }

  private Wish resolve(Run run, Approval approval, boolean surely) {
    // There, some click all the same, and none of these may count.
    if (Signed.isSigned(run) && (surely || random.nextInt(5) > 0)) {
      return sign(run, approval, surely);
    }
    if (Council.isUnder(run)) {
      return !surely && random.nextInt(6) == 0 ? hold(run, approval) : vote(run, approval);
    }
    if (!surely && random.nextInt(3) == 0) {
      return hold(run, approval);
    }
    boolean allow = random.nextInt(4) > 0;
    String expected =
        switch (surely ? 0 : random.nextInt(6)) {
          case 1 -> approval.digest();
          case 2 -> "of something else";
          default -> null;
        };
    Json input = allow && random.nextInt(4) == 0 ? new Json("{\"changed\":true}") : null;
    boolean grantable = approval.patternKeys().contains("act") && allow && input == null;
    Grant grant = grantable && random.nextInt(3) == 0 ? grant() : null;
    GateTarget target =
        surely || random.nextBoolean()
            ? new GateTarget.OfRun(run.id())
            : new GateTarget.OfSession(run.head().sessionId());
    return wish(
        Wish.Kind.RESOLVE,
        random.nextBoolean(),
        n ->
            (life, key) ->
                List.of(
                    life.approvals
                        .resolve(
                            target,
                            List.of(
                                new SentDecision(
                                    worlds.decides(approval),
                                    allow,
                                    input,
                                    "no",
                                    Expected.of(expected, null),
                                    grant,
                                    null,
                                    sent(n))),
                            Voter.named("person " + n),
                            key)
                        .run()
                        .id()));
  }

  private Wish hold(Run run, Approval approval) {
    Holders.Decision decision = holders.decide(run, approval);
    return wish(
        Wish.Kind.HOLD,
        random.nextBoolean(),
        n -> {
          held.put(n, decision);
          return decision.asking(n);
        });
  }

  /** Somebody undoes what is held, has another word on it, or is not to have any more. */
  private @Nullable Wish aboutHeld() {
    Holders.Of held = holders.anyHeld(holding);
    if (held == null || random.nextInt(25) == 0) {
      Wish.Asking revoke = holders.revoke();
      return revoke == null || random.nextInt(4) > 0
          ? null
          : wish(Wish.Kind.REVOKE, false, _ -> revoke);
    }
    if (random.nextInt(3) == 0) {
      return wish(Wish.Kind.UNDO, false, n -> Holders.undo(held.approval(), n));
    }
    return hold(held.run(), held.approval());
  }

  /** Only another person's decision keeps anybody from theirs. */
  void reckonHolds() {
    held.forEach(
        (number, decision) ->
            Checker.hold(
                !wishes.get(number).isRefusedAsHeld()
                    || holding.wasHeldByOther(decision.approvalId(), decision.by().name()),
                "HOLD %d of %s was refused as held, and nobody else held it",
                number,
                decision.by().name()));
  }

  /** One of those whom policies name, or not; most say yes. */
  private Wish vote(Run run, Approval approval) {
    boolean allow = random.nextInt(5) > 0;
    Voter voter = Council.voter(random);
    return wish(
        Wish.Kind.VOTE,
        random.nextBoolean(),
        n ->
            (life, key) ->
                List.of(
                    life.approvals
                        .resolve(
                            new GateTarget.OfRun(run.id()),
                            List.of(
                                new SentDecision(
                                    worlds.decides(approval),
                                    allow,
                                    null,
                                    "no",
                                    null,
                                    null,
                                    null,
                                    sent(n))),
                            voter,
                            key)
                        .run()
                        .id()));
  }

  private Wish reform() {
    Wish.Asking asking = Council.reform(random, tables);
    return wish(Wish.Kind.REFORM, false, _ -> asking);
  }

  private @Nullable Wish triage() {
    Gate gate = Council.anyGate(random, tables);
    if (gate == null) {
      return null;
    }
    if (random.nextInt(3) == 0) {
      return wish(Wish.Kind.COMMENT, true, n -> Council.comment(random, gate, n));
    }
    Wish.Asking asking = Council.triage(random, gate);
    return wish(Wish.Kind.TRIAGE, random.nextBoolean(), _ -> asking);
  }

  /** For a few calls more, so that there is something left to ask. */
  private Grant grant() {
    return new Grant(
        random.nextBoolean() ? PermissionRule.ScopeKind.SESSION : PermissionRule.ScopeKind.USER,
        null,
        null,
        1 + random.nextInt(3));
  }

  private @Nullable Wish resolveQuestion() {
    Run run = withGates(Run::questions);
    if (run == null) {
      return null;
    }
    Question question = run.questions().getFirst();
    return question.questions().size() > 1 && random.nextInt(4) > 0
        ? part(run, question)
        : resolve(run, question, random.nextInt(5) == 0);
  }

  /** One answer: mostly to what is asked next, as far as one can see; at times to another. */
  private Wish part(Run run, Question question) {
    List<StructuredQuestion> asked = question.questions();
    int next = Math.min(question.partialAnswers().size(), asked.size() - 1);
    String id = asked.get(random.nextInt(8) == 0 ? random.nextInt(asked.size()) : next).id();
    Voter person = Council.isUnder(run) ? Council.voter(random) : null;
    return wish(
        Wish.Kind.PART,
        false,
        n ->
            (life, _) ->
                List.of(
                    life.questions
                        .answerOne(
                            run.id(),
                            question.id(),
                            new Answer(id, List.of(), part(n)),
                            person == null ? Voter.named("person " + n) : person)
                        .run()
                        .id()));
  }

  static String part(int number) {
    return "part " + number;
  }

  private Wish resolve(Run run, Question question, boolean cancel) {
    boolean declined = random.nextInt(5) == 0;
    List<String> word = question.effect() == null ? List.of() : List.of(word(run, question));
    Voter person = Council.isUnder(run) ? Council.voter(random) : null;
    // No two people say the same: a child's question takes the same answer twice, and once is it.
    return wish(
        Wish.Kind.RESOLVE,
        random.nextBoolean(),
        n ->
            (life, key) ->
                List.of(
                    (cancel
                            ? life.questions.cancel(
                                run.id(),
                                question.id(),
                                "no " + n,
                                sent(n),
                                Voter.named("person " + n),
                                key)
                            : life.questions.resolve(
                                new GateTarget.OfRun(run.id()),
                                new Questions.Resolution(
                                    question.id(),
                                    declined
                                        ? List.of()
                                        : question.questions().stream()
                                            .map(q -> new Answer(q.id(), word, "yes " + n))
                                            .toList(),
                                    declined,
                                    "no " + n,
                                    sent(n)),
                                person == null ? Voter.named("person " + n) : person,
                                key))
                        .run()
                        .id()));
  }

  /** People look before they say that a call did not happen. */
  private String word(Run run, Question question) {
    return random.nextInt(3) == 0
        ? "unknown"
        : happened.test(run.id(), question.callId()) ? "happened" : "not_happened";
  }

  private @Nullable Wish cancel() {
    List<Run> runs = tables.runs.values().stream().map(RunRow::run).toList();
    if (runs.isEmpty()) {
      return null;
    }
    // Mostly something recent, which may just be starting or ending; or a child that has asked.
    List<Run> asking = runs.stream().filter(run -> !run.pendingClarifications().isEmpty()).toList();
    Run run =
        asking.isEmpty() || random.nextInt(3) == 0
            ? runs.get(Math.max(0, runs.size() - 1 - random.nextInt(4)))
            : asking.get(random.nextInt(asking.size()));
    return wish(
        Wish.Kind.CANCEL,
        false,
        n -> (life, _) -> List.of(life.runs.cancel(run.id(), "person " + n).id()));
  }

  /** A child that has nothing to do; answers to what it has asked will find nobody. */
  private @Nullable Wish end() {
    List<String> children =
        tables.sessions.values().stream()
            .filter(session -> session.parent() != null)
            .map(Session::id)
            .toList();
    if (children.isEmpty()) {
      return null;
    }
    String child = children.get(random.nextInt(children.size()));
    return wish(
        Wish.Kind.END,
        false,
        n -> (life, _) -> List.of(life.sessions.end(child, null, "person " + n).id()));
  }

  private Wish interrupt() {
    List<Session> all = List.copyOf(tables.sessions.values());
    String session = all.isEmpty() ? session() : all.get(random.nextInt(all.size())).id();
    return wish(
        Wish.Kind.INTERRUPT,
        false,
        n -> (life, _) -> life.runs.interrupt(open(life, session), "person " + n, null).runIds());
  }
}
