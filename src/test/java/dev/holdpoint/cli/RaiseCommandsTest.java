package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.client.ApprovalClient;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.QuestionClient;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Shell scripts that ask for leave, or ask a question, and wait. */
@Timeout(120)
class RaiseCommandsTest {
  @TempDir private Path folder;
  private Desk desk;
  private String session = "";

  @BeforeEach
  void start() throws Exception {
    desk = new Desk(folder.resolve("data"));
    session = desk.session();
  }

  @AfterEach
  void stop() {
    desk.close();
  }

  private record Raised(String id, String runId) {}

  /** The next gate of the session after the given event. */
  private Raised raised(AtomicReference<String> after) throws Exception {
    AtomicReference<Raised> found = new AtomicReference<>();
    var stream = desk.client().events().ofSession(session, after.get());
    stream.follow(
        (_, frame) -> {
          switch (frame) {
            case StreamFrame.ApprovalRequested(var approval, var runId, _, _) ->
                found.set(new Raised(approval.id(), runId));
            case StreamFrame.QuestionRequested(var question, var runId, _, _) ->
                found.set(new Raised(question.id(), runId));
            default -> {}
          }
          return found.get() == null;
        });
    after.set(stream.lastId());
    return Objects.requireNonNull(found.get());
  }

  private CompletableFuture<Outcome> typing(String... args) {
    return CompletableFuture.supplyAsync(() -> desk.type(args));
  }

  // DX-14, DX-37
  @Test
  void DX_37_what_the_deadline_does_and_the_risk_are_said_in_the_words_of_the_wire() {
    List<String> asked =
        List.of("approvals", "request", session, "--command", "x", "--reason", "r", "--json");
    Outcome expired =
        desk.type(
            Stream.concat(
                    asked.stream(),
                    Stream.of("--expires-in", "1s", "--on-expiry", "deny", "--risk", "high"))
                .toArray(String[]::new));
    assertThat(expired.exitCode()).as(expired.toString()).isEqualTo(1);
    assertThat(ClientJson.parseTree(expired.out()).at("/resolution/applied").asString())
        .isEqualTo("deny");

    Outcome low =
        desk.type(Stream.concat(asked.stream(), Stream.of("--risk", "low")).toArray(String[]::new));
    assertThat(low.exitCode()).isEqualTo(2);
    assertThat(low.err()).contains("'low' is not one of normal, high");
  }

  @Test
  void the_decision_is_the_exit_code() throws Exception {
    HoldpointClient client = desk.client();
    AtomicReference<String> at = new AtomicReference<>("0");

    var allowed = typing("approvals", "request", session, "--command", "./go", "--reason", "now");
    Raised first = raised(at);
    client.approvals().resolve(first.runId(), ApprovalClient.allow(first.id(), null, null));
    assertThat(allowed.get().exitCode()).as(allowed.get().toString()).isZero();
    assertThat(allowed.get().out()).startsWith("allowed by admin, ");
    assertThat(allowed.get().err())
        .startsWith(first.id() + " is pending; decide with: holdpoint approvals allow|deny ");

    var denied =
        typing(
            "approvals",
            "request",
            session,
            "--tool",
            "deploy",
            "--input-json",
            "{\"v\":1}",
            "--reason",
            "now",
            "--json");
    Raised second = raised(at);
    client.approvals().resolve(second.runId(), ApprovalClient.deny(second.id(), "too early"));
    assertThat(denied.get().exitCode()).isEqualTo(1);
    assertThat(ClientJson.parseTree(denied.get().out()).at("/resolution/reason").asString())
        .isEqualTo("too early");

    Outcome expired =
        desk.type(
            "approvals",
            "request",
            session,
            "--command",
            "x",
            "--reason",
            "r",
            "--expires-in",
            "1s");
    assertThat(expired.exitCode()).isEqualTo(1);
    assertThat(expired.out()).startsWith("expired");
  }

  @Test
  void another_input_does_not_pass_for_a_plain_yes() throws Exception {
    AtomicReference<String> at = new AtomicReference<>("0");
    var instead = ClientJson.parseTree("{\"command\":\"ls\"}");
    Path file = folder.resolve("input.json");

    var plain = typing("approvals", "request", session, "--command", "rm x", "--reason", "r");
    Raised first = raised(at);
    desk.client()
        .approvals()
        .resolve(first.runId(), ApprovalClient.allow(first.id(), null, instead));
    assertThat(plain.get().exitCode()).isEqualTo(1);
    assertThat(plain.get().err())
        .contains("holdpoint: a changed input was allowed; read it with --input-out or --json");

    var careful =
        typing(
            "approvals",
            "request",
            session,
            "--command",
            "rm x",
            "--reason",
            "r",
            "--input-out",
            file.toString());
    Raised second = raised(at);
    desk.client()
        .approvals()
        .resolve(second.runId(), ApprovalClient.allow(second.id(), null, instead));
    assertThat(careful.get().exitCode()).isZero();
    assertThat(ClientJson.parseTree(Files.readString(file))).isEqualTo(instead);
  }

