package dev.holdpoint.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.CountingStore;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Recollections;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.engine.port.SkillSource;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.files.BlobFiles;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the workers read of runs from their submission until they park, counted: everything that the
 * commits before have had in their hands is at hand.
 */
final class ReadsOfAParkTest {
  private static final int RUNS = 4;

  @TempDir private Path folder = Path.of("");
  private final Queue<Runnable> steps = new ArrayDeque<>();
  private CountingStore counted;
  private Bench bench;
  private WorkerPool crew;
  private Runs runs;
  private Asking model;

  /** Wants leave for something, of whoever submitted "hello". */
  private static final class Asking implements Model {
    private final List<String> heard = new ArrayList<>();

    @Override
    public String defaultModel() {
      return "scripted";
    }

    @Override
    public ModelTurn next(ModelRequest request, Consumer<String> onText) {
      if (request.steps().getLast() instanceof Step.Input input) {
        heard.add(input.words());
      }
      ToolCall call = new ToolCall("c1", "request_approval", new Json("{\"reason\":\"may I?\"}"));
      return new ModelTurn("", List.of(call), false);
    }
  }

  @BeforeEach
  void open() {
    counted = new CountingStore(MigratedLedger.open(folder.resolve("ledger.db")));
    bench = new Bench(counted);
    crew = new WorkerPool(bench.engine, 1, steps::add, _ -> {});
    model = new Asking();
    runs = new Runs(bench.commits, Clarifications.slots(crew), Bench.ROUTES, 10);
    Skills skills = new Skills(bench.engine, SkillSource.NONE);
    InstantSource clock = InstantSource.system();
    RunLoop loop =
        new RunLoop(
            bench.engine,
            new Progress(bench.commits, Clarifications.slots(crew), Bench.ROUTES, 10),
            new Feed(bench.engine, 100),
            Map.of("scripted", model),
            new Tools(List.of()),
            ToolSource.NONE,
            new Memory(
                bench.engine,
                new Recollections(bench.commits, new Recollections.Policy(false, 1)),
                skills),
            skills,
            new Assets(
                bench.commits, bench.engine, new BlobFiles(folder.resolve("assets"), clock, 1), 1),
            new Workspaces(folder.resolve("w")),
            EffectTerms.ASK,
            DebugCapture.OFF,
            _ -> SecretValues.NONE,
            Outsiders.NONE);
    bench.engine.onCommit(crew);
    crew.start(loop);
    work();
    // What is known once and for all is known by now.
    parked(submit("first"));
    counted.reset();
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private void work() {
    for (Runnable step = steps.poll(); step != null; step = steps.poll()) {
      step.run();
    }
  }

  private Run submit(String session) {
    bench.session(session);
    return runs.submit(session, Bench.submission(RunHead.Driver.LOOP), false, null).run();
  }

  private void parked(Run run) {
    work();
    Run now = bench.now(run);
    assertThat(now.status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(now.steps()).isEqualTo(2);
  }

  @Test
  void a_run_that_finds_a_worker_parks_without_a_read() {
    Run run = submit("s");
    assertThat(run.status()).isEqualTo(RunStatus.RUNNING);
    work();
    assertThat(counted.questions()).isZero();
    parked(run);
    assertThat(model.heard).containsOnly("hello");
  }

  /** Which runs wait, which of them in a queue, and once more that there are none left. */
  @Test
  void runs_that_wait_for_a_worker_are_looked_for_together_and_not_read() {
    List<Run> waiting = new ArrayList<>();
    for (int i = 0; i <= RUNS; i++) {
      waiting.add(submit("s" + i));
    }
    assertThat(waiting.getLast().status()).isEqualTo(RunStatus.QUEUED);
    counted.reset();
    work();
    assertThat(counted.questions()).isLessThanOrEqualTo(3);
    waiting.forEach(this::parked);
  }

  @Test
  void one_that_was_cancelled_while_it_stood_in_the_line_is_not_begun() {
    Run first = submit("a");
    Run second = submit("b");
    Run third = submit("c");
    // Whoever is free looks for those who wait, and has not begun with them.
    work(2);
    runs.cancel(second.id(), "ada");
    work();
    assertThat(bench.now(second).status()).isEqualTo(RunStatus.CANCELLED);
    parked(first);
    parked(third);
    assertThat(model.heard).hasSize(3);
  }

  private void work(int most) {
    for (int i = 0; i < most && !steps.isEmpty(); i++) {
      steps.remove().run();
    }
  }
}
