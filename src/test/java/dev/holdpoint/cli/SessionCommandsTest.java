package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class SessionCommandsTest {
  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  @Test
  void a_session_is_created_found_again_and_shown() {
    assertThat(desk.type("sessions", "create", "alpha")).isEqualTo(new Outcome(0, "alpha\n", ""));
    assertThat(desk.type("sessions", "create", "alpha").exitCode()).isZero();
    assertThat(desk.json("sessions", "create", "alpha").path("session_id").asString())
        .isEqualTo("alpha");
    assertThat(desk.type("sessions", "create").out()).matches("ses_\\w+\n");

    Outcome shown = desk.type("sessions", "get", "alpha");
    assertThat(shown.out()).contains("session     alpha\n", "status      idle\n");
    assertThat(desk.type("sessions", "show", "alpha")).isEqualTo(shown);
  }

  @Test
  void what_is_sent_is_waited_for_and_printed() throws Exception {
    String id = desk.session();

    Outcome said = desk.type("sessions", "send", id, "hello", "--wait");
    assertThat(said.out()).isEqualTo("You said: hello\n");
    assertThat(said.err()).matches("run_\\w+ completed\n");
    assertThat(said.exitCode()).isZero();

    Path file = Files.writeString(folder.resolve("notes"), "secret");
    assertThat(desk.type("sessions", "send", id, "@" + file, "--wait").out())
        .as("a text that begins with @ is no file of arguments")
        .isEqualTo("You said: @" + file + "\n");

    Path task = Files.writeString(folder.resolve("task"), "#!script\n{\"fail\":\"out of luck\"}\n");
    Outcome failed = desk.type("sessions", "send", id, "--file", task.toString(), "--wait");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err()).matches("run_\\w+ failed: .*out of luck.*\n");

    Outcome parked =
        desk.type("sessions", "send", id, "#!script\n" + Desk.commands("true"), "--wait");
    assertThat(parked.exitCode()).isZero();
    assertThat(parked.err()).contains("waiting for approval");
    assertThat(desk.type("sessions", "get", id).out()).contains("approval    apr_", "bash: true");

    Outcome queued = desk.type("sessions", "send", id, "later", "--wait", "--timeout", "1s");
    assertThat(queued.exitCode()).as("the time was up").isEqualTo(7);
    assertThat(queued.err()).contains("queued");
  }

  @Test
  void a_key_finds_the_run_that_was_sent_before() throws Exception {
    String id = desk.session();

    Outcome first = desk.type("sessions", "send", id, "once", "--idempotency-key", "k1");
    assertThat(first.out()).matches("run_\\w+\n");
    assertThat(desk.type("sessions", "send", id, "once", "--idempotency-key", "k1"))
        .isEqualTo(first);
    Outcome other = desk.type("sessions", "send", id, "twice", "--idempotency-key", "k1");
    assertThat(other.exitCode()).isEqualTo(6);
    assertThat(other.err()).contains("409 idempotency/idempotency_conflict").hasLineCount(1);
  }

  @Test
  void lists_come_in_parts_or_whole() throws Exception {
    for (int i = 0; i < 4; i++) {
      desk.session();
    }

    JsonNode page = desk.json("sessions", "list", "--limit", "3", "--page");
    assertThat(page.path("items").size()).isEqualTo(3);
    long total = page.at("/pagination/total_count").asLong();
    assertThat(total).isGreaterThanOrEqualTo(4);
    String cursor = page.at("/pagination/next_cursor").asString();

    JsonNode rest = desk.json("sessions", "list", "--cursor", cursor, "--all");
    assertThat(rest.size()).isEqualTo((int) total - 3);
    assertThat(desk.json("sessions", "list", "--all").size()).isEqualTo((int) total);

    Outcome table = desk.type("sessions", "list", "--limit", "2");
    assertThat(table.out().lines().map(line -> line.replaceAll("  +", "|")))
        .hasSize(3)
        .first()
        .isEqualTo("SESSION|STATUS|APPROVALS|QUESTIONS");
    assertThat(table.err()).startsWith("2 of " + total + "; get the next rows with --cursor ");

    assertThat(desk.type("sessions", "list", "--cursor", "x").exitCode()).isEqualTo(2);
    assertThat(desk.type("sessions", "list", "--limit", "0").exitCode()).isEqualTo(2);
    assertThat(desk.type("sessions", "list", "--limit", "3", "--all").err())
        .contains("cannot be combined");
  }

  @Test
  void history_and_interruption() throws Exception {
    String id = desk.session();
    desk.park(id, "{\"say\":\"one\\u001b[2Jtwo\"}", Desk.commands("true"));

    assertThat(desk.type("sessions", "events", id).out())
        .containsSubsequence(
            "accepted", "started", "output  one⟨ESC⟩[2Jtwo", "waiting for approval  apr_")
        .doesNotContain("\u001b");
    assertThat(desk.json("sessions", "events", id).path("run_events").size()).isPositive();

    assertThat(desk.type("sessions", "interrupt", id).out())
        .startsWith(id + " was interrupted; it is ");
    assertThat(desk.type("sessions", "interrupt", id).out())
        .isEqualTo(id + " had nothing to interrupt; it is idle\n");
  }

  @Test
  void an_idle_session_is_ended() throws Exception {
    Assumptions.assumeTrue(
        Endpoints.ALL.stream().anyMatch(endpoint -> endpoint.toString().contains("/end")),
        "this daemon cannot end sessions");
    String id = desk.session();

    assertThat(desk.type("sessions", "end", id, "--reason", "done").out())
        .isEqualTo(id + " is ended\n");
    assertThat(desk.type("sessions", "send", id, "more").exitCode()).isEqualTo(6);
  }

  @Test
  void what_cannot_be_meant_says_so_in_a_line() {
    assertThat(desk.type("sessions", "get", "nobody"))
        .matches(outcome -> outcome.exitCode() == 5 && outcome.err().lines().count() == 1);
    assertThat(desk.type("sessions", "create", "a/b").exitCode()).isEqualTo(2);
    assertThat(desk.type("sessions", "send", "x", "a", "--file", "b").err())
        .contains("cannot be combined")
        .contains("See 'holdpoint sessions send --help'");
    assertThat(desk.type("sessions", "send", "x", "--file", "/nonexistent").err())
        .contains("/nonexistent does not exist");
    assertThat(desk.type("sessions", "send", "x", "a", "--timeout", "1s").exitCode()).isEqualTo(2);
    assertThat(desk.type("sessions", "freeze").exitCode()).isEqualTo(2);
    assertThat(desk.typeAt("http://127.0.0.1:1", "sessions", "list"))
        .matches(outcome -> outcome.exitCode() == 3 && outcome.err().lines().count() == 1);
  }
}
