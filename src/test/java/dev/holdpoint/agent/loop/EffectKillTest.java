package dev.holdpoint.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.agent.tool.LocalTool;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.delivery.GateNotice;
import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.UncertainEffect.Resolved;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Recollections;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.engine.port.SkillSource;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.recovery.StartRepair;
import dev.holdpoint.engine.run.OpenEffects;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.files.BlobFiles;
import dev.holdpoint.store.postgres.PostgresStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A loop that dies between the intent of a bash command and its result, a hundred times on each
 * database. The commands are real; the death is an error that nothing catches, and the next life is
 * a new loop over the same ledger. {@code EffectKillIT} kills processes, fewer times.
 */
final class EffectKillTest {
  private static final int KILLS = 100;

  @TempDir private Path folder = Path.of("");

  enum Ledger {
    SQLITE,
    POSTGRES
  }

  /** The daemon is gone. */
  private static final class Died extends Error {
    private static final long serialVersionUID = 1;
  }

  private enum Death {
    BEFORE,
    AFTER,
    NEVER
  }

  /** The real tool, and a death before or after it. */
  private static final class Deadly implements LocalTool {
    private final LocalTool bash;
    private final Death death;

    Deadly(LocalTool bash, Death death) {
      this.bash = bash;
      this.death = death;
    }

    @Override
    public String name() {
      return "bash";
    }

    @Override
    public String description() {
      return bash.description();
    }

    @Override
    public Json inputSchema() {
      return bash.inputSchema();
    }

    @Override
    public Behavior defaultRule() {
      return Behavior.ALLOW;
    }

    @Override
    public boolean hasEffect() {
      return true;
    }

    @Override
    public Json run(Json input, ToolContext context) throws InterruptedException {
      if (death == Death.BEFORE) {
        throw new Died();
      }
      Json result = bash.run(input, context);
      if (death == Death.AFTER) {
        throw new Died();
      }
      return result;
    }
  }

  /** Runs one command and says what came of it. */
  private static final class OneCommand implements Model {
    @Override
    public String defaultModel() {
      return "scripted";
    }

    @Override
    public ModelTurn next(ModelRequest request, Consumer<String> onText) {
      return request.steps().getLast() instanceof Step.Result(String _, Json content)
          ? new ModelTurn(content.text(), List.of(), true)
          : new ModelTurn(
              "",
              List.of(new ToolCall("c1", "bash", new Json("{\"command\":\"echo ran >> ran\"}"))),
              false);
    }
  }

  private static Store store(Ledger ledger, Path folder) {
    return switch (ledger) {
      case SQLITE -> MigratedLedger.open(folder.resolve("ledger.db"));
      case POSTGRES -> PostgresStore.open(EmbeddedPostgres.shared().newDatabase());
    };
  }

  private Workspaces workspaces() {
    return new Workspaces(folder.resolve("w"));
  }

  private RunLoop life(Bench bench, Death death, EffectTerms terms) throws IOException {
    Tools real = new Tools(Tools.ofWorkspace(new Processes(folder.resolve("p")), System.getenv()));
    LocalTool bash = (LocalTool) Objects.requireNonNull(real.find("bash"));
    Skills skills = new Skills(bench.engine, SkillSource.NONE);
    return new RunLoop(
        bench.engine,
        bench.progress,
        new Feed(bench.engine, 100),
        Map.of("scripted", new OneCommand()),
        new Tools(List.of(new Deadly(bash, death))),
        ToolSource.NONE,
        new Memory(
            bench.engine,
            new Recollections(bench.commits, new Recollections.Policy(false, 1)),
            skills),
        skills,
        new Assets(
            bench.commits,
            bench.engine,
            new BlobFiles(folder.resolve("assets"), InstantSource.system(), 1),
            1),
        workspaces(),
        terms,
        DebugCapture.OFF,
        _ -> SecretValues.NONE,
        Outsiders.NONE);
  }

  private static void work(RunLoop loop, Run run) {
    loop.work(run.key(), new WorkerTask(run.key(), null, Thread::sleep, new ConcurrentHashMap<>()));
  }

