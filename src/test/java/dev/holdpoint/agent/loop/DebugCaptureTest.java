package dev.holdpoint.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdpoint.agent.capture.Scrubber;
import dev.holdpoint.agent.model.ModelFailure;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ScriptedModel;
import dev.holdpoint.agent.model.Wiretap;
import dev.holdpoint.core.debug.Budget;
import dev.holdpoint.core.debug.CaptureLevel;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.retention.DebugArtifacts;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.files.DebugFiles;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Whoever keeps what a model is asked is in nobody's way. */
class DebugCaptureTest {
  private static final Routes ROUTES = new Routes("scripted", Map.of("scripted", "scripted"));

  private final Logger logger = (Logger) LoggerFactory.getLogger(DebugCapture.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final AtomicLong keys = new AtomicLong(Ulid.key(System.currentTimeMillis(), 0));

  @TempDir Path folder = Path.of("");
  private SqliteStore store;
  private Writer writer;
  private DebugArtifacts debugging;
  private Run run;
  private WorkerTask job;

  @BeforeEach
  void open() {
    logged.start();
    logger.addAppender(logged);
    store = MigratedLedger.open(folder.resolve("ledger.db"));
    InstantSource clock = InstantSource.system();
    Engine engine =
        new Engine(
            store,
            clock,
            prefix -> Ulid.id(prefix, keys.incrementAndGet(), 1),
            _ -> {},
            Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
    writer = new Writer(engine).start();
    debugging =
        new DebugArtifacts(
            engine,
            new DebugFiles(folder.resolve("debug"), clock, new Budget(1_000, 10_000, 100), null),
            new DebugArtifacts.Policy(0, null));
    new Sessions(writer).createOrReuse(new Sessions.Spec("s", null, null, null, null, null), null);
    run =
        new Runs(writer, Clarifications.slots(() -> true), ROUTES, 10)
            .submit("s", submission(), false, null)
            .run();
    job = new WorkerTask(run.key(), null, Thread::sleep, new ConcurrentHashMap<>());
  }

  @AfterEach
  void close() {
    logger.detachAppender(logged);
    writer.close();
    store.close();
  }

  private static Submission submission() {
    return new Submission(
        RunKind.INPUT,
        RunHead.Driver.LOOP,
        "ada",
        "test",
        "test",
        "ada",
        "hello",
        null,
        new Json("[]"),
        Json.NULL,
        RunSettings.NONE);
  }

  private DebugCapture full() {
    return DebugCapture.at(CaptureLevel.FULL, debugging, new Scrubber(List.of()));
  }

  private String ask(DebugCapture capture, Supplier<String> system, Step... steps)
      throws ModelFailure, InterruptedException {
    ModelRequest request =
        new ModelRequest(system, List.of(steps), List::of, List.of(), Json.EMPTY_OBJECT);
    return job.<String, ModelFailure>outside(
        () -> capture.ask(new ScriptedModel(), request, _ -> {}, run, job).text());
  }

  @Test
  void nothing_is_put_into_words_where_nothing_is_kept() throws Exception {
    DebugCapture off = DebugCapture.at(CaptureLevel.OFF, debugging, new Scrubber(List.of()));
    Supplier<String> untouched =
        () -> {
          throw new AssertionError("somebody has asked");
        };
    assertThat(ask(off, untouched, new Step.Input("hi"))).isEqualTo("You said: hi");
    Wiretap.NONE.sent(
        () -> {
          throw new AssertionError("somebody has listened");
        });
    assertThat(folder.resolve("debug")).doesNotExist();
  }

  @Test
  void a_store_that_cannot_be_written_is_told_of_once_and_without_words() throws Exception {
    Path blocked = Files.writeString(folder.resolve("debug"), "in the way");
    DebugCapture capture = full();
    for (int i = 0; i < 3; i++) {
      assertThat(ask(capture, () -> "", new Step.Input("tell nobody"))).contains("tell nobody");
    }

    assertThat(logged.list).hasSize(1);
    assertThat(logged.list.getFirst().getFormattedMessage())
        .contains(run.id(), "cannot be recorded")
        .doesNotContain("tell nobody");
    Files.delete(blocked);
    ask(capture, () -> "", new Step.Input("x"));
    assertThat(debugging.artifacts(run)).hasSize(4);
    Files.move(folder.resolve("debug"), folder.resolve("away"));
    Files.writeString(folder.resolve("debug"), "in the way again");
    ask(capture, () -> "", new Step.Input("x"));
    assertThat(logged.list).as("after it has worked in between").hasSize(2);
  }

  @Test
  void a_request_that_cannot_be_put_into_words_costs_one_artifact() throws Exception {
    Supplier<String> broken =
        () -> {
          throw new IllegalStateException("tell nobody");
        };
    assertThat(ask(full(), broken, new Step.Input("hi"))).isEqualTo("You said: hi");
    assertThat(debugging.artifacts(run)).hasSize(3);
    assertThat(logged.list.toString()).doesNotContain("tell nobody");
  }

  @Test
  void an_attempt_that_comes_again_does_not_write_over_the_first() throws Exception {
    DebugCapture capture = full();
    assertThatThrownBy(() -> ask(capture, () -> "", new Step.Input("#!script\n{\"fail\":\"no\"}")))
        .isInstanceOf(ModelFailure.class);
    ask(capture, () -> "", new Step.Input("a"));
    ask(capture, () -> "", new Step.Input("a"), new Step.Turn("b", List.of()), new Step.Input("c"));

    assertThat(debugging.artifacts(run))
        .extracting(artifact -> artifact.id().turn() + "/" + artifact.id().attempt())
        .containsExactly(
            "1/1", "1/1", "1/1", "1/1", "1/2", "1/2", "1/2", "1/2", "2/1", "2/1", "2/1", "2/1");
  }
}
