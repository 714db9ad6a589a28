package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class OutboundCommandsTest {
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

  private static JsonNode deadLetter(String session, int n) {
    return desk.http()
        .await("/v1/deliveries/dead-letter?session_id=" + session, list -> list.size() == n)
        .get(0);
  }

  @Test
  // K4-383
  void K4_383_a_delivery_is_listed_shown_with_its_run_and_sent_again() throws Exception {
    String session = desk.session();
    assertThat(desk.type("deliveries", "list", "--session", session).out())
        .contains("No deliveries");
    // Nobody has configured such a connector, so it is a dead letter at once.
    assertThat(desk.type("sessions", "reply-to", session, "slack:nobody/a-b").exitCode()).isZero();
    String run = desk.park(session, "{\"say\":\"Done.\"}");
    JsonNode dead = deadLetter(session, 1);
    String id = dead.path("delivery_id").asString();

    assertThat(desk.json("deliveries", "get", id)).isEqualTo(dead);
    assertThat(desk.type("deliveries", "get", id).out())
        .contains("delivery    " + id, "dead lettered", "failed:terminal", "run         " + run)
        .doesNotContain("a-b", "nobody");
    assertThat(desk.type("runs", "get", run).out())
        .contains("delivery    slack:sha256:", "dead lettered, 1 attempt, failed:terminal");
    for (String flag : new String[] {"--dead-letter", "--status=dead_lettered", "--plugin=slack"}) {
      assertThat(desk.type("deliveries", "list", "--session", session, flag).out())
          .contains("DELIVERY", id, "dead lettered", "failed:terminal");
    }
    assertThat(desk.type("deliveries", "list", "--run", run, "--status", "pending").out())
        .contains("No deliveries");

    Outcome replayed = desk.type("deliveries", "replay", id);
    assertThat(replayed.out()).matches("dlv_\\w+\n").isNotEqualTo(id + "\n");
    assertThat(desk.type("deliveries", "replay", id).out()).isEqualTo(replayed.out());
    assertThat(desk.type("deliveries", "replay", id, "--force").out())
        .matches("dlv_\\w+\n")
        .isNotEqualTo(replayed.out());
    deadLetter(session, 3);
    assertThat(desk.type("deliveries", "get", replayed.out().strip()).out())
        .contains("repeats     " + id);
    assertThat(desk.type("deliveries", "get", "dlv_none").exitCode()).isEqualTo(5);
    assertThat(desk.type("deliveries", "list", "--dead-letter", "--status", "pending").exitCode())
        .isEqualTo(2);
  }

  @Test
  void a_notification_is_added_listed_shown_and_removed() {
    assertThat(desk.type("notifications", "list").out())
        .contains("No notifications. Add one with: holdpoint notifications add TARGET");

    Outcome added = desk.type("notifications", "add", "telegram:ops/-100", "--event", "run_failed");
    String id = added.out().strip();
    assertThat(id).matches("ntf_\\w+");
    assertThat(desk.type("notifications", "list").out())
        .contains("NOTIFICATION", id, "telegram:sha256:", "all sessions", "run_failed", "admin")
        .doesNotContain("-100");
    JsonNode other = desk.json("notifications", "add", "raw:mail/ada", "--session", "deploys");
    assertThat(other.path("events")).hasSize(4);
    assertThat(other.path("filter").path("session_id").asString()).isEqualTo("deploys");
    assertThat(desk.type("notifications", "get", other.path("notification_id").asString()).out())
        .contains("of          deploys", "events      approval_requested, ");

    for (String one : new String[] {id, other.path("notification_id").asString()}) {
      assertThat(desk.type("notifications", "remove", one).err()).isEqualTo("Removed.\n");
    }
    assertThat(desk.type("notifications", "remove", id).exitCode()).isEqualTo(5);
    Outcome wrong = desk.type("notifications", "add", "somewhere");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err())
        .contains("'somewhere' is not a target; use a URL, or KIND:CONNECTOR/WHERE");
    assertThat(desk.type("notifications", "add", "raw:a/b", "--event", "coffee").exitCode())
        .isEqualTo(2);
  }
}