  private List<String> ran(String session) throws IOException {
    Path file = workspaces().of(session).resolve("ran");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  // PF-33
  @ParameterizedTest
  @EnumSource
  void each_run_waits_on_one_question_and_no_effect_happens_twice(Ledger ledger)
      throws IOException {
    try (Bench bench = new Bench(store(ledger, folder))) {
      List<Run> runs = new ArrayList<>();
      RunLoop before = life(bench, Death.BEFORE, EffectTerms.ASK);
      RunLoop after = life(bench, Death.AFTER, EffectTerms.ASK);
      for (int i = 0; i < KILLS; i++) {
        bench.session("s" + i);
        Run run = bench.submit("s" + i);
        runs.add(run);
        RunLoop first = i % 2 == 0 ? before : after;
        assertThatThrownBy(() -> work(first, run)).isInstanceOf(Died.class);
        assertThat(bench.now(run).status()).isEqualTo(RunStatus.RUNNING);
      }

      Map<Long, Question> asked = new HashMap<>();
      for (int restart = 0; restart < 3; restart++) {
        new StartRepair(bench.commits, Clarifications.slots(() -> true)).takeOver(0);
        RunLoop next = life(bench, Death.AFTER, EffectTerms.ASK);
        for (Run run : runs) {
          work(next, run);
          Run now = bench.now(run);
          assertThat(now.status()).isEqualTo(RunStatus.WAITING_FOR_USER_QUESTION);
          assertThat(now.questions()).hasSize(1);
          Question question = now.questions().getFirst();
          assertThat(asked.computeIfAbsent(run.key(), _ -> question)).isEqualTo(question);
          assertThat(Objects.requireNonNull(question.effect()).attempt()).isEqualTo(1);
        }
      }
      assertThat(bench.engine.read(OpenEffects::waiting).count()).isEqualTo(KILLS);

      RunLoop last = life(bench, Death.NEVER, EffectTerms.ASK);
      for (int i = 0; i < KILLS; i++) {
        boolean happened = i % 2 != 0;
        assertThat(ran("s" + i)).hasSize(happened ? 1 : 0);
        Run run = runs.get(i);
        Question question = asked.getOrDefault(run.key(), bench.now(run).questions().getFirst());
        bench.questions.resolve(
            new GateTarget.OfRun(run.id()),
            new Questions.Resolution(
                question.id(),
                List.of(
                    new Answer(
                        "effect",
                        List.of((happened ? Resolved.HAPPENED : Resolved.NOT_HAPPENED).wire()),
                        null)),
                false,
                null,
                Json.EMPTY_OBJECT),
            Voter.named("ada"),
            null);
        work(last, run);
        assertThat(bench.now(run).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(ran("s" + i)).containsExactly("ran");
      }
      assertThat(bench.engine.read(OpenEffects::waiting).count()).isZero();
    }
  }

  @Test
  void a_death_in_the_second_attempt_asks_again_and_counts_it() throws IOException {
    try (Bench bench = new Bench(folder)) {
      bench.session("s");
      Run run = bench.submit("s");
      for (int attempt = 1; attempt <= 3; attempt++) {
        RunLoop deadly = life(bench, Death.BEFORE, EffectTerms.ASK);
        assertThatThrownBy(() -> work(deadly, run)).isInstanceOf(Died.class);
        work(life(bench, Death.NEVER, EffectTerms.ASK), run);
        Question question = bench.now(run).pendingQuestions().getFirst();
        assertThat(Objects.requireNonNull(question.effect()).attempt()).isEqualTo(attempt);
        say(bench, run, question, Resolved.NOT_HAPPENED);
      }
      work(life(bench, Death.NEVER, EffectTerms.ASK), run);
      assertThat(bench.now(run).status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(ran("s")).containsExactly("ran");
    }
  }

  private static void say(Bench bench, Run run, Question question, Resolved word) {
    bench.questions.resolve(
        new GateTarget.OfRun(run.id()),
        new Questions.Resolution(
            question.id(),
            List.of(new Answer("effect", List.of(word.wire()), null)),
            false,
            null,
            Json.EMPTY_OBJECT),
        Voter.named("ada"),
        null);
  }

  // PF-36
  @Test
  void where_nobody_is_to_be_asked_the_run_is_interrupted_and_names_the_call() throws IOException {
    try (Bench bench = new Bench(folder)) {
      bench.session("s");
      Run run = bench.submit("s");
      EffectTerms interrupt = new EffectTerms(List.of(), false, Optional.empty(), null);
      RunLoop deadly = life(bench, Death.AFTER, interrupt);
      assertThatThrownBy(() -> work(deadly, run)).isInstanceOf(Died.class);
      work(life(bench, Death.NEVER, interrupt), run);

      Run ended = bench.now(run);
      assertThat(ended.status()).isEqualTo(RunStatus.INTERRUPTED);
      assertThat(ended.error()).contains("bash", "c1", "is not repeated");
      assertThat(ended.questions()).isEmpty();
      assertThat(ran("s")).containsExactly("ran");
    }
  }

  @Test
  void a_question_that_nobody_answers_in_its_time_interrupts_the_run() throws IOException {
    try (Bench bench = new Bench(folder)) {
      bench.session("s");
      Run run = bench.submit("s");
      EffectTerms within = new EffectTerms(List.of(), true, Optional.of(1_000L), "node-a");
      RunLoop deadly = life(bench, Death.AFTER, within);
      assertThatThrownBy(() -> work(deadly, run)).isInstanceOf(Died.class);
      work(life(bench, Death.NEVER, within), run);
      Question question = bench.now(run).pendingQuestions().getFirst();
      assertThat(Objects.requireNonNull(question.effect()).node()).isEqualTo("node-a");
      GateNotice notice = GateNotice.of(bench.now(run), question);
      assertThat(notice.event()).isEqualTo(NoticeEvent.QUESTION_REQUESTED);
      assertThat(notice.what()).isEqualTo("Did this happen? bash");
      assertThat(notice.why()).doesNotContain("echo");

      bench.pass(999);
      bench.deadlines.expireDue();
      assertThat(bench.now(run).status()).isEqualTo(RunStatus.WAITING_FOR_USER_QUESTION);
      bench.pass(1);
      bench.deadlines.expireDue();

      Run ended = bench.now(run);
      assertThat(ended.status()).isEqualTo(RunStatus.INTERRUPTED);
      assertThat(ended.error()).contains("nobody said in time");
      assertThat(bench.engine.read(OpenEffects::waiting).count()).isZero();
    }
  }
}
