package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryCommandsTest {
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
  void a_learning_is_added_shown_corrected_and_removed() throws Exception {
    String session = desk.session();
    Outcome added =
        desk.type(
            "learnings",
            "add",
            "Tea at four",
            "--kind",
            "preference",
            "--scope",
            "session:" + session);
    assertThat(added.exitCode()).isZero();
    String id = added.out().strip();
    assertThat(id).startsWith("lrn_");

    assertThat(desk.type("learnings", "get", id).out())
        .contains("content     Tea at four\n", "kind        preference\n");
    assertThat(desk.type("learnings", "list", "--scope", "session:" + session).out())
        .contains(id, "Tea at four");
    assertThat(desk.type("learnings", "edit", id, "--content", "Tea at five").out())
        .contains("content     Tea at five\n");
    assertThat(
            desk.json("learnings", "edit", id, "--verification", "verified")
                .path("verification_status")
                .asString())
        .isEqualTo("verified");
    assertThat(desk.type("learnings", "remove", id))
        .isEqualTo(new Outcome(0, "Removed " + id + ".\n", ""));
    Outcome gone = desk.type("learnings", "get", id);
    assertThat(gone.exitCode()).isEqualTo(5);
    assertThat(gone.err()).contains("404 learnings/learning_not_found");
    assertThat(desk.type("learnings", "edit", id, "--tier", "active").exitCode()).isEqualTo(5);
    assertThat(desk.type("learnings", "list", "--scope", "session:" + session).out())
        .startsWith("No learnings.");
  }

  @Test
  void a_learning_is_the_workspaces_unless_said_otherwise() {
    assertThat(desk.json("learnings", "add", "The sky is up").path("scope").toString())
        .isEqualTo("{\"kind\":\"workspace\",\"id\":\"default\"}");
    Outcome first = desk.type("learnings", "add", "once", "--idempotency-key", "k");
    assertThat(desk.type("learnings", "add", "once", "--idempotency-key", "k")).isEqualTo(first);
  }

  @Test
  void what_cannot_be_meant_is_said() {
    assertThat(desk.type("learnings", "add", "x", "--scope", "everybody").err())
        .contains("--scope must be session:NAME");
    assertThat(desk.type("learnings", "add", "x", "--kind", "hunch").err())
        .contains("--kind must be one of fact");
    assertThat(desk.type("learnings", "edit", "lrn_x").exitCode()).isEqualTo(2);
    assertThat(desk.type("memory", "search", "nobody").exitCode()).isEqualTo(5);
    assertThat(
            desk.type(
                    "memory",
                    "search",
                    desk.json("sessions", "create").path("session_id").asString(),
                    "--limit",
                    "0")
                .exitCode())
        .isEqualTo(2);
  }

  @Test
  void memory_is_shown_and_searched() throws Exception {
    String session = desk.session();
    desk.type("learnings", "add", "Badgers dig", "--scope", "session:" + session);
    desk.type("sessions", "send", session, "about badgers", "--wait");

    assertThat(desk.type("memory", "context", session, "--query", "badgers").out())
        .contains("session:" + session + ", workspace:default", "fact        Badgers dig", "run_");
    assertThat(desk.json("memory", "context", session).path("session_id").asString())
        .isEqualTo(session);
    assertThat(desk.type("memory", "search", session, "badgers").out())
        .contains("learning", "recovered run", "Badgers dig");
    assertThat(desk.type("memory", "search", session, "unheard").out()).isEqualTo("No results.\n");
    assertThat(desk.json("memory", "search", session, "badgers", "dig").path("query").asString())
        .isEqualTo("badgers dig");
    assertThat(desk.type("skills", session).out())
        .startsWith("No skills. Configure folders of skills as skill_folders.");
    assertThat(desk.json("skills", session)).isEmpty();
  }
}
