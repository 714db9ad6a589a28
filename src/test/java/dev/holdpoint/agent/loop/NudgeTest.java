package dev.holdpoint.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.tool.ToolSource;
import dev.holdpoint.agent.tool.Tools;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Requirement;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.memory.Memory;
import dev.holdpoint.engine.memory.Recollections;
import dev.holdpoint.engine.memory.Skills;
import dev.holdpoint.engine.port.SkillSource;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.files.BlobFiles;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that forgot something is told so, and gets one more go. */
class NudgeTest {
  private static final Routes ROUTES = new Routes("forgetful", Map.of("forgetful", "m"));

  @TempDir Path folder = Path.of("");
  private final List<String> told = new ArrayList<>();

  /** Thinks it is done at once; writes the file when it is told for the so-manieth time. */
  private final class Forgetful implements Model {
    private final int writesWhenTold;

    Forgetful(int writesWhenTold) {
      this.writesWhenTold = writesWhenTold;
    }

    @Override
    public String defaultModel() {
      return "m";
    }

    @Override
    public ModelTurn next(ModelRequest request, Consumer<String> onText) {
      if (request.steps().getLast() instanceof Step.Input input) {
        told.add(input.words());
      }
      if (told.size() == writesWhenTold) {
        try {
          Files.writeString(new Workspaces(folder.resolve("w")).of("s").resolve("notes.md"), "x");
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return new ModelTurn("done", List.of(), true);
    }
  }

  private Run work(Model model) {
    return work(model, requiring("notes.md"));
  }

  private Run work(Model model, Submission submission) {
    AtomicLong key = new AtomicLong(Ulid.key(System.currentTimeMillis(), 0));
    try (SqliteStore store = MigratedLedger.open(folder.resolve("ledger.db"))) {
      InstantSource clock = InstantSource.system();
      Engine engine =
          new Engine(
              store,
              clock,
              prefix -> Ulid.id(prefix, key.incrementAndGet(), 1),
              _ -> {},
              Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
      try (Writer writer = new Writer(engine).start()) {
        new Sessions(writer)
            .createOrReuse(new Sessions.Spec("s", null, null, null, null, null), null);
        Run run =
            new Runs(writer, Clarifications.slots(() -> true), ROUTES, 10)
                .submit("s", submission, false, null)
                .run();
        Skills skills = new Skills(engine, SkillSource.NONE);
        new RunLoop(
                engine,
                new Progress(writer, Clarifications.slots(() -> true), ROUTES, 10),
                new Feed(engine, 100),
                Map.of("forgetful", model),
                new Tools(List.of()),
                ToolSource.NONE,
                new Memory(
                    engine, new Recollections(writer, new Recollections.Policy(false, 1)), skills),
                skills,
                new Assets(writer, engine, new BlobFiles(folder.resolve("assets"), clock, 1), 1),
                new Workspaces(folder.resolve("w")),
                EffectTerms.ASK,
                DebugCapture.OFF,
                _ -> SecretValues.NONE,
                Outsiders.NONE)
            .work(
                run.key(),
                new WorkerTask(run.key(), null, Thread::sleep, new ConcurrentHashMap<>()));
        return Objects.requireNonNull(store.read(queries -> queries.run(run.key())));
      }
    }
  }

  private static Submission requiring(String path) {
    return submission(
        new RunSettings(Json.EMPTY_OBJECT, List.of(new Requirement(path)), List.of()));
  }

  private static Submission submission(RunSettings settings) {
    return new Submission(
        RunKind.INPUT,
        RunHead.Driver.LOOP,
        "ada",
        "test",
        "test",
        "ada",
        "take notes",
        null,
        new Json("[]"),
        Json.NULL,
        settings);
  }

  @Test
  // K4-242
  void K4_242_a_model_that_mends_it_after_the_nudge_completes_the_run() {
    Run run = work(new Forgetful(2));

    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(told).hasSize(2).first().isEqualTo("take notes");
    assertThat(told.get(1)).contains("`notes.md`");
    assertThat(run.outputs()).hasSize(2);
  }

  @Test
  // K4-242
  void K4_242_a_model_is_not_told_twice() {
    Run run = work(new Forgetful(3));

    assertThat(run.status()).isEqualTo(RunStatus.FAILED);
    assertThat(run.error()).contains("`notes.md`");
    assertThat(told).hasSize(2);
  }

  @Test
  void a_model_that_does_it_at_once_is_told_nothing() {
    assertThat(work(new Forgetful(1)).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(told).containsExactly("take notes");
  }

  private static Model failing(Error error) {
    return new Model() {
      @Override
      public String defaultModel() {
        return "m";
      }

      @Override
      public ModelTurn next(ModelRequest request, Consumer<String> onText) {
        throw error;
      }
    };
  }

  @Test
  void an_error_that_would_come_again_ends_the_run_and_costs_nothing_more() {
    for (Error error : List.of(new StackOverflowError(), new NoClassDefFoundError("gone"))) {
      Run run = work(failing(error));
      assertThat(run.status()).isEqualTo(RunStatus.FAILED);
      assertThat(run.error()).contains("see its log");
    }
  }

  @Test
  void a_schema_that_cannot_be_checked_fails_the_run_after_one_answer() {
    Model model =
        new Model() {
          @Override
          public String defaultModel() {
            return "m";
          }

          @Override
          public boolean isHeldToFormat() {
            return true;
          }

          @Override
          public ModelTurn next(ModelRequest request, Consumer<String> onText) {
            told.add("asked");
            return new ModelTurn("{}", List.of(), true);
          }
        };
    Json format =
        new Json(
            "{\"response_format\":{\"type\":\"structured_json\",\"schema\":{\"$ref\":\"#\"}}}");
    Run run = work(model, submission(new RunSettings(format, List.of(), List.of())));

    assertThat(run.status()).isEqualTo(RunStatus.FAILED);
    assertThat(run.error()).contains("refers to itself");
    assertThat(told).containsExactly("asked");
  }
}
