package dev.holdpoint.agent.acp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.acp.AcpTranslation;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.external.OwnedSessions;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.port.AcpServers;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is decided as soon as it is committed, before its agent is known to wait for it. */
final class ServedGatesTest {
  private static final Json PERMISSION =
      new Json(
          """
          {"sessionId":"s1","toolCall":{"toolCallId":"c1","title":"rm"},"options":\
          [{"optionId":"y","name":"Yes","kind":"allow_once"}]}\
          """);
  private static final Json QUESTION =
      new Json(
          """
          {"sessionId":"s1","questionId":"q1","prompt":"Which one?"}\
          """);
  private static final Json PAGE =
      new Json(
          """
          {"sessionId":"s1","mode":"url","elicitationId":"e1","message":"Log in.",\
          "url":"https://example.com/login"}\
          """);

  @TempDir private Path folder;
  private SqliteStore store;
  private Writer writer;
  private Approvals approvals;
  private Questions questions;
  private Hasty hasty;
  private ServedGates gates;
  private ServedAgent server;

  /** Somebody is there between the commit of a gate and whoever has raised it. */
  private static final class Hasty implements Commits {
    private final Commits commits;
    private Consumer<Run> decides = _ -> {};

    Hasty(Commits commits) {
      this.commits = commits;
    }

    @Override
    public <R> R commit(Work<R> work) {
      R done = commits.commit(work);
      if (done instanceof RunOutcome outcome) {
        decides.accept(outcome.run());
      }
      return done;
    }
  }

  @BeforeEach
  void open() {
    AtomicLong keys = new AtomicLong(Ulid.key(System.currentTimeMillis(), 0));
    store = MigratedLedger.open(folder.resolve("ledger.db"));
    Engine engine =
        new Engine(
            store,
            InstantSource.system(),
            prefix -> Ulid.id(prefix, keys.incrementAndGet(), 1),
            _ -> {},
            Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
    writer = new Writer(engine).start();
    approvals = new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING);
    questions = new Questions(writer, Clarifications.slots(() -> true));
    hasty = new Hasty(writer);
    gates =
        new ServedGates(
            engine,
            new ExternalGates(hasty, Clarifications.slots(() -> true), approvals),
            new ServedSessions(writer, Clarifications.slots(() -> true)),
            new Runs(
                writer, Clarifications.slots(() -> true), new Routes("m", Map.of("m", "m")), 10),
            (_, _) -> null,
            new AnsweredPermits(writer, engine));
    engine.onCommit(gates);
    server =
        new ServedAgent(
            new ServedSessions.Server("one", "sheila", 1),
            new AcpServers.Client("ada", true, false),
            gates,
            new Owners(new OwnedSessions(engine, writer)),
            new Admission("sheila", ClientRules.usual(List.of())),
            () -> {},
            () -> false);
  }

  @AfterEach
  void close() {
    writer.close();
    store.close();
  }

  private void allow(Run run) {
    String gate = run.pendingApprovals().getFirst().id();
    approvals.resolve(
        new GateTarget.OfRun(run.id()),
        List.of(new SentDecision(gate, true, null, null, null, null, null, "y", Json.EMPTY_OBJECT)),
        Voter.named("ada"),
        null);
  }

  private void answer(Run run) {
    String gate = run.pendingQuestions().getFirst().id();
    String asked = run.pendingQuestions().getFirst().questions().getFirst().id();
    questions.resolve(
        new GateTarget.OfRun(run.id()),
        new Questions.Resolution(
            gate,
            List.of(new Answer(asked, List.of(), "this one")),
            false,
            null,
            Json.EMPTY_OBJECT),
        Voter.named("ada"),
        null);
  }

  private List<String> told() {
    return server.after(0, 10).messages().stream()
        .map(AcpServers.Message::json)
        .map(json -> JsonTree.of(json).path("method").asString())
        .toList();
  }

  @Test
  void an_approval_that_was_decided_before_anybody_waited_reaches_the_agent() {
    CompletableFuture<Json> answer = new CompletableFuture<>();
    hasty.decides = this::allow;

    gates.raise(server, AcpTranslation.PERMISSION, PERMISSION, answer);

    assertThat(answer)
        .isCompletedWithValueMatching(
            told -> JsonTree.of(told).at("/outcome/optionId").asString().equals("y"));
    assertThat(gates.of(server)).isEmpty();
    assertThat(told()).containsExactly(AcpTranslation.PERMISSION, "_holdpoint/request_resolved");
  }

  @Test
  void a_question_that_was_answered_before_anybody_waited_reaches_the_agent() {
    CompletableFuture<Json> answer = new CompletableFuture<>();
    hasty.decides = this::answer;

    gates.raise(server, AcpTranslation.QUESTION, QUESTION, answer);

    assertThat(answer).isCompletedWithValueMatching(told -> told.text().contains("this one"));
    assertThat(gates.of(server)).isEmpty();
    assertThat(told()).containsExactly(AcpTranslation.QUESTION, "_holdpoint/request_resolved");
  }

  @Test
  @DisplayName("AG-78 elicitation/complete right behind its elicitation/create withdraws it")
  void complete_waits_for_its_create() throws Exception {
    CountDownLatch bothSent = new CountDownLatch(1);
    CompletableFuture<Run> stored = new CompletableFuture<>();
    hasty.decides =
        run -> {
          await(bothSent);
          stored.complete(run);
        };

    CompletableFuture<Json> answer =
        server.request(AcpTranslation.ELICITATION, PAGE).toCompletableFuture();
    server.notification(AcpTranslation.COMPLETE, new Json("{\"elicitationId\":\"e1\"}"));
    bothSent.countDown();

    assertThat(answer.get(30, TimeUnit.SECONDS).text()).isEqualTo("{\"action\":\"cancel\"}");
    assertThat(gates.of(server)).isEmpty();
    assertThat(stored.join().pendingQuestions()).as("it was stored as a question").hasSize(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
