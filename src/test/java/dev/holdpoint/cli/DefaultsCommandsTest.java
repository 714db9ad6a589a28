package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session's runs inherit, typed. */
class DefaultsCommandsTest {
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

  private static Outcome type(String... args) {
    return desk.type(args);
  }

  private static void ok(Outcome outcome) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
  }

  @Test
  void a_persona_is_made_bound_shown_and_taken_away() throws Exception {
    String session = desk.session();
    Path file = Files.writeString(folder.resolve("careful.md"), "Ask first.\n");
    assertThat(type("personas", "create", "careful", "--instructions-file", file.toString()).out())
        .isEqualTo("careful\n");
    assertThat(type("personas", "get", "careful").out()).contains("Ask first.");
    assertThat(type("personas", "list").out()).contains("careful");
    assertThat(type("sessions", "persona", session, "careful").out()).contains("careful");
    ok(type("personas", "replace", "careful", "--name", "Careful", "--deny-skill", "a,b"));
    assertThat(type("personas", "get", "careful", "--json").out()).contains("\"skill_deny\"");
    assertThat(type("sessions", "persona", session).out()).contains("careful");
    assertThat(type("sessions", "persona", session, "--clear").out()).doesNotContain("careful");
    ok(type("personas", "remove", "careful"));
    assertThat(type("sessions", "persona", session, "careful").exitCode()).isEqualTo(5);
  }

  @Test
  void routes_scopes_credentials_and_targets_are_set_and_cleared() throws Exception {
    String session = desk.session();
    assertThat(
            type(
                    "sessions",
                    "route",
                    session,
                    "--provider",
                    "scripted",
                    "--temperature",
                    "0.2",
                    "--tool-choice",
                    "bash",
                    "--no-parallel-tool-calls",
                    "--response-schema",
                    "{\"type\":\"object\"}")
                .out())
        .contains("scripted", "0.2", "specific");
    assertThat(type("sessions", "scope", session, "--allow-skill", "a,b").out()).contains("a, b");
    assertThat(type("sessions", "credentials", session, "--deny-route", "x").out())
        .contains("all but not x");
    assertThat(
            type(
                    "sessions",
                    "reply-to",
                    session,
                    "https://example.com/hook",
                    "slack:work/C1",
                    "telegram:ops/-100",
                    "external:crm/tickets",
                    "raw:mail/ada@example.com")
                .out())
        .contains("https://example.com/hook", "C1", "-100", "tickets", "ada@example.com");
    assertThat(type("sessions", "get", session).out()).contains("reply to", "generation");
    for (String what : new String[] {"route", "scope", "credentials", "reply-to"}) {
      ok(type("sessions", what, session, "--clear"));
    }
    assertThat(type("sessions", "get", session).out()).doesNotContain("reply to", "generation");
  }

  @Test
  void what_cannot_be_meant_is_a_usage_error() throws Exception {
    String session = desk.session();
    assertThat(type("sessions", "persona", session, "x", "--clear").exitCode()).isEqualTo(2);
    assertThat(type("sessions", "reply-to", session, "nowhere").exitCode()).isEqualTo(2);
    assertThat(type("sessions", "reply-to", session, "pigeon:a/b").exitCode()).isEqualTo(2);
    assertThat(type("sessions", "reply-to", session, "http://127.0.0.1/").exitCode()).isEqualTo(2);
    assertThat(type("sessions", "route", session, "--response-schema", "{").exitCode())
        .isEqualTo(2);
    assertThat(type("sessions", "route", session, "--temperature", "3").exitCode()).isEqualTo(2);
  }
}