  @Test
  void a_script_that_starts_again_finds_what_it_asked() throws Exception {
    String[] request = {
      "approvals", "request", session, "--command", "x", "--reason", "r", "--request-key", "k"
    };
    String[] once = append(request, "--no-wait");
    Outcome first = desk.type(once);
    assertThat(first.out()).matches("apr_\\w+\n");
    assertThat(desk.type(once)).isEqualTo(first);

    Outcome impatient = desk.type(append(request, "--wait", "1s"));
    assertThat(impatient.exitCode()).isEqualTo(7);
    assertThat(impatient.out()).isEqualTo("pending\n");

    String id = first.out().strip();
    assertThat(desk.type("approvals", "allow", id).exitCode()).isZero();
    assertThat(desk.type(request).exitCode()).as("decided while nobody waited").isZero();
  }

  private static String[] append(String[] args, String... more) {
    return Stream.of(args, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  @Test
  void the_wait_outlives_the_daemon() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    Wiretap.Before note =
        heard -> {
          if (heard.path().contains("wait_ms")) {
            waiting.countDown();
          }
        };
    try (Wiretap wire = new Wiretap(desk::address, note)) {
      CompletableFuture<Outcome> asking =
          CompletableFuture.supplyAsync(
              () ->
                  desk.typeAt(
                      wire.url(),
                      "approvals",
                      "request",
                      session,
                      "--command",
                      "x",
                      "--reason",
                      "r"));
      Raised raised = raised(new AtomicReference<>("0"));
      waiting.await();
      desk.restart();
      assertThat(desk.type("approvals", "allow", raised.id()).exitCode()).isZero();

      assertThat(asking.get().exitCode()).as(asking.get().toString()).isZero();
    }
  }

  @Test
  void an_answer_is_printed_for_the_script() throws Exception {
    AtomicReference<String> at = new AtomicReference<>("0");
    String[] ask = {
      "questions", "ask", session, "Which?", "--option", "pg=PostgreSQL", "--option", "lite"
    };

    var chosen = typing(ask);
    Raised first = raised(at);
    assertThat(desk.type("questions", "get", first.id()).out())
        .contains("1  PostgreSQL  [pg]", "2  lite\n");
    answer(first, new QuestionAnswer("q", List.of("pg"), null));
    assertThat(chosen.get().exitCode()).as(chosen.get().toString()).isZero();
    assertThat(chosen.get().out()).isEqualTo("pg\n");

    var words = typing(ask);
    answer(raised(at), new QuestionAnswer("q", List.of(), "something else"));
    assertThat(words.get().out()).isEqualTo("something else\n");

    var declined = typing(ask);
    Raised third = raised(at);
    desk.client().questions().resolve(third.runId(), QuestionClient.decline(third.id(), "no idea"));
    assertThat(declined.get().exitCode()).isEqualTo(1);
    assertThat(declined.get().out()).isEmpty();
    assertThat(declined.get().err()).contains("declined by admin", "no idea");
  }

  private void answer(Raised raised, QuestionAnswer... answers) throws Exception {
    desk.client().questions().resolve(raised.runId(), QuestionClient.answer(raised.id(), answers));
  }

  @Test
  void several_questions_are_asked_at_once() throws Exception {
    var asking =
        typing(
            "questions",
            "ask",
            session,
            "--questions-json",
            "[{\"id\":\"a\",\"question\":\"A?\"},{\"id\":\"b\",\"question\":\"B?\"}]");
    answer(
        raised(new AtomicReference<>("0")),
        new QuestionAnswer("a", List.of(), "yes"),
        new QuestionAnswer("b", List.of(), "no"));
    assertThat(asking.get().out()).isEqualTo("a: yes\nb: no\n");
  }

  @Test
  void what_cannot_be_meant_says_so_in_a_line() {
    assertThat(desk.type("approvals", "request", session, "--reason", "r").err())
        .contains("specify the call");
    assertThat(desk.type("approvals", "request", session, "--command", "x").err())
        .contains("--reason");
    assertThat(
            desk.type("approvals", "request", "nobody", "--command", "x", "--reason", "r")
                .exitCode())
        .isEqualTo(5);
    assertThat(desk.type("questions", "ask", session).err())
        .contains("no question: give QUESTION, --questions-json or --questions-file");
    assertThat(desk.type("questions", "ask", session, "?", "--questions-json", "[]").exitCode())
        .isEqualTo(2);
    assertThat(desk.type("questions", "ask", session, "?", "--option", "=x").err())
        .contains("is not an option");
    assertThat(desk.type("questions", "ask", session, "?", "--no-wait", "--wait", "1s").exitCode())
        .isEqualTo(2);
  }
}
